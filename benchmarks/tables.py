"""How long the browser's questions take on a large table of pages, and of places: searches, facets, find, map.

python -m benchmarks.tables --rows 1000000
"""

import argparse
import asyncio
import shutil
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID

import asyncpg
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from scrapersky.curation_sdk.facets import read_facets
from scrapersky.curation_sdk.filters import Filter
from scrapersky.curation_sdk.finding import find_rows
from scrapersky.curation_sdk.links import links_of
from scrapersky.curation_sdk.listing import Paging, list_rows
from scrapersky.curation_sdk.registry import Registry
from scrapersky.curation_sdk.statuses import State
from scrapersky.db.embedded import EmbeddedServer
from scrapersky.db.engine import make_engine
from scrapersky.db.schema import apply_schema
from scrapersky.services.map_points import MapBox, PlacedRows
from scrapersky.workflows import product_workflows

Sessions = async_sessionmaker[AsyncSession]
ROUNDS = 3
TENANT = UUID(int=7)
KINDS = "ARRAY['contact','about','team','blog','shop','other','location','legal_notice']"
SEARCHES = (
    "",
    "score:>80",
    "kind:contact score:40..80",
    "domain:site77.example",
    "host:www.site77.example",
    "domain:none",
    "harbor score:>50",
    "p77",
    "error:timeout",
    'cause:"address answered HTTP 503."',
    "outcome:no_contacts",
    "found:0",
    "since:1h kind:team",
    "-kind:other words:none",
    "title:~harbor",
)


