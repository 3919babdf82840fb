"""What all workers know of a host on the web. No tenant: manners towards a host do not depend on who asks."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import LargeBinary
from sqlalchemy.orm import Mapped, mapped_column

from scrapersky.models.base import Base


class HostTurn(Base):
    """Which process hands out a host's turns until when, who waits for it, and when the next request may begin."""

    __tablename__ = "host_turns"

    host: Mapped[str] = mapped_column(primary_key=True)
    free_at: Mapped[datetime]
    promised_until: Mapped[datetime]
    held_by: Mapped[UUID | None]
    held_until: Mapped[datetime | None]
    wanted_by: Mapped[UUID | None]
    wanted_until: Mapped[datetime | None]


class OriginTrouble(Base):
    """An origin that failed, or that asked for a pause."""

    __tablename__ = "origin_troubles"

    origin: Mapped[str] = mapped_column(primary_key=True)
    reason: Mapped[str]
    failures: Mapped[int] = mapped_column(server_default="0")
    closed_until: Mapped[datetime | None]
    paused_until: Mapped[datetime | None]


class OriginRobots(Base):
    """An origin's robots.txt as it was last read."""

    __tablename__ = "origin_robots"

    origin: Mapped[str] = mapped_column(primary_key=True)
    body: Mapped[bytes | None] = mapped_column(LargeBinary)
    why: Mapped[str]
    expires_at: Mapped[datetime]
