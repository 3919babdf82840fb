"""`Workflow(...)`: what curating a table means. Checked where it is written."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar
from uuid import UUID

from sqlalchemy import Column, ColumnElement, SQLColumnExpression, Text, cast, func, literal_column
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute

from scrapersky.curation_sdk.declaring.actor import Actor
from scrapersky.curation_sdk.declaring.columns import columns_by_key
from scrapersky.curation_sdk.declaring.curation import Curation
from scrapersky.curation_sdk.declaring.declaration import check_declaration
from scrapersky.curation_sdk.declaring.naming import Names
from scrapersky.curation_sdk.declaring.outcomes import Nothing, Saved, Shortfall
from scrapersky.curation_sdk.declaring.rule import Rule
from scrapersky.curation_sdk.declaring.schedule import Schedule
from scrapersky.curation_sdk.declaring.shown_columns import (
    ColumnDisplay,
    ColumnKind,
    ComputedColumn,
    ShownColumn,
    kind_of,
    label_of,
)
from scrapersky.curation_sdk.declaring.tables import Batch
from scrapersky.curation_sdk.errors import DeclarationError

Row = TypeVar("Row")
Input = TypeVar("Input")
Result = TypeVar("Result")
Clients = TypeVar("Clients")

NEWEST_FIRST = "-id"


@dataclass(frozen=True, eq=False, kw_only=True)
class Workflow(Generic[Row, Input, Result, Clients]):
    """One step of a pipeline: rows of one table in, rows of the next (or more facts on the same) out.

    `work` waits on the network and never sees a session. `save` runs inside the transaction that also completes the
    row, so that what a row produced and that it is done are one fact; it may run again and must then change nothing.
    `save_group`, where given, saves what several rows produced in fewer statements, under the same fence, and answers
    for each in order; a row alone, and each row of a group that was refused, goes through `save`.
    `load`, where given, reads what `work` needs from other tables, for a whole batch in one short transaction.
    `spread_over` names a column: rows of many values of it are taken up before the second of any, such as pages of
    many hosts, each of which is only asked for one thing at a time.
    `save_order` gives a key by which saves are ordered, where rows write the same rows of another table.
    A result that has a `close` is closed once its row is settled.

    What a grid shows: columns of the table (`shows`) and `computed` ones; `labels` and `looks` say more of them by key,
    `facets` which are counted by value, and `host` which holds a host or an address that `host:` searches in.
    What a person may correct are `edits`; `corrections` say by key how a value is read that they send: each returns it
    tidied or raises a ValueError that says what is wrong with it. An empty text takes the value away.
    A row without a title is called by the column `stands_in`, before any other. A tab without anything to decide
    opens with the search `opens_with`, which leaves out what nobody asked for.
    `outcomes` say in words what a Complete row came to, where the outcome beside `Complete` would mislead, and
    `shortfall` which of them are counted apart from those that came to what they were queued for.
    `hands_over` says that what is queued leaves the product: it is sent, is called so, and many are asked about first.
    `refuses` is asked before rows that a person chose are queued: which of them may not be, and why.
    `taken_back` is called when a whole decision was taken back, for what was done together with it; what it returns is
    told to the person.
    `most_cost_micros` is what one row may cost at services that are paid for, in millionths of a dollar.
    `rule` is what `scrapersky run` queues; without one, every row when the site it belongs to is read.
    """

    code: str
    title: str
    curation: Curation
    work: Callable[[Input, Clients], Awaitable[Result | Nothing]]
    save: Callable[[AsyncSession, Row, Result], Awaitable[int | Saved]]
    save_group: Callable[[AsyncSession, Sequence[tuple[Row, Result]]], Awaitable[Sequence[int | Saved]]] | None = None
    load: Callable[[AsyncSession, Sequence[Row]], Awaitable[Mapping[UUID, Input]]] | None = None
    spread_over: InstrumentedAttribute[Any] | None = None
    save_order: Callable[[Row, Result], object] | None = None
    produces: type[Any] | None = None
    purpose: str = ""
    shows: tuple[InstrumentedAttribute[Any], ...] = ()
    computed: tuple[ComputedColumn, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    looks: Mapping[str, ColumnDisplay] = field(default_factory=dict)
    facets: tuple[str, ...] = ()
    host: str | None = None
    edits: tuple[InstrumentedAttribute[Any], ...] = ()
    corrections: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    sorts: tuple[InstrumentedAttribute[Any], ...] = ()
    searches: InstrumentedAttribute[Any] | None = None
    stands_in: str | None = None
    opens_with: str = ""
    outcomes: Mapping[str, str] = field(default_factory=dict)
    shortfall: Shortfall | None = None
    refuses: Callable[[AsyncSession, UUID, Sequence[UUID]], Awaitable[Mapping[UUID, str]]] | None = None
    taken_back: Callable[[AsyncSession, Actor, Batch], Awaitable[str | None]] | None = None
    schedule: Schedule = field(default_factory=Schedule)
    most_cost_micros: int | None = None
    rule: Rule | None = None
    closes_cycle: bool = False
    background_only: bool = False
    hands_over: bool = False

    def __post_init__(self) -> None:
        check_declaration(self)

    @property
    def name(self) -> str:
        return self.curation.name

    @property
    def names(self) -> Names:
        return self.curation.names

    @property
    def model(self) -> type[Any]:
        return self.curation.model

    @property
    def default_sort(self) -> str:
        return self.curation.ordered_by or NEWEST_FIRST

    @cached_property
    def sortable(self) -> dict[str, Column[Any]]:
        """What lists can be sorted by: `sorts`, and what they are ordered by anyway."""
        ordered = self.curation.ordered_key
        return columns_by_key((*self.sorts, *([getattr(self.model, ordered)] if ordered else [])))

    @cached_property
    def columns(self) -> tuple[ShownColumn, ...]:
        """What a person sees, in the order in which it stands."""
        edits = columns_by_key(self.edits)
        columns = [
            self._column(key, column.type, is_sortable=key in self.sortable, is_editable=key in edits)
            for key, column in columns_by_key(self.shows).items()
        ]
        for computed in self.computed:
            column = self._column(computed.key, computed.expression.type, is_computed=True)
            places = [position for position, other in enumerate(columns, 1) if other.key == computed.after]
            columns.insert(next(iter(places), len(columns)), column)
        return tuple(columns)

    def _column(self, key: str, column_type: Any, **facts: bool) -> ShownColumn:
        look = self.looks.get(key, ColumnDisplay())
        return ShownColumn(key, label_of(key, self.labels), kind_of(key, column_type, look), look=look, **facts)

    @property
    def words_by(self) -> InstrumentedAttribute[Any] | None:
        """The foreign key to the row whose words are searched, where those are another table's."""
        if self.searches is None or self.searches.class_ is self.model:
            return None
        table, other = self.model.__table__, self.searches.class_.__table__
        keys = [key.parent.key for key in table.foreign_keys if key.column is other.c.get("id")]
        if len(keys) != 1:
            raise DeclarationError(
                f"{self.name}: searches takes a column of {self.model.__name__} or of a table that one of its foreign"
                f" keys names, and {self.searches} is neither."
            )
        key: InstrumentedAttribute[Any] = getattr(self.model, keys[0])
        return key

    @property
    def updates_source(self) -> bool:
        return self.produces is None or self.produces is self.model


