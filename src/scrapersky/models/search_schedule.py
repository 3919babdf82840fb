"""A search that is run again by itself, and what each run brought."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index, column, func
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql import UUID as PG_UUID
from sqlalchemy.orm import Mapped, mapped_column

from scrapersky.models.base import Base, belongs_to


class SearchSchedule(Base):
    """`since` is up to when it told last; `began_at` is that of a run whose report is due.

    `closed` are the businesses that were known to be closed then.
    """

    __tablename__ = "search_schedules"
    __table_args__ = (
        CheckConstraint("every_days BETWEEN 1 AND 366", name="ck_search_schedules_days"),
        Index("ix_search_schedules_next", "next_at"),
        belongs_to("place_searches", "search_id"),
    )

    search_id: Mapped[UUID] = mapped_column(primary_key=True)
    tenant_id: Mapped[UUID] = mapped_column(ForeignKey("tenants.id", ondelete="CASCADE"))
    every_days: Mapped[int]
    next_at: Mapped[datetime]
    since: Mapped[datetime] = mapped_column(server_default=func.now())
    began_at: Mapped[datetime | None]
    closed: Mapped[list[UUID]] = mapped_column(ARRAY(PG_UUID), server_default="{}")
    made_by: Mapped[str]


class SearchReport(Base):
    """What is new since the report before; `told_at` is when the webhook had it."""

    __tablename__ = "search_reports"
    __table_args__ = (
        Index("ix_search_reports_tenant", "tenant_id", "id"),
        Index("ix_search_reports_search", "search_id"),
        belongs_to("place_searches", "search_id"),
        Index("ix_search_reports_untold", "id", postgresql_where=column("told_at").is_(None)),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    tenant_id: Mapped[UUID] = mapped_column(ForeignKey("tenants.id", ondelete="CASCADE"))
    search_id: Mapped[UUID]
    since: Mapped[datetime]
    until: Mapped[datetime]
    new_businesses: Mapped[int]
    closed_businesses: Mapped[int]
    new_people: Mapped[int]
    told_at: Mapped[datetime | None]
