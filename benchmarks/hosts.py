"""`python -m benchmarks.hosts`: several hosts on one machine, each a network namespace of its own.

A host of the database, one of the API, one of all sites, three of workers, and a switch between them. Measures pages a
second with one, two and three worker hosts, then cuts one off for longer than its lease. Exits with 1 where a row was
lost or completed twice, a site was asked too soon, or more hosts were not faster. Needs root and `ip`.
"""

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import httpx
from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.accounts.tokens import make_signer
from scrapersky.app.extensions import apply_all_schemas, load_extensions
from scrapersky.bench.served import plant_sites
from scrapersky.config.settings import Settings
from scrapersky.curation_sdk.declaring import Run
from scrapersky.curation_sdk.plurals import plural
from scrapersky.db.embedded import EmbeddedServer
from scrapersky.db.engine import make_engine
from scrapersky.models import Domain, Page, User

ADDRESSES = {"database": 1, "api": 2, "sites": 3, "desk": 4, "worker1": 11, "worker2": 12, "worker3": 13}
WORKERS = ("worker1", "worker2", "worker3")
SITES, ROWS_OF_A_HOST, AT_ONCE = 30, 30, 4
INTERVAL, LEASE = 0.5, 4.0
SECRET = "benchmark" * 5
# A turn is taken before a connection is made, which takes its time.
SHARE_OF_THE_INTERVAL = 0.8
LEAST_GAIN = 1.5


def address_of(host: str) -> str:
    return f"10.77.0.{ADDRESSES[host]}"


def ip(*words: str, at: str | None = None) -> None:
    inside = ("netns", "exec", name_of(at), "ip") if at else ()
    subprocess.run(["ip", *inside, *words], check=True, capture_output=True, text=True)  # noqa: S603, S607


def name_of(host: str) -> str:
    return f"sky{os.getppid() if 'inside' in sys.argv else os.getpid()}-{host}"


@contextmanager
def network() -> Iterator[None]:
    """Gone with its namespaces."""
    with ExitStack() as stack:
        for host in ("switch", *ADDRESSES):
            ip("netns", "add", name_of(host))
            stack.callback(ip, "netns", "del", name_of(host))
            ip("link", "set", "lo", "up", at=host)
        ip("link", "add", "bridge", "type", "bridge", at="switch")
        ip("link", "set", "bridge", "up", at="switch")
        for host in ADDRESSES:
            ip("link", "add", host, "type", "veth", "peer", "name", "eth0", "netns", name_of(host), at="switch")
            ip("link", "set", host, "master", "bridge", "up", at="switch")
            ip("address", "add", f"{address_of(host)}/24", "dev", "eth0", at=host)
            ip("link", "set", "eth0", "up", at=host)
        yield


