"""Where a soak takes place: an embedded server of its own, or a database made for it on a server that was named."""

import asyncio
import os
import secrets
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import URL, event
from sqlalchemy.ext.asyncio import AsyncEngine

from scrapersky.bench.soak.errands import ENTRY_BYTES, Errand, SoakBase, SoakLedgerEntry
from scrapersky.bench.soak.kinds import FaultKind
from scrapersky.curation_sdk.schema import STORAGE, type_statements
from scrapersky.db.address import read_address
from scrapersky.db.embedded import EmbeddedServer
from scrapersky.db.engine import make_engine
from scrapersky.db.schema import apply_schema
from scrapersky.db.scratch import administer, create_database, drop_database, limit_locks, move_to_disk
from scrapersky.errors import ScraperSkyError

OWN_NAME = "scrapersky bench soak"
LOCK_SECONDS = 0.3
_NOT_PERMITTED = "not permitted here"
# No fault in a soak takes the machine down, so nothing needs to reach its disk.
_IN_MEMORY = ("fsync = off", "full_page_writes = off")


class SmallDisk:
    """Mounting takes root and Linux; where that is not permitted there is none."""

    def __init__(self, folder: Path, space: int) -> None:
        self.folder, self._space = folder, space
        self._ballast = folder / "ballast"

    def mount(self) -> bool:
        self.folder.mkdir()
        command = ["mount", "-t", "tmpfs", "-o", f"size={self._space}", "tmpfs", str(self.folder)]
        try:
            return subprocess.run(command, check=False, capture_output=True).returncode == 0  # noqa: S603  of the system
        except OSError:
            return False

    def fill(self) -> None:
        """To the last byte."""
        with self._ballast.open("wb") as ballast:
            left = os.statvfs(self.folder)
            os.posix_fallocate(ballast.fileno(), 0, max(1, left.f_bavail * left.f_frsize))

    def free(self) -> None:
        self._ballast.unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class SoakDatabase:
    """`missing` says which kinds of fault cannot be made here, and why."""

    url: URL
    missing: dict[FaultKind, str]
    server: EmbeddedServer | None = None
    disk: SmallDisk | None = None

    async def restart(self) -> bool:
        """To its end, whoever loses patience: a server half way between two states could not be stopped."""
        if self.server is None:
            return False
        restarting = asyncio.ensure_future(asyncio.to_thread(self.server.restart))
        try:
            await asyncio.shield(restarting)
        except asyncio.CancelledError:
            await restarting
            raise
        return True


@asynccontextmanager
async def embedded_place(folder: Path, rows: int, *, with_disk: bool) -> AsyncIterator[SoakDatabase]:
    """The folder is somebody else's to remove: they do it also when this process is killed."""
    server = EmbeddedServer(folder / "postgres")
    url = read_address(server.start()).url
    try:
        await administer(url, *(f"ALTER SYSTEM SET {setting}" for setting in _IN_MEMORY), "SELECT pg_reload_conf()")
        disk = _mounted(folder, rows) if with_disk else None
        missing = {FaultKind.DISK: _NOT_PERMITTED} if with_disk and disk is None else {}
        yield SoakDatabase(url, missing, server, disk)
    finally:
        server.stop()


@asynccontextmanager
async def given_place(address: str) -> AsyncIterator[SoakDatabase]:
    """Nobody may restart somebody else's server, or fill its disk."""
    given, name = read_address(address), f"scrapersky_soak_{secrets.token_hex(4)}"
    if not given.arguments.keys().isdisjoint(("dsn", "ssl")):
        raise ScraperSkyError(
            "A soak goes through a proxy and cannot check certificates."
            " Name a server on this machine, without parameters of TLS, or none."
        )
    server = given.url
    missing = dict.fromkeys((FaultKind.RESTART, FaultKind.DISK), _NOT_PERMITTED)
    url = await create_database(server, name)
    try:
        yield SoakDatabase(url, missing)
    finally:
        await asyncio.shield(drop_database(server, name))


def _mounted(folder: Path, rows: int) -> SmallDisk | None:
    """With room for every effect some times over: what was rolled back stays on the disk for a while."""
    disk = SmallDisk(folder / "disk", (16 << 20) + 4 * rows * ENTRY_BYTES)
    if not disk.mount():
        return None
    owner = (folder / "postgres").stat()
    os.chown(disk.folder, owner.st_uid, owner.st_gid)
    return disk


def own_engine(place: SoakDatabase) -> AsyncEngine:
    """The soak's own connections go past the proxy, and by their name past the faults."""
    engine = make_engine(place.url.render_as_string(hide_password=False), pool_size=5)

    @event.listens_for(engine.sync_engine, "do_connect")
    def introduce(_: Any, __: Any, ___: Any, options: dict[str, Any]) -> None:
        options["server_settings"] = options.get("server_settings", {}) | {"application_name": OWN_NAME}

    return engine


async def make_tables(place: SoakDatabase, engine: AsyncEngine) -> None:
    await apply_schema(engine)
    curation = Errand.soak_errand
    await administer(place.url, *type_statements(curation))
    async with engine.begin() as connection:
        await connection.run_sync(SoakBase.metadata.create_all)
    await administer(place.url, f"ALTER TABLE {Errand.__tablename__} SET ({STORAGE})")
    if place.disk is not None:
        await move_to_disk(place.url, SoakLedgerEntry.__tablename__, str(place.disk.folder))
    await limit_locks(place.url, LOCK_SECONDS)
