"""The SDK's own tables: workers and their faults, settings, runs, batches, rules and changes."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import BigInteger, ColumnElement, DateTime, ForeignKey, Index, SmallInteger, Text, column, func, or_
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.dialects.postgresql import UUID as PG_UUID
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from scrapersky.curation_sdk.declaring.columns import last_written

# What workers do to rows; the schema says which number it takes, and refuses the lease of whoever has another.
PROTOCOL = 2
GOES_ON_FOR = timedelta(days=30)


class SdkBase(DeclarativeBase):
    """Tables that every product on the SDK has."""

    type_annotation_map = {datetime: DateTime(timezone=True), str: Text, dict[str, Any]: JSONB}  # noqa: RUF012

    updated_at: Mapped[datetime] = last_written()


class Worker(SdkBase):
    """One heartbeat row per worker process: extending one row is 300 times cheaper than a lease per claimed row."""

    __tablename__ = "workers"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    host: Mapped[str]
    pid: Mapped[int]
    started_at: Mapped[datetime] = mapped_column(server_default=func.now())
    lease_until: Mapped[datetime]
    promises: Mapped[dict[str, Any]] = mapped_column(server_default="{}")
    claims: Mapped[bool] = mapped_column(server_default="true")
    next_ticks: Mapped[dict[str, Any]] = mapped_column(server_default="{}")
    protocol: Mapped[int] = mapped_column(default=PROTOCOL, server_default="1")


class BackgroundFault(SdkBase):
    """A part of a process that failed, how often, and when last. One that has ended is not tried again."""

    __tablename__ = "background_faults"

    host: Mapped[str] = mapped_column(primary_key=True)
    pid: Mapped[int] = mapped_column(primary_key=True)
    part: Mapped[str] = mapped_column(primary_key=True)
    message: Mapped[str]
    times: Mapped[int] = mapped_column(server_default="1")
    first_at: Mapped[datetime] = mapped_column(server_default=func.now())
    last_at: Mapped[datetime] = mapped_column(server_default=func.now())
    has_ended: Mapped[bool] = mapped_column(server_default="false")


class Suspect(SdkBase):
    """A row that a worker had when its process ended; `alone` is the worker that tries it with nothing else in hand."""

    __tablename__ = "suspects"

    workflow: Mapped[str] = mapped_column(primary_key=True)
    row_id: Mapped[UUID] = mapped_column(primary_key=True)
    alone: Mapped[UUID | None]
    since: Mapped[datetime] = mapped_column(server_default=func.now())


class JobClaim(SdkBase):
    """A claim on a row whose own table has no room for one; without a worker it only counts the attempts."""

    __tablename__ = "job_claims"

    table_name: Mapped[str] = mapped_column(primary_key=True)
    status_field: Mapped[str] = mapped_column(primary_key=True)
    item_id: Mapped[str] = mapped_column(primary_key=True)
    worker: Mapped[UUID | None]
    claim: Mapped[UUID | None]
    begun: Mapped[bool] = mapped_column(server_default="false")
    attempts: Mapped[int] = mapped_column(server_default="0")
    claimed_at: Mapped[datetime] = mapped_column(server_default=func.now())


class ReviewClaim(SdkBase):
    """A row that somebody has before them in review, until a moment."""

    __tablename__ = "review_claims"

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    workflow: Mapped[str] = mapped_column(primary_key=True)
    row_id: Mapped[UUID] = mapped_column(primary_key=True)
    held_by: Mapped[str]
    held_until: Mapped[datetime]


class RowMark(SdkBase):
    """What people put on a row of any table: tags, in small letters and in order, and a note."""

    __tablename__ = "row_marks"
    __table_args__ = (Index("ix_row_marks_tags", "tags", postgresql_using="gin"),)

    table_name: Mapped[str] = mapped_column(primary_key=True)
    row_id: Mapped[UUID] = mapped_column(primary_key=True)
    tenant_id: Mapped[UUID]
    tags: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    note: Mapped[str | None]


class WorkflowSetting(SdkBase):
    """What an operator changed at run time; claims look here, so that a pause holds everywhere at once.

    `changed_in` is the tenant of who did: nobody else's people read the name.
    """

    __tablename__ = "workflow_settings"

    workflow: Mapped[str] = mapped_column(primary_key=True)
    paused: Mapped[bool] = mapped_column(server_default="false")
    changed_by: Mapped[str | None]
    changed_at: Mapped[datetime] = mapped_column(server_default=func.now())
    schedule: Mapped[dict[str, Any]] = mapped_column(server_default="{}")
    changed_in: Mapped[UUID | None]
    paused_because: Mapped[str | None]


class TenantPause(SdkBase):
    """A workflow that rests for one tenant."""

    __tablename__ = "tenant_pauses"

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    workflow: Mapped[str] = mapped_column(primary_key=True)
    paused_by: Mapped[str]
    paused_at: Mapped[datetime] = mapped_column(server_default=func.now())


class SettingChangeEntry(SdkBase):
    """A setting that somebody changed: what it was, what it is, both as JSON; nothing stands for the default."""

    __tablename__ = "setting_changes"

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    workflow: Mapped[str | None]
    field: Mapped[str]
    before: Mapped[str | None]
    after: Mapped[str | None]
    made_by: Mapped[str]
    made_at: Mapped[datetime] = mapped_column(server_default=func.now())
    undone_at: Mapped[datetime | None]
    made_in: Mapped[UUID | None]


class Run(SdkBase):
    """One attempt at one row: who, when, how it ended, what it produced."""

    __tablename__ = "runs"
    __table_args__ = (Index("ix_runs_row", "row_id", "id"),)

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    tenant_id: Mapped[UUID]
    workflow: Mapped[str]
    row_id: Mapped[UUID]
    attempt: Mapped[int]
    worker: Mapped[UUID | None]
    ending: Mapped[str]
    outcome: Mapped[str | None]
    message: Mapped[str | None]
    produced: Mapped[int] = mapped_column(server_default="0")
    started_at: Mapped[datetime]
    ended_at: Mapped[datetime]


class Batch(SdkBase):
    """One decision about one or many rows, and what it took to carry it out. With `what`, values were changed by it."""

    __tablename__ = "batches"
    __table_args__ = (
        Index("ix_batches_tenant", "tenant_id", "id"),
        Index("ix_batches_last", "tenant_id", func.coalesce(column("last_at"), column("made_at")), "id"),
        Index(
            "ix_batches_by_last", "tenant_id", "by_machine", func.coalesce(column("last_at"), column("made_at")), "id"
        ),
        Index("ix_batches_added", "last_at", postgresql_where=column("last_at").is_not(None)),
        Index("ix_batches_undone", "undone_at", postgresql_where=column("undone_at").is_not(None)),
        Index("ix_batches_unfinished", "id", postgresql_where=column("state").in_(["running", "undoing"])),
        Index("ix_batches_rule", "rule_id", "id", postgresql_where=column("rule_id").is_not(None)),
        Index("ix_batches_sitting", "sitting", postgresql_where=column("sitting").is_not(None)),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    tenant_id: Mapped[UUID]
    workflow: Mapped[str]
    status: Mapped[str]
    made_by: Mapped[str]
    by_machine: Mapped[bool] = mapped_column(server_default="false")
    made_at: Mapped[datetime] = mapped_column(server_default=func.now())
    state: Mapped[str] = mapped_column(server_default="done")
    undo_seconds: Mapped[float] = mapped_column(server_default="0")
    priority: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    spread_seconds: Mapped[float] = mapped_column(server_default="0")
    filter: Mapped[dict[str, Any] | None]
    row_ids: Mapped[list[UUID] | None] = mapped_column(ARRAY(PG_UUID))
    last_id: Mapped[UUID | None]
    total: Mapped[int] = mapped_column(BigInteger, server_default="0")
    done: Mapped[int] = mapped_column(BigInteger, server_default="0")
    restored: Mapped[int] = mapped_column(BigInteger, server_default="0")
    failure: Mapped[str | None]
    undone_at: Mapped[datetime | None]
    lease_until: Mapped[datetime | None]
    rule: Mapped[str | None]
    rule_id: Mapped[UUID | None]
    rule_version: Mapped[int | None]
    traceparent: Mapped[str | None]
    what: Mapped[str | None]
    sitting: Mapped[UUID | None]
    last_at: Mapped[datetime | None]
    refused: Mapped[int] = mapped_column(BigInteger, server_default="0")
    refusal: Mapped[str | None]
    told: Mapped[str | None]


class KeptRule(SdkBase):
    """A rule of a tenant. `suspended` says why it rests; one that was removed stays, since decisions name it.

    With `for_origin` it is no part of the tenant's book: it is about what comes of one list or search.
    """

    __tablename__ = "rules"
    __table_args__ = (
        Index(
            "uq_rules_name",
            "tenant_id",
            "workflow",
            "name",
            unique=True,
            postgresql_where=column("removed_at").is_(None),
        ),
        Index("ix_rules_origin", "tenant_id", "for_origin", postgresql_where=column("for_origin").is_not(None)),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    tenant_id: Mapped[UUID]
    workflow: Mapped[str]
    name: Mapped[str]
    place: Mapped[int]
    version: Mapped[int] = mapped_column(server_default="1")
    written: Mapped[dict[str, Any]]
    suspended: Mapped[str | None]
    removed_at: Mapped[datetime | None]
    changed_by: Mapped[str]
    changed_at: Mapped[datetime] = mapped_column(server_default=func.now())
    for_origin: Mapped[str | None]

    @classmethod
    def is_at_work(cls) -> ColumnElement[bool]:
        """What was wanted a month ago for one list or search is forgotten: each rule is looked at again and again."""
        return or_(cls.for_origin.is_(None), cls.changed_at > func.now() - GOES_ON_FOR)


class RuleVersion(SdkBase):
    """What a rule said from then on, until its next version."""

    __tablename__ = "rule_versions"

    rule_id: Mapped[UUID] = mapped_column(ForeignKey("rules.id", ondelete="CASCADE"), primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True)
    written: Mapped[dict[str, Any]]
    made_by: Mapped[str]
    made_at: Mapped[datetime] = mapped_column(server_default=func.now())


class BatchRow(SdkBase):
    """What a row was before a batch changed it, so that the batch can be taken back; of an import, from which line."""

    __tablename__ = "batch_rows"
    __table_args__ = (Index("ix_batch_rows_row", "row_id", "batch_id"),)

    batch_id: Mapped[UUID] = mapped_column(ForeignKey("batches.id", ondelete="CASCADE"), primary_key=True)
    row_id: Mapped[UUID] = mapped_column(primary_key=True)
    changed_at: Mapped[datetime] = mapped_column(server_default=func.now())
    updated_at: Mapped[datetime] = mapped_column(server_default=func.now())
    curation_status: Mapped[str]
    processing_status: Mapped[str | None]
    processing_error: Mapped[str | None]
    outcome: Mapped[str | None]
    queue_order: Mapped[datetime | None]
    priority: Mapped[int] = mapped_column(SmallInteger)
    attempts: Mapped[int]
    run_again: Mapped[bool]
    line: Mapped[int | None]


class Change(SdkBase):
    """A value that a person corrected: what it was, what it is, and in `former` what it takes to be so again."""

    __tablename__ = "changes"
    __table_args__ = (
        Index("ix_changes_row", "row_id", "id"),
        Index("ix_changes_batch", "batch_id", postgresql_where=column("batch_id").is_not(None)),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    tenant_id: Mapped[UUID]
    table_name: Mapped[str]
    row_id: Mapped[UUID]
    field: Mapped[str]
    before: Mapped[str | None]
    after: Mapped[str | None]
    made_by: Mapped[str]
    made_at: Mapped[datetime] = mapped_column(server_default=func.now())
    batch_id: Mapped[UUID | None]
    former: Mapped[dict[str, Any] | None]
