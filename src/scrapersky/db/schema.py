"""The SQL files of `schema/`: applied in order, all that are due in one transaction, and logged."""

import getpass
import hashlib
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import asyncpg
from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from scrapersky.db.second_line import lift, put_up, schema_folder
from scrapersky.errors import ScraperSkyError

log = logging.getLogger(__name__)

_ADVISORY_KEY = 5_318_008_2026  # one process applies at a time
_TRIES = 10


class SchemaChanged(ScraperSkyError):
    """A file was edited after it had been applied here."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name} was changed after it had been applied to this database, which therefore cannot be brought up to"
            " date. Databases made before the first release are like that; no released version changes such a file."
            " Save what is in it with the version that made it (scrapersky export, or pg_dump --data-only), then begin"
            " with an empty database: another DATABASE_URL, or another SCRAPERSKY_DATA."
            " If the file is your own package's, put it back and write the change into a new one."
        )


class SchemaNewer(ScraperSkyError):
    """This version does not know all that the database has."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(
            f"A newer version of ScraperSky has changed this database: {', '.join(names)}."
            " This version might spoil it. Install the newer one; the only way back is a backup."
        )


class _Base(DeclarativeBase):
    pass


class AppliedFile(_Base):
    """Which file was applied, when and by whom."""

    __tablename__ = "schema_log"

    name: Mapped[str] = mapped_column(primary_key=True)
    checksum: Mapped[str]
    applied_at: Mapped[datetime] = mapped_column(server_default=func.now())
    applied_by: Mapped[str]


@dataclass(frozen=True, slots=True)
class SchemaFile:
    name: str
    sql: str

    @property
    def checksum(self) -> str:
        """Of what it does: a comment may be put better."""
        lines = (line for line in self.sql.splitlines() if line.strip() and not line.lstrip().startswith("--"))
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def schema_files() -> list[SchemaFile]:
    """Numbered files first, in order; then what each workflow adds to them."""
    return [SchemaFile(name, path.read_text(encoding="utf-8")) for name, path in _paths().items()]


def _paths() -> dict[str, Path]:
    folder = schema_folder()
    paths = [*sorted(folder.glob("[0-9]*.sql")), *sorted((folder / "workflows").glob("*.sql"))]
    return {str(path.relative_to(folder)): path for path in paths}


@cache
def schema_version() -> str:
    """The newest file that this version has."""
    return max(path.stem for path in schema_folder().glob("[0-9]*.sql"))


async def refuse_newer(engine: AsyncEngine) -> list[str]:
    """Of a workflow that is gone only what it had is left over; numbered files change what everybody uses.

    Returns which of the product's files were not applied yet.
    """
    known = _paths()
    async with engine.connect() as connection:
        applied = await _applied(connection)
    newer = sorted(name for name in applied if name[:1].isdecimal() and name not in known)
    if newer:
        raise SchemaNewer(newer)
    return [name for name in known if name not in applied]


async def apply_schema(engine: AsyncEngine, files: Sequence[SchemaFile] | None = None) -> list[str]:
    """Apply what has not been applied yet; returns the names of those files.

    Workers may be at work meanwhile. Where they and we wait for one another's tables, we begin anew.
    """
    for _ in range(_TRIES - 1):
        try:
            return await _apply_due(engine, files)
        except asyncpg.DeadlockDetectedError:
            log.warning("the schema waits for tables that others are using, and is applied anew")
    return await _apply_due(engine, files)


async def _apply_due(engine: AsyncEngine, files: Sequence[SchemaFile] | None) -> list[str]:
    async with engine.begin() as connection:
        await connection.execute(select(func.pg_advisory_xact_lock(_ADVISORY_KEY)))
        done = await _applied(connection)
        due = [file for file in (schema_files() if files is None else files) if not _is_done(file, done)]
        if due and done:
            await lift(connection)
        for file in due:
            await _apply(connection, file)
    return [file.name for file in due]


def _is_done(file: SchemaFile, done: Mapping[str, str]) -> bool:
    if file.name in done and done[file.name] != file.checksum:
        raise SchemaChanged(file.name)
    return file.name in done


async def guard_tenants(engine: AsyncEngine, tables: Iterable[str]) -> None:
    """Put the second line before these tables; what stands already costs a look."""
    async with engine.begin() as connection:
        await connection.execute(select(func.pg_advisory_xact_lock(_ADVISORY_KEY)))
        await put_up(connection, tables)


async def pending_files(engine: AsyncEngine, files: Sequence[SchemaFile] | None = None) -> list[str]:
    async with engine.connect() as connection:
        done = await _applied(connection)
    return [file.name for file in (schema_files() if files is None else files) if file.name not in done]


async def changed_files(engine: AsyncEngine, files: Sequence[SchemaFile]) -> list[str]:
    """Which were applied with other contents."""
    async with engine.connect() as connection:
        done = await _applied(connection)
    return [file.name for file in files if done.get(file.name, file.checksum) != file.checksum]


async def _applied(connection: AsyncConnection) -> dict[str, str]:
    if not await connection.scalar(select(func.to_regclass(AppliedFile.__tablename__).is_not(None))):
        return {}
    rows = await connection.execute(select(AppliedFile.name, AppliedFile.checksum))
    return dict(rows.all())


async def _apply(connection: AsyncConnection, file: SchemaFile) -> None:
    """The driver takes a file of many statements whole; SQLAlchemy would take one at a time."""
    driver: Any = (await connection.get_raw_connection()).driver_connection
    await driver.execute(file.sql)
    await connection.execute(
        insert(AppliedFile).values(name=file.name, checksum=file.checksum, applied_by=getpass.getuser())
    )
