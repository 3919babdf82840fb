"""How fast contacts leave the database as files, and that a long export needs no more memory than a short one.

python -m benchmarks.exports --rows 200000
"""

import argparse
import asyncio
import shutil
import tempfile
import threading
import time
from pathlib import Path
from typing import Self
from uuid import UUID

import psutil
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from scrapersky.db.embedded import EmbeddedServer
from scrapersky.db.engine import make_engine
from scrapersky.db.schema import apply_schema
from scrapersky.models import Contact, Domain, LocalBusiness, Suppression, Tenant
from scrapersky.services.exports.choices import Exportable, Format
from scrapersky.services.exports.export import export_to_file, make_export

Sessions = async_sessionmaker[AsyncSession]
CHUNK = 2_000


async def fill(sessions: Sessions, rows: int) -> UUID:
    """Contacts of many domains, one in a hundred of them suppressed."""
    async with sessions.begin() as session:
        tenant = (await session.execute(insert(Tenant).values(name="bench").returning(Tenant.id))).scalar_one()
    for start in range(0, rows, CHUNK):
        async with sessions.begin() as session:
            await fill_chunk(session, tenant, range(start, min(rows, start + CHUNK)))
    return tenant


async def fill_chunk(session: AsyncSession, tenant: UUID, numbers: range) -> None:
    names = [f"site{number // 4}.example" for number in numbers[::4]]
    domains = [{"tenant_id": tenant, "name": name, "home_url": f"https://{name}/"} for name in names]
    await session.execute(insert(Domain), domains)
    known = dict((await session.execute(select(Domain.name, Domain.id).where(Domain.name.in_(names)))).all())
    businesses = [
        {"tenant_id": tenant, "source": "bench", "source_id": name, "name": f"Business {name}", "city": "Austin"}
        | {"attribution": "© OpenStreetMap contributors", "street": "100 Main Street", "domain_id": known[name]}
        for name in names
    ]
    await session.execute(insert(LocalBusiness), businesses)
    found = select(LocalBusiness.source_id, LocalBusiness.id).where(LocalBusiness.source_id.in_(names))
    of_business = dict((await session.execute(found)).all())
    contacts = [
        {
            "tenant_id": tenant,
            "domain_id": known[name],
            "local_business_id": of_business[name],
            "identity": f"a{number}@{name}",
            "owner": "business",
            "name": f"Ana Lopez {number}",
            "role": "Owner",
            "email": f"a{number}@{name}",
            "phone": f"+1512{number:07d}",
            "socials": {"facebook": f"https://facebook.com/{number}"},
            "source_url": f"https://{name}/contact",
            "confidence": 0.93,
        }
        for number in numbers
        for name in (f"site{number // 4}.example",)
    ]
    await session.execute(insert(Contact), contacts)
    stopped = [
        {"tenant_id": tenant, "kind": "email", "value": each["email"], "reason": "bench"} for each in contacts[::100]
    ]
    await session.execute(insert(Suppression), stopped)


class Peak:
    """The most memory this process had while watched, over what it had before."""

    def __enter__(self) -> Self:
        self._process = psutil.Process()
        self.before = self.most = self._process.memory_info().rss
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()
        return self

    def _watch(self) -> None:
        while not self._ended.wait(0.02):
            self.most = max(self.most, self._process.memory_info().rss)

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    @property
    def megabytes(self) -> float:
        return (self.most - self.before) / 1e6


async def measure(sessions: Sessions, tenant: UUID, folder: Path, file_format: Format) -> None:
    file = folder / f"contacts.{file_format.value}"
    with Peak() as peak:
        started, used = time.perf_counter(), time.process_time()
        done = await export_to_file(file, make_export(Exportable.CONTACTS, tenant), file_format, sessions)
        seconds, processor = time.perf_counter() - started, time.process_time() - used
    size = file.stat().st_size / 1e6
    print(
        f"{file_format.value:8} {done.rows:9,} rows {done.rows / seconds:9,.0f} rows/s  {processor:6.1f} s of CPU"
        f"  +{peak.megabytes:5.1f} MB  file {size:6.1f} MB  {done.suppressed:,} suppressed"
    )


async def main(rows: int) -> None:
    folder = Path(tempfile.mkdtemp(prefix="scrapersky-bench-"))
    server = EmbeddedServer(folder / "postgres")
    engine = make_engine(server.start())
    try:
        await apply_schema(engine)
        sessions = async_sessionmaker(engine)
        tenant = await fill(sessions, rows)
        for file_format in Format:
            await measure(sessions, tenant, folder, file_format)
    finally:
        await engine.dispose()
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=200_000)
    asyncio.run(main(parser.parse_args().rows))
