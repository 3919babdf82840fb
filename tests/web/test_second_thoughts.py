"""Taking back, leaving out, trying again, and hearing what others did."""

import csv
import json
import os
import re
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from uuid import uuid4

import httpx
import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect
from tests.web.conftest import NO_TLS, Site, new_context, resume

pytestmark = pytest.mark.timeout(240)

BOXES = ".domainExtraction-item-checkbox"
SECONDS = 20_000  # milliseconds, of which the product takes eight


def states(site: Site) -> dict[str, str]:
    listed = site.ask("GET", "/domain-extraction/list", params={"size": 100, "sort": "id"})["items"]
    return {each["id"]: each["state"] for each in listed}


def await_states(site: Site, ids: list[str], wanted: set[str]) -> None:
    deadline = time.monotonic() + 60
    while not {states(site)[each] for each in ids} <= wanted:
        assert time.monotonic() < deadline, "workers did not come to the rows"
        time.sleep(0.2)


def skipped(site: Site) -> int:
    found: int = site.ask("GET", "/domain-extraction/list", params={"status_filter": "Skipped"})["total"]
    return found


# A press, the key held down, and a press before the next row is on the screen.
PRESSES_BEFORE_A_FRAME = """async () => {
    for (const repeat of [false, true, false]) {
        document.dispatchEvent(new KeyboardEvent("keydown", { key: "s", repeat }));
        for (let turn = 0; turn < 9; turn += 1) await null;
    }
}"""

UNTIL_SHOWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"


def test_review_takes_back_a_decision_about_a_row_that_was_done(unwatched: Page, site: Site) -> None:
    chosen = list(states(site))[:2]
    site.ask("PUT", "/domain-extraction/status", json={"ids": chosen, "status": "Queued"})
    await_states(site, chosen, {"Complete", "Error"})
    unwatched.goto(f"{site.address}/w/domain-extraction?status=Complete&status=Error")
    done = unwatched.locator("tbody tr")
    expect(done.nth(1)).to_be_visible(timeout=60_000)
    before = {each: state for each, state in states(site).items() if each in chosen}
    unwatched.keyboard.press("r")
    expect(unwatched.locator(".review-card")).to_be_visible()
    for _ in chosen:
        with unwatched.expect_response(re.compile("/domain-extraction/status$")):
            unwatched.keyboard.press("s")
    assert {states(site)[each] for each in chosen} == {"Skipped"}
    newest = next(each for each in site.ask("GET", "/batches")["items"] if each["sitting"])
    assert (newest["status"], newest["total"]) == ("Skipped", 2), "one sitting, one entry"
    for _ in chosen:
        with unwatched.expect_response(re.compile("/undo/")):
            unwatched.keyboard.press("z")
    expect(unwatched.get_by_text("2 undone")).to_be_visible()
    unwatched.evaluate(PRESSES_BEFORE_A_FRAME)
    expect(unwatched.locator(".review-missed")).to_contain_text("1 press not taken")
    expect(unwatched.locator(".tally")).to_contain_text("1 skipped")
    unwatched.keyboard.press("z")
    expect(unwatched.get_by_text("3 undone")).to_be_visible()
    unwatched.route("**/domain-extraction/status", lambda route: route.fulfill(status=403, json={}))
    for _ in range(2):
        unwatched.evaluate(UNTIL_SHOWN)
        with unwatched.expect_response(re.compile("/domain-extraction/status$")):
            unwatched.keyboard.press("s")
        expect(unwatched.get_by_role("alert")).to_contain_text("1 decision was not kept and is open again.")
    expect(unwatched.locator(".toast-problem")).to_have_count(0)
    unwatched.unroute_all()
    unwatched.evaluate(UNTIL_SHOWN)
    unwatched.keyboard.press("s")
    expect(unwatched.get_by_role("alert")).to_have_count(0)
    with unwatched.expect_response(re.compile("/undo/")):
        unwatched.keyboard.press("z")
    assert {each: states(site)[each] for each in chosen} == before
    unwatched.goto(f"{site.address}/history")
    expect(unwatched.get_by_role("row", name="in review").first).to_be_visible()


def test_back_from_review_the_grid_shows_ones_own_decisions(unwatched: Page, site: Site) -> None:
    unwatched.goto(f"{site.address}/w/domain-extraction?status=New")
    rows = unwatched.locator("tbody tr")
    expect(rows.first).to_be_visible()
    mine = [str(rows.nth(number).get_attribute("data-id")) for number in range(3)]
    before = skipped(site)
    unwatched.keyboard.press("r")
    expect(unwatched.locator(".review-card")).to_be_visible()
    for decided in range(1, 4):
        unwatched.evaluate(UNTIL_SHOWN)
        unwatched.keyboard.press("s")
        expect(unwatched.locator(".tally")).to_contain_text(f"{decided} skipped")
    unwatched.keyboard.press("Escape")
    expect(rows.first).to_be_visible()
    for each in mine:
        expect(unwatched.locator(f'tr[data-id="{each}"]')).to_have_count(0)
    expect(unwatched.locator(".grid-news")).to_have_count(0)
    assert skipped(site) == before + 3


