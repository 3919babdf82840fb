"""By when a queue is drained at the pace measured, and which setting would halve that."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import Float, ScalarResult, cast, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import Ending, Names, Run, Schedule, Worker, id_ago
from scrapersky.curation_sdk.monitor.forecasts import in_words
from scrapersky.curation_sdk.monitor.rates import MINUTES_MEASURED
from scrapersky.curation_sdk.plurals import plural

# Slots that are in use for so much of the time are what rows wait for.
FULL = 0.7
MOST_CONCURRENCY = 1000
_ENDED = (Ending.COMPLETE.value, Ending.ERROR.value)


@dataclass(frozen=True, slots=True)
class Measured:
    """Of the last minutes: attempts that ended, attempts put off until later, and seconds that work took in all."""

    ended: int = 0
    put_off: int = 0
    busy_seconds: float = 0.0

    @property
    def per_minute(self) -> float:
        return self.ended / MINUTES_MEASURED

    @property
    def rows_at_once(self) -> float:
        """On average."""
        return self.busy_seconds / (60 * MINUTES_MEASURED)


async def measure(session: AsyncSession, now: datetime, tenant_id: UUID | None = None) -> dict[str, Measured]:
    """Of one tenant's rows, or of all."""
    lately = Run.id > id_ago(now, 60 * MINUTES_MEASURED)
    seconds = cast(func.extract("epoch", Run.ended_at - Run.started_at), Float)
    found = await session.execute(
        select(
            Run.workflow,
            func.count().filter(Run.ending.in_(_ENDED)),
            func.count().filter(Run.ending == Ending.DEFERRED.value, Run.produced == 0),
            func.sum(seconds),
        )
        .where(lately, *([Run.tenant_id == tenant_id] if tenant_id else []))
        .group_by(Run.workflow)
    )
    return {workflow: Measured(ended, put_off, busy or 0.0) for workflow, ended, put_off, busy in found}


async def live_workers(session: AsyncSession) -> ScalarResult[Worker]:
    """Processes that take up rows."""
    return await session.scalars(select(Worker).where(Worker.lease_until > func.now(), Worker.claims))


@dataclass(frozen=True, slots=True)
class Drain:
    """One queue: how many rows wait, what was measured, and who works on it by which schedule."""

    names: Names
    schedule: Schedule
    waiting: int
    measured: Measured
    processes: int
    is_paused: bool

    @property
    def seconds(self) -> int | None:
        """Nothing while nobody works on it, or no pace is known."""
        if not self.waiting:
            return 0
        if self.is_paused or not self.processes or not self.measured.ended:
            return None
        return round(self.waiting / self.measured.per_minute * 60)

    @property
    def advice(self) -> str | None:
        """Which setting would halve it, where there is something to halve."""
        if not self.waiting or not self.schedule.enabled:
            return None
        if self.is_paused:
            return "it is paused: nothing is worked on until it is resumed"
        if not self.processes:
            return "no process works on it: start scrapersky worker"
        if not self.measured.ended + self.measured.put_off:
            return f"nothing ended in the last {MINUTES_MEASURED} minutes, so no pace is known"
        return self._what_would_halve()

    def _what_would_halve(self) -> str:
        slots = self.schedule.concurrency * self.schedule.max_instances * self.processes
        in_use = f"{self.measured.rows_at_once:.1f} of {plural(slots, 'slot')} in use"
        if self.measured.rows_at_once >= FULL * slots:
            return f"{in_use}: {self._twice_the_slots()} would halve that, where the machine has processors left"
        if self.measured.put_off > self.measured.ended:
            return (
                f"{in_use}, and {plural(self.measured.put_off, 'attempt was', 'attempts were')} put off for hosts'"
                " turns: half the seconds between two requests to a host would halve that, where the sites bear it"
            )
        return f"{in_use}: rows wait for their time, such as a retry's, or for processors; more slots would not help"

    def _twice_the_slots(self) -> str:
        twice = 2 * self.schedule.concurrency
        if twice > MOST_CONCURRENCY:
            return f"{2 * self.processes} processes instead of {self.processes}"
        return f"{self.names.setting('concurrency')}={twice} instead of {self.schedule.concurrency}"

    @property
    def words(self) -> str:
        """What a person reads of it, beside how many rows wait."""
        when = f"drained in {in_words(self.seconds)}" if self.seconds else None
        return "; ".join(part for part in (when, self.advice) if part)
