"""Which fields the tokens of a search may name, for each workflow; and what is refused before any row is looked at."""

import difflib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy.dialects.postgresql import JSONB

from scrapersky.curation_sdk import declaring
from scrapersky.curation_sdk.errors import BadRequest


@dataclass(frozen=True, slots=True)
class SearchableField:
    """A field with what is offered while a person types: all its values, where they are known, and an example."""

    name: str
    label: str
    kind: declaring.ColumnKind
    values: tuple[str, ...] | None
    example: str


_BUILT_IN = (
    SearchableField("state", "State", declaring.ColumnKind.ENUM, tuple(declaring.State), "state:Complete"),
    SearchableField("curation", "Curation", declaring.ColumnKind.ENUM, tuple(declaring.Settable), "curation:Queued"),
    SearchableField("error", "Error", declaring.ColumnKind.TEXT, None, "error:timeout"),
    SearchableField("cause", "Cause of errors", declaring.ColumnKind.TEXT, None, 'cause:"address answered HTTP 404."'),
    SearchableField("outcome", "Outcome", declaring.ColumnKind.TEXT, None, "outcome:no_sitemap"),
    SearchableField("since", "Changed since", declaring.ColumnKind.MOMENT, ("1h", "24h", "7d"), "since:2h"),
    SearchableField("made", "Made since", declaring.ColumnKind.MOMENT, ("1h", "24h", "7d"), "made:24h"),
    SearchableField("by", "Decided by", declaring.ColumnKind.TEXT, None, "by:ana"),
    SearchableField("tag", "Tag", declaring.ColumnKind.TEXT, None, 'tag:"call back"'),
    SearchableField("note", "Note", declaring.ColumnKind.TEXT, None, "note:call"),
    SearchableField("batch", "Batch", declaring.ColumnKind.ID, None, "batch:019a86f3-0b7a-7f02-8a64-6d5e4c3b2a19"),
    SearchableField("found", "Number found", declaring.ColumnKind.NUMBER, None, "found:0"),
    SearchableField("id", "ID", declaring.ColumnKind.ID, None, "id:019a86f2-5d3c-7c41-9d1e-2f0b6c1a7e55"),
)
_HOST = SearchableField("host", "Host", declaring.ColumnKind.TEXT, None, "host:acme.example")
_ONLY_HOST = SearchableField(
    "only_host", "Host, without those below it", declaring.ColumnKind.TEXT, None, "only_host:acme.example"
)

_EXAMPLES = {
    declaring.ColumnKind.URL: "~/contact",
    declaring.ColumnKind.EMAIL: "~@acme.example",
    declaring.ColumnKind.PHONE: "~512",
    declaring.ColumnKind.NUMBER: ">10",
    declaring.ColumnKind.SCORE: ">80",
    declaring.ColumnKind.MONEY_MICROS: ">1000000",
    declaring.ColumnKind.BYTES: ">1000000",
    declaring.ColumnKind.DURATION_MS: ">1000",
    declaring.ColumnKind.BOOLEAN: "true",
    declaring.ColumnKind.MOMENT: ">2026-03-01",
    declaring.ColumnKind.ID: "019a86f2-5d3c-7c41-9d1e-2f0b6c1a7e55",
}


@cache
def search_fields(workflow: declaring.AnyWorkflow) -> dict[str, SearchableField]:
    """By name. What is built in wins over a column of the same name."""
    fields = {column.key: _field(column) for column in _searchable(workflow)}
    hosts = [
        *([_HOST] if host_column(workflow) else []),
        *([_ONLY_HOST] if declaring.host_of(workflow) is not None else []),
    ]
    built_in = [*_BUILT_IN, *hosts]
    return fields | {field.name: field for field in built_in}


# The heads of columns that are said otherwise where rows are looked for, and the word of the address.
_OTHER_NAMES = {"status": "state", "updated": "since"}


def field_names(workflow: declaring.AnyWorkflow) -> dict[str, str]:
    """What may stand before a colon, and the field that is meant: its name, or what its column is called."""
    fields = search_fields(workflow)
    called = {field.label.lower().replace(" ", "_"): name for name, field in fields.items()}
    return called | _OTHER_NAMES | {name: name for name in fields}


def host_column(workflow: declaring.AnyWorkflow) -> str | None:
    """The column that `host:` looks in: as declared, else a domain, else the first address."""
    columns = {column.key: column for column in _searchable(workflow)}
    addresses = (key for key, column in columns.items() if column.kind is declaring.ColumnKind.URL)
    return workflow.host or ("domain" if "domain" in columns else next(addresses, None))


def _searchable(workflow: declaring.AnyWorkflow) -> Iterator[declaring.ShownColumn]:
    """The table's own columns, and those looked up in another; a computed value has no index to be found by."""
    own = declaring.columns_by_key(workflow.shows)
    looked_up = {each.key for each in workflow.computed if each.looked_up is not None}
    for column in workflow.columns:
        is_own = column.key in own and not isinstance(own[column.key].type, JSONB)
        if is_own or column.key in looked_up:
            yield column


def table_fields(model: type[Any]) -> dict[str, SearchableField]:
    """Every column of a table that a person could read, shown or not; what curates it is left out."""
    machinery = {"id", "tenant_id", "edited_fields"}.union(
        *(each.column_names for each in declaring.curations_of(model))
    )
    columns = (
        declaring.ShownColumn(
            column.key, declaring.label_of(column.key, {}), declaring.kind_of(column.key, column.type)
        )
        for column in model.__table__.columns
        if column.key not in machinery and declaring.is_plain(column) and not isinstance(column.type, JSONB)
    )
    return {column.key: _field(column) for column in columns}


def _field(column: declaring.ShownColumn) -> SearchableField:
    values = column.look.choices or (("true", "false") if column.kind is declaring.ColumnKind.BOOLEAN else None)
    example = column.look.example or _EXAMPLES.get(column.kind, values[0] if values else "~words")
    return SearchableField(column.key, column.label, column.kind, values, f"{column.key}:{example}")


MOST_TOKENS = 100


class SearchTooLong(BadRequest):
    """Each token is a condition on every row that is looked at."""

    http_status = 400
    code = "bad_search"

    def __init__(self, count: int) -> None:
        super().__init__(f"A search has {MOST_TOKENS} tokens at most, and this one {count:,}. Leave some out.")


class UnknownField(BadRequest):
    """Read as a word it would find nothing, and nobody would know why."""

    code = "unknown_field"

    def __init__(self, name: str, fields: Collection[SearchableField]) -> None:
        names = {field.label.lower(): field.name for field in fields} | {field.name: field.name for field in fields}
        close = difflib.get_close_matches(name.lower(), names, n=1, cutoff=0.7)
        there = f"Did you mean {names[close[0]]}?" if close else f"There are: {', '.join(map(_called, fields))}."
        super().__init__(
            f'There is no field {name}. {there} To look for the words themselves, write "{name}:…" in quotes.'
        )
        self.facts = {"field": name, "meant": names[close[0]] if close else None}


def _called(field: SearchableField) -> str:
    """As its column is called, with what is typed where that is another word."""
    return field.label if field.label.lower() == field.name else f"{field.label} ({field.name}:)"