def first_of_review(page: Page) -> str:
    with page.expect_request("**/reviewing") as held:
        page.keyboard.press("r")
    shown: list[str] = json.loads(held.value.post_data or "")["ids"]
    return shown[0]


READ = 1_000  # milliseconds, of which the product takes 800

# As soon as it is in the page, before anybody could read it.
PRESS_WHEN_IT_CHANGES = """() => {
    const observer = new MutationObserver(() => {
        if (!document.querySelector(".review-decision")) return;
        observer.disconnect();
        document.dispatchEvent(new KeyboardEvent("keydown", { key: "s" }));
    });
    observer.observe(document.body, { childList: true, subtree: true });
}"""


def test_a_row_in_review_that_is_decided_about_elsewhere_says_so_before_it_can_be_decided(
    unwatched: Page, site: Site
) -> None:
    unwatched.goto(f"{site.address}/w/domain-extraction?status=New")
    expect(unwatched.locator("tbody tr").first).to_be_visible()
    shown = first_of_review(unwatched)
    expect(unwatched.locator(".review-card")).to_be_visible()
    unwatched.evaluate(PRESS_WHEN_IT_CHANGES)
    site.ask("PUT", "/domain-extraction/status", json={"ids": [shown], "status": "Queued", "undo_seconds": 600})
    meanwhile = unwatched.get_by_text(re.compile("^Meanwhile:"))
    expect(meanwhile).to_contain_text("Queued")
    expect(unwatched.locator(".review-missed")).to_contain_text("changed just now, by somebody else")
    expect(meanwhile).to_contain_text(re.compile("by .+"))
    assert site.ask("GET", f"/domain-extraction/{shown}")["state"] == "Queued"
    site.ask("PUT", "/domain-extraction/status", json={"ids": [shown], "status": "New"})


@pytest.fixture(scope="module")
def ben(site: Site) -> Site:
    """The same, as somebody else."""
    person = {"name": "ben", "password": "a long enough password"}
    site.ask("POST", "/users", json=person | {"role": "curator"})
    answer = httpx.post(f"{site.address}/api/v3/auth/login", json=person, timeout=60, verify=NO_TLS)
    return replace(site, token=answer.json()["access_token"], cookies=dict(answer.cookies))


def test_a_key_in_review_does_not_win_over_what_somebody_else_decided_a_moment_before(
    unwatched: Page, site: Site, ben: Site
) -> None:
    """The news of it does not come: it would take three seconds, and the key is pressed sooner."""
    unwatched.goto(f"{site.address}/w/domain-extraction?status=New")
    expect(unwatched.locator("tbody tr").first).to_be_visible()
    shown = first_of_review(unwatched)
    expect(unwatched.locator(".review-card")).to_be_visible()
    unwatched.evaluate(UNTIL_SHOWN)
    unwatched.route(f"**/domain-extraction/{shown}", lambda route: route.abort())
    ben.ask("PUT", "/domain-extraction/status", json={"ids": [shown], "status": "Queued", "undo_seconds": 600})
    unwatched.keyboard.press("s")
    meanwhile = unwatched.get_by_text(re.compile("^Meanwhile:"))
    expect(meanwhile).to_contain_text(re.compile("Queued.*by ben .*Your decision was not taken."))
    expect(unwatched.locator(".tally")).to_contain_text("0 skipped")
    expect(unwatched.locator(".toast-problem")).to_contain_text(
        "Not taken for 1 row: ben decided about it meanwhile, and it is Queued now."
    )
    assert site.ask("GET", f"/domain-extraction/{shown}")["state"] == "Queued"
    unwatched.wait_for_timeout(READ)
    with unwatched.expect_response(re.compile("/domain-extraction/status$")):
        unwatched.keyboard.press("s")
    assert site.ask("GET", f"/domain-extraction/{shown}")["state"] == "Skipped"
    ben.ask("PUT", "/domain-extraction/status", json={"ids": [shown], "status": "New"})


def test_a_stale_label_in_a_grid_does_not_win_over_what_somebody_else_decided(
    unwatched: Page, site: Site, ben: Site
) -> None:
    unwatched.route("**/api/v3/events*", lambda route: route.abort())
    unwatched.goto(f"{site.address}/w/domain-extraction?status=New")
    rows = unwatched.locator("tbody tr")
    expect(rows.nth(2)).to_be_visible()
    theirs, mine = (str(rows.nth(number).get_attribute("data-id")) for number in (0, 1))
    ben.ask("PUT", "/domain-extraction/status", json={"ids": [theirs], "status": "Queued", "undo_seconds": 600})
    for number in (0, 1):
        rows.nth(number).locator(BOXES).check()
    unwatched.keyboard.press("s")
    expect(unwatched.locator(".toast").last).to_contain_text(
        "Updated 1 row to Skipped. Not taken for 1 row: ben decided about it meanwhile, and it is Queued now."
    )
    expect(rows.nth(0)).to_contain_text("Queued")
    expect(rows.nth(1)).to_contain_text("Skipped")
    assert [site.ask("GET", f"/domain-extraction/{each}")["state"] for each in (theirs, mine)] == ["Queued", "Skipped"]
    rows.nth(0).locator(BOXES).check()
    unwatched.keyboard.press("s")
    expect(rows.nth(0)).to_contain_text("Skipped")
    ben.ask("PUT", "/domain-extraction/status", json={"ids": [theirs, mine], "status": "New"})


