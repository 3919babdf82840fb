"""Rows that come while someone looks: they appear, and every number of the screen says the same."""

import re

import pytest
from playwright.sync_api import Page, Route, expect
from tests.web.conftest import Site

pytestmark = pytest.mark.timeout(120)

NEWS = re.compile(r"new rows?")
SOON = 60_000  # milliseconds: a worker's work, and up to fifteen seconds until a quiet stream counts again


def said(page: Page) -> tuple[str, str]:
    """What the chip of New and the foot say, of the same moment."""
    chip, foot = page.evaluate(
        "() => [document.querySelector('.chip-new .chip-count').textContent, "
        "document.querySelector('.grid-range strong')?.textContent ?? '0']"
    )
    return chip, foot


def domains(*names: str) -> dict[str, object]:
    return {"addresses": [f"{name}.example" for name in names], "queue": False}


def test_an_empty_tab_fills_when_the_stage_before_produces_rows(signed_in: Page, site: Site) -> None:
    signed_in.goto(f"{site.address}/w/domain-curation?status=New")
    expect(signed_in.get_by_text("Nothing came here yet.")).to_be_visible()
    (first, second) = site.ask("GET", "/domain-extraction/list?status_filter=New&search=-website:none&size=2")["items"]
    site.ask("PUT", "/domain-extraction/status", json={"ids": [first["id"], second["id"]], "status": "Queued"})
    expect(signed_in.locator("tbody tr").first).to_be_visible(timeout=SOON)
    expect(signed_in.locator("tbody tr[aria-current=true]")).to_have_count(1)


def test_results_are_announced_where_rows_stand_already(signed_in: Page, site: Site) -> None:
    site.ask("POST", "/domains/submit", json=domains("first-of-all"))
    signed_in.goto(f"{site.address}/w/domain-curation?status=New")
    expect(signed_in.locator("tbody tr").first).to_be_visible()
    there = signed_in.locator("tbody tr").count()
    site.ask("POST", "/domains/submit", json=domains("came-later", "came-later-too"))
    expect(signed_in.get_by_role("button", name=NEWS)).to_be_visible(timeout=SOON)
    signed_in.keyboard.press(".")
    expect(signed_in.locator("tbody tr")).to_have_count(there + 2)


def test_chips_and_foot_say_the_same_number_whatever_was_counted_last(signed_in: Page, site: Site) -> None:
    site.ask("POST", "/domains/submit", json=domains("counted"))

    def hold(_: Route) -> None:
        """The list is not answered, so that only the chips hear of what comes."""

    signed_in.goto(f"{site.address}/w/domain-curation?status=New")
    expect(signed_in.locator(".grid-range strong")).to_be_visible()
    expect(signed_in.locator(".chip-new .chip-count")).not_to_have_text("")
    before = int(said(signed_in)[0])
    signed_in.route("**/domain-curation/list?*", hold)
    site.ask("POST", "/domains/submit", json=domains("counted-1", "counted-2", "counted-3"))
    expect(signed_in.locator(".chip-new .chip-count")).to_have_text(str(before + 3), timeout=SOON)
    assert said(signed_in) == (str(before + 3), str(before + 3))
    signed_in.unroute("**/domain-curation/list?*")


def test_a_list_that_knows_more_than_the_chips_corrects_them(signed_in: Page, site: Site) -> None:
    site.ask("POST", "/domains/submit", json=domains("corrected"))

    def more(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"total": 61})

    signed_in.route("**/domain-curation/list?*", more)
    signed_in.goto(f"{site.address}/w/domain-curation?status=New")
    expect(signed_in.locator(".grid-range strong")).to_be_visible()
    expect(signed_in.locator(".chip-new .chip-count")).not_to_have_text("")
    chip, foot = said(signed_in)
    assert chip == foot
