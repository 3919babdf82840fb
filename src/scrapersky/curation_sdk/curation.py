"""`Curation()` in a model: the columns, checks and indexes of one workflow on that table."""

from collections.abc import Callable
from datetime import datetime
from enum import Enum
from functools import cached_property
from typing import Any, Protocol, Self
from uuid import UUID

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Computed,
    DateTime,
    Index,
    Integer,
    SmallInteger,
    SQLColumnExpression,
    Table,
    Text,
    Uuid,
    case,
    column,
    func,
    literal_column,
)
from sqlalchemy.dialects.postgresql import ENUM
from sqlalchemy.orm import MappedColumn, mapped_column

from scrapersky.curation_sdk.causes import signature
from scrapersky.curation_sdk.errors import DeclarationError
from scrapersky.curation_sdk.naming import Names, check_workflow_name
from scrapersky.curation_sdk.statuses import CURATION_VALUES, PROCESSING_VALUES, status_enum

Find = Callable[[str], Any]

# Beside its key, what rows are searched by whatever the table: the index of lists has it, and is rewritten with each
# change of state anyway, so that searching for it reads no row and writing it costs no further index.
LISTED = ("outcome", "updated_at", "produced")


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

    def __init__(self, *, ordered_by: str | None = None) -> None:
        self.ordered_by = ordered_by

    def __set_name__(self, owner: type[Any], name: str) -> None:
        if getattr(owner, "__tablename__", None) is None:
            raise DeclarationError(
                f"{owner.__name__}.{name} = Curation() belongs in a mapped class; add __tablename__."
            )
        self._join(owner, name)
        owner.__table_args__ = (
            *self._checks(column),
            *self._indexes(column),
            *_as_tuple(owner.__dict__.get("__table_args__", ())),
        )

    @classmethod
    def attach(cls, model: type[Any], name: str, *, ordered_by: str | None = None) -> Self:
        """Let a workflow of this name curate a table of someone else's, whose model is mapped already.

        The first workflow of a table owns the table's names, so one that is attached uses its own.
        """
        table: Table | None = getattr(model, "__table__", None)
        if table is None:
            raise DeclarationError(f"Curation.attach({model.__name__}, {name!r}): {model.__name__} has no table.")
        check_workflow_name(name)
        taken = [each.name for each in curations_of(model) if each.name == name]
        if taken or hasattr(model, name):
            raise DeclarationError(f"{model.__name__} has a {name!r} already; give the workflow another name.")
        curation = cls(ordered_by=ordered_by)
        curation._join(model, name)
        setattr(model, name, curation)
        # Made of the table's own columns, these join the table by themselves.
        curation._checks(table.c.__getitem__)
        curation._indexes(table.c.__getitem__)
        return curation

    def _join(self, model: type[Any], name: str) -> None:
        earlier = curations_of(model)
        self.name, self.model = name, model
        self.names = Names(name, model.__name__, model.__tablename__, owns_table_names=not earlier)
        columns = {f"{name}_{suffix}": mapped for suffix, mapped in self._columns().items()}
        self.column_names = frozenset(columns)
        for key, mapped in columns.items():
            setattr(model, key, mapped)
        model.__curations__ = (*earlier, self)

    @cached_property
    def curation_enum(self) -> type[Enum]:
        return status_enum(self.names.curation_status_class, CURATION_VALUES)

    @cached_property
    def processing_enum(self) -> type[Enum]:
        return status_enum(self.names.processing_status_class, PROCESSING_VALUES)

    @cached_property
    def curation_type(self) -> ENUM:
        return ENUM(*CURATION_VALUES, name=self.names.curation_status_type, create_type=False)

    @cached_property
    def processing_type(self) -> ENUM:
        return ENUM(*PROCESSING_VALUES, name=self.names.processing_status_type, create_type=False)

    def _columns(self) -> dict[str, MappedColumn[Any]]:
        def column_of(*arguments: Any, **options: Any) -> MappedColumn[Any]:
            return mapped_column(*arguments, deferred=True, deferred_group=self.name, **options)

        return {
            "curation_status": column_of(self.curation_type, nullable=False, server_default="New"),
            "processing_status": column_of(self.processing_type, nullable=True),
            "processing_error": column_of(Text, nullable=True),
            "updated_at": column_of(DateTime(timezone=True), nullable=False, server_default=func.now()),
            "state": column_of(Text, Computed(self._state_expression(), persisted=True), nullable=True),
            "outcome": column_of(Text, nullable=True),
            "queue_order": column_of(DateTime(timezone=True), nullable=True),
            "priority": column_of(SmallInteger, nullable=False, server_default="0"),
            "attempts": column_of(Integer, nullable=False, server_default="0"),
            "worker": column_of(Uuid, nullable=True),
            "claim": column_of(Uuid, nullable=True),
            "claimed_at": column_of(DateTime(timezone=True), nullable=True),
            "run_again": column_of(Boolean, nullable=False, server_default="false"),
            "produced": column_of(Integer, nullable=True),
            "cause": column_of(Text, Computed(self._cause_expression(), persisted=True), nullable=True),
        }

    def _state_expression(self) -> Any:
        """A cast from enum to text is not immutable, so the values are spelled out."""
        curation: Any = column(self.names.curation_status)
        processing: Any = column(self.names.processing_status)
        processed = case(
            *((processing == _literal(v), _literal(v)) for v in PROCESSING_VALUES), else_=_literal("Queued")
        )
        return case(
            (curation == _literal("Queued"), processed),
            *((curation == _literal(v), _literal(v)) for v in CURATION_VALUES if v != "Queued"),
        )

    def _cause_expression(self) -> Any:
        """Kept, since a signature costs as much as reading twenty rows; only for errors, so that nobody else pays."""
        error: Any = column(self.names.processing_error)
        processing: Any = column(self.names.processing_status)
        return case((processing == _literal("Error"), signature(error)))

    def _checks(self, column: Find) -> tuple[CheckConstraint, ...]:
        processing: Any = column(self.names.processing_status)
        in_work = processing.is_not_distinct_from(_literal("Processing"))
        return (
            CheckConstraint(in_work == column(f"{self.name}_claim").is_not(None), name=self.names.claim_check),
            CheckConstraint(
                (column(self.names.curation_status) != _literal("Queued")) | processing.is_not(None),
                name=self.names.queued_check,
            ),
        )

    def _indexes(self, column: Find) -> tuple[Index, ...]:
        processing: Any = column(self.names.processing_status)
        return (
            Index(
                self.names.queue_index,
                column(f"{self.name}_priority").desc(),
                column(f"{self.name}_queue_order"),
                column("id"),
                postgresql_where=processing == _literal("Queued"),
            ),
            Index(
                self.names.in_work_index,
                column(f"{self.name}_worker"),
                postgresql_where=processing == _literal("Processing"),
            ),
            Index(
                self.names.list_index,
                column("tenant_id"),
                column(self.names.state),
                column("id"),
                postgresql_include=[self.names.curation_status, *self._listed],
            ),
            Index(
                self.names.errors_index,
                column("tenant_id"),
                column(f"{self.name}_cause"),
                column(self.names.updated_at),
                column("id"),
                postgresql_where=column(self.names.state) == _literal("Error"),
            ),
            *self._ordered_index(column),
        )

    @property
    def ordered_key(self) -> str | None:
        return None if self.ordered_by is None else self.ordered_by.removeprefix("-")

    def _ordered_index(self, column: Find) -> tuple[Index, ...]:
        if self.ordered_key is None:
            return ()
        keys = ("tenant_id", self.names.state, self.ordered_key, "id")
        return (Index(self.names.ordered_index, *(column(key) for key in keys), postgresql_include=self._listed),)

    @property
    def _listed(self) -> list[str]:
        return [f"{self.name}_{suffix}" for suffix in LISTED]

    def _attribute(self, suffix: str) -> SQLColumnExpression[Any]:
        attribute: SQLColumnExpression[Any] = getattr(self.model, f"{self.name}_{suffix}")
        return attribute

    @property
    def curation(self) -> Self:
        """Where only the curation matters, a curation stands for its workflow."""
        return self

    @property
    def curation_status(self) -> SQLColumnExpression[str]:
        return self._attribute("curation_status")

    @property
    def processing_status(self) -> SQLColumnExpression[str | None]:
        return self._attribute("processing_status")

    @property
    def processing_error(self) -> SQLColumnExpression[str | None]:
        return self._attribute("processing_error")

    @property
    def updated_at(self) -> SQLColumnExpression[datetime]:
        return self._attribute("updated_at")

    @property
    def state(self) -> SQLColumnExpression[str]:
        return self._attribute("state")

    @property
    def outcome(self) -> SQLColumnExpression[str | None]:
        return self._attribute("outcome")

    @property
    def queue_order(self) -> SQLColumnExpression[datetime | None]:
        return self._attribute("queue_order")

    @property
    def priority(self) -> SQLColumnExpression[int]:
        return self._attribute("priority")

    @property
    def attempts(self) -> SQLColumnExpression[int]:
        return self._attribute("attempts")

    @property
    def worker(self) -> SQLColumnExpression[UUID | None]:
        return self._attribute("worker")

    @property
    def claim(self) -> SQLColumnExpression[UUID | None]:
        return self._attribute("claim")

    @property
    def claimed_at(self) -> SQLColumnExpression[datetime | None]:
        return self._attribute("claimed_at")

    @property
    def run_again(self) -> SQLColumnExpression[bool]:
        return self._attribute("run_again")

    @property
    def produced(self) -> SQLColumnExpression[int | None]:
        """How many rows the newest run that completed this one made. It stays when the row is decided about again."""
        return self._attribute("produced")

    @property
    def cause(self) -> SQLColumnExpression[str | None]:
        """The signature of the row's error."""
        return self._attribute("cause")

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
    found: tuple[Curation, ...] = model.__dict__.get("__curations__", ())
    return found


def _literal(value: str) -> Any:
    return literal_column(f"'{value}'")


def _as_tuple(arguments: Any) -> tuple[Any, ...]:
    return (arguments,) if isinstance(arguments, dict) else tuple(arguments)