def test_rows_that_somebody_else_decided_about_together_say_what_they_became_where_they_stand(
    unwatched: Page, browser: Browser, site: Site, ben: Site
) -> None:
    with new_context(browser) as his:
        resume(his, ben)
        bens = his.new_page()
        for page in (unwatched, bens):
            page.goto(f"{site.address}/w/domain-extraction?status=New")
            expect(page.locator("tbody tr").nth(4)).to_be_visible()
            expect(page.locator(".live")).to_have_text("Live")
        rows = unwatched.locator("tbody tr")
        before = [str(rows.nth(number).get_attribute("data-id")) for number in range(5)]
        for each in before[:3]:
            bens.locator(f'tr[data-id="{each}"]').locator(BOXES).check()
        bens.keyboard.press("s")
        for number in range(3):
            expect(rows.nth(number)).to_contain_text("Skipped")
        assert [rows.nth(number).get_attribute("data-id") for number in range(5)] == before, "nothing jumps"
        expect(rows.nth(3)).not_to_contain_text("Skipped")
        expect(unwatched.locator(".grid-news")).to_contain_text("3 rows changed by others")
        rows.nth(0).locator(BOXES).check()
        unwatched.keyboard.press("q")
        expect(rows.nth(0)).to_contain_text("Queued")
        ben.ask("PUT", "/domain-extraction/status", json={"ids": before[:3], "status": "New"})


def test_a_note_is_written_in_review_by_a_key_and_decides_nothing(unwatched: Page, site: Site) -> None:
    unwatched.goto(f"{site.address}/w/domain-extraction?status=New")
    expect(unwatched.locator("tbody tr").first).to_be_visible()
    shown = first_of_review(unwatched)
    note = unwatched.get_by_role("textbox", name="Note")
    expect(note).to_be_visible()
    unwatched.keyboard.press("e")
    expect(note).to_be_focused()
    unwatched.keyboard.type("Ask again in May")
    unwatched.get_by_role("button", name="Save the note").click()
    expect(unwatched.get_by_role("button", name="Save the note")).to_have_count(0)
    row = site.ask("GET", f"/domain-extraction/{shown}")
    assert (row["note"], row["state"]) == ("Ask again in May", "New")


def test_decisions_made_while_the_server_is_away_are_sent_when_it_answers_and_knows_who_asks(
    unwatched: Page, site: Site, ben: Site
) -> None:
    unwatched.goto(f"{site.address}/w/domain-extraction?status=New")
    expect(unwatched.locator("tbody tr").first).to_be_visible()
    before = skipped(site)
    unwatched.keyboard.press("r")
    expect(unwatched.locator(".review-card")).to_be_visible()
    unwatched.context.set_offline(True)
    away = unwatched.get_by_text(re.compile("does not answer.*kept in this window"))
    for decided in range(1, 6):
        unwatched.evaluate(UNTIL_SHOWN)
        unwatched.keyboard.press("s")
        expect(unwatched.locator(".tally")).to_contain_text(f"{decided} skipped")
        expect(away).to_contain_text(re.compile(rf"\b{decided} decisions? to send"))
    unwatched.keyboard.press("Escape")
    rows = unwatched.locator("tbody tr")
    expect(unwatched.locator(".live")).to_contain_text("Offline since", timeout=SECONDS)
    for number in (8, 9):
        rows.nth(number).locator(BOXES).check()
    theirs = str(rows.nth(8).get_attribute("data-id"))
    unwatched.keyboard.press("s")
    expect(rows.nth(9)).to_contain_text("Skipped")
    expect(away).to_contain_text("7 decisions to send")
    ben.ask("PUT", "/domain-extraction/status", json={"ids": [theirs], "status": "Queued", "undo_seconds": 600})
    assert skipped(site) == before
    unwatched.context.clear_cookies()
    unwatched.context.set_offline(False)
    dialog = unwatched.get_by_role("dialog", name="Sign in again")
    dialog.get_by_label("Password").fill(site.password)
    expect(unwatched.get_by_text("Your session has ended. 7 decisions to send")).to_be_visible()
    expect(unwatched.get_by_text("The server answers again")).to_have_count(0)
    dialog.get_by_role("button", name="Sign in").click()
    expect(unwatched.get_by_text("The server answers again. 7 decisions were sent.")).to_be_visible()
    expect(unwatched.locator(".toast")).to_contain_text(["ben decided about it meanwhile"])
    expect(away).to_have_count(0)
    expect(unwatched.get_by_role("button", name=re.compile(f"Skipped {before + 6}"))).to_be_visible()
    assert skipped(site) == before + 6


AWAY = re.compile(
    "^(Reconnecting…|Offline since .*)$"
)  # the first becomes the second, sooner than a busy machine looks


def test_a_lost_connection_is_told_within_seconds_and_one_that_is_back_too(unwatched: Page, site: Site) -> None:
    unwatched.goto(f"{site.address}/w/domain-extraction")
    mark = unwatched.locator(".live")
    expect(mark).to_have_text("Live")
    unwatched.context.set_offline(True)
    expect(mark).to_have_text(AWAY, timeout=SECONDS)
    expect(mark).to_contain_text("Offline since", timeout=SECONDS)
    unwatched.context.set_offline(False)
    expect(mark).to_have_text("Live", timeout=SECONDS)


