"""What was handed over, and what must not be."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index, UniqueConstraint, column, func
from sqlalchemy.orm import Mapped, mapped_column

from scrapersky.models.base import Base, belongs_to


class Suppression(Base):
    """An address, number, domain or person to be left alone; its value is in the spelling compared by.

    Of those who were erased only a hash of it is kept.
    """

    __tablename__ = "suppressions"
    __table_args__ = (
        UniqueConstraint("tenant_id", "kind", "value", name="uq_suppressions_value"),
        CheckConstraint("kind IN ('email', 'domain', 'phone', 'person', 'profile')", name="ck_suppressions_kind"),
        CheckConstraint("length(value) <= 320", name="ck_suppressions_value"),
        Index("ix_suppressions_hashed", "tenant_id", postgresql_where=column("is_hashed")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    tenant_id: Mapped[UUID] = mapped_column(ForeignKey("tenants.id", ondelete="CASCADE"))
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    kind: Mapped[str]
    value: Mapped[str]
    is_hashed: Mapped[bool] = mapped_column(server_default="false")
    reason: Mapped[str | None]
    added_by: Mapped[str | None]


class Delivery(Base):
    """One hand-over of one contact to one target; its idempotency key travels with it."""

    __tablename__ = "deliveries"
    __table_args__ = (
        UniqueConstraint("contact_id", "target", "idempotency_key", name="uq_deliveries_key"),
        belongs_to("contacts", "contact_id"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    tenant_id: Mapped[UUID] = mapped_column(ForeignKey("tenants.id", ondelete="CASCADE"))
    contact_id: Mapped[UUID]
    target: Mapped[str]
    idempotency_key: Mapped[str]
    answer: Mapped[str | None]
    delivered_at: Mapped[datetime] = mapped_column(server_default=func.now())
