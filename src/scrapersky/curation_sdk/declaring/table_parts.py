"""What one workflow adds to a table: columns, checks and indexes; and the cause that errors have in common."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql
from sqlalchemy.dialects.postgresql import ENUM
from sqlalchemy.orm import MappedColumn, mapped_column

from scrapersky.curation_sdk.declaring.naming import Names
from scrapersky.curation_sdk.declaring.statuses import CURATION_VALUES, PROCESSING_VALUES

Find = Callable[[str], Any]

# Rows of every table are searched by these. They stand in the index of lists, which each change of state rewrites
# anyway: searching reads no row, and writing costs no further index.
LISTED = ("outcome", "updated_at", "produced")


def curation_type(names: Names) -> ENUM:
    return ENUM(*CURATION_VALUES, name=names.curation_status_type, create_type=False)


def processing_type(names: Names) -> ENUM:
    return ENUM(*PROCESSING_VALUES, name=names.processing_status_type, create_type=False)


@dataclass(frozen=True, slots=True)
class TableParts:
    """`find` gives a column by its name: one of a table, or of one that is yet to be."""

    names: Names
    ordered_key: str | None = None
    find: Find = sql.column

    def columns(self) -> dict[str, MappedColumn[Any]]:
        def column_of(*arguments: Any, **options: Any) -> MappedColumn[Any]:
            return mapped_column(*arguments, deferred=True, deferred_group=self.names.workflow, **options)

        by_suffix = {
            "curation_status": column_of(curation_type(self.names), nullable=False, server_default="New"),
            "processing_status": column_of(processing_type(self.names), nullable=True),
            "processing_error": column_of(sql.Text, nullable=True),
            "updated_at": column_of(sql.DateTime(timezone=True), nullable=False, server_default=sql.func.now()),
            "state": column_of(sql.Text, sql.Computed(self._state(), persisted=True), nullable=True),
            "outcome": column_of(sql.Text, nullable=True),
            "queue_order": column_of(sql.DateTime(timezone=True), nullable=True),
            "priority": column_of(sql.SmallInteger, nullable=False, server_default="0"),
            "attempts": column_of(sql.Integer, nullable=False, server_default="0"),
            "worker": column_of(sql.Uuid, nullable=True),
            "claim": column_of(sql.Uuid, nullable=True),
            "claimed_at": column_of(sql.DateTime(timezone=True), nullable=True),
            "run_again": column_of(sql.Boolean, nullable=False, server_default="false"),
            "produced": column_of(sql.Integer, nullable=True),
            "cause": column_of(sql.Text, sql.Computed(self._cause(), persisted=True), nullable=True),
        }
        return {self._name(suffix): mapped for suffix, mapped in by_suffix.items()}

    def _name(self, suffix: str) -> str:
        return f"{self.names.workflow}_{suffix}"

    def _column(self, suffix: str) -> Any:
        return self.find(self._name(suffix))

    def _state(self) -> Any:
        """A cast from enum to text is not immutable, so the values are spelled out."""
        curation = self._column("curation_status")
        processing = self._column("processing_status")
        processed = sql.case(
            *((processing == _literal(v), _literal(v)) for v in PROCESSING_VALUES), else_=_literal("Queued")
        )
        return sql.case(
            (curation == _literal("Queued"), processed),
            *((curation == _literal(v), _literal(v)) for v in CURATION_VALUES if v != "Queued"),
        )

    def _cause(self) -> Any:
        """Kept, since a signature costs as much as reading twenty rows; only for errors, so that nobody else pays."""
        error = self._column("processing_error")
        processing = self._column("processing_status")
        return sql.case((processing == _literal("Error"), signature(error)))

    def checks(self) -> tuple[sql.CheckConstraint, ...]:
        processing = self._column("processing_status")
        in_work = processing.is_not_distinct_from(_literal("Processing"))
        return (
            sql.CheckConstraint(in_work == self._column("claim").is_not(None), name=self.names.claim_check),
            sql.CheckConstraint(
                (self._column("curation_status") != _literal("Queued")) | processing.is_not(None),
                name=self.names.queued_check,
            ),
        )

    def indexes(self) -> tuple[sql.Index, ...]:
        processing = self._column("processing_status")
        return (
            sql.Index(
                self.names.queue_index,
                self._column("priority").desc(),
                self._column("queue_order"),
                self.find("id"),
                postgresql_where=processing == _literal("Queued"),
            ),
            sql.Index(
                self.names.in_work_index, self._column("worker"), postgresql_where=processing == _literal("Processing")
            ),
            sql.Index(
                self.names.list_index,
                self.find("tenant_id"),
                self._column("state"),
                self.find("id"),
                postgresql_include=[self.names.curation_status, *self._listed()],
            ),
            sql.Index(
                self.names.errors_index,
                self.find("tenant_id"),
                self._column("cause"),
                self._column("updated_at"),
                self.find("id"),
                postgresql_where=self._column("state") == _literal("Error"),
            ),
            *self._ordered_index(),
        )

    def _ordered_index(self) -> tuple[sql.Index, ...]:
        if self.ordered_key is None:
            return ()
        keys = ("tenant_id", self.names.state, self.ordered_key, "id")
        return (
            sql.Index(self.names.ordered_index, *(self.find(key) for key in keys), postgresql_include=self._listed()),
        )

    def _listed(self) -> list[str]:
        return [self._name(suffix) for suffix in LISTED]


LONGEST_SIGNATURE = 160
_LONGEST_MESSAGE = 400

_FILES = "txt|xml|html?|jsonl?|csv|xlsx|gz|parquet|py"
# PostgreSQL's own kind of pattern, tried in this order. Names of files look like hosts and are not.
_SPECIFIC_TO_ONE_ROW = (
    (r"\s+", " "),
    (r"""["][^"]*"|“[^”]*”|(?<![[:alnum:]])'[^']*'(?![[:alnum:]])""", "…"),
    (r'[a-z]{2,10}://[^\s"<>]*[^\s"<>.,;:)]', "address"),
    (r"[^\s@]+@[^\s@]+[[:alnum:]]", "address"),
    (r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "id"),
    (r"\m\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(:\d+)?\M", "host"),
    (rf"\m([[:alnum:]_-]+\.)+(?!({_FILES})\M)[[:alpha:]]{{2,24}}\M(:\d+)?(/[^\s]*[^\s.,;:)])?", "host"),
    (r"\m(?=[[:alpha:]_-]*\d)(?=[\d_-]*[[:alpha:]])[\w-]{12,}", "id"),
    (r"(?<!HTTP )\m\d+([.,:-]\d+)*", "#"),
    (r'"\s*', ""),
)


def signature(message: sql.SQLColumnExpression[str | None]) -> sql.ColumnElement[str]:
    """NULL without a message. The same in every place that groups or finds errors; has no double quote in it.

    An HTTP status stays, since 404 and 410 are two causes: `https://acme.example/a answered HTTP 404.` becomes
    `address answered HTTP 404.`
    """
    shortened: sql.ColumnElement[str] = sql.func.left(message, _literal(_LONGEST_MESSAGE))
    for pattern, instead in _SPECIFIC_TO_ONE_ROW:
        shortened = sql.func.regexp_replace(shortened, _literal(pattern), _literal(instead), _literal("gi"))
    return sql.func.left(sql.func.btrim(shortened), _literal(LONGEST_SIGNATURE))


def _literal(value: str | int) -> Any:
    """Spelled out, so that an index or a stored column on the signature is recognised."""
    written = str(value) if isinstance(value, int) else "'" + value.replace("'", "''") + "'"
    return sql.literal_column(written)
