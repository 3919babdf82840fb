"""Takes the pictures of the documents in a real browser, from a demonstration that has run: `make pictures`."""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, expect, sync_playwright
from tests.process import scrapersky
from tests.web.conftest import CHROMIUM, FLAGS, Site, enter, site_of

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
SIZE: ViewportSize = {"width": 1440, "height": 900}
MOST_PER_STAGE = 60
PATIENCE = 15.0


def take_pictures() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        scrapersky("demo", "--port", "0", "--businesses", "200", folder=Path(folder)) as process,
        sync_playwright() as playwright,
    ):
        site = site_of(process)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport=SIZE, color_scheme="light")
        page.goto(site.address)
        page.screenshot(path=PICTURES / "sign-in.png")
        enter(page, site)
        fill(site)
        for name, show in SCREENS.items():
            show(page, site)
            page.wait_for_timeout(1_500)
            page.screenshot(path=PICTURES / f"{name}.png")
        browser.close()
        process.end()


def fill(site: Site) -> None:
    """Queue a part of each stage, so that every screen has something to show."""
    for workflow in site.ask("GET", "/meta")["workflows"]:
        path = workflow["path"].removeprefix("/api/v3")
        new = {"states": ["New"]}
        body = {"status": "Queued", "filter": new, "dry_run": True}
        matching = site.ask("PUT", f"{path}/status/by-filter", json=body)["matching_count"]
        if matching:
            body |= {"dry_run": False, "expected_count": matching, "limit": MOST_PER_STAGE}
            site.ask("PUT", f"{path}/status/by-filter", json=body)
        wait_for_quiet(site, path)


def wait_for_quiet(site: Site, path: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        query = "status_filter=Queued&status_filter=Processing&size=1"
        if not site.ask("GET", f"{path}/list?{query}")["total"]:
            return
        time.sleep(0.5)


def go(page: Page, site: Site, path: str) -> None:
    page.goto(site.address + path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def overview(page: Page, site: Site) -> None:
    go(page, site, "/")


def search(page: Page, site: Site) -> None:
    go(page, site, "/search")
    page.get_by_label("What to look for, and where").fill("dentists in Austin, TX")


def grid(page: Page, site: Site) -> None:
    go(page, site, "/w/page-curation?status=New")
    expect(page.locator("tbody tr").first).to_be_visible()


def selection(page: Page, site: Site) -> None:
    grid(page, site)
    page.keyboard.press("Control+a")


def details(page: Page, site: Site) -> None:
    go(page, site, "/w/contact-delivery")
    expect(page.locator("tbody tr").first).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Lineage")).to_be_visible()


def review(page: Page, site: Site) -> None:
    go(page, site, "/w/contact-curation?review=1")


def facets(page: Page, site: Site) -> None:
    go(page, site, "/w/page-curation")
    expect(page.locator("tbody tr").first).to_be_visible()
    page.keyboard.press("f")


def errors(page: Page, site: Site) -> None:
    go(page, site, "/errors")


def runs(page: Page, site: Site) -> None:
    go(page, site, "/runs")


def exports(page: Page, site: Site) -> None:
    site.ask("POST", "/exports/jobs", json={"workflow": "contact_delivery", "format": "csv"})
    go(page, site, "/exports?workflow=contact_delivery")


def settings(page: Page, site: Site) -> None:
    go(page, site, "/settings")


def history(page: Page, site: Site) -> None:
    go(page, site, "/history")


def palette(page: Page, site: Site) -> None:
    grid(page, site)
    page.keyboard.press("Control+k")


def dark(page: Page, site: Site) -> None:
    page.emulate_media(color_scheme="dark")
    overview(page, site)


SCREENS: dict[str, Callable[[Page, Site], None]] = {
    "overview": overview,
    "search": search,
    "grid": grid,
    "selection": selection,
    "facets": facets,
    "details": details,
    "review": review,
    "errors": errors,
    "runs": runs,
    "exports": exports,
    "history": history,
    "settings": settings,
    "palette": palette,
    "dark": dark,
}


if __name__ == "__main__":
    take_pictures()