def test_what_cannot_be_read_says_why_and_is_read_when_the_server_is_back(unwatched: Page, site: Site) -> None:
    broken = re.compile("/api/v3/(users|audit|documents)")
    unwatched.route(broken, lambda route: route.fulfill(status=500, json={"error": {"message": "The disk is full."}}))
    unwatched.goto(f"{site.address}/settings/users")
    accounts = unwatched.get_by_role("region", name="Accounts")
    expect(accounts).to_contain_text("The disk is full. Trying again…")
    unwatched.goto(f"{site.address}/audit")
    expect(unwatched.get_by_role("button", name="Try again")).to_be_visible(timeout=SECONDS)
    unwatched.keyboard.press("?")
    sheet = unwatched.get_by_role("dialog", name="Help")
    expect(sheet).to_contain_text("The disk is full.")
    unwatched.context.set_offline(True)
    expect(unwatched.locator(".live")).to_contain_text("Offline since", timeout=SECONDS)
    unwatched.unroute(broken)
    unwatched.context.set_offline(False)
    expect(sheet.get_by_role("heading", name="Documents")).to_be_visible(timeout=SECONDS)
    expect(unwatched.get_by_role("group", name="Entries, to scroll")).to_be_attached(timeout=SECONDS)


def test_a_server_that_falls_silent_is_told_within_seconds(unwatched: Page, site: Site) -> None:
    """Its connections stay open, as they do when a network goes without a word."""
    unwatched.goto(f"{site.address}/w/domain-extraction")
    mark = unwatched.locator(".live")
    expect(mark).to_have_text("Live")
    os.kill(site.process.pid, signal.SIGSTOP)
    try:
        expect(mark).to_have_text(AWAY, timeout=SECONDS)
    finally:
        os.kill(site.process.pid, signal.SIGCONT)
    expect(mark).to_have_text("Live")


def searched_for(site: Site, phrase: str, *, queue: bool = False) -> Any:
    """By the source that the form begins with."""
    source = next(each["name"] for each in site.ask("GET", "/meta")["sources"] if each["unready"] is None)
    return site.ask("POST", "/place-searches", json={"phrase": phrase, "source": source, "queue": queue})


def test_who_searches_for_the_same_again_is_told_before_it_starts(signed_in: Page, site: Site) -> None:
    started = searched_for(site, "bakers in Austin, TX")
    signed_in.goto(f"{site.address}/search")
    phrase = signed_in.get_by_label("What to look for, and where")
    phrase.fill("bakers in austin, tx")
    phrase.press("Enter")
    before = signed_in.get_by_role("region", name="You searched for this before")
    expect(before).to_contain_text("bakers in Austin, TX: no place so far")
    expect(before.get_by_role("status")).to_have_text("You searched for this before")
    expect(before).to_be_focused()
    phrase.press("Enter")
    expect(before).to_be_focused()
    assert site.ask("GET", f"/single-search/{started['id']}")["state"] == "New"
    expect(signed_in.get_by_role("button", name="Start the search")).to_have_count(0)
    expect(before.get_by_role("link", name="Open what it found")).to_have_attribute(
        "href", f"/follow/place_searches:{started['id']}"
    )
    phrase.fill("bakers in Houston, TX")
    expect(before).to_have_count(0)
    phrase.fill("bakers in Austin, TX")
    before.get_by_role("button", name="Run it again").click()
    expect(signed_in).to_have_url(re.compile(f"/follow/place_searches:{started['id']}"))


@contextmanager
def paused_searches(site: Site) -> Iterator[None]:
    site.ask("PUT", "/workflows/single_search/paused/true")
    try:
        yield
    finally:
        site.ask("PUT", "/workflows/single_search/paused/false")


def test_the_note_of_a_search_at_work_says_when_it_is_done(signed_in: Page, site: Site) -> None:
    with paused_searches(site):
        searched_for(site, "florists in Austin, TX", queue=True)
        signed_in.goto(f"{site.address}/search")
        signed_in.get_by_label("What to look for, and where").fill("florists in Austin, TX")
        at_work = signed_in.get_by_role("region", name="This search is at work now")
        expect(at_work).to_contain_text("no place so far")
        expect(at_work.get_by_role("button")).to_have_count(0)
    done = signed_in.get_by_role("region", name="You searched for this before")
    expect(done).to_contain_text(re.compile(r"\d places found"))
    expect(done.get_by_role("button", name="Run it again")).to_be_visible()


def test_the_same_with_another_limit_can_be_started_while_the_first_is_at_work(signed_in: Page, site: Site) -> None:
    with paused_searches(site):
        first = searched_for(site, "opticians in Austin, TX", queue=True)
        signed_in.goto(f"{site.address}/search")
        signed_in.get_by_label("What to look for, and where").fill("opticians in Austin, TX")
        at_work = signed_in.get_by_role("region", name="This search is at work now")
        expect(at_work).to_be_visible()
        expect(at_work.get_by_role("button")).to_have_count(0)
        signed_in.get_by_label("At most (places)").fill("7")
        expect(at_work).to_contain_text("With another limit or list it is a search of its own")
        at_work.get_by_role("button", name="Start another").click()
        expect(signed_in).to_have_url(re.compile("/follow/place_searches:"))
        assert first["id"] not in signed_in.url


