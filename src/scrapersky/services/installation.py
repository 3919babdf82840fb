"""What an operator asks first about an installation: versions, sizes, workers, and what is set.

A bundle of it tells someone else what is wrong, without any secret in it.
"""

import io
import json
import platform
import shutil
import zipfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit
from uuid import UUID

from pydantic import BaseModel, Field, SecretStr
from pydantic_core import to_jsonable_python
from sqlalchemy import BigInteger, Text, cast, column, func, select, table
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import Ending, Run, Worker
from scrapersky.curation_sdk.queue import STILL_FAILING, bind_session, recent_faults, settings_of, stored_schedules
from scrapersky.db.embedded import is_gone
from scrapersky.db.schema import AppliedFile
from scrapersky.models import Tenant

FAULTS_TOLD = timedelta(days=1)
_CLASSES = table(
    "pg_class", column("oid"), column("relname"), column("relkind"), column("reltuples"), column("relnamespace")
)
_NAMESPACES = table("pg_namespace", column("oid"), column("nspname"))
MOST_ERRORS = 500
MOST_READ = 50_000


@dataclass(frozen=True, slots=True)
class SystemWorker:
    id: UUID
    host: str
    pid: int
    started_at: datetime
    alive: bool


@dataclass(frozen=True, slots=True)
class SystemFault:
    """A part of a process that failed in the last day, and goes on."""

    host: str
    pid: int
    part: Annotated[str, Field(description="Such as exports, live feed, rescue, or a workflow's queue.")]
    message: str
    times: int
    first_at: datetime
    last_at: datetime
    # One that still fails says so at least every minute, or has ended.
    ongoing: Annotated[bool, Field(description="Whether it failed within the last two minutes.")]


@dataclass(frozen=True, slots=True)
class SystemTable:
    name: str
    rows: Annotated[int, Field(description="About.")]  # the planner's number: counting a large table takes too long
    bytes: Annotated[int, Field(description="With its indexes.")]


@dataclass(frozen=True, slots=True)
class InstallationFacts:
    version: str
    python: str
    postgres: str
    database_bytes: int
    disk_free_bytes: Annotated[int | None, Field(description="Where the data folder is.")]
    workers: list[SystemWorker]
    faults: Annotated[list[SystemFault], Field(description="The latest first.")]
    schema_files: int
    tables: Annotated[list[SystemTable], Field(description="None where several tenants share them.")]


async def examine_installation(session: AsyncSession, folder: Path) -> InstallationFacts:
    postgres, size = (
        await session.execute(
            select(func.current_setting("server_version"), func.pg_database_size(func.current_database()))
        )
    ).one()
    files = await session.scalar(select(func.count()).select_from(AppliedFile))
    return InstallationFacts(
        version=version("scrapersky"),
        python=platform.python_version(),
        postgres=postgres,
        database_bytes=size,
        disk_free_bytes=_free(folder),
        workers=await _workers(session),
        faults=await faults_of(session),
        schema_files=files or 0,
        tables=await _tables(session),
    )


def _free(folder: Path) -> int | None:
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None


async def _workers(session: AsyncSession) -> list[SystemWorker]:
    alive = (Worker.lease_until > func.now()).label("alive")
    found = select(Worker.id, Worker.host, Worker.pid, Worker.started_at, alive).order_by(Worker.started_at)
    return [SystemWorker(*row) for row in await session.execute(found)]


async def faults_of(session: AsyncSession) -> list[SystemFault]:
    """Of the last day, the latest first."""
    now = (await session.scalars(select(func.now()))).one()
    return [
        SystemFault(
            each.host,
            each.pid,
            each.part,
            each.message,
            each.times,
            each.first_at,
            each.last_at,
            ongoing=now - each.last_at < STILL_FAILING or (each.has_ended and not is_gone(each.host, each.pid)),
        )
        for each in await recent_faults(session, now - FAULTS_TOLD)
    ]


