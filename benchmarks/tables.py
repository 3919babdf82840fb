"""What everything that a person does costs on large tables, and which way PostgreSQL goes to answer it.

    python -m benchmarks.tables --rows 1000000 [--folder FOLDER] [--write docs/explanation/a-million-rows.md]

With a folder the database is kept there and used again. With a document, what was measured is written into it.
"""

import argparse
import asyncio
import shutil
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from benchmarks.large_tables import LIST, SEARCH, TENANT, fill
from benchmarks.measuring import Stopwatch, between_marks, report, show_unused
from benchmarks.table_writes import time_changes
from scrapersky.curation_sdk.declaring import Actor, AnyWorkflow, Registry, State, links_of
from scrapersky.curation_sdk.lists import (
    Filter,
    Lineage,
    Origin,
    Paging,
    Rows,
    count_rows,
    find_rows,
    list_rows,
    read_facets,
)
from scrapersky.curation_sdk.monitor import (
    By,
    Curves,
    FullOverviews,
    Overviews,
    RunHistory,
    RunKey,
    Since,
    TimeSpan,
    error_groups,
    run_log,
)
from scrapersky.db.embedded import EmbeddedServer
from scrapersky.db.engine import make_engine
from scrapersky.db.schema import apply_schema
from scrapersky.services.map_points import MapBox, PlacedRows
from scrapersky.services.places.pair_decisions import PairDecisions
from scrapersky.services.row_insight import Insights
from scrapersky.workflows import product_workflows

ACTOR = Actor(TENANT, "bench")
LARGE = ("domain_extraction", "domain_curation", "page_curation", "contact_delivery")
EVERYWHERE = ("outcome:nothing_found", "since:1h", "since:7d", "found:0", "found:>2", "error:timeout", "harbor", "77")
SEARCHES = {
    "domain_extraction": (
        "city:Austin",
        "category:gym -city:Waco",
        "phone:none",
        "website:~site77",
        "host:site77.example",
    ),
    "domain_curation": ("http_status:503", "parked:true", "sitemaps_found:>5", "title:~fitness", "host:site77.example"),
    "page_curation": (
        "score:>80",
        "kind:contact score:40..80",
        "kind:contact",
        "domain:site77.example",
        "host:www.site77.example",
        "domain:none",
        "harbor score:>50",
        "p77",
        'cause:"address answered HTTP 503."',
        "since:1h kind:team",
        "-kind:other words:none",
        "title:~harbor",
        "url:~zzz",
        "since:7d outcome:nothing_found",
    ),
    "contact_delivery": (
        "verification:good",
        "confidence:>0.9",
        "role:Owner",
        "business:~dental",
        "email:~a77@",
        "ana lopez 77",
        "host:site77.example",
    ),
}
STATUSES = ((State.NEW,), (State.ERROR,), (State.QUEUED, State.PROCESSING))


