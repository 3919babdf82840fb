"""What people do by hand: the manual test of a workflow's page, and a tab that was written without a build."""

import re
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect
from tests.web.conftest import PATIENCE, Site

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "vanilla-tab"
MANUAL = ROOT / "docs" / "reference" / "workflows" / "domain_curation.md"

pytestmark = pytest.mark.timeout(240)


@pytest.fixture(scope="module")
def demo_settings() -> dict[str, str]:
    return {"OWN_PAGES": str(EXAMPLE)}


def steps() -> list[str]:
    section = MANUAL.read_text(encoding="utf-8").partition("## Manual test\n")[2].partition("\n## ")[0]
    return re.findall(r"^\d\. (.*?)(?=^\d\. |\Z)", section, re.MULTILINE | re.DOTALL)


def marked(step: str, sign: str) -> str:
    """The first name in a step that stands in backquotes and begins with this sign."""
    names: list[str] = re.findall(rf"`({re.escape(sign)}[^`]+)`", step)
    return names[0]


def listed(site: Site, path: str, **query: str) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = site.ask("GET", f"{path}/list", params=query)["items"]
    return items


def until(site: Site, path: str, row_id: str, *states: str) -> dict[str, Any]:
    deadline = time.monotonic() + 4 * PATIENCE / 1000
    while True:
        row: dict[str, Any] = site.ask("GET", f"{path}/{row_id}")
        if row["state"] in states:
            return row
        assert time.monotonic() < deadline, row
        time.sleep(0.1)


def test_the_manual_test_goes_as_its_page_says(signed_in: Page, site: Site) -> None:
    set_up, trigger, answer, pick_up, _, _, failure, other = steps()
    table, path = re.findall(r"rows of `(\w+)`", set_up)[0], marked(answer, "PUT /api/v3").split("/api/v3")[1]
    path = path.removesuffix("/status")
    assert table == "domains"
    broken = marked(failure, "nobody")
    sites = [each["id"] for each in listed(site, "/local-businesses", status_filter="New") if each["website"]][:12]
    site.ask("PUT", "/local-businesses/status", json={"ids": sites, "status": "Queued"})
    for each in sites:
        until(site, "/local-businesses", each, "Complete")
    site.ask("POST", "/domains/submit", json={"addresses": [broken]})
    rows = {each["name"]: each["id"] for each in listed(site, path, status_filter="New")}
    good, spare = [row_id for name, row_id in rows.items() if name != broken][:2]

    signed_in.goto(site.address + marked(trigger, "/w/"))
    expect(signed_in.locator(marked(trigger, "#"))).to_be_visible()
    box = marked(trigger, ".")
    for row_id in (good, rows[broken]):
        signed_in.locator(f'{box}[data-id="{row_id}"]').check()
    with signed_in.expect_response(lambda response: response.url.endswith(f"{path}/status")) as response:
        signed_in.locator(re.findall(r"`(#update[^`]+)`", trigger)[0]).click()
    assert response.value.status == 200
    row = until(site, path, good, "Complete")
    assert (row["curation_status"], row["processing_status"], row["error"]) == ("Queued", "Complete", None)
    site.process.wait_for(marked(pick_up, "process_"))
    assert [run["ending"] for run in site.ask("GET", f"{path}/{good}/runs")] == ["complete"]
    assert broken in until(site, path, rows[broken], "Error")["error"]

    signed_in.locator(f'{box}[data-id="{spare}"]').check()
    signed_in.locator(marked(other, "#")).click()
    skipped = until(site, path, spare, "Skipped")
    assert (skipped["curation_status"], skipped["processing_status"]) == ("Skipped", None)


def test_the_tab_without_a_build_is_short_and_has_no_step_before_it() -> None:
    files = {path.name: path.read_text(encoding="utf-8") for path in EXAMPLE.iterdir() if path.suffix != ".md"}
    assert sum(len(text.splitlines()) for text in files.values()) < 200
    assert "innerHTML" not in "".join(files.values())


def test_the_tab_without_a_build_lists_decides_and_warns(signed_in: Page, site: Site) -> None:
    addresses = [f"https://by-hand.example/{name}" for name in "abc"]
    skipped, *others = [row["id"] for row in site.ask("POST", "/pages/submit", json={"addresses": addresses})["rows"]]
    signed_in.goto(f"{site.address}/own/")
    boxes, body = signed_in.locator(".pageCuration-item-checkbox"), signed_in.locator("#pageCurationTableBody")
    expect(boxes).to_have_count(len(listed(site, "/pages")))
    notification = signed_in.locator("#pageCurationNotification")
    signed_in.locator("#update-pages-status-selected").click()
    expect(notification).to_have_text("Warning: Please select at least one item.")
    body.locator(f'[data-id="{skipped}"] input').check()
    signed_in.locator("#update-pages-status-archived").click()
    expect(notification).to_contain_text("Success: ")
    expect(body.locator(f'tr[data-id="{skipped}"]')).to_contain_text("Skipped")
    signed_in.locator("#pageCurationStatusFilter").select_option("New")
    expect(body.locator(f'tr[data-id="{skipped}"]')).to_have_count(0)
    signed_in.locator("#selectAllPageCurationCheckbox").click()
    with signed_in.expect_response(lambda response: response.url.endswith("/pages/status")) as response:
        signed_in.locator("#update-pages-status-selected").click()
    assert set(others) <= set(response.value.json()["updated_ids"])
    signed_in.locator("#pageCurationStatusFilter").select_option("Skipped")
    expect(boxes).to_have_count(1)
    rows = {each["id"]: each["curation_status"] for each in listed(site, "/pages")}
    assert [rows[row_id] for row_id in (skipped, *others)] == ["Skipped", "Queued", "Queued"]


@pytest.mark.parametrize("path", ["../README.md", "%2e%2e/README.md", ".hidden", "no-such.js", "README.md/x"])
def test_nothing_outside_the_folder_is_served(site: Site, path: str) -> None:
    answer = httpx.get(f"{site.address}/own/{path}", timeout=30)
    assert answer.status_code == 404


def test_pages_of_ones_own_have_the_products_policy(site: Site) -> None:
    answer = httpx.get(f"{site.address}/own/page-curation-tab.js", timeout=30)
    assert answer.status_code == 200
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert answer.headers["cache-control"] == "no-cache"
