"""Two workers in processes of their own, which take all rows there are through one queue at each line they are sent."""

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy.ext.asyncio import AsyncEngine

from scrapersky.errors import ScraperSkyError

_WORKERS = 2


@asynccontextmanager
async def working_pair(who: str, *addresses: str) -> AsyncIterator[Callable[[Any, AsyncEngine], Awaitable[None]]]:
    command, pipe = [sys.executable, "-m", "scrapersky.bench.queue", who, *addresses], asyncio.subprocess.PIPE
    workers = [await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe) for _ in range(_WORKERS)]

    async def said(worker: asyncio.subprocess.Process) -> None:
        assert worker.stdout is not None  # noqa: S101  asked for
        if not await worker.stdout.readline():
            raise ScraperSkyError(f"A worker of {who} ended.")

    async def run(_: Any, __: AsyncEngine) -> None:
        for worker in workers:
            assert worker.stdin is not None  # noqa: S101  asked for
            worker.stdin.write(b"go on\n")
        await asyncio.gather(*map(said, workers))

    try:
        await asyncio.gather(*map(said, workers))
        yield run
    finally:
        for worker in workers:
            worker.kill()
            await worker.wait()
