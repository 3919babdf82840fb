"""How soon a person sees rows of a large table, turns a page and sees a key pressed, beside what the API alone takes.

python -m benchmarks.web --rows 1000000
"""

import argparse
import asyncio
import shutil
import statistics
import tempfile
import time
from pathlib import Path
from uuid import UUID

import httpx
from playwright.sync_api import Page as Tab
from playwright.sync_api import expect, sync_playwright
from rich.console import Console
from rich.table import Table
from sqlalchemy import Integer, case, cast, column, func, insert, literal, select
from sqlalchemy.ext.asyncio import async_sessionmaker
from tests.process import scrapersky

from scrapersky.accounts.users import add_user
from scrapersky.db.embedded import EmbeddedServer
from scrapersky.db.engine import make_engine
from scrapersky.db.schema import apply_schema
from scrapersky.models import Domain, Page, Role, Tenant

PASSWORD = "correct horse battery"  # noqa: S105  of a database that is thrown away
PATH = "/w/page-curation?status=New"
PRESSES = 40
BUDGETS = {"first row": 600, "next page, prefetched": 100, "key press to paint, 95th": 50}

# Notes when the first row stood in the page, without a test's own polling in between.
WATCH = """
window.firstRow = new Promise((found) => {
  new MutationObserver((_, watcher) => {
    if (!document.querySelector("tbody tr[data-id]")) return;
    watcher.disconnect();
    requestAnimationFrame(() => setTimeout(() => found(performance.now())));
  }).observe(document, { childList: true, subtree: true });
});
"""
TURN = """
() => new Promise((found) => {
  const first = () => document.querySelector("tbody tr[data-id]")?.dataset.id;
  const before = first();
  const began = performance.now();
  new MutationObserver((_, watcher) => {
    if (!first() || first() === before) return;
    watcher.disconnect();
    requestAnimationFrame(() => setTimeout(() => found(performance.now() - began)));
  }).observe(document.querySelector("table"), { childList: true, subtree: true, attributes: true });
  document.querySelector("[aria-label='Next page']").click();
})
"""
PRESS = """
() => new Promise((found) => {
  const began = performance.now();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true, cancelable: true }));
  requestAnimationFrame(() => setTimeout(() => found(performance.now() - began)));
})
"""


async def fill(folder: Path, rows: int) -> None:
    """Pages made inside the database; half of them wait for a decision, the others were skipped."""
    server = EmbeddedServer(folder / "postgres")
    engine = make_engine(server.start())
    await apply_schema(engine)
    sessions = async_sessionmaker(engine, expire_on_commit=False)
    async with sessions.begin() as session:
        tenant = (await session.execute(insert(Tenant).values(name="bench").returning(Tenant.id))).scalar_one()
        await add_user(session, "bench", PASSWORD, Role.ADMIN, tenant)
        names = [
            {"tenant_id": tenant, "name": f"site{n}.example", "home_url": "https://x.example/"} for n in range(1000)
        ]
        domain = (await session.execute(insert(Domain).returning(Domain.id), names)).scalars().first()
    assert domain is not None
    async with sessions.begin() as session:
        await session.execute(pages(tenant, domain, rows))
    async with engine.connect() as connection:
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        await connection.exec_driver_sql("VACUUM ANALYZE pages")
    await engine.dispose()
    server.stop()


def pages(tenant: UUID, domain: UUID, rows: int):  # type: ignore[no-untyped-def]
    number = func.generate_series(1, rows).table_valued(column("n", Integer), name="numbers").render_derived()
    n = number.c.n
    state = case((n % 2 == 0, literal("New")), else_=literal("Skipped"))
    values = select(
        literal(tenant),
        literal(domain),
        func.concat("https://site.example/page/", n),
        func.concat("Harbor View Fitness — page ", n),
        cast(n % 100, Integer),
        cast(state, Page.__table__.c.page_curation_curation_status.type),
    ).select_from(number)
    keys = ["tenant_id", "domain_id", "url", "title", "score", "page_curation_curation_status"]
    return insert(Page).from_select(keys, values)


def api_alone(address: str, token: str) -> float:
    """The middle of several; the same question as the browser's."""
    headers = {"Authorization": f"Bearer {token}"}
    taken = []
    with httpx.Client(headers=headers, timeout=60) as client:
        for _ in range(7):
            began = time.perf_counter()
            client.get(f"{address}/api/v3/page-curation/list?status_filter=New&size=50").raise_for_status()
            taken.append(1000 * (time.perf_counter() - began))
    return statistics.median(taken)


def measure(tab: Tab, address: str) -> dict[str, float]:
    tab.goto(address)
    tab.get_by_label("User name").fill("bench")
    tab.get_by_label("Password").fill(PASSWORD)
    tab.get_by_role("button", name="Sign in").click()
    expect(tab.get_by_role("navigation", name="Main")).to_be_visible()
    tab.add_init_script(WATCH)
    first = []
    for _ in range(5):
        tab.goto(address + PATH, wait_until="commit")
        first.append(float(tab.evaluate("window.firstRow")))
    tab.wait_for_timeout(2_000)
    turns = []
    for _ in range(5):
        turns.append(float(tab.evaluate(TURN)))
        tab.wait_for_timeout(1_500)
    presses = sorted(float(tab.evaluate(PRESS)) for _ in range(PRESSES))
    return {
        "first row": statistics.median(first),
        "next page, prefetched": statistics.median(turns),
        "key press to paint, middle": statistics.median(presses),
        "key press to paint, 95th": presses[int(0.95 * len(presses))],
    }


def show(found: dict[str, float], api: float, rows: int) -> None:
    table = Table("what", "ms", "budget", title=f"{rows:,} rows on loopback")
    table.add_row("the API's list alone", f"{api:.0f}", "")
    for what, taken in found.items():
        table.add_row(what, f"{taken:.0f}", f"{BUDGETS.get(what, '')}")
    Console().print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--browser", default=shutil.which("chromium") or shutil.which("google-chrome"))
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        asyncio.run(fill(folder, chosen.rows))
        variables = {"SCRAPERSKY_DATA": name}
        with scrapersky("up", "--port", "0", folder=folder, **variables) as process, sync_playwright() as playwright:
            address = process.wait_for(r"(http://127[^/\s]+)")
            signed_in = httpx.post(f"{address}/api/v3/auth/login", json={"name": "bench", "password": PASSWORD})
            api = api_alone(address, signed_in.json()["access_token"])
            browser = playwright.chromium.launch(executable_path=chosen.browser, args=["--no-sandbox", "--disable-gpu"])
            found = measure(browser.new_page(viewport={"width": 1440, "height": 900}), address)
            browser.close()
            process.end()
    show(found, api, chosen.rows)


if __name__ == "__main__":
    main()
