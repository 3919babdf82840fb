"""From signing in to a file of contacts, as a person goes."""

import csv
import re

import pytest
from playwright.sync_api import Page, expect
from tests.web.conftest import Site, enter

pytestmark = pytest.mark.timeout(240)

# The stages after the search, as the rail names them.
STAGES = (
    "Places",
    "Businesses",
    "Websites",
    "Sitemap check",
    "Sitemaps",
    "Pages",
    "Page texts",
)


def open_tab(page: Page, title: str) -> None:
    page.get_by_role("navigation", name="Main").get_by_role("link", name=title).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(title)


def queue_newest(page: Page, count: int) -> None:
    """Marks the first rows that wait for a decision, queues them and watches most come to their end where they are."""
    to_decide = page.get_by_role("button", name=re.compile("^To decide "))
    if to_decide.get_attribute("aria-pressed") == "false":  # nothing was to be decided when the tab was opened
        to_decide.click()
    rows = page.locator("tbody tr", has=page.locator("input[type=checkbox]"))
    expect(rows.first).to_be_visible(timeout=30_000)
    chosen = min(count, rows.count())
    for number in range(chosen):
        rows.nth(number).locator("input[type=checkbox]").check()
    page.locator("[id$=-status-selected]").click()
    ended = rows.filter(has_text=re.compile("Complete|Error"))
    expect(ended.nth(chosen // 2)).to_be_visible(timeout=90_000)  # some wait for a busy host


def test_from_a_phrase_to_a_file_of_contacts(page: Page, site: Site) -> None:
    site.prefer(undo_seconds=0)
    page.goto(f"{site.address}/static/scraper-sky-mvp.html")
    enter(page, site)
    page.get_by_role("link", name="New search").click()
    page.get_by_label("What to look for, and where").fill("lawyers in Austin, TX")
    page.get_by_label("At most (places)").fill("12")
    page.get_by_role("button", name="Start the search").click()
    expect(page.get_by_role("status").filter(has_text="is queued")).to_be_visible()
    open_tab(page, "Searches")
    page.get_by_role("button", name="Everything").click()
    expect(page.locator("tbody tr").first).to_contain_text("Complete", timeout=60_000)
    for stage in STAGES:
        open_tab(page, stage)
        queue_newest(page, 20)
    open_tab(page, "Contacts")
    first = page.locator("tbody tr").first
    expect(first).to_be_visible(timeout=30_000)
    first.dblclick(position={"x": 120, "y": 10})
    lineage = page.get_by_role("region", name="Lineage")
    expect(lineage).to_be_visible()
    lineage.get_by_role("link").first.click()
    expect(page).to_have_url(re.compile("from=contact-delivery"))
    expect(page.get_by_role("heading", level=1)).not_to_contain_text("Contacts")
    open_tab(page, "Contacts")
    page.get_by_role("button", name="Export").first.click()
    page.get_by_role("button", name=re.compile("^Export ")).last.click()
    with page.expect_download() as arriving:
        page.get_by_role("link", name="Download").or_(page.get_by_role("button", name="Download")).first.click()
    head, *rows = csv.reader(arriving.value.path().read_text(encoding="utf-8-sig").splitlines())
    assert rows
    assert all(len(row) == len(head) for row in rows)
