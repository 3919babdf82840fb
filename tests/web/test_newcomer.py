"""Somebody who has never seen the product, from an empty installation to a file."""

import csv
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.web.conftest import Site, demonstration, enter, site_of

pytestmark = pytest.mark.timeout(240)
STEPS = 600_000  # milliseconds, on a busy machine too, for all that workers do between the search and a contact


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[Site]:
    with demonstration(empty_database, tmp_path_factory.mktemp("newcomer"), 0) as process:
        yield site_of(process)


def test_from_nothing_to_a_file_of_those_with_an_address_in_six_interactions(page: Page, site: Site) -> None:
    page.goto(site.address)
    enter(page, site)
    start = page.get_by_role("button", name="Start the search")
    expect(page.get_by_label("Estimate")).to_contain_text("Say what to look for.")
    place = start.bounding_box()
    page.get_by_label("At most (places)").fill("12")
    page.get_by_label("What do you look for, and where?").fill("florists in Austin, TX")
    expect(page.get_by_label("Estimate")).to_contain_text("at most 12")
    page.get_by_label("At most (places)").fill("")
    expect(page.get_by_label("Estimate")).not_to_contain_text("at most")
    expect(page.get_by_label("Estimate")).to_contain_text("nothing is billed")
    assert start.bounding_box() == place
    start.click()
    stages = page.get_by_role("list", name="Stages of this search").get_by_role("listitem")
    expect(stages).to_have_count(9)
    expect(stages.nth(6)).to_contain_text("To come: read a page.")
    by_hand = page.get_by_role("group", name="How Pages go on").get_by_role("button", name="By hand")
    for choice, is_by_hand in (("Go on with all", "false"), ("Decide myself", "true"), ("Go on with all", "false")):
        with page.expect_response("**/origins/going-on"):
            page.get_by_role("button", name=f"{choice}, in every stage").click()
        expect(by_hand).to_have_attribute("aria-pressed", is_by_hand)
    expect(page.get_by_text("also when you close this page")).to_be_visible()
    following = page.url
    page.goto(f"{site.address}/history")
    expect(page.get_by_text("rule Go on with florists")).to_have_count(0)
    page.get_by_role("button", name="Rules and schedules").click()
    expect(page.get_by_text("rule Go on with florists in Austin").first).to_be_visible(timeout=STEPS)
    page.goto(f"{site.address}/rules?workflow=domain_extraction")
    expect(page.get_by_text("only these, each about what comes of one search")).to_be_visible()
    page.get_by_role("link", name="Go on with florists in Austin").click()
    expect(page).to_have_url(following)
    telling = re.compile(r"^[1-9]\d* contacts? so far of [1-9]\d* websites?")
    expect(page.get_by_role("heading", name=telling)).to_be_visible(timeout=STEPS)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_label("with an e-mail address").check(timeout=STEPS)
    with page.expect_download() as arriving:
        page.get_by_role("button", name=re.compile("^Download [1-9][0-9]* contacts? as CSV")).click()
    rows = list(csv.DictReader(arriving.value.path().read_text(encoding="utf-8-sig").splitlines()))
    assert rows
    assert not [url for url in asked if "/groups" in url and "email" in url], "the websites are of all its contacts"
    assert all("@" in row["E-mail"] for row in rows)
    assert "extra_fields" not in rows[0]
    page.route("**/exports/jobs/count", lambda route: route.fulfill(json={"rows": None}))
    page.get_by_label("only the best of each business").check()
    expect(page.get_by_role("button", name="Download the best of each business as CSV")).to_be_enabled()
    page.get_by_role("button", name="Other columns").click()
    expect(page.get_by_label("One contact per business")).to_be_checked()


def test_a_stage_can_be_decided_by_hand_and_says_when_it_is_done(page: Page, site: Site) -> None:
    """Contacts are not handed over by the way: that stage waits for its person, and leads nowhere further."""
    page.goto(site.address)
    enter(page, site)
    page.goto(f"{site.address}/search")
    page.locator(".recent-link").first.click()
    sending = page.get_by_role("group", name="How Contacts are sent")
    expect(sending.get_by_role("button", name="By hand")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("group", name="How Places go on").get_by_role("button", name="By hand").click()
    page.get_by_role("link", name="Places", exact=True).click()
    expect(page).to_have_url(re.compile("deep-scan.*origin=place_searches"))
    page.goto(f"{page.url}&status=New")
    expect(page.get_by_text(re.compile("decided; .* wait|All [0-9]+ decided")).first).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Show the [0-9]+ .*rows$"))).to_be_visible()
    page.keyboard.press(">")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Businesses")
