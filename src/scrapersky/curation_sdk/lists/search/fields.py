"""Which fields the tokens of a search may name, for each workflow."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy.dialects.postgresql import JSONB

from scrapersky.curation_sdk.declaring import (
    AnyWorkflow,
    ColumnKind,
    Settable,
    ShownColumn,
    State,
    columns_by_key,
    curations_of,
    host_of,
    is_plain,
    kind_of,
    label_of,
)


@dataclass(frozen=True, slots=True)
class SearchableField:
    """A field with what is offered while a person types: all its values, where they are known, and an example."""

    name: str
    label: str
    kind: ColumnKind
    values: tuple[str, ...] | None
    example: str


_BUILT_IN = (
    SearchableField("state", "State", ColumnKind.ENUM, tuple(State), "state:Complete"),
    SearchableField("curation", "Curation", ColumnKind.ENUM, tuple(Settable), "curation:Queued"),
    SearchableField("error", "Error", ColumnKind.TEXT, None, "error:timeout"),
    SearchableField("cause", "Cause of errors", ColumnKind.TEXT, None, 'cause:"address answered HTTP 404."'),
    SearchableField("outcome", "Outcome", ColumnKind.TEXT, None, "outcome:no_sitemap"),
    SearchableField("since", "Changed since", ColumnKind.MOMENT, ("1h", "24h", "7d"), "since:2h"),
    SearchableField("made", "Made since", ColumnKind.MOMENT, ("1h", "24h", "7d"), "made:24h"),
    SearchableField("by", "Decided by", ColumnKind.TEXT, None, "by:ana"),
    SearchableField("tag", "Tag", ColumnKind.TEXT, None, 'tag:"call back"'),
    SearchableField("note", "Note", ColumnKind.TEXT, None, "note:call"),
    SearchableField("batch", "Batch", ColumnKind.ID, None, "batch:019a86f3-0b7a-7f02-8a64-6d5e4c3b2a19"),
    SearchableField("found", "Number found", ColumnKind.NUMBER, None, "found:0"),
    SearchableField("id", "ID", ColumnKind.ID, None, "id:019a86f2-5d3c-7c41-9d1e-2f0b6c1a7e55"),
)
_HOST = SearchableField("host", "Host", ColumnKind.TEXT, None, "host:acme.example")
_ONLY_HOST = SearchableField(
    "only_host", "Host, without those below it", ColumnKind.TEXT, None, "only_host:acme.example"
)

_EXAMPLES = {
    ColumnKind.URL: "~/contact",
    ColumnKind.EMAIL: "~@acme.example",
    ColumnKind.PHONE: "~512",
    ColumnKind.NUMBER: ">10",
    ColumnKind.SCORE: ">80",
    ColumnKind.MONEY_MICROS: ">1000000",
    ColumnKind.BYTES: ">1000000",
    ColumnKind.DURATION_MS: ">1000",
    ColumnKind.BOOLEAN: "true",
    ColumnKind.MOMENT: ">2026-03-01",
    ColumnKind.ID: "019a86f2-5d3c-7c41-9d1e-2f0b6c1a7e55",
}


@cache
def search_fields(workflow: AnyWorkflow) -> dict[str, SearchableField]:
    """By name. What is built in wins over a column of the same name."""
    fields = {column.key: _field(column) for column in _searchable(workflow)}
    hosts = [*([_HOST] if host_column(workflow) else []), *([_ONLY_HOST] if host_of(workflow) is not None else [])]
    built_in = [*_BUILT_IN, *hosts]
    return fields | {field.name: field for field in built_in}


def host_column(workflow: AnyWorkflow) -> str | None:
    """The column that `host:` looks in: as declared, else a domain, else the first address."""
    columns = {column.key: column for column in _searchable(workflow)}
    addresses = (key for key, column in columns.items() if column.kind is ColumnKind.URL)
    return workflow.host or ("domain" if "domain" in columns else next(addresses, None))


def _searchable(workflow: AnyWorkflow) -> Iterator[ShownColumn]:
    """The table's own columns, and those looked up in another; a computed value has no index to be found by."""
    own = columns_by_key(workflow.shows)
    looked_up = {each.key for each in workflow.computed if each.looked_up is not None}
    for column in workflow.columns:
        is_own = column.key in own and not isinstance(own[column.key].type, JSONB)
        if is_own or column.key in looked_up:
            yield column


def table_fields(model: type[Any]) -> dict[str, SearchableField]:
    """Every column of a table that a person could read, shown or not; what curates it is left out."""
    machinery = {"id", "tenant_id", "edited_fields"}.union(*(each.column_names for each in curations_of(model)))
    columns = (
        ShownColumn(column.key, label_of(column.key, {}), kind_of(column.key, column.type))
        for column in model.__table__.columns
        if column.key not in machinery and is_plain(column) and not isinstance(column.type, JSONB)
    )
    return {column.key: _field(column) for column in columns}


def _field(column: ShownColumn) -> SearchableField:
    values = column.look.choices or (("true", "false") if column.kind is ColumnKind.BOOLEAN else None)
    example = column.look.example or _EXAMPLES.get(column.kind, values[0] if values else "~words")
    return SearchableField(column.key, column.label, column.kind, values, f"{column.key}:{example}")