async def fill(address: str, rows: int) -> None:
    """Half of the pages New, a third Complete with their runs, one in twenty-five failed; a third as many places."""
    connection = await asyncpg.connect(address)
    await connection.execute("SET synchronous_commit = off")
    await connection.execute("INSERT INTO tenants (id, name) VALUES ($1, 'bench')", TENANT)
    domains = max(rows // 500, 10)
    await connection.execute(
        "INSERT INTO domains (tenant_id, name, home_url)"
        " SELECT $1, 'site' || n || '.example', 'https://site' || n || '.example/' FROM generate_series(1, $2) n",
        TENANT,
        domains,
    )
    for start in range(0, rows, 100_000):
        await connection.execute(_PAGES, TENANT, start + 1, min(rows, start + 100_000), domains)
    await connection.execute(_RUNS, TENANT)
    await connection.execute(_PLACES, TENANT, rows // 3)
    await connection.execute("VACUUM ANALYZE")
    await connection.close()


_PAGES = f"""
    INSERT INTO pages (tenant_id, domain_id, url, kind, score, title, words, contacts,
                       page_curation_curation_status, page_curation_processing_status, page_curation_processing_error,
                       page_curation_outcome, page_curation_updated_at)
    SELECT $1, d.id, 'https://www.' || d.name || '/p' || n || '/' || md5(n::text), ({KINDS})[1 + n % 8],
           (n::bigint * 7919) % 101, CASE WHEN n % 3 > 0 THEN 'Harbor View Fitness ' || n END,
           CASE WHEN n % 3 > 0 THEN n % 3000 END, CASE WHEN n % 3 > 0 THEN n % 6 END,
           (CASE WHEN n % 100 < 50 THEN 'New' WHEN n % 100 < 60 THEN 'Skipped' ELSE 'Queued' END)
               ::pagecurationcurationstatus,
           (CASE WHEN n % 100 < 60 THEN NULL WHEN n % 100 < 62 THEN 'Queued' WHEN n % 100 < 66 THEN 'Error'
                 ELSE 'Complete' END)::pagecurationprocessingstatus,
           CASE n % 100 WHEN 62 THEN 'https://www.' || d.name || '/p' || n || ' answered HTTP 503.'
                        WHEN 63 THEN 'TimeoutError: no answer from ' || d.name || ' after 20 s'
                        WHEN 64 THEN 'TimeoutError: no answer from ' || d.name || ' after 20 s'
                        WHEN 65 THEN 'The page is not HTML: application/pdf' END,
           CASE WHEN n % 100 > 95 THEN 'no_contacts' END, now() - (n % 1000) * interval '10 minutes'
      FROM generate_series($2::int, $3::int) n JOIN domains d ON d.name = 'site' || (1 + n % $4::int) || '.example'"""
_RUNS = """
    INSERT INTO runs (tenant_id, workflow, row_id, attempt, ending, produced, started_at, ended_at)
    SELECT $1, 'page_curation', id, 1, 'complete', (score % 4), now(), now() FROM pages
     WHERE page_curation_state = 'Complete'"""
_PLACES = """
    INSERT INTO places_staging (tenant_id, source, place_id, name, latitude, longitude, category, attribution)
    SELECT $1, CASE WHEN n % 3 = 0 THEN 'google' ELSE 'overpass' END, n::text, 'Place ' || n,
           25 + (n::bigint * 7919 % 100000) / 4000.0, -120 + (n::bigint * 104729 % 100000) / 2000.0, 'dentist', 'Credit'
      FROM generate_series(1, $2::int) n"""


async def timed(sessions: Sessions, what: str, ask: Callable[[AsyncSession], Awaitable[str]]) -> None:
    taken, told = [], ""
    for _ in range(ROUNDS):
        async with sessions() as session:
            started = time.perf_counter()
            told = await ask(session)
            taken.append(time.perf_counter() - started)
    print(f"{what:<44} {statistics.median(taken) * 1000:8.0f} ms   {told}", flush=True)


async def ask_everything(sessions: Sessions, registry: Registry) -> None:
    links, pages = links_of(registry), registry["page_curation"]

    for text in SEARCHES:

        async def listed(session: AsyncSession, text: str = text, **paging: Any) -> str:
            page = await list_rows(session, pages, TENANT, Filter(search=text), Paging(**paging), links=links)
            return f"{len(page.items)} of {page.total.rows if page.total else '?'}"

        async def faceted(session: AsyncSession, text: str = text) -> str:
            found = await read_facets(session, pages, TENANT, Filter(search=text), links)
            return f"{found.matching:,} matching{', sampled' if found.sampled else ''}"

        await timed(sessions, f"list {text!r}", partial(listed, with_total=False))
        await timed(sessions, f"list with total {text!r}", listed)
        await timed(sessions, f"facets {text!r}", faceted)
    await timed(sessions, "facets, New only", partial(_facets_of_new, registry=registry))
    for text in ("site77.example", "https://www.site77.example/p76/", "harbor view", str(TENANT), "p77", "place 12"):
        await timed(sessions, f"find {text!r}", partial(_found, registry=registry, text=text))
    for name, box in (("world", MapBox(-180, -90, 180, 90)), ("a city", MapBox(-97.9, 30.1, -97.5, 30.5))):
        await timed(sessions, f"map of {name}", partial(_mapped, registry=registry, box=box))


async def _facets_of_new(session: AsyncSession, registry: Registry) -> str:
    found = await read_facets(session, registry["page_curation"], TENANT, Filter(states=(State.NEW,)))
    return f"{found.matching:,} matching"


async def _found(session: AsyncSession, registry: Registry, text: str) -> str:
    return f"{len(await find_rows(session, registry, TENANT, text))} found"


async def _mapped(session: AsyncSession, registry: Registry, box: MapBox) -> str:
    drawn = await PlacedRows(session, registry["deep_scan"], TENANT, {"google"}).within(box, Filter())
    return f"{len(drawn.points)} points, {len(drawn.clusters)} clusters, {drawn.withheld:,} withheld"


async def main(rows: int) -> None:
    folder = Path(tempfile.mkdtemp(prefix="scrapersky-tables-"))
    server = EmbeddedServer(folder / "postgres")
    try:
        address = server.start()
        engine = make_engine(address)
        await apply_schema(engine)
        started = time.perf_counter()
        await fill(address.replace("+asyncpg", ""), rows)
        print(f"{rows:,} pages and {rows // 3:,} places written in {time.perf_counter() - started:.0f} s", flush=True)
        sessions = async_sessionmaker(engine, expire_on_commit=False)
        await ask_everything(sessions, Registry(product_workflows()))
        await engine.dispose()
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    asyncio.run(main(parser.parse_args().rows))
