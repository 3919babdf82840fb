"""`Curation()` in a model: one workflow on that table, with its columns."""

from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import Any, Generic, Protocol, Self, TypeVar
from uuid import UUID

from sqlalchemy import SQLColumnExpression, Table
from sqlalchemy.dialects.postgresql import ENUM

from scrapersky.curation_sdk.declaring.naming import Names, check_workflow_name
from scrapersky.curation_sdk.declaring.statuses import CURATION_VALUES, PROCESSING_VALUES, status_enum
from scrapersky.curation_sdk.declaring.table_parts import TableParts, curation_type, processing_type
from scrapersky.curation_sdk.errors import DeclarationError

Value = TypeVar("Value")


class WorkflowColumn(Generic[Value]):
    """A column that each workflow of a table has for itself: `state` of page_curation is `page_curation_state`."""

    def __set_name__(self, owner: type[Any], name: str) -> None:
        self._suffix = name

    def __get__(self, curation: "Curation", owner: type[Any]) -> SQLColumnExpression[Value]:
        attribute: SQLColumnExpression[Value] = getattr(curation.model, f"{curation.name}_{self._suffix}")
        return attribute


class Curation:
    """Says in a model that a workflow of this name curates the table.

    The columns are deferred: one missing in the database then breaks this workflow and not every query of the table.
    `ordered_by` names the column by which lists come in first, downwards with - before it; each state then has an
    index in that order. Without it the newest rows come first.
    """

    name: str
    model: type[Any]
    names: Names
    column_names: frozenset[str]
    curation_enum: type[StrEnum]
    processing_enum: type[StrEnum]

    curation_status = WorkflowColumn[str]()
    processing_status = WorkflowColumn[str | None]()
    processing_error = WorkflowColumn[str | None]()
    updated_at = WorkflowColumn[datetime]()
    state = WorkflowColumn[str]()
    outcome = WorkflowColumn[str | None]()
    queue_order = WorkflowColumn[datetime | None]()
    priority = WorkflowColumn[int]()
    attempts = WorkflowColumn[int]()
    worker = WorkflowColumn[UUID | None]()
    claim = WorkflowColumn[UUID | None]()
    claimed_at = WorkflowColumn[datetime | None]()
    run_again = WorkflowColumn[bool]()
    produced = WorkflowColumn[int | None]()
    """How many rows the newest run that completed this one made. It stays when the row is decided about again."""
    cause = WorkflowColumn[str | None]()
    """The signature of the row's error."""

    def __init__(self, *, ordered_by: str | None = None) -> None:
        self.ordered_by = ordered_by

    def __set_name__(self, owner: type[Any], name: str) -> None:
        if getattr(owner, "__tablename__", None) is None:
            raise DeclarationError(
                f"{owner.__name__}.{name} = Curation() belongs in a mapped class; add __tablename__."
            )
        self._join(owner, name)
        parts = TableParts(self.names, self.ordered_key)
        owner.__table_args__ = (*parts.checks(), *parts.indexes(), *_as_tuple(owner.__dict__.get("__table_args__", ())))

    @classmethod
    def attach(cls, model: type[Any], name: str, *, ordered_by: str | None = None) -> Self:
        """Let a workflow of this name curate a table of someone else's, whose model is mapped already.

        The first workflow of a table owns the table's names, so one that is attached uses its own.
        """
        table: Table | None = getattr(model, "__table__", None)
        if table is None:
            raise DeclarationError(f"Curation.attach({model.__name__}, {name!r}): {model.__name__} has no table.")
        check_workflow_name(name)
        taken = [other.name for other in curations_of(model) if other.name == name]
        if taken or hasattr(model, name):
            raise DeclarationError(f"{model.__name__} has a {name!r} already; give the workflow another name.")
        curation = cls(ordered_by=ordered_by)
        curation._join(model, name)
        setattr(model, name, curation)
        # Made of the table's own columns, these join the table by themselves.
        parts = TableParts(curation.names, curation.ordered_key, table.c.__getitem__)
        parts.checks()
        parts.indexes()
        return curation

    def _join(self, model: type[Any], name: str) -> None:
        earlier = curations_of(model)
        self.name, self.model = name, model
        self.names = Names(name, model.__name__, model.__tablename__, owns_table_names=not earlier)
        module = model.__module__
        self.curation_enum = status_enum(self.names.curation_status_class, CURATION_VALUES, module)
        self.processing_enum = status_enum(self.names.processing_status_class, PROCESSING_VALUES, module)
        columns = TableParts(self.names, self.ordered_key).columns()
        self.column_names = frozenset(columns)
        for key, mapped in columns.items():
            setattr(model, key, mapped)
        model.__curations__ = (*earlier, self)

    @cached_property
    def curation_type(self) -> ENUM:
        return curation_type(self.names)

    @cached_property
    def processing_type(self) -> ENUM:
        return processing_type(self.names)

    @property
    def ordered_key(self) -> str | None:
        return None if self.ordered_by is None else self.ordered_by.removeprefix("-")

    @property
    def curation(self) -> Self:
        """Where only the curation matters, a curation stands for its workflow."""
        return self

    @property
    def id(self) -> SQLColumnExpression[UUID]:
        attribute: SQLColumnExpression[UUID] = self.model.id
        return attribute

    @property
    def tenant_id(self) -> SQLColumnExpression[UUID]:
        attribute: SQLColumnExpression[UUID] = self.model.tenant_id
        return attribute


class Curated(Protocol):
    """A workflow, or its curation where the workflow itself is out of reach, as it is for a service."""

    @property
    def name(self) -> str: ...

    @property
    def curation(self) -> Curation: ...


def curations_of(model: type[Any]) -> tuple[Curation, ...]:
    """The curations a model declares, in order; the first owns the table's names."""
    curations: tuple[Curation, ...] = model.__dict__.get("__curations__", ())
    return curations


def _as_tuple(arguments: Any) -> tuple[Any, ...]:
    return (arguments,) if isinstance(arguments, dict) else tuple(arguments)