class Questions:
    """What a browser asks, of tables of one tenant."""

    def __init__(self, stopwatch: Stopwatch, registry: Registry) -> None:
        self.watch, self.registry, self.links = stopwatch, registry, links_of(registry)

    async def ask_all(self, tabs: Sequence[str]) -> None:
        for name in tabs:
            await self.orders(self.registry[name])
            await self.searches(self.registry[name])
            await self.origins(self.registry[name])
        await self.overviews()
        await self.rows()
        await self.finding()

    async def orders(self, workflow: AnyWorkflow) -> None:
        for sort in ("id", *workflow.sortable):
            for paging in (Paging(sort=sort, with_total=False), Paging(sort=f"-{sort}", with_total=False)):
                for states in ((), (State.NEW,)):
                    wanted = Filter(states=states)
                    named = f"by {paging.sort}" + "".join(f", {state}" for state in states)
                    await self.watch.time(workflow.name, f"first page {named}", self.listed(workflow, wanted, paging))

    async def searches(self, workflow: AnyWorkflow) -> None:
        for states in ((), *STATUSES):
            named = " or ".join(states) or "all"
            await self.both(workflow, named, Filter(states=states))
        for text in (*EVERYWHERE, *SEARCHES.get(workflow.name, ())):
            await self.both(workflow, text, Filter(search=text))
        for text in ("harbor", "since:7d", "outcome:nothing_found"):
            await self.both(workflow, f"New, {text}", Filter(states=(State.NEW,), search=text))

    async def both(self, workflow: AnyWorkflow, named: str, wanted: Filter) -> None:
        """The page, its total, its facets."""
        page = Paging(sort=workflow.default_sort, with_total=False)
        await self.watch.time(workflow.name, f"page of `{named}`", self.listed(workflow, wanted, page))
        await self.watch.time(workflow.name, f"total of `{named}`", self.counted(workflow, wanted))
        await self.watch.time(workflow.name, f"facets of `{named}`", self.faceted(workflow, wanted))

    async def origins(self, workflow: AnyWorkflow) -> None:
        for origin in (Origin("lists", LIST), Origin("place_searches", SEARCH)):
            await self.both(workflow, f"from one of {origin.table}", Filter(origin=origin))

    def listed(self, workflow: AnyWorkflow, wanted: Filter, paging: Paging) -> Any:
        async def ask(session: AsyncSession) -> str:
            page = await list_rows(session, workflow, TENANT, wanted, paging, links=self.links)
            return f"{len(page.items)} rows"

        return ask

    def counted(self, workflow: AnyWorkflow, wanted: Filter) -> Any:
        async def ask(session: AsyncSession) -> str:
            total = await count_rows(session, workflow, TENANT, wanted, links=self.links)
            return f"{'about ' if total.is_estimate else ''}{total.rows:,}"

        return ask

    def faceted(self, workflow: AnyWorkflow, wanted: Filter) -> Any:
        async def ask(session: AsyncSession) -> str:
            found = await read_facets(session, workflow, TENANT, wanted, self.links)
            return f"{found.matching:,} matching{', sampled' if found.sampled else ''}"

        return ask

    async def overviews(self) -> None:
        async def overview(session: AsyncSession) -> str:
            fresh = FullOverviews(self.registry, Overviews(self.registry))
            return f"{sum((await fresh.of(session, TENANT, 24)).totals.values()):,} rows"

        async def groups(session: AsyncSession, since: Since, by: By) -> str:
            found = await error_groups(session, list(self.registry), TENANT, since, by)
            return f"{found.total:,} in {len(found.groups)} groups"

        async def runs(session: AsyncSession, workflow: str | None = None) -> str:
            return f"{len((await RunHistory(session, TENANT).page(workflow, 50, None)).items)} runs"

        async def log(session: AsyncSession) -> str:
            (newest, *_) = (await RunHistory(session, TENANT).page("page_curation", 1, None)).items
            lines = await run_log(session, self.registry, TENANT, RunKey.read(newest.id), after=None, search="")
            return f"{len(lines.items)} lines"

        async def curves(session: AsyncSession, hours: int) -> str:
            now = time.time()
            span = TimeSpan.of_steps(int(now) // 600 - hours * 6, hours * 6, 600)
            return f"{len((await Curves(self.registry).of(session, TENANT, span)).series)} curves"

        await self.watch.time("overview", "overview, nothing remembered", overview)
        for by in By:
            for since in Since:
                await self.watch.time("errors", f"errors by {by}, {since}", partial(groups, since=since, by=by))
        await self.watch.time("runs", "runs", runs)
        await self.watch.time("runs", "runs of pages", partial(runs, workflow="page_curation"))
        await self.watch.time("runs", "the log of a run", log)
        await self.watch.time("runs", "throughput of a day, nothing remembered", partial(curves, hours=24))

    async def rows(self) -> None:
        """The details of one row in the middle of each table."""
        for name in LARGE:
            workflow: Any = self.registry[name]
            complete = select(workflow.curation.id).where(workflow.curation.state == "Complete").limit(1).offset(100)
            async with AsyncSession(self.watch.engine) as session:
                row_id: Any = await session.scalar(complete)

            async def history(session: AsyncSession, workflow: Any = workflow, row_id: Any = row_id) -> str:
                rows = Rows(session, workflow, ACTOR)
                await rows.detail(row_id, self.registry)
                return f"{len(await rows.runs(row_id))} runs, {len(await rows.changes(row_id))} changes"

            async def lineage(session: AsyncSession, workflow: Any = workflow, row_id: Any = row_id) -> str:
                return f"{len(await Lineage(session, self.registry, TENANT).of(workflow.model, row_id))} tables"

            async def insight(session: AsyncSession, workflow: Any = workflow, row_id: Any = row_id) -> str:
                return f"{len((await Insights(session, TENANT).of(workflow.model, row_id)).decisions)} decisions"

            await self.watch.time(name, "a row with its history", history)
            await self.watch.time(name, "a row's lineage", lineage)
            await self.watch.time(name, "a row's insight", insight)

    async def finding(self) -> None:
        async def found(session: AsyncSession, text: str) -> str:
            return f"{len(await find_rows(session, self.registry, TENANT, text))} found"

        async def duplicates(session: AsyncSession) -> str:
            return f"{len(await PairDecisions(session, ACTOR).pairs_after(None, 'open', limit=51))} pairs"

        async def mapped(session: AsyncSession, name: str, box: MapBox) -> str:
            drawn = await PlacedRows(session, self.registry[name], TENANT, {"google"}).within(box, Filter())
            return f"{len(drawn.points)} points, {len(drawn.clustered)} clusters"

        texts = (
            "site77.example",
            "https://www.site1.example/p77/",
            "harbor view",
            str(TENANT),
            "p77",
            "place 12",
            "har",
        )
        for text in (*texts, "a77@site16.example", "+15120000077", "ana lopez 77", "nosuchthing"):
            await self.watch.time("find", f"find `{text}`", partial(found, text=text))
        await self.watch.time("duplicates", "the likeliest duplicates", duplicates)
        world, city = MapBox(-180, -90, 180, 90), MapBox(-97.9, 30.1, -97.5, 30.5)
        for name in ("deep_scan", "domain_extraction"):
            await self.watch.time("map", f"{name}: the world", partial(mapped, name=name, box=world))
            await self.watch.time("map", f"{name}: a city", partial(mapped, name=name, box=city))


async def prepare(engine: AsyncEngine, address: str, rows: int) -> None:
    await apply_schema(engine)
    began = time.perf_counter()
    await fill(address, rows)
    print(f"{rows:,} rows of each table written in {time.perf_counter() - began:.0f} s", flush=True)


async def measure(folder: Path, chosen: argparse.Namespace) -> None:
    is_new = not (folder / "postgres").exists()
    server = EmbeddedServer(folder / "postgres")
    address = server.start()
    engine = make_engine(address)
    try:
        if is_new:
            await prepare(engine, address, chosen.rows)
        stopwatch, registry = Stopwatch(engine, chosen.rounds), Registry(product_workflows())
        await Questions(stopwatch, registry).ask_all(chosen.tabs)
        if not chosen.only_questions:
            await time_changes(stopwatch, registry, folder)
        await show_unused(engine)
        if chosen.write:
            between_marks(chosen.write, report(stopwatch.found, chosen.rows))
    finally:
        await engine.dispose()
        server.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--tabs", nargs="*", default=LARGE)
    parser.add_argument("--only-questions", action="store_true")
    chosen = parser.parse_args()
    folder = chosen.folder or Path(tempfile.mkdtemp(prefix="scrapersky-tables-"))
    try:
        asyncio.run(measure(folder, chosen))
    finally:
        if chosen.folder is None:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
