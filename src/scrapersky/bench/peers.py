"""Others' software, in an environment of its own beside the data: nothing of it is installed where we run."""

import asyncio
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson

from scrapersky.bench.frame import Lap, ProcessorClock
from scrapersky.bench.served import ScratchServer
from scrapersky.errors import ScraperSkyError

_SECONDS_TO_INSTALL = 600
_INSTALLED = "installed.txt"


class PeerMissing(Exception):
    """The peer could not be installed; why."""


class PeerFailed(ScraperSkyError):
    """What ran beside the others did not do its work, which counts for nothing."""


async def peer_python(
    folder: Path, name: str, packages: Sequence[str], *, install: bool = True, say: Callable[[str], None]
) -> Path:
    """The Python of an environment that has these packages; made on first use, if `install` allows."""
    place = folder / "peers" / name
    python = place / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    wanted, kept = "\n".join(packages), place / _INSTALLED
    if kept.exists() and kept.read_text() == wanted and python.exists():
        return python
    if not install:
        raise PeerMissing("it is not installed yet, and is not for a quick run")
    say(f"preparing {name} in an environment of its own")
    await _run([sys.executable, "-m", "venv", "--clear", str(place)])
    await _run([str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages])
    kept.write_text(wanted)
    return python


async def _run(command: Sequence[str]) -> None:
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE
    )
    try:
        async with asyncio.timeout(_SECONDS_TO_INSTALL):
            _, said = await process.communicate()
    except TimeoutError:
        process.kill()
        raise PeerMissing(f"installing it took longer than {_SECONDS_TO_INSTALL} seconds") from None
    if process.returncode:
        last = (said.decode("utf-8", "replace").strip().splitlines() or ["pip failed"])[-1]
        raise PeerMissing(f"it could not be installed: {last[:300]}")


async def lap_of(command: Sequence[str], server: ScratchServer, units: int | None = None) -> Lap:
    """Of a process of its own, and of the database: the share of those that count, if it does `units` in all."""
    clock = ProcessorClock(server.process)
    lap = Lap(**await answer_of(command))
    database = clock.spent
    share = lap.units / units if units else 1.0
    return replace(lap, database_seconds=None if database is None else database * share)


async def answer_of(command: Sequence[str]) -> dict[str, Any]:
    """The object that a contender of its own process prints when it is done."""
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    said, complained = await process.communicate()
    if process.returncode or not said:
        raise PeerFailed(f"{Path(command[1]).name} failed: {complained.decode('utf-8', 'replace')[-2000:]}")
    answer: dict[str, Any] = orjson.loads(said)
    return answer
