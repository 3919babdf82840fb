"""Reading rows: pages by keyset, filters, the search string, facets, and where a row came from.

It knows what was declared, and changes nothing.
"""