async def _tables(session: AsyncSession) -> list[SystemTable]:
    """The largest first. None where several tenants share them: each would see how much the others have."""
    if (await session.scalar(select(func.count()).select_from(Tenant)) or 0) > 1:
        return []
    kind, size = _CLASSES.c.relkind, func.pg_total_relation_size(_CLASSES.c.oid)
    found = (
        select(cast(_CLASSES.c.relname, Text), cast(func.greatest(_CLASSES.c.reltuples, 0), BigInteger), size)
        .join(_NAMESPACES, _NAMESPACES.c.oid == _CLASSES.c.relnamespace)
        .where(_NAMESPACES.c.nspname == func.current_schema(), cast(kind, Text) == "r")
        .order_by(size.desc(), _CLASSES.c.relname)
    )
    return [SystemTable(*row) for row in await session.execute(found)]


def without_secrets(settings: BaseModel) -> dict[str, Any]:
    """What is set, for someone else to read: of keys only whether there is one, of addresses only where they lead."""
    return {name: _readable(value) for name, value in settings}


def _readable(value: object) -> object:
    """
    >>> _readable(SecretStr("key")), _readable("postgresql://me:secret@db:5432/sky?x=y"), _readable(7)
    ('set', 'postgresql://db:5432', 7)
    """
    if isinstance(value, SecretStr):
        return "set"
    if isinstance(value, str) and "://" in value:
        return _origin(value)
    if isinstance(value, (str, int, float, bool)) or value is None:
        return value
    if isinstance(value, Mapping):
        return {str(key): _readable(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_readable(each) for each in value]
    return str(value)


def _origin(address: str) -> str:
    try:
        parts = urlsplit(address)
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return "set"
    return f"{parts.scheme}://{parts.hostname or ''}{port}"


async def bundle(
    session: AsyncSession,
    tenant_id: UUID,
    installation: InstallationFacts,
    settings: Mapping[str, Any],
    faults: Mapping[str, str],
) -> bytes:
    """A zip of JSON files. Errors are the tenant's own; the rest is the installation's."""
    parts = {
        "versions": asdict(installation),
        "settings": settings,
        "workflows": await _workflows(session, faults),
        "schema_log": await _schema_log(session),
    }
    await bind_session(session, tenant_id)
    parts["errors"] = await _errors(session, tenant_id)
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as bundled:
        for name, content in parts.items():
            bundled.writestr(f"{name}.json", json.dumps(to_jsonable_python(content), indent=2, ensure_ascii=False))
    return written.getvalue()


async def _workflows(session: AsyncSession, faults: Mapping[str, str]) -> dict[str, Any]:
    stored = await stored_schedules(session)
    paused = [name for name, each in (await settings_of(session)).items() if each.paused]
    return {"stored_settings": stored, "paused": paused, "do_not_run": dict(faults)}


async def _schema_log(session: AsyncSession) -> list[dict[str, Any]]:
    files = await session.scalars(select(AppliedFile).order_by(AppliedFile.applied_at, AppliedFile.name))
    return [{"name": each.name, "checksum": each.checksum, "applied_at": each.applied_at} for each in files]


async def _errors(session: AsyncSession, tenant_id: UUID) -> list[dict[str, Any]]:
    """The newest among the last attempts."""
    latest = (
        select(Run.id, Run.tenant_id, Run.workflow, Run.ending, Run.outcome, Run.message, Run.attempt, Run.ended_at)
        .order_by(Run.id.desc())
        .limit(MOST_READ)
        .subquery()
    )
    failed = (
        select(latest.c.ended_at, latest.c.workflow, latest.c.outcome, latest.c.message, latest.c.attempt)
        .where(latest.c.tenant_id == tenant_id, latest.c.ending == Ending.ERROR.value)
        .order_by(latest.c.id.desc())
        .limit(MOST_ERRORS)
    )
    return [dict(row) for row in (await session.execute(failed)).mappings()]
