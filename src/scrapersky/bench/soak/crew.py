"""The worker processes, as the soak sees them: who is alive, and whom a signal can be sent to."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from scrapersky.errors import ScraperSkyError

WORKERS = 4


class Crew:
    """`pids` are those alive now; one that ends is followed by another without our doing."""

    def __init__(self, steward: asyncio.subprocess.Process) -> None:
        assert steward.stdin is not None  # noqa: S101  both were asked for
        assert steward.stdout is not None  # noqa: S101
        self._steward, self._input, self._output = steward, steward.stdin, steward.stdout
        self._following: asyncio.Task[None] | None = None
        self.pids: list[int] = []

    async def begin(self, database_url: str) -> None:
        if await self._line() != ["ready"]:
            raise ScraperSkyError("The workers could not be started; what stands above says why.")
        self._following = asyncio.create_task(self._follow())
        self._input.write(f"{database_url}\n".encode())
        await self._input.drain()

    async def _follow(self) -> None:
        while line := await self._line():
            word, pid = line
            if word == "started":
                self.pids.append(int(pid))
            else:
                self.pids.remove(int(pid))

    async def _line(self) -> list[str]:
        return (await self._output.readline()).decode().split()

    def send(self, pid: int, number: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            os.kill(pid, number)

    async def dismiss(self) -> None:
        """Workers are killed and the folder is removed before this returns."""
        self._input.close()
        await self._steward.wait()
        if self._following is not None:
            await self._following


@asynccontextmanager
async def hired_crew(workflow: str, log: Path, folder: Path) -> AsyncIterator[Crew]:
    """A session of their own: Ctrl-C is for the soak, which then ends them."""
    steward = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "scrapersky.bench.soak.steward", str(WORKERS), workflow, str(log), str(folder)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    crew = Crew(steward)
    try:
        yield crew
    finally:
        await asyncio.shield(crew.dismiss())
