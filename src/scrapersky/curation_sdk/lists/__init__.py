"""Reading rows: pages by keyset, filters, the search string, facets, and where a row came from.

It knows what was declared, and changes nothing.
"""

from scrapersky.curation_sdk.lists.counting import (
    MOST_COUNTED,
    Total,
    capped_count,
    count_descendants,
    count_rows,
    count_states,
)
from scrapersky.curation_sdk.lists.explain import guessed_rows
from scrapersky.curation_sdk.lists.facets import Facets, facets_of, read_facets
from scrapersky.curation_sdk.lists.filters import Filter, state_is, where
from scrapersky.curation_sdk.lists.finding import Found, find_rows
from scrapersky.curation_sdk.lists.groups import RowGroups, groups_of, read_groups
from scrapersky.curation_sdk.lists.kept_statements import TENANT, ask
from scrapersky.curation_sdk.lists.lineage import Lineage, Step
from scrapersky.curation_sdk.lists.listing import DEEPEST_OFFSET, Paging, item_columns, list_rows, shown_values
from scrapersky.curation_sdk.lists.marks import Note, Tag, TagCount, count_tags, mark_columns, read_line, tags_in_line
from scrapersky.curation_sdk.lists.named_ids import FilterWords, with_names
from scrapersky.curation_sdk.lists.origins import (
    Origin,
    StepUp,
    WrittenOrigin,
    descendants,
    descends_from,
    down,
    paths_up,
)
from scrapersky.curation_sdk.lists.rows import Rows, keeps_provenance
from scrapersky.curation_sdk.lists.search.clauses import token_holds
from scrapersky.curation_sdk.lists.search.fields import SearchableField, search_fields, table_fields
from scrapersky.curation_sdk.lists.search.text import LONGEST_SEARCH, SearchOperator, SearchToken
from scrapersky.curation_sdk.lists.search.values import BadSearch, compared
from scrapersky.curation_sdk.lists.selection import SelectedRows, Selection, array, existing_ids
from scrapersky.curation_sdk.lists.sorting import beginning

__all__ = [
    "DEEPEST_OFFSET",
    "LONGEST_SEARCH",
    "MOST_COUNTED",
    "TENANT",
    "BadSearch",
    "Facets",
    "Filter",
    "FilterWords",
    "Found",
    "Lineage",
    "Note",
    "Origin",
    "Paging",
    "RowGroups",
    "Rows",
    "SearchOperator",
    "SearchToken",
    "SearchableField",
    "SelectedRows",
    "Selection",
    "Step",
    "StepUp",
    "Tag",
    "TagCount",
    "Total",
    "WrittenOrigin",
    "array",
    "ask",
    "beginning",
    "capped_count",
    "compared",
    "count_descendants",
    "count_rows",
    "count_states",
    "count_tags",
    "descendants",
    "descends_from",
    "down",
    "existing_ids",
    "facets_of",
    "find_rows",
    "groups_of",
    "guessed_rows",
    "item_columns",
    "keeps_provenance",
    "list_rows",
    "mark_columns",
    "paths_up",
    "read_facets",
    "read_groups",
    "read_line",
    "search_fields",
    "shown_values",
    "state_is",
    "table_fields",
    "tags_in_line",
    "token_holds",
    "where",
    "with_names",
]
