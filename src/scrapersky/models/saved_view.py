"""What a person keeps of the browser: views of a tab, and how they like it."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ForeignKey, Index, UniqueConstraint, func
from sqlalchemy.orm import Mapped, mapped_column

from scrapersky.models.base import Base, belongs_to


class SavedView(Base):
    """A way of looking at a tab. A shared one is for everyone of the tenant to see, and only its maker changes it."""

    __tablename__ = "saved_views"
    __table_args__ = (
        UniqueConstraint("user_id", "workflow", "name", name="uq_saved_views_name"),
        Index("ix_saved_views_tenant", "tenant_id", "workflow"),
        belongs_to("users", "user_id"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    tenant_id: Mapped[UUID] = mapped_column(ForeignKey("tenants.id", ondelete="CASCADE"))
    user_id: Mapped[UUID]
    workflow: Mapped[str]
    name: Mapped[str]
    shared: Mapped[bool] = mapped_column(server_default="false")
    content: Mapped[dict[str, Any]]
    changed_at: Mapped[datetime] = mapped_column(server_default=func.now())


class Preference(Base):
    """One row per person who ever changed something."""

    __tablename__ = "preferences"

    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    content: Mapped[dict[str, Any]]
    changed_at: Mapped[datetime] = mapped_column(server_default=func.now())
