"""The trail of who did what, when and from where: written, found, redacted and put into lines."""

import csv
import hashlib
import hmac
import io
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from sqlalchemy import Select, and_, select, update
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from scrapersky.accounts.tokens import TokenSigner
from scrapersky.curation_sdk.declaring import Fact
from scrapersky.errors import ScraperSkyError
from scrapersky.models import AuditEntry, User

AT_ONCE = 1000
LENGTH = 32

Outcome = Literal["done", "refused"]
FoundEntry = tuple[AuditEntry, str | None]
AuditFormat = Literal["csv", "jsonl"]
MEDIA_TYPES = {"csv": "text/csv; charset=utf-8", "jsonl": "application/x-ndjson"}
COLUMNS = (
    "made_at",
    "user",
    "user_id",
    "token_id",
    "operation",
    "outcome",
    "facts",
    "request_id",
    "address_hash",
    "name_hash",
    "is_redacted",
    "id",
)


class NoSuchEntry(ScraperSkyError):
    http_status = 404
    code = "unknown_entry"
    message = "There is no such entry, or it was redacted already."


@dataclass(frozen=True, slots=True)
class AuditedAction:
    """What is written of something that was done or refused."""

    operation: str
    outcome: Outcome = "done"
    tenant_id: UUID | None = None
    user_id: UUID | None = None
    token_id: UUID | None = None
    address_hash: str | None = None
    name_hash: str | None = None
    request_id: str | None = None
    facts: Mapping[str, Fact] | None = None


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """Which entries. `address` and `name` are compared as what was written of them."""

    tenant_id: UUID | None = None
    operation: str | None = None
    without: Sequence[str] = ()
    outcome: Outcome | None = None
    user_id: UUID | None = None
    address_hash: str | None = None
    name_hash: str | None = None
    since: datetime | None = None
    until: datetime | None = None

    def conditions(self) -> list[Any]:
        equal = ("tenant_id", "operation", "outcome", "user_id", "address_hash", "name_hash")
        wanted = [getattr(AuditEntry, name) == value for name in equal if (value := getattr(self, name)) is not None]
        if self.without:
            wanted.append(AuditEntry.operation.not_in(self.without))
        if self.since is not None:
            wanted.append(AuditEntry.made_at >= self.since)
        if self.until is not None:
            wanted.append(AuditEntry.made_at < self.until)
        return wanted


def hashed(signer: TokenSigner, text: str) -> str:
    """The same for the same text, and without the key a riddle: addresses are few enough to try them all."""
    key = hmac.digest(signer.secret, b"audit", hashlib.sha256)
    return hmac.new(key, text.strip().lower().encode(), hashlib.sha256).hexdigest()[:LENGTH]


async def write_entry(session: AsyncSession, action: AuditedAction) -> None:
    """In the caller's transaction: what was done and that it was done are one fact."""
    values = {name: getattr(action, name) for name in action.__slots__ if getattr(action, name) is not None}
    session.add(AuditEntry(**values))
    await session.flush()


async def write_command(session: AsyncSession, command: str, tenant_id: UUID | None, **facts: Fact) -> None:
    """By whoever has the database's own key: they are no user."""
    await write_entry(session, AuditedAction(f"scrapersky {command}", tenant_id=tenant_id, facts=facts))


async def entries_of(
    session: AsyncSession, wanted: AuditFilter, size: int, after: UUID | None = None
) -> Sequence[FoundEntry]:
    """Newest first, each with the name of whoever it was, while they are there."""
    rows = await session.execute(_newest_first(wanted, after).limit(size))
    return [(entry, name) for entry, name in rows]


def _newest_first(wanted: AuditFilter, after: UUID | None) -> Select[AuditEntry, str]:
    of_tenant = and_(User.id == AuditEntry.user_id, User.tenant_id == AuditEntry.tenant_id)
    found = select(AuditEntry, User.name).outerjoin(User, of_tenant).where(*wanted.conditions())
    if after is not None:
        found = found.where(AuditEntry.id < after)
    return found.order_by(AuditEntry.id.desc())


async def all_entries(sessions: async_sessionmaker[AsyncSession], wanted: AuditFilter) -> AsyncIterator[FoundEntry]:
    """In parts, each by itself: whoever reads slowly holds nothing."""
    after: UUID | None = None
    while True:
        async with sessions() as session:
            part = await entries_of(session, wanted, AT_ONCE, after)
        for entry in part:
            yield entry
        if len(part) < AT_ONCE:
            return
        after = part[-1][0].id


async def redact_entry(session: AsyncSession, tenant_id: UUID, entry_id: UUID) -> None:
    """Takes out all but who, what and when; the database writes an entry about that."""
    wanted = (AuditEntry.id == entry_id, AuditEntry.tenant_id == tenant_id, ~AuditEntry.is_redacted)
    redacted = update(AuditEntry).where(*wanted).values(is_redacted=True).returning(AuditEntry.id)
    if await session.scalar(redacted.execution_options(synchronize_session=False)) is None:
        raise NoSuchEntry


async def lines_of(entries: AsyncIterator[Mapping[str, Any]], form: AuditFormat) -> AsyncIterator[str]:
    if form == "csv":
        yield csv_line(COLUMNS)
    async for entry in entries:
        yield json.dumps(dict(entry)) + "\n" if form == "jsonl" else csv_line([_cell(entry[name]) for name in COLUMNS])


def _cell(value: Any) -> str:
    return json.dumps(value) if isinstance(value, dict) else "" if value is None else str(value)


def csv_line(cells: Any) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(cells)
    return line.getvalue()
