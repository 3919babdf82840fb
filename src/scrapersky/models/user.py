"""A person who signs in."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, Index, func
from sqlalchemy.dialects.postgresql import BYTEA
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
    subject: Mapped[str | None] = mapped_column(unique=True)
    # Asked of those who may only look.
    may_export: Mapped[bool] = mapped_column(server_default="false")
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


class EndedSession(Base):
    """A session that was signed out of; kept until its last token would have expired anyway."""

    __tablename__ = "ended_sessions"
    __table_args__ = (Index("ix_ended_sessions_kept", "kept_until"),)

    id: Mapped[UUID] = mapped_column(primary_key=True)
    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    ended_at: Mapped[datetime] = mapped_column(server_default=func.now())
    kept_until: Mapped[datetime]


class SignIn(Base):
    """A session that goes on: where and since when. It is for people to see; who may come in does not hang on it."""

    __tablename__ = "sign_ins"
    __table_args__ = (Index("ix_sign_ins_user", "user_id"), Index("ix_sign_ins_until", "until"))

    id: Mapped[UUID] = mapped_column(primary_key=True)
    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    begun_at: Mapped[datetime] = mapped_column(server_default=func.now())
    seen_at: Mapped[datetime] = mapped_column(server_default=func.now())
    until: Mapped[datetime]
    address: Mapped[str]
    agent: Mapped[str]


class NamedToken(Base):
    """A token for a script. Without its row it opens nothing."""

    __tablename__ = "tokens"
    __table_args__ = (Index("ix_tokens_user", "user_id"), Index("ix_tokens_expires", "expires_at"))

    id: Mapped[UUID] = mapped_column(primary_key=True)
    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    name: Mapped[str]
    digest: Mapped[bytes] = mapped_column(BYTEA)
    scopes: Mapped[list[str]]
    made_at: Mapped[datetime] = mapped_column(server_default=func.now())
    expires_at: Mapped[datetime]
    last_used_at: Mapped[datetime | None]
