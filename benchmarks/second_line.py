"""What the database's own guard between tenants costs a browser: each question without it, by views, and by policies.

    python -m benchmarks.second_line ADDRESS    of a database that `python -m benchmarks.tables --folder` filled

The three ways take turns, each question several times; the middle time of each is told.
"""

import asyncio
import statistics
import sys
import time
from collections.abc import Awaitable, Callable

from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from benchmarks.large_tables import TENANT
from scrapersky.curation_sdk.declaring import Registry, State, links_of
from scrapersky.curation_sdk.lists import Filter, Paging, count_rows, list_rows, read_facets
from scrapersky.curation_sdk.lists.keyset import read_order, write_cursor
from scrapersky.curation_sdk.queue import TENANT_SETTINGS, bound_by
from scrapersky.db.engine import make_engine
from scrapersky.db.second_line import find_second_line
from scrapersky.workflows import product_workflows

TIMES = 5
Question = Callable[[AsyncSession], Awaitable[object]]


def questions() -> dict[str, Question]:
    registry = Registry(product_workflows())
    workflow, links = registry["domain_curation"], links_of(registry)

    middle = write_cursor(read_order(workflow, "name"), ("site500000.example", TENANT), back=False)

    def page(sort: str, after: str | None = None, **wanted: object) -> Question:
        paging = Paging(sort=sort, after=after, with_total=False)
        return lambda session: list_rows(session, workflow, TENANT, Filter(**wanted), paging, links=links)  # type: ignore[arg-type]

    def facets(search: str) -> Question:
        return lambda session: read_facets(session, workflow, TENANT, Filter(search=search), links)

    return {
        "first page": page("-id"),
        "first page, New": page("-id", states=(State.NEW,)),
        "page by name, in the middle": page("name", middle),
        "page of one word's 1,000,000 rows": page("-id", search="harbor"),
        "page of one word's 2 rows": page("-id", search="site777777"),
        "facets of one word's 2 rows": lambda session: read_facets(
            session, workflow, TENANT, Filter(search="site777777"), links
        ),
        "facets of all": lambda session: read_facets(session, workflow, TENANT, Filter(), links),
        "total of errors": lambda session: count_rows(
            session, workflow, TENANT, Filter(states=(State.ERROR,)), links=links
        ),
    }


async def seconds(engine: AsyncEngine, question: Question) -> float:
    async with AsyncSession(engine, **bound_by(lambda: TENANT)) as session:
        began = time.perf_counter()
        await question(session)
        return time.perf_counter() - began


async def measure(address: str) -> None:
    plain = make_engine(address, pool_size=1, statement_seconds=120)
    line = await find_second_line(plain)
    assert line is not None, "run scrapersky schema apply first"
    bound = {TENANT_SETTINGS: {}, "isolation_level": "AUTOCOMMIT"}
    ways = {
        "without": plain.execution_options(isolation_level="AUTOCOMMIT"),
        "views": make_engine(address, pool_size=1, server_settings=line.settings).execution_options(**bound),
        "policies": make_engine(address, pool_size=1, server_settings={"role": line.role}).execution_options(**bound),
    }
    sys.stdout.write(f"| question | {' | '.join(ways)} |\n| --- |{' ---: |' * len(ways)}\n")
    for name, question in questions().items():
        taken: dict[str, list[float]] = {way: [] for way in ways}
        for _ in range(TIMES):
            for way, engine in ways.items():
                taken[way].append(await seconds(engine, question))
        middles = (f"{statistics.median(times) * 1000:.1f} ms" for times in taken.values())
        sys.stdout.write(f"| {name} | {' | '.join(middles)} |\n")
        sys.stdout.flush()
    for engine in ways.values():
        await engine.dispose()


if __name__ == "__main__":
    asyncio.run(measure(sys.argv[1]))
