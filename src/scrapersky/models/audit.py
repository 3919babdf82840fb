"""The trail of who did what."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import CheckConstraint, Index, func
from sqlalchemy.orm import Mapped, mapped_column

from scrapersky.models.base import Base


class AuditEntry(Base):
    """Written once; the database refuses every other change than to redact it. It refers to nothing: people may go."""

    __tablename__ = "audit"
    __table_args__ = (
        Index("ix_audit_tenant", "tenant_id", "id"),
        CheckConstraint("outcome IN ('done', 'refused')", name="ck_audit_outcome"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    tenant_id: Mapped[UUID | None]
    user_id: Mapped[UUID | None]
    token_id: Mapped[UUID | None]
    operation: Mapped[str]
    outcome: Mapped[str]
    address_hash: Mapped[str | None]
    name_hash: Mapped[str | None]
    request_id: Mapped[str | None]
    facts: Mapped[dict[str, Any]] = mapped_column(server_default="{}")
    is_redacted: Mapped[bool] = mapped_column(server_default="false")
    made_at: Mapped[datetime] = mapped_column(server_default=func.now())
