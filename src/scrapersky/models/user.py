"""A person who signs in."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, Index, func
from sqlalchemy.orm import Mapped, mapped_column

from scrapersky.models.base import Base, tenant_key
from scrapersky.roles import Role

__all__ = ["Role", "User"]


class User(Base):
    """Someone who signs in with a name and a password."""

    __tablename__ = "users"
    __table_args__ = (tenant_key("users"),)

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    tenant_id: Mapped[UUID] = mapped_column(ForeignKey("tenants.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(unique=True)
    password_hash: Mapped[str]
    role: Mapped[str]
    # Tokens made before this moment are refused: set when a password changes or a user is signed out everywhere.
    tokens_valid_from: Mapped[datetime] = mapped_column(server_default=func.now())
    disabled: Mapped[bool] = mapped_column(server_default="false")
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


class EndedSession(Base):
    """A session that was signed out of; kept until its last token would have expired anyway."""

    __tablename__ = "ended_sessions"
    __table_args__ = (Index("ix_ended_sessions_kept", "kept_until"),)

    id: Mapped[UUID] = mapped_column(primary_key=True)
    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    ended_at: Mapped[datetime] = mapped_column(server_default=func.now())
    kept_until: Mapped[datetime]
