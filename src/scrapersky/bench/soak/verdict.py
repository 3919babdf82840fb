"""What became of every row, counted: lost, doubled, stuck, wrongly failed, and how long the queue stood still."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from sqlalchemy import ColumnElement, Float, extract, func, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.bench.soak.errands import Effect, Errand, Guilt, SoakLedgerEntry
from scrapersky.bench.soak.kinds import PATIENCE_SECONDS, FaultKind

MOST_EXAMPLES = 5


@dataclass(frozen=True, slots=True)
class SoakedRow:
    """One row after the soak. `entries` are its effects in the ledger, `has_effect` is the idempotent one."""

    state: str
    entries: int
    has_effect: bool
    is_guilty: bool
    error: str | None = None

    @property
    def is_stuck(self) -> bool:
        return self.state in ("Queued", "Processing")

    @property
    def is_lost(self) -> bool:
        """Neither at an end nor on its way to one, or at its end without what it should have left behind."""
        if self.state == "Complete":
            return self.entries == 0 or not self.has_effect
        return not self.is_stuck and self.state != "Error"

    @property
    def is_doubled(self) -> bool:
        """An effect more than the row was completed: also that of a row that was not."""
        return self.entries > (self.state == "Complete")

    @property
    def is_innocent_error(self) -> bool:
        return self.state == "Error" and not self.is_guilty


@dataclass(frozen=True, slots=True)
class SoakVerdict:
    """All four are 0 where the queue is sound."""

    lost: int
    doubled: int
    stuck: int
    innocent_errors: int
    errors: dict[str, int] = field(default_factory=dict)

    @property
    def is_sound(self) -> bool:
        return not (self.lost or self.doubled or self.stuck or self.innocent_errors)


@dataclass(frozen=True, slots=True)
class Strike:
    """A fault that was done, and when."""

    kind: FaultKind
    at: float


def judge(rows: Sequence[SoakedRow], planned: int) -> SoakVerdict:
    """A row that is in no table any more is lost as well.

    >>> judge([SoakedRow("Complete", 1, True, False), SoakedRow("Error", 0, False, True)], planned=3)
    SoakVerdict(lost=1, doubled=0, stuck=0, innocent_errors=0, errors={})
    """
    innocent = [row.error or "" for row in rows if row.is_innocent_error]
    often = sorted(set(innocent), key=innocent.count, reverse=True)[:MOST_EXAMPLES]
    return SoakVerdict(
        lost=sum(row.is_lost for row in rows) + planned - len(rows),
        doubled=sum(row.is_doubled for row in rows),
        stuck=sum(row.is_stuck for row in rows),
        innocent_errors=len(innocent),
        errors={message: innocent.count(message) for message in often},
    )


def slowest_recovery(strikes: Iterable[Strike], completions: Sequence[float]) -> float:
    """The longest time from a fault to the next row's completion; faults that no row was left for do not count.

    >>> slowest_recovery([Strike(FaultKind.KILL, 10.0), Strike(FaultKind.RESTART, 11.0)], [9.0, 10.5, 13.5, 20.0])
    2.5
    """
    waits = [
        completions[place] - strike.at
        for strike in strikes
        if (place := bisect_right(completions, strike.at)) < len(completions)
    ]
    return max(waits, default=0.0)


async def found_rows(engine: AsyncEngine) -> list[SoakedRow]:
    curation = Errand.soak_errand
    entries = select(SoakLedgerEntry.row_id, func.count().label("count")).group_by(SoakLedgerEntry.row_id).subquery()
    rows = (
        select(
            curation.state,
            func.coalesce(entries.c.count, 0),
            Effect.id.is_not(None),
            Guilt.row_id.is_not(None),
            curation.processing_error,
        )
        .outerjoin(entries, entries.c.row_id == Errand.id)
        .outerjoin(Effect, Effect.row_id == Errand.id)
        .outerjoin(Guilt, Guilt.row_id == Errand.id)
    )
    async with AsyncSession(engine) as session:
        return [SoakedRow(*row) for row in await session.execute(rows)]


async def completions(engine: AsyncEngine) -> list[float]:
    """When each effect was written, by the database's clock."""
    written = extract("epoch", SoakLedgerEntry.written_at).cast(Float)
    async with AsyncSession(engine) as session:
        return list(await session.scalars(select(written).order_by(SoakLedgerEntry.written_at)))


async def clock_of(engine: AsyncEngine) -> float:
    now: ColumnElement[float] = extract("epoch", func.clock_timestamp()).cast(Float)
    async with AsyncSession(engine) as session:
        return (await session.scalars(select(now))).one()


async def count_settled(engine: AsyncEngine) -> tuple[int, int]:
    """The cheap question that progress is shown by: rows at an end, and rows put off for longer than is waited."""
    curation = Errand.soak_errand
    ended = curation.state.in_(("Complete", "Error"))
    put_off = (curation.state == "Queued") & (curation.queue_order > func.now() + timedelta(seconds=PATIENCE_SECONDS))
    counts = select(func.count().filter(ended), func.count().filter(put_off)).select_from(Errand)
    async with AsyncSession(engine) as session:
        at_an_end, later = (await session.execute(counts)).one()
    return at_an_end, later