def test_who_types_on_while_it_is_looked_for_an_earlier_search_keeps_the_focus(signed_in: Page, site: Site) -> None:
    for what in ("tailors", "roofers"):
        searched_for(site, f"{what} in Austin, TX")
    held: list[Route] = []

    def hold_first(route: Route, request: Request) -> None:
        if "tailors" in (request.post_data or ""):
            held.append(route)
        else:
            route.continue_()

    signed_in.route("**/place-searches/before", hold_first)
    started: list[Request] = []
    signed_in.on("request", lambda each: started.append(each) if each.url.endswith("/place-searches") else None)
    signed_in.goto(f"{site.address}/search")
    phrase = signed_in.get_by_label("What to look for, and where")
    phrase.fill("tailors in Austin, TX")
    with signed_in.expect_request("**/place-searches/before"):
        phrase.press("Enter")
    phrase.fill("roofers in Austin, TX")
    expect(signed_in.get_by_role("region", name="You searched for this before")).to_contain_text("roofers")
    with signed_in.expect_response("**/place-searches/before"):
        for route in held:
            route.continue_()
    signed_in.evaluate(UNTIL_SHOWN)
    expect(phrase).to_be_focused()
    assert started == []


def test_who_is_at_the_button_when_an_earlier_search_is_found_is_led_to_it(signed_in: Page, site: Site) -> None:
    searched_for(site, "glaziers in Austin, TX")
    held: list[Route] = []
    signed_in.route("**/place-searches/before", lambda route: held.append(route))  # noqa: PLW0108  playwright marks it
    signed_in.goto(f"{site.address}/search")
    with signed_in.expect_request("**/place-searches/before"):
        signed_in.get_by_label("What to look for, and where").fill("glaziers in Austin, TX")
    signed_in.get_by_role("button", name="Start the search").focus()
    for route in held:
        route.continue_()
    expect(signed_in.get_by_role("region", name="You searched for this before")).to_be_focused()


def test_a_search_that_is_begun_twice_before_the_answer_starts_once(signed_in: Page, site: Site) -> None:
    signed_in.goto(f"{site.address}/search")
    phrase = signed_in.get_by_label("What to look for, and where")

    def begin_again_and_answer(route: Route) -> None:
        phrase.press("Enter")
        route.continue_()

    signed_in.route("**/place-searches/before", begin_again_and_answer)
    started: list[Request] = []
    signed_in.on("request", lambda each: started.append(each) if each.url.endswith("/place-searches") else None)
    phrase.fill("pharmacies in Austin, TX")
    phrase.press("Enter")
    expect(signed_in).to_have_url(re.compile("/follow/place_searches:"))
    assert len(started) == 1


def test_a_suppressed_row_is_not_queued_and_says_why_at_once(unwatched: Page, site: Site) -> None:
    csv_file = ("people.csv", b"name,email\nAna Oak,ana@oak.example\nBen Oak,ben@oak.example\n")
    site.ask("POST", "/imports", data={"into": "contacts"}, files={"file": csv_file})
    entry = {"kind": "email", "values": ["ana@oak.example"], "reason": "asked us"}
    site.ask("POST", "/suppressions", json=entry)
    unwatched.goto(f"{site.address}/w/contact-delivery?q=Oak")
    ana = unwatched.locator("tbody tr", has_text="ana@oak.example")
    ana.get_by_role("checkbox").check()
    unwatched.keyboard.press("q")
    refusal = "1 row was not queued. The email ana@oak.example is on the suppression list: asked us."
    expect(unwatched.locator(".toast", has_text=refusal)).to_be_visible()
    expect(ana).to_contain_text("Skipped")
    unwatched.locator("tbody tr", has_text="ben@oak.example").get_by_role("checkbox").check()
    ana.get_by_role("checkbox").check()
    unwatched.keyboard.press("q")
    expect(unwatched.locator("tbody tr", has_text="ben@oak.example")).to_contain_text("Queued")
    expect(unwatched.locator(".toast", has_text=refusal).last).to_be_visible()
    expect(ana).to_contain_text("Skipped")


def test_beside_open_details_the_tools_are_one_line(signed_in: Page, site: Site) -> None:
    signed_in.set_viewport_size({"width": 1280, "height": 800})
    for tab in ("domain-extraction", "deep-scan"):
        item = site.ask("GET", f"/{tab}/list", params={"size": 1})["items"][0]["id"]
        signed_in.goto(f"{site.address}/w/{tab}?item={item}")
        expect(signed_in.locator(".drawer")).to_be_visible()
        expect(signed_in.locator(".origin-choice")).to_be_visible()
        for line in (".grid-head", ".grid-tools"):
            box = signed_in.locator(line).bounding_box()
            assert box is not None
            assert box["height"] < 45, (tab, line)


