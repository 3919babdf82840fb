"""A person who signs in."""

from datetime import datetime
from enum import StrEnum
from uuid import UUID

from sqlalchemy import ForeignKey, func
from sqlalchemy.orm import Mapped, mapped_column

from scrapersky.models.base import Base


class Role(StrEnum):
    """What a user may do: look, decide, or also change settings and users."""

    VIEWER = "viewer"
    CURATOR = "curator"
    ADMIN = "admin"


class User(Base):
    """Someone who signs in with a name and a password."""

    __tablename__ = "users"

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    tenant_id: Mapped[UUID] = mapped_column(ForeignKey("tenants.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(unique=True)
    password_hash: Mapped[str]
    role: Mapped[str]
    # Tokens made before this moment are refused: set when a password changes or a user is signed out everywhere.
    tokens_valid_from: Mapped[datetime] = mapped_column(server_default=func.now())
    disabled: Mapped[bool] = mapped_column(server_default="false")
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
