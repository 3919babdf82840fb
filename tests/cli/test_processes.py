"""The product as real processes: started, stopped and killed."""

import asyncio
import signal
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import httpx
import pytest
from tests.process import PATIENCE, running, scrapersky

pytestmark = pytest.mark.timeout(120)

MANY = 10_000  # more than are done between a look at them and a signal
CODE = r"one-time code (\S+)"
ADDRESS = r"ScraperSky is at (http://\S+)"
FIRST = {"name": "ana", "password": "correct horse battery"}


@asynccontextmanager
async def connected(database_url: str) -> AsyncIterator[asyncpg.Connection]:
    connection = await asyncpg.connect(database_url.replace("+asyncpg", ""))
    try:
        yield connection
    finally:
        await connection.close()


async def counted(connection: asyncpg.Connection) -> dict[str, int]:
    rows = await connection.fetch("SELECT domain_extraction_state, count(*) FROM local_businesses GROUP BY 1")
    return {row[0]: row[1] for row in rows}


async def states(database_url: str) -> dict[str, int]:
    async with connected(database_url) as connection:
        return await counted(connection)


async def add_waiting_rows(database_url: str, count: int) -> None:
    async with connected(database_url) as connection:
        tenant = await connection.fetchval("INSERT INTO tenants (name) VALUES ('main') RETURNING id")
        await connection.execute(
            "INSERT INTO local_businesses (tenant_id, source, source_id, name, website,"
            " domain_extraction_curation_status, domain_extraction_processing_status, domain_extraction_queue_order)"
            " SELECT $1, 'test', n, 'Business ' || n, 'https://b' || n || '.example', 'Queued', 'Queued', now()"
            " FROM generate_series(1, $2) n",
            tenant,
            count,
        )


async def wait_until(database_url: str, reached: Callable[[dict[str, int]], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    async with connected(database_url) as connection:
        while not reached(found := await counted(connection)):
            assert time.monotonic() < deadline, found
            await asyncio.sleep(0.02)


def test_the_first_start_needs_nothing_and_prints_the_code_that_makes_the_first_account(tmp_path: Path) -> None:
    data = str(tmp_path / "data")
    arguments = ["up", "--port", "0", "--data", data]
    with running(["-m", "scrapersky", *arguments], tmp_path) as process:  # as people start it, with nothing loaded
        code, address = process.wait_for(CODE), process.wait_for(ADDRESS)
        refused = httpx.post(f"{address}/api/v3/auth/setup", json=FIRST | {"code": "AAAA-BBBB-CCCC"}, timeout=PATIENCE)
        assert refused.status_code == 403
        made = httpx.post(f"{address}/api/v3/auth/setup", json=FIRST | {"code": code}, timeout=PATIENCE)
        assert made.status_code == 200
        assert process.end(signal.SIGINT) == 0
        assert "Traceback" not in process.printed
    with scrapersky(*arguments, folder=tmp_path) as process:
        address = process.wait_for(ADDRESS)
        token = {"Authorization": f"Bearer {made.json()['access_token']}"}
        assert httpx.get(f"{address}/api/v3/auth/me", headers=token, timeout=PATIENCE).json()["name"] == "ana"
        assert process.end() == 0
        assert "one-time code" not in process.printed
    assert not (tmp_path / "data" / "postgres" / "postmaster.pid").exists()


def test_a_port_that_is_taken_is_told_before_anything_starts(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with scrapersky("up", "--port", str(port), folder=tmp_path, SCRAPERSKY_DATA=str(tmp_path / "d")) as process:
            words = process.wait_for(r"Error: .*")
            assert f"port {port}: Address already in use" in words
            assert f"--port {port + 1}" in words
    assert not (tmp_path / "d").exists()


async def test_a_database_without_its_schema_is_named_and_left_alone(server_url: str, tmp_path: Path) -> None:
    connection = await asyncpg.connect(server_url.replace("+asyncpg", ""))
    await connection.execute("CREATE DATABASE bare")
    bare = server_url.replace("/postgres?", "/bare?")
    with scrapersky("up", "--port", "0", folder=tmp_path, DATABASE_URL=bare, SCRAPERSKY_DATA=str(tmp_path)) as process:
        words = process.wait_for(r"Error: .*")
    assert "0001_log.sql" in words
    assert "scrapersky schema apply" in words
    await connection.execute("DROP DATABASE bare WITH (FORCE)")
    await connection.close()


@pytest.mark.parametrize("command", ["up", "worker"])
async def test_sigterm_in_the_middle_leaves_nothing_in_processing(
    database_url: str, tmp_path: Path, command: str
) -> None:
    await add_waiting_rows(database_url, MANY)
    settings = {"DATABASE_URL": database_url, "SCRAPERSKY_DATA": str(tmp_path), "PORT": "0"}
    with scrapersky(command, folder=tmp_path, **settings) as process:
        await wait_until(database_url, lambda found: found.get("Complete", 0) > 100)
        assert process.end(signal.SIGTERM) == 0
        assert "Traceback" not in process.printed
    found = await states(database_url)
    assert found.get("Processing", 0) == 0
    assert found.get("Queued", 0) > 0, "it was over too soon to show anything"
    assert sum(found.values()) == MANY


SLOW_WORKER = """
import asyncio
from pathlib import Path
from dataclasses import replace
from scrapersky.cli.running import read_settings, run
from scrapersky.cli.worker import work
from scrapersky.services.domain_extraction_service import find_domain
from scrapersky.workflows.wf3_domain_extraction import domain_extraction

async def slowly(business, clients):
    print("begun", flush=True)
    while not Path("finish").exists():
        await asyncio.sleep(0.05)
    return await find_domain(business, clients)

run(work(read_settings(), [replace(domain_extraction, work=slowly)]))
"""


async def test_sigterm_lets_rows_in_work_finish_and_releases_those_that_wait(database_url: str, tmp_path: Path) -> None:
    await add_waiting_rows(database_url, 40)
    settings = {"DATABASE_URL": database_url, "SCRAPERSKY_DATA": str(tmp_path), "SHUTDOWN_GRACE_SECONDS": str(PATIENCE)}
    with running(["-c", SLOW_WORKER], tmp_path, **settings) as process:
        await wait_until(database_url, lambda _: process.printed.count("begun") == 16)
        process.send(signal.SIGTERM)
        await wait_until(database_url, lambda found: found == {"Processing": 16, "Queued": 24})
        (tmp_path / "finish").touch()
        assert process.ended() == 0
    assert await states(database_url) == {"Complete": 16, "Queued": 24}
