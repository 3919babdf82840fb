"""Rows in work: so many at once, each under its time limit, each ending for itself and no other."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Iterable
from contextvars import copy_context

from scrapersky.curation_sdk.declaring import AnyWorkflow, Attempt, Ending, Nothing, readable, row_in_work
from scrapersky.curation_sdk.errors import CurationError
from scrapersky.curation_sdk.queue.completion import Settler
from scrapersky.curation_sdk.queue.loading import taken
from scrapersky.curation_sdk.queue.runtime import WorkEngine

LONGEST_TURN = 0.01

Work = Callable[[Attempt], Awaitable[None]]

Ended = Callable[[Attempt], None]


class Slots:
    """A few runners take row after row: a task and a timer for each row would cost more than the queue itself.

    `work` answers for whatever is raised within it, cancellation included; `ended` is called for every row once.
    """

    def __init__(self, work: Work, ended: Ended, *, at_once: int, timeout_seconds: float) -> None:
        self._work, self._ended = work, ended
        self._at_once, self._timeout_seconds = at_once, timeout_seconds
        self._waiting: deque[Attempt] = deque()
        self._in_work: dict[Attempt, asyncio.Task[None]] = {}
        self._starting: set[asyncio.Task[None]] = set()
        self._alarm: asyncio.TimerHandle | None = None
        self._closed = False
        self._context = copy_context()

    def __len__(self) -> int:
        """How many rows wait for a slot or are in work."""
        return len(self._waiting) + len(self._in_work)

    def add(self, attempts: Iterable[Attempt]) -> None:
        self._waiting.extend(attempts)
        self._context = copy_context()
        self._start_runners(1)

    def open(self) -> None:
        self._closed = False

    def close(self) -> None:
        """No further row is begun."""
        self._closed = True

    def stop_the_clock(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _has_a_row_to_begin(self) -> bool:
        return bool(self._waiting) and not self._closed and len(self._in_work) < self._at_once

    def _start_runners(self, most: int) -> None:
        """No more than there are rows that nobody is about to take, and slots for them."""
        starting = len(self._starting)
        free = self._at_once - len(self._in_work)
        for _ in range(0 if self._closed else min(most, len(self._waiting), free) - starting):
            runner = asyncio.create_task(self._run(), context=self._context.copy())
            self._starting.add(runner)
            runner.add_done_callback(self._starting.discard)

    async def _run(self) -> None:
        runner = asyncio.current_task()
        assert runner is not None  # noqa: S101  within a coroutine there is one
        self._starting.discard(runner)
        context, turn_began = copy_context(), time.monotonic()
        while self._has_a_row_to_begin():
            attempt = self._begin(runner)
            try:
                await self._work(attempt)
            except BaseException:
                attempt.ending = Ending.RELEASED  # whatever it was, it was no result
                raise
            finally:
                del self._in_work[attempt]
                self._end(attempt)
            if runner.cancelling() or copy_context() != context:
                break  # what a row left behind in the task is not the next one's
            if attempt.ended - turn_began > LONGEST_TURN:
                await asyncio.sleep(0)
                turn_began = time.monotonic()
        self._start_runners(1)

    def _begin(self, runner: asyncio.Task[None]) -> Attempt:
        attempt = self._waiting.popleft()
        self._in_work[attempt] = runner
        # One in reserve takes the next row as soon as this one waits. Where others wait already, all slots are filled.
        if len(self._in_work) > 1:
            self._start_runners(self._at_once)
        elif not self._starting:
            self._start_runners(1)
        if self._alarm is None:
            self._set_alarm(self._timeout_seconds)
        attempt.started = time.monotonic()
        return attempt

    def _end(self, attempt: Attempt) -> None:
        attempt.ended = time.monotonic()
        attempt.started = attempt.started or attempt.ended
        self._ended(attempt)

    def _set_alarm(self, seconds: float) -> None:
        self._alarm = asyncio.get_running_loop().call_later(seconds, self._look_at_the_clock)

    def _look_at_the_clock(self) -> None:
        """One timer for all: the limit is the same, so the row that is longest in work is the first to reach it."""
        self._alarm = None
        earliest_begun = time.monotonic() - self._timeout_seconds
        for attempt, runner in self._in_work.items():
            if attempt.started > earliest_begun:
                self._set_alarm(attempt.started - earliest_begun)
                return
            if attempt.ending is Ending.COMPLETE:  # nobody has told it to end before
                attempt.ending = Ending.RETRY
                runner.cancel()

    def drop_waiting(self, ending: Ending, which: Collection[Attempt] | None = None) -> None:
        """End rows that were not begun: these, or all."""
        dropped = [attempt for attempt in self._waiting if which is None or attempt in which]
        self._waiting = deque(attempt for attempt in self._waiting if which is not None and attempt not in which)
        for attempt in dropped:
            attempt.ending = ending
            self._end(attempt)

    def cancel(self, ending: Ending, which: Collection[Attempt] | None = None) -> None:
        """Cancel the work on rows: on these, or on all."""
        for attempt, runner in self._in_work.items():
            if which is None or attempt in which:
                attempt.ending = ending
                runner.cancel()

    async def finish(self, grace_seconds: float) -> None:
        """Wait until no row is in work, and no longer than the grace time."""
        if self._in_work:
            await asyncio.wait(set(self._in_work.values()), timeout=grace_seconds)


log = logging.getLogger(__name__)


class Working:
    """Calls a workflow's `work` and answers for all that is raised within it, cancellation included."""

    def __init__(self, workflow: AnyWorkflow, engine: WorkEngine, settler: Settler, timeout_seconds: float) -> None:
        self._workflow, self._engine, self._settler = workflow, engine, settler
        self._name, self._timeout_seconds = workflow.name, timeout_seconds

    async def work(self, attempt: Attempt) -> None:
        before = row_in_work.set((self._name, attempt))
        try:
            try:
                result = await self._engine.work(self._workflow, taken(attempt), attempt.tenant_id)
            except CurationError as error:
                if not error.completes:
                    raise
                result = Nothing(error.outcome, readable(error))
            attempt.complete(result)
            if time.monotonic() - attempt.started > self._timeout_seconds:
                self._came_too_late(attempt)
        except asyncio.CancelledError:
            self._cancelled(attempt)
        except (KeyboardInterrupt, GeneratorExit):
            raise
        except BaseException as error:  # noqa: BLE001  one row's failure, panic or exit is its own
            self._settler.note(attempt, error)
        finally:
            row_in_work.reset(before)

    def _came_too_late(self, attempt: Attempt) -> None:
        """It was not cancelled in time, so the clock had no turn."""
        log.warning(
            "%s: row %s came back after %.1f s, past its limit of %g s. This work, or another in this process, blocks"
            " the event loop; put what blocks into asyncio.to_thread.",
            self._name,
            attempt.row_id,
            time.monotonic() - attempt.started,
            self._timeout_seconds,
        )
        self._settler.put_away([attempt])
        self._settler.note(attempt, self._too_long())

    def _cancelled(self, attempt: Attempt) -> None:
        """Who cancelled has said why in the ending; otherwise it came from within the work."""
        if attempt.ending is Ending.RETRY:
            self._settler.note(attempt, self._too_long())
        elif attempt.ending is Ending.COMPLETE:
            self._settler.note(attempt, CurationError("The work was cancelled from within."))

    def _too_long(self) -> TimeoutError:
        return TimeoutError(f"Took longer than {self._timeout_seconds:g} s, the limit for one row.")
