"""A process that reads, as the worker sees it: calls go in ahead of their answers, which come in the same order."""

import asyncio
import os
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass

from scrapersky.clients.reading.reader_process import LENGTH_BYTES
from scrapersky.errors import ScraperSkyError

AHEAD = 2
_COMMAND = (sys.executable, "-m", "scrapersky.clients.reading.reader_process")


class ReaderEnded(ScraperSkyError):
    """Reading this ended the process that did it, and another one after it."""

    outcome = "reader_ended"

    def __init__(self, status: int | None) -> None:
        super().__init__(
            f"Reading this page ended the process that read it, twice (status {status})."
            " It is too large for this machine's memory, or broken in a way that no page should be."
        )


@dataclass(slots=True, eq=False)
class Call:
    """One whose `answer` is done before it came is waited for by nobody any more."""

    packed: bytes
    answer: asyncio.Future[bytes]
    has_ended_a_reader: bool = False

    @property
    def is_wanted(self) -> bool:
        return not self.answer.done()

    def ended_a_reader(self, status: int | None) -> None:
        """The first time may have been for reasons of the machine's own."""
        if self.has_ended_a_reader and self.is_wanted:
            self.answer.set_exception(ReaderEnded(status))
        self.has_ended_a_reader = True


class Reader:
    """Of the calls that it has not answered it works on the first. Others wait behind, so that it never does.

    The place of one that was taken back is kept: its answer will come, and go nowhere. After `patience`, in seconds, at
    one call it is late, for it may be at it for ever.
    """

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self.calls: deque[Call | None] = deque()
        self._began = 0.0
        self._process: Process | None = None
        self._is_told_to_end = False

    @property
    def is_open(self) -> bool:
        """Whether one more may wait here."""
        return len(self.calls) <= AHEAD and not self._is_told_to_end and not self._is_late

    @property
    def _is_late(self) -> bool:
        return bool(self.calls) and time.monotonic() - self._began > self._patience

    def send(self, call: Call) -> None:
        if not self.calls:
            self._began = time.monotonic()
        self.calls.append(call)
        if self._process is not None:
            self._write(self._process, call)

    @staticmethod
    def _write(process: Process, call: Call) -> None:
        assert process.stdin is not None  # noqa: S101  asked for when it was started
        with suppress(RuntimeError, ConnectionError):  # it has ended, as is told where its answers are read
            process.stdin.write(len(call.packed).to_bytes(LENGTH_BYTES) + call.packed)

    def take_back_late(self) -> list[Call]:
        """What waits behind a call that takes long. One that takes long for nobody is ended."""
        if not self._is_late:
            return []
        first, *behind = self.calls
        if first is None or not first.is_wanted:
            self.end()
            return []
        self.calls = deque([first, *(None for _ in behind)])
        return wanted(behind)

    def take_back_all(self) -> list[Call]:
        """After its end, for which the call that it worked on may be the reason, unless it was told to end."""
        first = self.calls[0] if self.calls else None
        if first is not None and not self._is_told_to_end:
            first.ended_a_reader(self._process.returncode if self._process else None)
        return wanted(self.calls)

    async def serve(self, answered: Callable[[], None]) -> None:
        """Until its process ends. What can be imported here can be there, wherever it is installed."""
        there = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        process = await asyncio.create_subprocess_exec(*_COMMAND, stdin=PIPE, stdout=PIPE, env=there)
        try:
            if not self._is_told_to_end:
                await self._work_with(process, answered)
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()

    async def _work_with(self, process: Process, answered: Callable[[], None]) -> None:
        assert process.stdout is not None  # noqa: S101  asked for when it was started
        self._process, self._began = process, time.monotonic()
        self.calls = deque(wanted(self.calls))
        for call in wanted(self.calls):
            self._write(process, call)
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                length = int.from_bytes(await process.stdout.readexactly(LENGTH_BYTES))
                self._take(await process.stdout.readexactly(length))
                answered()

    def _take(self, answer: bytes) -> None:
        call = self.calls.popleft()
        self._began = time.monotonic()
        if call is not None and call.is_wanted:
            call.answer.set_result(answer)

    def fail(self, error: OSError) -> None:
        """It could not be started."""
        for call in wanted(self.calls):
            call.answer.set_exception(error)

    def end(self) -> None:
        self._is_told_to_end = True
        if self._process is not None and self._process.returncode is None:
            self._process.kill()


def wanted(calls: Iterable[Call | None]) -> list[Call]:
    return [call for call in calls if call is not None and call.is_wanted]
