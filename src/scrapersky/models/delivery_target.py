"""Where a tenant has contacts handed over to, beside what the installation has set."""

from uuid import UUID

from sqlalchemy import ForeignKey
from sqlalchemy.dialects.postgresql import BYTEA
from sqlalchemy.orm import Mapped, mapped_column

from scrapersky.models.base import Base


class TenantTarget(Base):
    """What it was set up with is sealed, the address too: who has a copy of the database reads none of it."""

    __tablename__ = "delivery_targets"

    tenant_id: Mapped[UUID] = mapped_column(ForeignKey("tenants.id", ondelete="CASCADE"), primary_key=True)
    name: Mapped[str] = mapped_column(primary_key=True)
    sealed: Mapped[bytes] = mapped_column(BYTEA)
    changed_by: Mapped[str]
