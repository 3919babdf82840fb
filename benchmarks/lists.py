"""Our list of 50 rows over HTTP beside a bare FastAPI endpoint with the same columns and one query.

Run: python -m benchmarks.lists [--requests 300] [--clients 100] [--rows 20000]
Both run as processes of their own on a database in memory, and are asked in turns, so that a busy machine slows both.
The processor time is the server's; the requests a second are those of `clients` at once. Ours also knows who asks,
counts the rows, and gives cursors.
"""

import argparse
import asyncio
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
import uvicorn
from fastapi import FastAPI
from sqlalchemy import func, insert, literal, select
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker, create_async_engine

from scrapersky.accounts.tokens import make_signer
from scrapersky.accounts.users import add_user, tenant_for_new_user
from scrapersky.config.settings import Settings
from scrapersky.curation_sdk.http.schemas import schemas_of
from scrapersky.curation_sdk.lists import item_columns
from scrapersky.db.embedded import EmbeddedServer
from scrapersky.db.schema import apply_schema
from scrapersky.models.local_business import LocalBusiness
from scrapersky.models.user import Role
from scrapersky.workflows.wf3_domain_extraction import domain_extraction

ROUNDS = 5


@dataclass(slots=True)
class Contender:
    name: str
    address: str
    path: str
    pid: int
    headers: dict[str, str] = field(default_factory=dict)
    processor: list[float] = field(default_factory=list)
    per_second: list[float] = field(default_factory=list)

    def spent(self) -> float:
        fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    async def ask(self, session: aiohttp.ClientSession, count: int) -> None:
        for _ in range(count):
            async with session.get(self.address + self.path, headers=self.headers) as answer:
                answer.raise_for_status()
                await answer.read()

    async def measure(self, session: aiohttp.ClientSession, requests: int, clients: int) -> None:
        before = self.spent()
        await self.ask(session, requests)
        self.processor.append(1000 * (self.spent() - before) / requests)
        began, each = time.perf_counter(), max(1, requests // clients)
        await asyncio.gather(*(self.ask(session, each) for _ in range(clients)))
        self.per_second.append(each * clients / (time.perf_counter() - began))


def serve_bare(port: int) -> None:
    sessions = async_sessionmaker(create_async_engine(os.environ["DATABASE_URL"]))
    item: Any = schemas_of(domain_extraction).item
    app = FastAPI()

    @app.get("/list")
    async def rows() -> list[item]:
        async with sessions() as session:
            newest = select(*item_columns(domain_extraction)).order_by(LocalBusiness.id.desc()).limit(50)
            return [dict(row) for row in (await session.execute(newest)).mappings()]

    uvicorn.run(app, port=port, access_log=False, log_level="warning")


async def fill(address: str, rows: int, settings: Settings) -> str:
    engine = create_async_engine(address)
    await apply_schema(engine)
    async with AsyncSession(engine, expire_on_commit=False) as session, session.begin():
        tenant = await tenant_for_new_user(session, None)
        user = await add_user(session, "ana", "correct horse battery", Role.VIEWER, tenant.id)
        number = func.generate_series(1, rows).table_valued("number", name="numbers").render_derived()
        values: dict[Any, Any] = {
            LocalBusiness.tenant_id: literal(tenant.id),
            LocalBusiness.source: literal("bench"),
            LocalBusiness.source_id: func.concat(number.c.number),
            LocalBusiness.name: func.concat("Business ", number.c.number),
            LocalBusiness.website: func.concat("https://b", number.c.number, ".example/"),
        }
        await session.execute(insert(LocalBusiness).from_select(list(values), select(*values.values())))
    await engine.dispose()
    return make_signer(settings).issue(user).value


@contextmanager
def started(command: list[str], port: int, variables: dict[str, str]) -> Iterator[int]:
    process = subprocess.Popen([sys.executable, "-m", *command], env=os.environ | variables)  # noqa: S603
    try:
        while True:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            if process.poll() is not None:
                raise SystemExit(f"{command} ended")
            time.sleep(0.1)
        yield process.pid
    finally:
        process.terminate()
        process.wait()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


async def compare(contenders: list[Contender], requests: int, clients: int) -> None:
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        for each in contenders:
            await each.ask(session, 50)
        for _ in range(ROUNDS):
            for each in contenders:
                await each.measure(session, requests, clients)
    for each in contenders:
        milliseconds, per_second = statistics.median(each.processor), statistics.median(each.per_second)
        print(f"{each.name:5} {milliseconds:6.2f} ms of processor a request, {per_second:6.0f} requests/s")
    ours, bare = contenders
    shares = [mine / theirs for mine, theirs in zip(ours.per_second, bare.per_second, strict=True)]
    print(f"ours is {statistics.median(shares):.2f} of the bare endpoint's requests/s (rounds: {sorted(shares)})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=300)
    parser.add_argument("--clients", type=int, default=100)
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--bare", type=int, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.bare:
        serve_bare(chosen.bare)
        return
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        server = EmbeddedServer(Path(folder) / "postgres")
        try:
            address = server.start()
            settings = Settings.model_validate({"database_url": address, "scrapersky_data": folder})
            token = asyncio.run(fill(address, chosen.rows, settings))
            ours, bare = free_port(), free_port()
            variables = {"DATABASE_URL": address, "SCRAPERSKY_DATA": folder, "LOG_LEVEL": "WARNING"}
            with (
                started(["scrapersky", "api", "--port", str(ours)], ours, variables) as our_pid,
                started(["benchmarks.lists", "--bare", str(bare)], bare, variables) as bare_pid,
            ):
                path = "/api/v3/domain-extraction/list"
                headers = {"Authorization": f"Bearer {token}"}
                us = Contender("ours", f"http://127.0.0.1:{ours}", path, our_pid, headers)
                them = Contender("bare", f"http://127.0.0.1:{bare}", "/list", bare_pid)
                asyncio.run(compare([us, them], chosen.requests, chosen.clients))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
