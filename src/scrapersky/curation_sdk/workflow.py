"""`Workflow(...)`: what curating a table means. Checked where it is written."""

import difflib
import inspect
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Generic, TypeVar
from uuid import UUID

from sqlalchemy import Column, Text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute

from scrapersky.curation_sdk.columns import columns_by_key
from scrapersky.curation_sdk.computed import ComputedColumn
from scrapersky.curation_sdk.curation import Curation, curations_of
from scrapersky.curation_sdk.errors import DeclarationError
from scrapersky.curation_sdk.naming import Names
from scrapersky.curation_sdk.outcomes import Nothing, Saved
from scrapersky.curation_sdk.shown_columns import Look, ShownColumn, kind_of, label_of

Row = TypeVar("Row")
Input = TypeVar("Input")
Result = TypeVar("Result")
Clients = TypeVar("Clients")

BUILT_IN_FACETS = ("outcome", "cause")
NEWEST_FIRST = "-id"
_CODE = re.compile(r"WF[0-9A-Z]{1,4}")


@dataclass(frozen=True, slots=True)
class Schedule:
    """A workflow's defaults; each can be set per installation, as `{WORKFLOW}_SCHEDULER_{FIELD}`."""

    interval_minutes: float = 1
    batch_size: int = 20
    max_instances: int = 1
    concurrency: int = 16
    timeout_seconds: float = 60
    attempts: int = 4
    backoff_seconds: float = 30
    enabled: bool = True

    def __post_init__(self) -> None:
        for each in fields(self):
            value = getattr(self, each.name)
            if each.name != "enabled" and value <= 0:
                raise DeclarationError(f"Schedule({each.name}={value!r}): type a number above zero.")


@dataclass(frozen=True, eq=False, kw_only=True)
class Workflow(Generic[Row, Input, Result, Clients]):
    """One step of a pipeline: rows of one table in, rows of the next (or more facts on the same) out.

    `work` waits on the network and never sees a session. `save` runs inside the transaction that also completes the
    row, so that what a row produced and that it is done are one fact; it may run again and must then change nothing.
    `load`, where given, reads what `work` needs from other tables, for a whole batch in one short transaction.
    `save_order` gives a key by which saves are ordered, where rows write the same rows of another table.
    A result that has a `close` is closed once its row is settled.

    What a grid shows: columns of the table (`shows`) and `computed` ones; `labels` and `looks` say more of them by key,
    `facets` which are counted by value, and `host` which holds a host or an address that `host:` searches in.
    `most_cost_micros` is what one row may cost at services that are paid for, in millionths of a dollar.
    """

    code: str
    title: str
    curation: Curation
    work: Callable[[Input, Clients], Awaitable[Result | Nothing]]
    save: Callable[[AsyncSession, Row, Result], Awaitable[int | Saved]]
    load: Callable[[AsyncSession, Sequence[Row]], Awaitable[Mapping[UUID, Input]]] | None = None
    save_order: Callable[[Row, Result], object] | None = None
    produces: type[Any] | None = None
    purpose: str = ""
    shows: tuple[InstrumentedAttribute[Any], ...] = ()
    computed: tuple[ComputedColumn, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    looks: Mapping[str, Look] = field(default_factory=dict)
    facets: tuple[str, ...] = ()
    host: str | None = None
    edits: tuple[InstrumentedAttribute[Any], ...] = ()
    sorts: tuple[InstrumentedAttribute[Any], ...] = ()
    searches: InstrumentedAttribute[Any] | None = None
    schedule: Schedule = field(default_factory=Schedule)
    most_cost_micros: int | None = None
    closes_cycle: bool = False
    background_only: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.curation, Curation):
            raise DeclarationError(self._curation_hint())
        if not _CODE.fullmatch(self.code):
            raise DeclarationError(f"Workflow code {self.code!r}: type WF and a number, such as 'WF7'.")
        for role in ("work", "save"):
            self._check_coroutine(role, getattr(self, role))
        if self.load is not None:
            self._check_coroutine("load", self.load)
        self._check_columns()
        self._check_order()
        self._check_names()

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

    @property
    def sortable(self) -> dict[str, Column[Any]]:
        """What lists can be sorted by: `sorts`, and what they are ordered by anyway."""
        ordered = self.curation.ordered_key
        return columns_by_key((*self.sorts, *([getattr(self.model, ordered)] if ordered else [])))

    @property
    def columns(self) -> tuple[ShownColumn, ...]:
        """What a person sees, in the order in which it stands."""
        edits, sorts = columns_by_key(self.edits), self.sortable
        columns = [
            self._column(key, column.type, is_sortable=key in sorts, is_editable=key in edits)
            for key, column in columns_by_key(self.shows).items()
        ]
        for each in self.computed:
            column = self._column(each.key, each.expression.type, is_computed=True)
            places = [position for position, other in enumerate(columns, 1) if other.key == each.after]
            columns.insert(next(iter(places), len(columns)), column)
        return tuple(columns)

    def _column(self, key: str, column_type: Any, **facts: bool) -> ShownColumn:
        look = self.looks.get(key, Look())
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

    def _check_coroutine(self, role: str, function: object) -> None:
        if not inspect.iscoroutinefunction(function):
            raise DeclarationError(
                f"{self.name}: {role} must be a coroutine function; write `async def` before {function!r}."
            )
        wanted = {"work": 2, "save": 3, "load": 2}[role]
        taken = [p for p in inspect.signature(function).parameters.values() if p.default is p.empty]
        if len(taken) != wanted:
            shape = {"work": "(row, clients)", "save": "(session, row, result)", "load": "(session, rows)"}[role]
            raise DeclarationError(
                f"{self.name}: {role} takes {shape}, and {function.__name__} takes {len(taken)} arguments."
            )

    def _check_columns(self) -> None:
        for role in ("shows", "edits", "sorts"):
            for attribute in getattr(self, role):
                if getattr(attribute, "class_", None) is not self.model:
                    raise DeclarationError(
                        f"{self.name}: {role} takes columns of {self.model.__name__}, and {attribute} is not one;"
                        f" type {self.model.__name__}.{_closest(str(attribute).split('.')[-1], self.model)}."
                    )

    def _check_order(self) -> None:
        ordered = self.curation.ordered_key
        if ordered is None:
            return
        if ordered not in self.model.__table__.c:
            raise DeclarationError(
                f"{self.name}: lists are ordered by {ordered}, and {self.model.__name__} has no such column;"
                f" type {_closest(ordered, self.model)!r}."
            )
        if isinstance(self.model.__table__.c[ordered].type, Text):
            raise DeclarationError(f"{self.name}: {ordered} is a text, and lists are ordered by numbers or times.")

    def _check_names(self) -> None:
        shown = [attribute.key for attribute in self.shows]
        shown += [each.key for each in self.computed]
        if len(set(shown)) < len(shown):
            twice = next(key for key in shown if shown.count(key) > 1)
            raise DeclarationError(f"{self.name}: two shown columns are called {twice!r}; give one another key.")
        for role in ("labels", "looks", "facets"):
            for key in getattr(self, role):
                if key not in shown and not (role == "facets" and key in BUILT_IN_FACETS):
                    close = next(iter(difflib.get_close_matches(key, shown, n=1)), ", ".join(shown) or "nothing")
                    raise DeclarationError(f"{self.name}: {role} names {key!r}, which is not shown; shown is {close}.")
        if self.host is not None and self.host not in shown:
            raise DeclarationError(f"{self.name}: host names {self.host!r}, which is not shown.")

    def _curation_hint(self) -> str:
        return (
            f"Workflow(curation={self.curation!r}): type curation=YourModel.your_workflow,"
            " where the model says your_workflow = Curation()."
        )


