"""An export that somebody ordered."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, SmallInteger, column, func
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql import UUID as PG_UUID
from sqlalchemy.orm import Mapped, mapped_column

from scrapersky.models.base import Base


class ExportOrder(Base):
    """Which rows as which file, how far it is, and until when the file is kept. `claim` is its runner's."""

    __tablename__ = "export_jobs"
    __table_args__ = (
        CheckConstraint("most_rows > 0", name="ck_export_jobs_most_rows"),
        Index("ix_export_jobs_tenant", "tenant_id", "id"),
        Index("ix_export_jobs_changed", "tenant_id", "changed_at"),
        Index("ix_export_jobs_begun", "tenant_id", "begun_at"),
        Index("ix_export_jobs_unfinished", "id", postgresql_where=column("state").in_(["waiting", "running"])),
        Index("ix_export_jobs_expiring", "expires_at", postgresql_where=column("state") == "ready"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    tenant_id: Mapped[UUID] = mapped_column(ForeignKey("tenants.id", ondelete="CASCADE"))
    workflow: Mapped[str]
    format: Mapped[str]
    filter: Mapped[dict[str, Any]]
    row_ids: Mapped[list[UUID] | None] = mapped_column(ARRAY(PG_UUID))
    excluded_ids: Mapped[list[UUID] | None] = mapped_column(ARRAY(PG_UUID))
    columns: Mapped[list[str] | None]
    preset: Mapped[str | None]
    one_per_business: Mapped[bool] = mapped_column(server_default="false")
    most_rows: Mapped[int | None]
    filter_in_words: Mapped[str]
    file_name: Mapped[str] = mapped_column(info={"made_of": "filter_in_words"})  # in a spelling that hides what it says
    state: Mapped[str] = mapped_column(server_default="waiting")
    rows: Mapped[int] = mapped_column(BigInteger, server_default="0")
    suppressed: Mapped[int] = mapped_column(BigInteger, server_default="0")
    total: Mapped[int | None] = mapped_column(BigInteger)
    bytes: Mapped[int | None] = mapped_column(BigInteger)
    made_by: Mapped[str]
    made_at: Mapped[datetime] = mapped_column(server_default=func.now())
    changed_at: Mapped[datetime] = mapped_column(server_default=func.now())
    ready_at: Mapped[datetime | None]
    expires_at: Mapped[datetime | None]
    failure: Mapped[str | None]
    tries: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    claim: Mapped[UUID | None]
    lease_until: Mapped[datetime | None]
    begun_at: Mapped[datetime | None]