def test_all_that_match_but_the_rows_taken_out_are_exported(signed_in: Page, site: Site) -> None:
    signed_in.goto(f"{site.address}/w/domain-extraction?status=New")
    expect(signed_in.locator("tbody tr").first).to_be_visible()
    matching = list(states(site).values()).count("New")
    signed_in.keyboard.press("Control+a")
    out = [signed_in.locator(BOXES).nth(number).get_attribute("data-id") for number in (0, 2)]
    for row_id in out:
        signed_in.locator(f'{BOXES}[data-id="{row_id}"]').uncheck()
    signed_in.get_by_role("button", name="More for the selection").click()
    signed_in.get_by_role("menuitem", name="Export these rows…").click()
    expect(signed_in.get_by_text("except 2 rows taken out")).to_be_visible()
    signed_in.get_by_role("button", name=re.compile(r"^Export \d+ rows$")).click()
    with signed_in.expect_download() as arriving:
        signed_in.get_by_role("link", name=re.compile("^Download")).first.click(timeout=60_000)
    rows = list(csv.DictReader(arriving.value.path().read_text(encoding="utf-8-sig").splitlines()))
    assert not {each["id"] for each in rows} & set(out)
    assert len(rows) >= min(matching, 98) - 2


def test_columns_that_could_not_be_loaded_say_so_and_can_be_asked_for_again(unwatched: Page, site: Site) -> None:
    refused = {"error": {"code": "forbidden", "message": "Not now."}}
    unwatched.route("**/exports/jobs/columns*", lambda route: route.fulfill(status=403, json=refused))
    unwatched.goto(f"{site.address}/exports?workflow=page_curation")
    unwatched.get_by_text("Every column", exact=True).click()
    expect(unwatched.get_by_text("Not now.")).to_be_visible()
    expect(unwatched.get_by_role("button", name="None")).to_have_count(0)
    unwatched.unroute_all()
    unwatched.get_by_role("button", name="Try again").click()
    unwatched.get_by_role("button", name="None").click()
    expect(unwatched.locator("summary", has_text="0 of")).to_be_visible()


def test_only_a_file_of_chosen_columns_needs_one(signed_in: Page, site: Site) -> None:
    signed_in.goto(f"{site.address}/exports?workflow=contact_delivery")
    signed_in.get_by_label("Made for").select_option("")
    signed_in.get_by_text("Every column", exact=True).click()
    signed_in.get_by_role("button", name="None").click()
    button = signed_in.locator(".export-rest button[type=submit]")
    expect(button).to_be_disabled()
    expect(button).to_have_attribute("title", "Choose at least one column")
    signed_in.get_by_label("Made for").select_option("hubspot")
    expect(button).to_be_enabled()


def test_a_limit_is_applied_to_the_best_that_were_counted(signed_in: Page, site: Site) -> None:
    asked: set[str | None] = set()

    def count(route: Route, request: Request) -> None:
        asked.add(request.post_data)
        route.fulfill(json={"rows": 60})

    signed_in.route("**/exports/jobs/count", count)
    signed_in.goto(f"{site.address}/exports?workflow=contact_delivery&best=1&format=xlsx")
    expect(signed_in.get_by_role("button", name="Export 60 contacts, one per business")).to_be_visible()
    expect(signed_in.get_by_role("button", name="XLSX")).to_have_attribute("aria-pressed", "true")
    signed_in.get_by_label("At most").press_sequentially("50")
    expect(signed_in.get_by_role("button", name="Export 50 contacts, one per business")).to_be_visible()
    assert len(asked) == 1


def test_rows_that_someone_else_decided_about_are_told_and_loaded_by_a_key(signed_in: Page, site: Site) -> None:
    signed_in.goto(f"{site.address}/w/domain-extraction?status=New")
    rows = signed_in.locator("tbody tr")
    expect(rows.first).to_be_visible()
    theirs = [str(rows.nth(number).get_attribute("data-id")) for number in range(3)]
    # The rows themselves are not told of here, as in a batch too large for it: only that there was one.
    signed_in.route("**/api/v3/domain-extraction/list*", without(theirs))
    other = str(rows.nth(5).get_attribute("data-id"))
    site.ask("PUT", "/domain-extraction/status", json={"ids": [other], "status": "New"})
    news = signed_in.get_by_role("button", name=re.compile("3 rows changed by others — refresh the list"))
    expect(news).to_be_visible(timeout=30_000)
    expect(signed_in.locator(f'tr[data-id="{theirs[0]}"]')).to_have_class(re.compile("is-stale"))
    signed_in.keyboard.press(".")
    expect(signed_in.locator(f'tr[data-id="{theirs[0]}"]')).to_have_count(0)
    expect(news).to_have_count(0)


def without(ids: list[str]) -> Any:
    def answer(route: Route) -> None:
        response = route.fetch()
        told = response.json()
        told["items"] = [each for each in told["items"] if each["id"] not in ids]
        route.fulfill(response=response, json=told)

    return answer


def error_group(host: str, count: int, workflow: str = "domain_extraction") -> dict[str, Any]:
    return {
        "workflow": workflow,
        "signature": host,
        "example": "Took longer than 20 s",
        "count": count,
        "last_at": "2026-03-01T09:14:00Z",
        "trend": [0] * 24,
        "search": f'only_host:"{host}" since:24h',
        "outcome": "timeout",
    }


