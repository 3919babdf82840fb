"""A PostgreSQL of a benchmark's own, with the product's schema, that nobody keeps."""

import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from sqlalchemy import URL
from sqlalchemy.ext.asyncio import AsyncEngine

from scrapersky.db.address import read_address
from scrapersky.db.embedded import EmbeddedServer
from scrapersky.db.engine import make_engine
from scrapersky.db.schema import apply_schema


@dataclass(frozen=True, slots=True)
class ScratchServer:
    """`process` is the one that all others of the server descend from."""

    address: str
    folder: Path
    process: int

    @property
    def url(self) -> URL:
        return read_address(self.address).url

    @property
    def plain_address(self) -> str:
        """For a driver by itself."""
        return self.url.set(drivername="postgresql").render_as_string(hide_password=False)

    def at(self, database: str) -> Self:
        """Another database of the same server."""
        return replace(self, address=self.url.set(database=database).render_as_string(hide_password=False))


@asynccontextmanager
async def scratch_server() -> AsyncIterator[tuple[ScratchServer, AsyncEngine]]:
    folder = Path(tempfile.mkdtemp(prefix="scrapersky-bench-"))
    embedded = EmbeddedServer(folder / "postgres")
    try:
        server = ScratchServer(embedded.start(), folder, int(_process_of(folder / "postgres")))
        engine = make_engine(server.address)
        await apply_schema(engine)
        yield server, engine
        await engine.dispose()
    finally:
        embedded.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _process_of(folder: Path) -> str:
    return (folder / "postmaster.pid").read_text().splitlines()[0]
