"""The network to the database falls silent, without a word: what waits ends in a bounded time, and goes on later."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from tests.cli.test_processes import ADDRESS, CODE, FIRST, add_waiting_rows, wait_until
from tests.process import PATIENCE, Process, scrapersky
from tests.silent_proxy import SilentProxy, silent_proxy

pytestmark = pytest.mark.timeout(400)

QUICK = {"DATABASE_REQUEST_SECONDS": "1", "DATABASE_WORK_SECONDS": "1", "SHUTDOWN_GRACE_SECONDS": "1"}
LIST = "/api/v3/domain-extraction/list"


@dataclass
class Running:
    process: Process
    proxy: SilentProxy

    async def printed(self, pattern: str) -> str:
        """In a thread: the proxy goes on meanwhile."""
        return await asyncio.to_thread(self.process.wait_for, pattern)

    async def end(self) -> int:
        return await asyncio.to_thread(self.process.end, signal.SIGTERM)


@asynccontextmanager
async def started(database_url: str, folder: Path, *command: str) -> AsyncIterator[Running]:
    async with silent_proxy(database_url) as proxy:
        with scrapersky(*command, folder=folder, DATABASE_URL=proxy.url, **QUICK) as process:
            yield Running(process, proxy)


@asynccontextmanager
async def signed_in(application: Running) -> AsyncIterator[httpx.AsyncClient]:
    code, address = await application.printed(CODE), await application.printed(ADDRESS)
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as client:
        made = await client.post("/api/v3/auth/setup", json=FIRST | {"code": code})
        client.headers["Authorization"] = f"Bearer {made.json()['access_token']}"
        yield client


async def test_a_request_ends_in_an_honest_error_and_the_next_is_answered(database_url: str, tmp_path: Path) -> None:
    async with started(database_url, tmp_path, "up", "--port", "0", "--data", str(tmp_path)) as application:
        async with signed_in(application) as client:
            assert (await client.get(LIST)).status_code == 200
            application.proxy.fall_silent()
            lost = await client.get(LIST)
            application.proxy.speak()
            again = await client.get(LIST)
        assert await application.end() == 0
    assert (lost.status_code, lost.json()["error"]["code"]) == (503, "database_away")
    assert int(lost.headers["Retry-After"]) > 0
    assert again.status_code == 200


async def test_the_queue_goes_on(database_url: str, tmp_path: Path) -> None:
    await add_waiting_rows(database_url, 500)
    async with started(database_url, tmp_path, "worker", "--data", str(tmp_path)) as worker:
        await wait_until(database_url, lambda found: found.get("Complete", 0) > 20)
        worker.proxy.fall_silent()
        await worker.printed("could not|for the database")
        worker.proxy.speak()
        await wait_until(database_url, lambda found: found == {"Complete": 500})
        assert await worker.end() == 0


@pytest.mark.parametrize("command", [["worker"], ["up", "--port", "0"]])
async def test_a_signal_is_obeyed_while_nothing_answers(database_url: str, tmp_path: Path, command: list[str]) -> None:
    await add_waiting_rows(database_url, 5_000)
    async with started(database_url, tmp_path, *command, "--data", str(tmp_path)) as running:
        await wait_until(database_url, lambda found: found.get("Complete", 0) > 100)
        running.proxy.fall_silent()
        assert await running.end() == 0
        assert "Traceback" not in running.process.printed