AnyWorkflow = Workflow[Any, Any, Any, Any]


LONGEST_TITLE = 200


def title_of(workflow: AnyWorkflow) -> ColumnElement[str | None]:
    """What a row is called: by its first column, or without a value there by how it is reached."""
    reached = {column.key for column in workflow.columns if column.kind in (ColumnKind.EMAIL, ColumnKind.PHONE)}
    names = [column for at, column in enumerate(workflow.shows) if at == 0 or column.key in reached]
    if not names:
        nothing: ColumnElement[str | None] = cast(literal_column("NULL"), Text)
        return nothing
    said = (func.nullif(cast(name, Text), "") for name in names)
    return func.left(func.coalesce(*said), LONGEST_TITLE)


ADDRESSES = ("url", "website", "home_url", "domain")
# PostgreSQL's kind of pattern: what stands between the scheme, or a user's name, and the port, path or query.
_HOST = r"^(?:[A-Za-z][A-Za-z0-9+.-]*://)?(?:[^/@?#]*@)?([^/:?#]+)"


def host_of(workflow: AnyWorkflow) -> ColumnElement[str | None] | None:
    """Nothing where the table has no address."""
    columns = workflow.model.__table__.c
    address: Any = next((columns[key] for key in ADDRESSES if key in columns), None)
    if address is None or not isinstance(address.type, Text):
        return None
    return host_in(address)


def host_in(address: SQLColumnExpression[Any]) -> ColumnElement[str | None]:
    """The host of an address, with or without its scheme."""
    return func.lower(func.substring(address, literal_column(f"'{_HOST}'")))