def test_groups_of_errors_are_skipped_together_and_one_that_changed_is_asked_about_again(
    unwatched: Page, site: Site
) -> None:
    groups = [error_group("acme.example", 40), error_group("oak.example", 2, "domain_curation")]
    groups.append(error_group("elm.example", 7))
    told = {"total": 49, "groups": groups, "more": 0, "newest_only": None}
    unwatched.route("**/errors/groups*", lambda route: route.fulfill(json=told))
    sent: list[tuple[str, int]] = []

    def keep(route: Route, request: Request) -> None:
        asked = json.loads(request.post_data or "{}")
        sent.append((asked["filter"]["search"], asked["expected_count"]))
        if asked["expected_count"] == 40:
            drifted = {"error": {"code": "count_drifted", "message": "Not as many.", "details": {"actual": 55}}}
            return route.fulfill(status=409, json=drifted)
        done = {"message": "", "updated_count": asked["expected_count"], "updated_ids": [], "undo_token": str(uuid4())}
        return route.fulfill(json=done)

    unwatched.route("**/status/by-filter", keep)
    unwatched.goto(f"{site.address}/errors?by=host")
    unwatched.get_by_label("Select acme.example").check()
    unwatched.get_by_label("Select oak.example").check()
    bar = unwatched.get_by_role("group", name="Selected groups")
    expect(bar).to_contain_text("2 groups selected, 42 rows")
    bar.get_by_role("button", name="Retry selected").click()
    asked = unwatched.get_by_role("dialog", name="Retry 42 rows of 2 workflows?")
    expect(asked.get_by_role("listitem").first).to_contain_text("Try again later, spread over some hours")
    asked.get_by_role("button", name="Cancel").click()
    bar.get_by_role("button", name="Skip selected").click()
    dialog = unwatched.get_by_role("dialog", name="Skip 42 rows of 2 workflows?")
    dialog.get_by_role("button", name="Skip 42").click()
    left = unwatched.get_by_role("dialog", name="Skip 55 rows of Businesses?")
    expect(left).to_contain_text("1 group done. Take that back")
    expect(left.get_by_role("listitem")).to_have_text("acme.example 55 rows")
    expect(left.get_by_role("alert")).to_contain_text("acme.example has changed since you looked")
    left.get_by_role("button", name="Skip 55").click()
    expect(left).to_have_count(0)
    # Each press is told once, with one way back.
    expect(unwatched.locator(".toast")).to_have_text([re.compile("^Updated 2 rows"), re.compile("^Updated 55 rows")])
    expect(unwatched.locator(".toast kbd")).to_have_count(1)
    expect(bar).to_have_count(0)
    searches = [group["search"] for group in groups]
    assert sent == [(searches[0], 40), (searches[1], 2), (searches[0], 55)]


def test_a_group_of_errors_is_tried_again_over_the_time_chosen(signed_in: Page, site: Site) -> None:
    group = error_group("acme.example", 40)
    told = {"total": 40, "groups": [group], "more": 0, "newest_only": 20_000}
    signed_in.route("**/errors/groups*", lambda route: route.fulfill(json=told))
    sent: list[Any] = []

    def keep(route: Route, request: Request) -> None:
        sent.append(json.loads(request.post_data or "{}"))
        route.fulfill(json={"message": "Updated 40 rows to Queued.", "updated_ids": [], "undo_token": str(uuid4())})

    signed_in.route("**/status/by-filter", keep)
    signed_in.goto(f"{site.address}/errors?by=host")
    expect(signed_in.get_by_text("the newest 20,000 are counted by host")).to_be_visible()
    signed_in.get_by_role("button", name="Retry all of acme.example").click()
    signed_in.get_by_label("Spread over", exact=True).select_option("1 h")
    expect(signed_in.get_by_text("No host gets all of its rows at once")).to_be_visible()
    signed_in.get_by_role("button", name="Retry 40 over 1 h").click()
    expect(signed_in.get_by_text("40 rows will be tried again.")).to_be_visible()
    (request,) = sent
    assert (request["spread_seconds"], request["expected_count"]) == (3600, 40)
    assert request["filter"]["search"] == group["search"]


def test_pairs_of_places_come_page_after_page_with_how_many_there_are(signed_in: Page, site: Site) -> None:
    pairs = [pair(number) for number in range(120)]

    def answer(route: Route, request: Request) -> None:
        begin = int(request.url.partition("after=")[2] or 0)
        following = str(begin + 50) if begin + 50 < len(pairs) else None
        route.fulfill(json={"items": pairs[begin : begin + 50], "next": following, "total": len(pairs)})

    signed_in.route(re.compile(r"/api/v3/duplicates(\?|$)"), answer)
    decided = {"decided": 1, "refused": []}
    signed_in.route(re.compile(r"/duplicates/.*(merge|decide)$"), lambda route: route.fulfill(json=decided))
    signed_in.goto(f"{site.address}/duplicates")
    expect(signed_in.get_by_text("120 pairs to decide")).to_be_visible()
    cards = signed_in.locator(".pair")
    expect(cards).to_have_count(50)
    signed_in.get_by_role("button", name="Show more: 50 of 120 shown").click()
    expect(cards).to_have_count(100)
    signed_in.get_by_role("button", name=re.compile("^Show more")).click()
    expect(cards).to_have_count(120)
    expect(signed_in.get_by_role("button", name=re.compile("^Show more"))).to_have_count(0)
    told = pairs[0]
    cards.first.get_by_role("radio", name="Phone of the right one").check()
    with signed_in.expect_request(re.compile("/merge$")) as asked:
        signed_in.keyboard.press("1")
    wanted = {"keep": told["first"]["id"], "values": {"phone": told["second"]["id"]}}
    assert asked.value.post_data_json == wanted
    signed_in.get_by_role("button", name="Merge many…").click()
    many = signed_in.get_by_role("dialog", name="Merge many pairs")
    with signed_in.expect_request(re.compile("/duplicates/decide$")) as all_asked:
        many.get_by_role("button", name=re.compile(r"^Merge \d+ pairs$")).click()
    assert len((all_asked.value.post_data_json or {})["pair_ids"]) > 100


