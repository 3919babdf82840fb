"""A whole soak: rows are queued a few at a time between faults, and when all are at an end they are judged."""

import asyncio
import random
import shutil
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp

from scrapersky.bench.soak.crew import hired_crew
from scrapersky.bench.soak.errands import add_errands, queue_errands
from scrapersky.bench.soak.faults import Saboteur, Targets
from scrapersky.bench.soak.kinds import LEASE_SECONDS, PATIENCE_SECONDS, FaultKind, SoakPlan
from scrapersky.bench.soak.place import SoakDatabase, embedded_place, given_place, make_tables, own_engine
from scrapersky.bench.soak.proxy import Proxy, running_proxy
from scrapersky.bench.soak.verdict import (
    SoakVerdict,
    Strike,
    clock_of,
    completions,
    count_settled,
    found_rows,
    judge,
    slowest_recovery,
)
from scrapersky.curation_sdk.declaring import DATABASE_TROUBLE

SECONDS_BETWEEN_LOOKS = 0.2
PREFIX = "scrapersky-soak-"


@dataclass(frozen=True, slots=True)
class SoakProgress:
    """`doing` is the fault just done, or what is being waited for."""

    rows: int
    ended: int
    strikes: int
    doing: str


@dataclass(frozen=True, slots=True)
class Report:
    """What a soak came to."""

    plan: SoakPlan
    strikes: list[Strike]
    missing: dict[FaultKind, str]
    verdict: SoakVerdict
    slowest_recovery_s: float
    seconds: float

    @property
    def faults(self) -> dict[FaultKind, int]:
        """How many of each were really done. Rows do theirs whenever they are worked on."""
        done = Counter(strike.kind for strike in self.strikes)
        of_rows = {
            kind: count for kind, count in self.plan.faults.items() if kind in (FaultKind.PANIC, FaultKind.SUICIDE)
        }
        return {kind: done[kind] for kind in self.plan.faults} | of_rows


@dataclass(frozen=True, slots=True)
class Options:
    """Where, and with which workflow. Workers log to `log`, and to nowhere without it."""

    workflow: str
    database_url: str | None = None
    log: Path | None = None


Show = Callable[[SoakProgress], None]
Begin = Callable[[Path], None]


async def soak(plan: SoakPlan, options: Options, begin: Begin, show: Show) -> Report:
    """`begin` is told the folder that everything is in, and that is gone afterwards."""
    began = time.monotonic()
    folder = Path(mkdtemp(prefix=PREFIX))
    begin(folder)
    try:
        async with (
            hired_crew(options.workflow, options.log or Path("/dev/null"), folder) as crew,
            _place(plan, options, folder) as place,
            running_proxy(Proxy(place.url)) as proxy,
        ):
            engine = own_engine(place)
            try:
                ground = Targets(place, engine, crew, proxy)
                return await Campaign(plan, ground, show).run(began)
            finally:
                await engine.dispose()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _place(plan: SoakPlan, options: Options, folder: Path) -> AbstractAsyncContextManager[SoakDatabase]:
    if options.database_url is not None:
        return given_place(options.database_url)
    return embedded_place(folder, plan.rows, with_disk=FaultKind.DISK in plan.faults)


class Campaign:
    """One soak on prepared ground."""

    def __init__(self, plan: SoakPlan, ground: Targets, show: Show) -> None:
        self._plan, self._ground, self._show = plan, ground, show
        self._chance = random.Random(plan.seed)  # noqa: S311  so that it can be repeated
        self._saboteur = Saboteur(ground, self._chance)
        self._strikes: list[Strike] = []
        self._ended, self._put_off = 0, 0
        self._last_ending, self._doing = time.monotonic(), "starting"

    async def run(self, began: float) -> Report:
        plan, ground = self._plan, self._ground
        await make_tables(ground.place, ground.engine)
        await add_errands(ground.engine, plan, self._chance)
        await ground.crew.begin(ground.proxy.url)
        async with self._watching():
            ahead = await clock_of(ground.engine) - time.time()
            await self._strike_all()
            self._doing = "waiting for the last rows"
            await self._wait_for(plan.rows)
        rows, times = await found_rows(ground.engine), await completions(ground.engine)
        recovery = slowest_recovery(self._strikes, [at - ahead for at in times])
        verdict = judge(rows, plan.rows)
        return Report(plan, self._strikes, ground.place.missing, verdict, recovery, time.monotonic() - began)

    async def _strike_all(self) -> None:
        """Before each fault there is fresh work, so that there is always somebody to be hit.

        A slow machine gets the time to do some of it: workers that are killed before they begin prove nothing.
        """
        strikes = [kind for kind in self._plan.strikes if kind not in self._ground.place.missing]
        self._chance.shuffle(strikes)
        share = -(-self._plan.rows // (len(strikes) + 1))
        await queue_errands(self._ground.engine, share)
        await self._wait_for(1)
        for kind in strikes:
            wanted = self._ended + share // 2
            await asyncio.sleep(self._chance.uniform(0, 2 * self._plan.seconds_between))
            await self._wait_for(wanted, LEASE_SECONDS)
            await queue_errands(self._ground.engine, share)
            self._doing, at = kind.value, time.time()
            if await self._saboteur.strike(kind):
                self._strikes.append(Strike(kind, at))
        await self._saboteur.finish()
        await queue_errands(self._ground.engine, self._plan.rows)

    async def _wait_for(self, ended: int, patience: float = PATIENCE_SECONDS) -> None:
        """Until so many rows are at an end or cannot come to one in time, or none has come to one for too long."""
        while (  # noqa: ASYNC110  of the database
            self._ended + self._put_off < ended and time.monotonic() - self._last_ending < patience
        ):
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)

    @asynccontextmanager
    async def _watching(self) -> AsyncIterator[None]:
        watching = asyncio.create_task(self._watch())
        try:
            yield
        finally:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)

    async def _watch(self) -> None:
        while True:
            with suppress(*DATABASE_TROUBLE):
                ended, self._put_off = await count_settled(self._ground.engine)
                if ended > self._ended:
                    self._last_ending = time.monotonic()
                self._ended = ended
            self._show(SoakProgress(self._plan.rows, self._ended, len(self._strikes), self._doing))
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
