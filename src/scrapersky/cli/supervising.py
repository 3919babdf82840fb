"""Child processes that are started anew when they die, and that end with whoever started them, however that ends.

A process without threads or an event loop forks them: they share what is loaded, and no lock is held by nobody.
"""

import logging
import os
import select
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NoReturn

from scrapersky.cli.running import SIGNALS

log = logging.getLogger(__name__)

SHORTEST_PAUSE, LONGEST_PAUSE = 1.0, 30.0
SECONDS_TO_PROVE_ITSELF = 60.0  # one that lived for so long begins again with the shortest pause
SECONDS_BEYOND_GRACE = 20.0


class Lifeline:
    """A pipe whose end the others read once the one who holds it is gone, however that came about."""

    def __init__(self) -> None:
        self.read_end, self._write_end = os.pipe()

    def leave(self) -> int:
        """In the child: only whoever started it holds the other end. Gives the end to watch."""
        os.close(self._write_end)
        return self.read_end

    def hold(self) -> None:
        """In the parent, which watches nothing."""
        os.close(self.read_end)

    def say_go(self) -> None:
        os.write(self._write_end, b"!")


def fork(work: Callable[[], int]) -> int:
    """The child's id. In a group of its own: Ctrl-C in the terminal is for the parent, which tells the others.

    A signal that comes before the child is ready for it waits, and is not taken by what the parent does about it.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        pid = os.fork()
        if pid == 0:
            _be_a_child(work)
        return pid
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)


def _be_a_child(work: Callable[[], int]) -> NoReturn:
    code = 1
    try:
        os.setpgid(0, 0)
        signal.set_wakeup_fd(-1)
        for number in (*SIGNALS, signal.SIGCHLD):
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        code = work()
    except Exception:
        log.exception("a process failed")
    finally:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


@dataclass(slots=True)
class _Seat:
    """One of the places that a child takes, one after the other."""

    number: int
    pid: int | None = None
    began: float = float("-inf")
    due: float = float("-inf")
    pause: float = SHORTEST_PAUSE


@dataclass(slots=True)
class Supervisor:
    """`work` is what a child does; it gets the end of the lifeline to watch and gives the exit code.

    `watched` is the end of whoever started this process, if it is to end with them.
    """

    name: str
    count: int
    work: Callable[[int], int]
    grace_seconds: float
    watched: int | None = None
    _lifeline: Lifeline = field(default_factory=Lifeline)
    _seats: list[_Seat] = field(default_factory=list)
    _is_stopping: bool = False

    def run(self) -> None:
        """Until a signal comes or the watched end says that it is over. Nothing of it is left behind."""
        self._seats = [_Seat(number + 1) for number in range(self.count)]
        wake_up = self._hear_signals()
        while not self._is_stopping:
            for seat in self._seats:
                self._fill(seat)
            self._wait(wake_up, self._seconds_to_next())
            self._reap()
        self._stop(wake_up)

    def _hear_signals(self) -> int:
        read_end, write_end = os.pipe()
        for end in (read_end, write_end):
            os.set_blocking(end, False)
        signal.set_wakeup_fd(write_end, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        for number in SIGNALS:
            signal.signal(number, self._note_stop)
        return read_end

    def _note_stop(self, *_: object) -> None:
        self._is_stopping = True

    def _fill(self, seat: _Seat) -> None:
        if seat.pid is not None or time.monotonic() < seat.due or self._is_stopping:
            return
        seat.began = time.monotonic()
        seat.pid = fork(lambda: self.work(self._lifeline.leave()))

    def _wait(self, wake_up: int, seconds: float | None) -> None:
        ends = [wake_up] if self.watched is None else [wake_up, self.watched]
        ready, _, _ = select.select(ends, [], [], seconds)
        if self.watched in ready:
            self._is_stopping = True
        with suppress(BlockingIOError):
            while wake_up in ready and os.read(wake_up, 512):
                pass

    def _seconds_to_next(self) -> float | None:
        empty = [seat.due for seat in self._seats if seat.pid is None]
        return max(0.0, min(empty) - time.monotonic()) if empty else None

    def _reap(self) -> None:
        for seat in self._seats:
            if seat.pid is None:
                continue
            ended, status = os.waitpid(seat.pid, os.WNOHANG)
            if ended:
                self._note_end(seat, os.waitstatus_to_exitcode(status))

    def _note_end(self, seat: _Seat, code: int) -> None:
        if time.monotonic() - seat.began > SECONDS_TO_PROVE_ITSELF:
            seat.pause = SHORTEST_PAUSE
        if not self._is_stopping:
            how = f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with {code}"
            log.warning("%s process %d %s; another starts in %g s", self.name, seat.pid, how, seat.pause)
        seat.pid, seat.due = None, time.monotonic() + seat.pause
        seat.pause = min(2 * seat.pause, LONGEST_PAUSE)

    def _stop(self, wake_up: int) -> None:
        """Each is told once; whoever does not end within the grace time and a little more is ended."""
        self.watched = None
        self._send(signal.SIGTERM)
        deadline = time.monotonic() + self.grace_seconds + SECONDS_BEYOND_GRACE
        while self._living() and time.monotonic() < deadline:
            self._wait(wake_up, max(0.0, deadline - time.monotonic()))
            self._reap()
        self._send(signal.SIGKILL)
        for seat in self._living():
            os.waitpid(seat.pid or 0, 0)

    def _living(self) -> list[_Seat]:
        return [seat for seat in self._seats if seat.pid is not None]

    def _send(self, number: signal.Signals) -> None:
        for seat in self._living():
            with suppress(ProcessLookupError):
                os.kill(seat.pid or 0, number)
