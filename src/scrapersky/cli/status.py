"""`scrapersky status`: where every workflow stands."""

import asyncio
import json
import sys
from collections.abc import Mapping
from contextlib import nullcontext, suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from importlib.metadata import version

from rich.table import Column, Table
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.app.internet import additions_left_out
from scrapersky.app.product import Product, open_product
from scrapersky.cli.running import on_stop_signals, read_settings, run, say
from scrapersky.cli.terminal import console
from scrapersky.coordination.dead_processes import is_known_to_be_dead
from scrapersky.curation_sdk.declaring import State
from scrapersky.curation_sdk.lists import count_states
from scrapersky.curation_sdk.monitor import Drain, Measured, in_words, live_workers, measure
from scrapersky.curation_sdk.plurals import plural
from scrapersky.curation_sdk.queue import schedule_of, settings_of
from scrapersky.db.schema import schema_version
from scrapersky.services.installation import faults_of


@dataclass(frozen=True, slots=True)
class StatusLine:
    """How many rows of a workflow are in each state."""

    code: str
    name: str
    states: dict[State, int]
    paused: bool
    fault: str | None
    paused_because: str | None = None
    drained_in_seconds: int | None = None
    advice: str | None = None


@dataclass(frozen=True, slots=True)
class InstallationStatus:
    """All workflows, how many processes work on them, and what fails in their background."""

    workers: int
    workflows: list[StatusLine] = field(default_factory=list)
    failing: dict[str, str] = field(default_factory=dict)
    version: str = field(default_factory=partial(version, "scrapersky"))
    database_schema: str = field(default_factory=schema_version)


SECONDS_BETWEEN_LOOKS = 2.0


def status(*, as_json: bool, watch: bool) -> None:
    run(tell(as_json=as_json, watch=watch))


async def tell(*, as_json: bool, watch: bool) -> None:
    """Once, or again and again until a signal comes: then a program gets one line each time."""
    stopped = asyncio.Event()
    async with open_product(read_settings()) as product:
        more = await additions_left_out(product.settings, product.internet.additions)
        with on_stop_signals(stopped.set) if watch else nullcontext():
            while not stopped.is_set():
                async with product.sessions() as session:
                    found = await overview(session, product, {**product.faults, **more})
                show(found, as_json=as_json, again=watch)
                if not watch:
                    return
                with suppress(TimeoutError):
                    async with asyncio.timeout(SECONDS_BETWEEN_LOOKS):
                        await stopped.wait()


def show(found: InstallationStatus, *, as_json: bool, again: bool) -> None:
    if as_json:
        sys.stdout.write(json.dumps(asdict(found), indent=None if again else 2) + "\n")
        sys.stdout.flush()
        return
    if again:
        console.clear()
    show_status(found)


async def overview(session: AsyncSession, product: Product, faults: Mapping[str, str]) -> InstallationStatus:
    workers = sum(not is_known_to_be_dead(worker) for worker in await live_workers(session))
    known = {each.name for each in product.registry}
    settings = await settings_of(session)
    now = (await session.scalars(select(func.clock_timestamp()))).one()
    measured = await measure(session, now)
    stages = []
    for each in product.registry:
        states, setting = await count_states(session, each), settings.get(each.name)
        schedule = schedule_of(each, {each.name: product.schedules.get(each, each.schedule)}, setting)
        is_paused = setting is not None and setting.paused
        seen = measured.get(each.name, Measured())
        drain = Drain(each.names, schedule, states[State.QUEUED], seen, workers, is_paused)
        because = setting.paused_because if setting is not None and is_paused else None
        facts = (is_paused, faults.get(each.name), because, drain.seconds, drain.advice)
        stages.append(StatusLine(each.code, each.name, states, *facts))
    return InstallationStatus(
        workers,
        stages + [left_out(name, fault) for name, fault in faults.items() if name not in known],
        {each.part: each.message for each in await faults_of(session) if each.ongoing},
    )


def left_out(name: str, fault: str) -> StatusLine:
    return StatusLine("", name, dict.fromkeys(State, 0), paused=False, fault=fault)


def show_status(found: InstallationStatus) -> None:
    table = Table(Column("workflow", no_wrap=True), box=None)
    for state in State:
        table.add_column(state.value.lower(), justify="right")
    table.add_column("drained in", justify="right")
    table.add_column("")
    for each in found.workflows:
        note = "left out" if each.fault else "paused" if each.paused else ""
        counts = (f"{each.states[state]:,}" for state in State)
        table.add_row(f"{each.code} {each.name}".strip(), *counts, drained(each), note)
    console.print(table)
    for each in found.workflows:
        if each.fault:
            say(f"{each.name} is left out: {each.fault}")
        if each.paused_because:
            say(f"{each.name} paused itself: {each.paused_because}. Resume it when that is mended.")
        elif each.advice:
            say(f"{each.name}: {each.advice}.")
    for part, message in found.failing.items():
        say(f"{part} fails and is tried again: {message}")
    say(f"{plural(found.workers, 'worker process', 'worker processes')} at work.")
    say(f"ScraperSky {found.version}, schema {found.database_schema}.")


def drained(stage: StatusLine) -> str:
    if not stage.states[State.QUEUED]:
        return ""
    return in_words(stage.drained_in_seconds) if stage.drained_in_seconds is not None else "not soon"
