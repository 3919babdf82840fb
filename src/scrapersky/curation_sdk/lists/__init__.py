"""Reading rows: pages by keyset, filters, the search string, facets, and where a row came from.

It knows what was declared, and changes nothing.
"""

from typing import TYPE_CHECKING

from scrapersky.curation_sdk import late_door

if TYPE_CHECKING:
    from scrapersky.curation_sdk.lists.counting import MOST_COUNTED as MOST_COUNTED
    from scrapersky.curation_sdk.lists.counting import Total as Total
    from scrapersky.curation_sdk.lists.counting import capped_count as capped_count
    from scrapersky.curation_sdk.lists.counting import count_descendants as count_descendants
    from scrapersky.curation_sdk.lists.counting import count_rows as count_rows
    from scrapersky.curation_sdk.lists.counting import count_states as count_states
    from scrapersky.curation_sdk.lists.counting import guessed_rows as guessed_rows
    from scrapersky.curation_sdk.lists.counting import short_count as short_count
    from scrapersky.curation_sdk.lists.counting import short_of as short_of
    from scrapersky.curation_sdk.lists.facets import Facets as Facets
    from scrapersky.curation_sdk.lists.facets import facets_of as facets_of
    from scrapersky.curation_sdk.lists.facets import read_facets as read_facets
    from scrapersky.curation_sdk.lists.filters import Filter as Filter
    from scrapersky.curation_sdk.lists.filters import until as until
    from scrapersky.curation_sdk.lists.filters import where as where
    from scrapersky.curation_sdk.lists.finding import Found as Found
    from scrapersky.curation_sdk.lists.finding import find_rows as find_rows
    from scrapersky.curation_sdk.lists.groups import RowGroups as RowGroups
    from scrapersky.curation_sdk.lists.groups import groups_of as groups_of
    from scrapersky.curation_sdk.lists.groups import read_groups as read_groups
    from scrapersky.curation_sdk.lists.kept_statements import TENANT as TENANT
    from scrapersky.curation_sdk.lists.kept_statements import array as array
    from scrapersky.curation_sdk.lists.kept_statements import ask as ask
    from scrapersky.curation_sdk.lists.keyset import beginning as beginning
    from scrapersky.curation_sdk.lists.listing import DEEPEST_OFFSET as DEEPEST_OFFSET
    from scrapersky.curation_sdk.lists.listing import Paging as Paging
    from scrapersky.curation_sdk.lists.listing import item_columns as item_columns
    from scrapersky.curation_sdk.lists.listing import list_rows as list_rows
    from scrapersky.curation_sdk.lists.listing import named_rows as named_rows
    from scrapersky.curation_sdk.lists.listing import shown_values as shown_values
    from scrapersky.curation_sdk.lists.marks import Note as Note
    from scrapersky.curation_sdk.lists.marks import Tag as Tag
    from scrapersky.curation_sdk.lists.marks import TagCount as TagCount
    from scrapersky.curation_sdk.lists.marks import count_tags as count_tags
    from scrapersky.curation_sdk.lists.marks import mark_columns as mark_columns
    from scrapersky.curation_sdk.lists.marks import read_line as read_line
    from scrapersky.curation_sdk.lists.marks import tags_in_line as tags_in_line
    from scrapersky.curation_sdk.lists.named_ids import FilterWords as FilterWords
    from scrapersky.curation_sdk.lists.named_ids import with_names as with_names
    from scrapersky.curation_sdk.lists.origins import Lineage as Lineage
    from scrapersky.curation_sdk.lists.origins import Origin as Origin
    from scrapersky.curation_sdk.lists.origins import Step as Step
    from scrapersky.curation_sdk.lists.origins import StepUp as StepUp
    from scrapersky.curation_sdk.lists.origins import WrittenOrigin as WrittenOrigin
    from scrapersky.curation_sdk.lists.origins import descendants as descendants
    from scrapersky.curation_sdk.lists.origins import descends_from as descends_from
    from scrapersky.curation_sdk.lists.origins import down as down
    from scrapersky.curation_sdk.lists.origins import paths_up as paths_up
    from scrapersky.curation_sdk.lists.rows import Rows as Rows
    from scrapersky.curation_sdk.lists.rows import keeps_provenance as keeps_provenance
    from scrapersky.curation_sdk.lists.search.clauses import state_is as state_is
    from scrapersky.curation_sdk.lists.search.clauses import token_holds as token_holds
    from scrapersky.curation_sdk.lists.search.fields import SearchableField as SearchableField
    from scrapersky.curation_sdk.lists.search.fields import search_fields as search_fields
    from scrapersky.curation_sdk.lists.search.fields import table_fields as table_fields
    from scrapersky.curation_sdk.lists.search.text import LONGEST_SEARCH as LONGEST_SEARCH
    from scrapersky.curation_sdk.lists.search.text import SearchOperator as SearchOperator
    from scrapersky.curation_sdk.lists.search.text import SearchToken as SearchToken
    from scrapersky.curation_sdk.lists.search.values import BadSearch as BadSearch
    from scrapersky.curation_sdk.lists.search.values import compared as compared
    from scrapersky.curation_sdk.lists.selection import SelectedRows as SelectedRows
    from scrapersky.curation_sdk.lists.selection import Selection as Selection
    from scrapersky.curation_sdk.lists.selection import existing_ids as existing_ids
else:
    __getattr__ = late_door(__name__, __file__)
