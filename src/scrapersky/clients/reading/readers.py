"""A few processes that read for this one, started when first needed and gone when it is."""

import asyncio
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from typing import Any, ParamSpec, Self, TypeVar

from scrapersky.clients.reading.reader_process import LENGTH_BYTES
from scrapersky.curation_sdk.declaring import step
from scrapersky.errors import ScraperSkyError

MOST_READERS = 4
_COMMAND = (sys.executable, "-m", "scrapersky.clients.reading.reader_process")

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


def usual_readers() -> int:
    """As many as there are processors, up to a few: each takes some 40 MB."""
    return min(os.cpu_count() or 1, MOST_READERS)


class ReaderEnded(ScraperSkyError):
    """Reading this ended the process that did it, and another one after it."""

    outcome = "reader_ended"

    def __init__(self, status: int | None) -> None:
        super().__init__(
            f"Reading this page ended the process that read it, twice (status {status})."
            " It is too large for this machine's memory, or broken in a way that no page should be."
        )


class _Ended(Exception):
    def __init__(self, status: int | None) -> None:
        super().__init__(status)
        self.status = status


class Readers:
    """With `most` of 0 a thread of this process does it. Functions go by their names: only those of modules can."""

    def __init__(self, most: int = 0) -> None:
        self._most = most
        self._free = asyncio.Semaphore(max(most, 1))
        self._idle: list[Process] = []
        self._all: set[Process] = set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        self._idle.clear()
        await asyncio.gather(*(self._end(reader) for reader in list(self._all)))

    async def call(
        self, function: Callable[Arguments, Result], *arguments: Arguments.args, **named: Arguments.kwargs
    ) -> Result:
        """What the function returns or raises. Cancelled, its process is ended: no page keeps a processor."""
        with step("extract", **{"code.function.name": function.__name__}):
            return await self._call(function, *arguments, **named)

    async def _call(
        self, function: Callable[Arguments, Result], *arguments: Arguments.args, **named: Arguments.kwargs
    ) -> Result:
        if not self._most:
            return await asyncio.to_thread(function, *arguments, **named)
        packed = pickle.dumps((function, arguments, named), pickle.HIGHEST_PROTOCOL)
        try:
            is_result, value = await self._answer(packed)
        except _Ended:  # which may have been for reasons of the machine's own
            try:
                is_result, value = await self._answer(packed)
            except _Ended as again:
                raise ReaderEnded(again.status) from again
        if not is_result:
            raise value
        result: Result = value
        return result

    async def _answer(self, packed: bytes) -> tuple[bool, Any]:
        """Whether it is a result, and that result, or what was raised."""
        async with self._free:
            reader = self._idle.pop() if self._idle else await self._start()
            try:
                answer = await _exchange(reader, packed)
            except BaseException as error:
                await asyncio.shield(self._end(reader))
                if isinstance(error, (asyncio.IncompleteReadError, ConnectionError)):
                    raise _Ended(reader.returncode) from error
                raise
            self._idle.append(reader)
        value: tuple[bool, Any] = pickle.loads(answer)  # noqa: S301  from our own process
        return value

    async def _start(self) -> Process:
        """What can be imported here can be there, wherever it is installed."""
        there = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        reader = await asyncio.create_subprocess_exec(*_COMMAND, stdin=PIPE, stdout=PIPE, env=there)
        self._all.add(reader)
        return reader

    async def _end(self, reader: Process) -> None:
        self._all.discard(reader)
        if reader.returncode is None:
            reader.kill()
        await reader.wait()


async def _exchange(reader: Process, packed: bytes) -> bytes:
    assert reader.stdin is not None  # noqa: S101  asked for when it was started
    assert reader.stdout is not None  # noqa: S101
    reader.stdin.write(len(packed).to_bytes(LENGTH_BYTES) + packed)
    await reader.stdin.drain()
    length = int.from_bytes(await reader.stdout.readexactly(LENGTH_BYTES))
    return await reader.stdout.readexactly(length)