AnyWorkflow = Workflow[Any, Any, Any, Any]


class Registry:
    """The workflows of one product, checked together. Built by the composition root, never at import.

    Those that are `refused` are declared and cannot run, each for its reason.
    """

    def __init__(self, workflows: Sequence[AnyWorkflow], refused: Mapping[AnyWorkflow, str] | None = None) -> None:
        self.refused = dict(refused or {})
        self._by_name = {workflow.name: workflow for workflow in workflows}
        if len(self._by_name) != len(workflows):
            names = [workflow.name for workflow in workflows]
            twice = sorted({name for name in names if names.count(name) > 1})
            raise DeclarationError(f"Two workflows are called {', '.join(twice)}; a workflow's name is its own.")
        codes = [workflow.code for workflow in workflows]
        if len(set(codes)) != len(codes):
            twice = sorted({code for code in codes if codes.count(code) > 1})
            raise DeclarationError(f"Two workflows have the code {', '.join(twice)}; give one of them another.")

    def __iter__(self) -> Iterator[AnyWorkflow]:
        return iter(self._by_name.values())

    def __len__(self) -> int:
        return len(self._by_name)

    def __getitem__(self, name: str) -> AnyWorkflow:
        try:
            return self._by_name[name]
        except KeyError:
            for workflow, reason in self.refused.items():
                if workflow.name == name:
                    raise WorkflowRefused(workflow.title, reason) from None
            close = difflib.get_close_matches(name, self._by_name, n=1)
            hint = f"did you mean {close[0]}?" if close else f"there are: {', '.join(self._by_name)}."
            raise UnknownWorkflow(f"There is no workflow {name!r}; {hint}") from None

    def producers_of(self, model: type[Any]) -> list[AnyWorkflow]:
        return [each for each in self._by_name.values() if each.produces is model and not each.updates_source]

    def curating(self, model: type[Any]) -> list[AnyWorkflow]:
        return [self._by_name[each.name] for each in curations_of(model) if each.name in self._by_name]


class UnknownWorkflow(DeclarationError):
    """No workflow of that name is registered."""

    http_status = 404
    code = "unknown_workflow"


class WorkflowRefused(UnknownWorkflow):
    """A workflow is declared, and its columns are not what its model says; the others run."""

    http_status = 503
    code = "workflow_refused"

    def __init__(self, title: str, reason: str) -> None:
        super().__init__(f"{title} does not run: {reason.rstrip('.')}. Repair it, then start ScraperSky again.")


def _closest(name: str, model: type[Any]) -> str:
    columns: list[str] = [column.key for column in model.__table__.columns]
    return next(iter(difflib.get_close_matches(name, columns, n=1)), columns[0])