def test_contacts_that_are_one_are_merged_with_the_values_that_were_chosen(signed_in: Page, site: Site) -> None:
    group = same_contact()
    first, second = (each["id"] for each in group["contacts"])
    answer = {"items": [group], "next": None, "total": 1}
    signed_in.route("**/api/v3/duplicates/contacts?*", lambda route: route.fulfill(json=answer))
    words = "1 contact was merged into 1 contact."
    done = {"message": words, "gone": 1, "refused": [], "undo_token": str(uuid4())}
    signed_in.route("**/api/v3/duplicates/contacts/merge", lambda route: route.fulfill(json=done))
    signed_in.goto(f"{site.address}/duplicates?of=contacts")
    expect(signed_in.get_by_role("radio", name="Role of oak.example")).to_be_checked()
    signed_in.get_by_role("radio", name="Role of elm.example").check()
    with signed_in.expect_request("**/contacts/merge") as asked:
        signed_in.get_by_role("button", name="Merge 2 into one").click()
    merge = {"keep": first, "others": [second], "values": {"role": second, "phone": second}}
    assert asked.value.post_data_json == {"merges": [merge]}
    expect(signed_in.get_by_text(words)).to_be_visible()


def same_contact() -> dict[str, Any]:
    """One address on two websites, of which each knows something that the other does not."""
    told: dict[str, dict[str, str | None]] = {
        "oak.example": {"role": "Owner", "phone": None},
        "elm.example": {"role": "Boss", "phone": "+15125550100"},
    }
    contacts = [
        {
            "id": str(uuid4()),
            "domain": domain,
            "business": None,
            "source_url": f"https://{domain}/team",
            "state": "New",
            "confidence": 0.9,
            "verification": None,
            "delivered_at": None,
            "values": {"email": "ana@oak.example", **values},
        }
        for domain, values in told.items()
    ]
    first, second = (each["id"] for each in contacts)
    return {"key": "ana@oak.example", "contacts": contacts, "keep": first, "values": {"phone": second}}


def pair(number: int) -> dict[str, Any]:
    place = {
        "source": "google",
        "place_id": str(number),
        "name": f"Acme {number}",
        "address": None,
        "phone": None,
        "website": None,
        "attribution": None,
        "category": None,
        "latitude": None,
        "longitude": None,
        "local_business_id": str(uuid4()),
    }
    decided = {"decision": "open", "decided_by": None, "decided_at": None}
    both = {
        side: place | {"id": str(uuid4()), "phone": f"+1512555010{at}"} for at, side in enumerate(("first", "second"))
    }
    return {"id": str(uuid4()), "likeness": 0.9, "why": "alike"} | decided | both


def test_whoever_comes_to_correct_a_website_finds_it_ready_to_be_written_over(signed_in: Page, site: Site) -> None:
    listed = site.ask("GET", "/domain-extraction/list", params={"size": 100})["items"]
    row = next(each for each in listed if each["website"])
    signed_in.goto(f"{site.address}/w/domain-extraction?item={row['id']}&correct=website")
    field = signed_in.get_by_role("textbox", name="Website")
    expect(field).to_be_focused()
    signed_in.keyboard.type("https://mended.example")
    field.blur()
    field.focus()
    signed_in.keyboard.type("/en")
    expect(field).to_have_value("https://mended.example/en")
    signed_in.keyboard.press("Escape")
    expect(field).to_have_count(0)
    expect(signed_in).not_to_have_url(re.compile("correct="))


def test_a_correction_that_was_not_made_waits_in_no_other_row(signed_in: Page, site: Site) -> None:
    row = site.ask("GET", "/domain-extraction/list", params={"size": 1})["items"][0]
    field = signed_in.get_by_role("textbox", name="Website")
    for leave in (close_details, go_down):
        signed_in.goto(f"{site.address}/w/domain-extraction?item={row['id']}&correct=website")
        expect(field).to_be_focused()
        leave(signed_in)
        expect(signed_in).not_to_have_url(re.compile(f"item={row['id']}|correct="))
        expect(field).to_have_count(0)


def close_details(page: Page) -> None:
    page.get_by_role("button", name="Close details").click()


def go_down(page: Page) -> None:
    page.locator(".drawer-head h2").click()
    for _ in range(2):  # the first begins at the row that is open
        page.keyboard.press("j")
