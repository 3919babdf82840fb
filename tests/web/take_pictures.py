"""Takes the pictures of the documents in a real browser, from a demonstration that has run: `make pictures`."""

import base64
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
PATIENCE = 60.0


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
        enter(page, site)
        fill(site)
        for name, show in SCREENS.items():
            show(page, site)
            page.wait_for_timeout(1_500)
            (PICTURES / f"{name}.webp").write_bytes(picture(page))
        browser.close()
        process.end()


def picture(page: Page) -> bytes:
    """A third of what it would be without loss."""
    taken = page.context.new_cdp_session(page).send("Page.captureScreenshot", {"format": "webp", "quality": 82})
    return base64.b64decode(taken["data"])


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
    go(page, site, "/w/contact-curation?review=1&q=found:>0")


def facets(page: Page, site: Site) -> None:
    go(page, site, "/w/page-curation")
    expect(page.locator("tbody tr").first).to_be_visible()
    page.keyboard.press("f")


def errors(page: Page, site: Site) -> None:
    go(page, site, "/errors")


SCREENS: dict[str, Callable[[Page, Site], None]] = {
    "overview": overview,
    "grid": grid,
    "selection": selection,
    "details": details,
    "review": review,
    "errors": errors,
    "facets": facets,  # the last: they stay open
}


if __name__ == "__main__":
    take_pictures()