@contextmanager
def running(host: str, *words: str, ready: str = "ready") -> Iterator[subprocess.Popen[str]]:
    """A process on a host, which has said that it is `ready`."""
    known = {"DATABASE_URL": f"postgresql://postgres@{address_of('database')}/postgres", "JWT_SECRET": SECRET}
    paced = {"FETCH_INTERVAL_SECONDS": str(INTERVAL), "WORKER_LEASE_SECONDS": str(LEASE), "READER_PROCESSES": "0"}
    command = ["ip", "netns", "exec", name_of(host), sys.executable, "-m", *words]
    with subprocess.Popen(  # noqa: S603
        command, env=os.environ | known | paced, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            if not any(ready in line for line in process.stdout):
                raise SystemExit(f"{host} did not start")
            yield process
        finally:
            process.terminate()


@contextmanager
def working(hosts: int) -> Iterator[None]:
    with ExitStack() as stack:
        for host in WORKERS[:hosts]:
            words = ("benchmarks.host_roles", "worker", address_of("sites"), str(AT_ONCE))
            stack.enter_context(running(host, *words))
        yield


@dataclass
class Desk:
    """Where somebody clicks, and looks at the database."""

    engine: AsyncEngine
    api: httpx.AsyncClient
    tenant_id: UUID
    made: int = 0

    async def pages(self, count: int) -> list[UUID]:
        rows = []
        async with AsyncSession(self.engine) as session, session.begin():
            domains = (await session.scalars(select(Domain).order_by(Domain.name))).all()
            for number in range(self.made, self.made + count):
                site = domains[number % SITES]
                rows.append({"tenant_id": self.tenant_id, "domain_id": site.id, "url": f"http://{site.name}/{number}"})
            self.made += count
            return list(await session.scalars(insert(Page).values(rows).returning(Page.id)))

    async def click(self, ids: list[UUID]) -> None:
        answer = await self.api.put("/page-curation/status", json={"ids": list(map(str, ids)), "status": "Queued"})
        answer.raise_for_status()

    async def left(self) -> int:
        async with AsyncSession(self.engine) as session:
            ended = Page.page_curation.processing_status.in_(["Complete", "Error"])
            return self.made - (await session.scalar(select(func.count()).where(ended)) or 0)

    async def until_left(self, rows: int) -> None:
        while await self.left() > rows:  # noqa: ASYNC110  there is nobody to tell us
            await asyncio.sleep(0.05)

    async def completions(self) -> Counter[UUID]:
        async with AsyncSession(self.engine) as session:
            return Counter(await session.scalars(select(Run.row_id).where(Run.ending == "complete")))


@asynccontextmanager
async def desk(socket_url: str) -> AsyncIterator[Desk]:
    engine = make_engine(socket_url)
    await apply_all_schemas(engine, load_extensions())
    async with AsyncSession(engine, expire_on_commit=False) as session, session.begin():
        tenant, _ = await plant_sites(session, [f"site-{number:02}.com" for number in range(SITES)])
        person = {"name": "ana", "password_hash": "none", "role": "admin", "tenant_id": tenant}
        user = (await session.scalars(insert(User).values(person).returning(User))).one()
    token = make_signer(Settings.model_validate({"jwt_secret": SECRET})).issue(user).value
    address = f"http://{address_of('api')}:8000/api/v3"
    signed = {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(base_url=address, headers=signed, timeout=120) as api:  # all hosts share processors
        yield Desk(engine, api, tenant)
    await engine.dispose()


async def measure(at: Desk, hosts: int) -> float:
    """Pages a second."""
    ids = await at.pages(ROWS_OF_A_HOST * hosts)
    with working(hosts):
        began = time.monotonic()
        await at.click(ids)
        await at.until_left(0)
        rate = len(ids) / (time.monotonic() - began)
    print(f"{plural(hosts, 'worker host')}: {rate:.1f} pages a second", flush=True)
    return rate


async def cut_off(at: Desk) -> None:
    """One host hears nothing and is not heard for longer than its lease, in the middle of its work."""
    ids = await at.pages(ROWS_OF_A_HOST * len(WORKERS))
    with working(len(WORKERS)):
        await at.click(ids)
        await at.until_left(len(ids) * 3 // 4)
        print("cutting off one of three", flush=True)
        ip("link", "set", "worker2", "down", at="switch")
        await asyncio.sleep(2 * LEASE)
        ip("link", "set", "worker2", "up", at="switch")
        await at.until_left(0)


def too_soon(log: Path) -> list[float]:
    """Shortest times between two requests to the same site, from whatever host, where they are too short."""
    moments: dict[str, list[float]] = defaultdict(list)
    for line in log.read_text().splitlines():
        site, _, moment, _ = json.loads(line)
        moments[site].append(moment)
    gaps = [later - earlier for asked in moments.values() for earlier, later in pairwise(sorted(asked))]
    print(f"{len(gaps):,} gaps between requests to the same site, the shortest {min(gaps):.2f} s")
    return [gap for gap in gaps if gap < INTERVAL * SHARE_OF_THE_INTERVAL]


async def campaign(socket_url: str, log: Path) -> bool:
    socket = f"{parse_qs(urlsplit(socket_url).query)['host'][0]}/.s.PGSQL.5432"
    async with desk(socket_url) as at:
        with (
            running("database", "benchmarks.host_roles", "database", address_of("database"), socket),
            running("sites", "benchmarks.host_roles", "sites", address_of("sites"), str(log)),
            running("api", "scrapersky", "api", "--host", address_of("api"), ready="Press Ctrl-C"),
        ):
            rates = [await measure(at, hosts) for hosts in range(1, len(WORKERS) + 1)]
            await cut_off(at)
        done = await at.completions()
        twice, lost = sum(count > 1 for count in done.values()), at.made - len(done)
        print(f"{at.made:,} rows: {lost} lost, {twice} completed twice, one host cut off for {2 * LEASE:g} s")
    return not (twice or lost or too_soon(log)) and rates[-1] > rates[0] * LEAST_GAIN


def main() -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # and leave no namespace behind
    if "inside" in sys.argv:
        return 0 if asyncio.run(campaign(sys.argv[-2], Path(sys.argv[-1]))) else 1
    if os.geteuid() or not shutil.which("ip"):
        print("skipped: network namespaces need root and the program ip")
        return 0
    with tempfile.TemporaryDirectory(prefix="scrapersky-hosts-", ignore_cleanup_errors=True) as folder:
        server = EmbeddedServer(Path(folder) / "postgres")
        try:
            with network():
                inside = ("benchmarks.hosts", "inside", server.start(), str(Path(folder) / "asked"))
                command = ["ip", "netns", "exec", name_of("desk"), sys.executable, "-m", *inside]
                return subprocess.run(command, check=False).returncode  # noqa: S603
        except subprocess.CalledProcessError as error:
            print(f"skipped: {error.stderr.strip() or error}")
            return 0
        finally:
            server.stop()


if __name__ == "__main__":
    sys.exit(main())
