"""What someone meets who uses the product for the first time."""

import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect
from tests.process import scrapersky
from tests.web.conftest import Site, copy_database, enter, resume

pytestmark = pytest.mark.timeout(120)


def test_whoever_signs_out_or_loses_the_session_can_sign_in_again_at_once(
    at_home: Page, context: BrowserContext, site: Site
) -> None:
    at_home.get_by_role("button", name="Signed in as demo").click()
    at_home.get_by_role("menuitem", name="Sign out", exact=True).click()
    expect(at_home.get_by_role("heading", level=1)).to_have_text("Sign in")
    assert context.cookies() == []
    enter(at_home, site)
    expect(at_home.get_by_role("heading", level=1)).to_have_text("Overview")
    context.clear_cookies()
    at_home.reload()
    enter(at_home, site)
    expect(at_home.get_by_role("heading", level=1)).to_have_text("Overview")


def rail(page: Page, title: str) -> Locator:
    return page.get_by_role("navigation", name="Main").get_by_role("link", name=re.compile(title))


def test_keys_that_correct_a_refused_search_decide_nothing(unwatched: Page, site: Site) -> None:
    decided: list[str] = []
    unwatched.on("request", lambda request: decided.append(request.url) if request.method == "PUT" else None)
    unwatched.goto(f"{site.address}/w/domain-extraction")
    expect(unwatched.locator("tbody tr").first).to_be_visible()
    unwatched.keyboard.press("/")
    unwatched.keyboard.type("found:many")
    unwatched.keyboard.press("Enter")
    field = unwatched.get_by_role("combobox", name="Search", exact=True)
    expect(unwatched.get_by_role("alert")).to_contain_text("Number found is a number, and 'many' is none")
    expect(field).to_be_focused()
    unwatched.keyboard.type(" q s n")
    expect(field).to_have_value("found:many q s n")
    unwatched.keyboard.press("Escape")
    unwatched.keyboard.press("Escape")
    unwatched.keyboard.press("s")
    expect(unwatched.get_by_text("Correct it first").first).to_be_visible()
    assert decided == []


def test_enter_leaves_the_field_for_the_rows_it_found(signed_in: Page, site: Site) -> None:
    signed_in.goto(f"{site.address}/w/domain-extraction")
    signed_in.keyboard.press("/")
    signed_in.keyboard.type("dentist")
    signed_in.keyboard.press("Enter")
    expect(signed_in.get_by_role("combobox", name="Search", exact=True)).not_to_be_focused()
    expect(signed_in.locator("tbody tr").first).to_be_visible()


def test_counts_of_a_filter_and_values_of_finished_rows_follow_by_themselves(signed_in: Page, site: Site) -> None:
    signed_in.goto(f"{site.address}/w/domain-extraction?q=dentist")
    line = signed_in.locator("tbody tr:has(.state-new):has(a)").first
    expect(line).to_be_visible()
    row = line.get_attribute("data-id")
    complete = signed_in.locator(".chip-complete .chip-count")
    before = int(complete.inner_text())
    site.ask("PUT", "/domain-extraction/status", json={"ids": [row], "status": "Queued", "undo_seconds": 0})
    expect(complete).to_have_text(str(before + 1), timeout=60_000)
    expect(signed_in.locator(f'tr[data-id="{row}"] [data-column="domain"]')).not_to_be_empty()


def test_two_keys_in_a_row_open_a_screen_and_touch_no_row(signed_in: Page, site: Site) -> None:
    signed_in.goto(site.address)
    rail(signed_in, "Businesses").click()
    expect(signed_in.locator("tbody tr").first).to_be_visible()
    signed_in.keyboard.press("g")
    signed_in.keyboard.press("s")
    expect(signed_in.get_by_role("heading", level=1)).to_have_text("New search")
    expect(signed_in.get_by_text("to Skipped.")).to_have_count(0)


def test_a_tab_opens_on_what_is_to_be_decided_and_enter_opens_its_first_row(signed_in: Page, site: Site) -> None:
    signed_in.goto(site.address)
    rail(signed_in, "Businesses").click()
    expect(signed_in).to_have_url(re.compile("status=New"))
    expect(signed_in.get_by_role("button", name="To decide")).to_have_attribute("aria-pressed", "true")
    expect(signed_in.locator("tbody tr[aria-current]")).to_be_visible()
    signed_in.keyboard.press("Enter")
    expect(signed_in).to_have_url(re.compile("item="))


def test_who_comes_back_to_a_tab_sees_what_came_meanwhile(signed_in: Page, site: Site) -> None:
    signed_in.goto(f"{site.address}/w/domain-extraction?status=New")
    expect(signed_in.locator("tbody tr").first).to_be_visible()
    rail(signed_in, "Searches").click()
    expect(signed_in.get_by_role("heading", level=1)).to_contain_text("Searches")
    site.upload("name,website\nNewcomer Forge,https://newcomer-forge.example/\n")
    rail(signed_in, "Businesses").click()
    expect(signed_in.get_by_role("link", name="Newcomer Forge")).to_be_visible()
    expect(signed_in.get_by_text("1 new row")).to_have_count(0)
    signed_in.get_by_role("button", name="To decide").click()
    expect(signed_in.get_by_role("button", name="To decide")).to_have_attribute("aria-pressed", "true")


def test_searches_that_were_started_together_can_each_be_followed(signed_in: Page, site: Site) -> None:
    signed_in.goto(f"{site.address}/search?way=many")
    phrases = signed_in.get_by_label("Searches, one per line")
    phrases.fill("bakeries in Austin, TX\nplumbers in Houston, TX")
    signed_in.get_by_role("button", name="Start 2 searches").click()
    expect(signed_in.get_by_text("2 searches are queued")).to_be_visible()
    expect(phrases).to_have_value("")
    signed_in.locator(".estimate").get_by_role("link", name="plumbers in Houston, TX").click()
    expect(signed_in).to_have_url(re.compile("/follow/place_searches:"))
    expect(signed_in.get_by_role("heading", level=1)).to_have_text("plumbers in Houston, TX")


def test_a_chosen_search_follows_to_the_next_tab(signed_in: Page, site: Site) -> None:
    signed_in.goto(f"{site.address}/w/deep-scan")
    choice = signed_in.get_by_label("List or search")
    expect(choice.locator("option", has_text="dentists")).to_have_count(2)
    names = choice.locator("option", has_text="dentists").all_inner_texts()
    assert len(set(names)) == 2
    choice.select_option(label=names[0])
    expect(signed_in).to_have_url(re.compile("origin=place_searches"))
    rail(signed_in, "Businesses").click()
    expect(signed_in).to_have_url(re.compile("domain-extraction.*origin=place_searches"))
    rail(signed_in, "Searches").click()
    expect(signed_in).not_to_have_url(re.compile("origin="))


def test_the_live_tail_has_what_changed_while_one_was_elsewhere(signed_in: Page, site: Site) -> None:
    signed_in.goto(site.address)
    expect(signed_in.get_by_role("heading", name="Live tail")).to_be_visible()
    rail(signed_in, "Businesses").click()
    row = signed_in.locator("tbody tr").first
    name, row_id = row.locator(".cell-title").inner_text(), str(row.get_attribute("data-id"))
    row.get_by_role("checkbox").check()
    expect(signed_in.locator(".toasts")).to_have_css("bottom", "128px")
    site.ask("PUT", "/domain-extraction/status", json={"ids": [row_id], "status": "Queued"})
    expect(signed_in.locator(f'tr[data-id="{row_id}"]')).to_contain_text(re.compile("Complete|Not |Error|website"))
    rail(signed_in, "Overview").click()
    expect(signed_in.locator(".tail-title").filter(has_text=name).first).to_be_visible()


def test_taking_back_also_takes_back_the_note(signed_in: Page, site: Site) -> None:
    signed_in.goto(f"{site.address}/w/domain-extraction?status=New")
    expect(signed_in.locator("tbody tr").first).to_be_visible()
    signed_in.keyboard.press("j")
    signed_in.keyboard.press("s")
    expect(signed_in.get_by_text("Updated 1 row to Skipped.")).to_be_visible()
    signed_in.keyboard.press("z")
    expect(signed_in.get_by_text("1 of 1 restored.")).to_be_visible()
    expect(signed_in.get_by_text("Updated 1 row to Skipped.")).to_have_count(0)


def test_the_demonstration_says_that_it_costs_nothing_and_has_places_and_pairs_to_look_at(
    signed_in: Page, site: Site
) -> None:
    signed_in.goto(f"{site.address}/search")
    expect(signed_in.get_by_text("simulated, nothing is billed").first).to_be_visible()
    world = {"west": -180, "south": -90, "east": 180, "north": 90, "workflow": "deep_scan"}
    deadline = time.monotonic() + 60
    while not (points := site.ask("GET", "/map/points", params=world)["points"]):
        assert time.monotonic() < deadline, "no place was found that may be drawn"
        time.sleep(0.5)
    signed_in.goto(f"{site.address}/w/deep-scan?q=id:{points[0]['id']}&map=1")
    signed_in.get_by_role("button", name="Select it").click()
    expect(signed_in.locator(".map-mark.is-selected")).to_have_count(1)
    expect(signed_in.locator(".map-outlines path").first).to_be_attached()
    signed_in.keyboard.press("s")
    expect(signed_in.locator(".map-list li")).to_contain_text("Skipped")
    signed_in.keyboard.press("z")
    expect(signed_in.locator(".map-list li")).not_to_contain_text("Skipped")
    assert site.ask("GET", "/duplicates")["items"]


def test_a_row_that_came_to_nothing_says_why_beside_its_state(signed_in: Page, site: Site) -> None:
    rows = site.ask("GET", "/domain-extraction/list?search=website:none&size=1")["items"]
    site.ask("PUT", "/domain-extraction/status", json={"ids": [rows[0]["id"]], "status": "Queued", "undo_seconds": 0})
    signed_in.goto(f"{site.address}/w/domain-extraction?q=id:{rows[0]['id']}")
    state = signed_in.locator('[data-column="state"] .state-nothing')
    expect(state).to_have_text("No website", timeout=60_000)
    signed_in.set_viewport_size({"width": 1280, "height": 800})
    signed_in.get_by_role("button", name=re.compile("^Complete")).click()
    last = signed_in.get_by_role("button", name="Columns").bounding_box()
    assert last is not None
    assert last["x"] + last["width"] < 1280


def test_a_screen_whose_file_is_gone_says_so_and_can_be_had_again(context: BrowserContext, site: Site) -> None:
    page = context.new_page()  # the browser logs the missing file, so the console is not watched
    page.goto(site.address)
    enter(page, site)
    page.route("**/assets/SettingsPage-*.js", lambda route: route.fulfill(status=404))
    page.get_by_role("link", name="Settings").click()
    trouble = page.get_by_role("alert")
    expect(trouble).to_contain_text("could not be loaded")
    expect(trouble.get_by_role("button", name="Reload")).to_be_visible()
    page.get_by_role("link", name="Overview").click()
    expect(page.get_by_role("heading", name="Overview", level=1)).to_be_visible()
    page.get_by_role("link", name="Settings").click()
    expect(trouble).to_contain_text("could not be loaded")
    page.unroute("**/assets/SettingsPage-*.js")
    trouble.get_by_role("button", name="Reload").click()
    expect(page.get_by_role("heading", name="Settings", level=1)).to_be_visible()


def test_a_page_whose_files_an_upgrade_took_away_loads_itself_anew(context: BrowserContext, site: Site) -> None:
    page = context.new_page()
    resume(context, site)
    page.goto(f"{site.address}/account")
    expect(page.get_by_role("heading", name="My account", level=1)).to_be_visible()
    looked: list[str] = []

    def newer(route: Route) -> None:
        looked.append(route.request.url)
        route.fulfill(body='<script type="module" src="/assets/app-NEWER.js"></script>')

    page.route("**/assets/ErrorsPage-*.js", lambda route: route.continue_() if looked else route.fulfill(status=404))
    page.route(lambda url: url == f"{site.address}/", newer)
    page.get_by_role("link", name="Errors").click()
    expect(page.get_by_role("heading", name="Errors", level=1)).to_be_visible()
    assert page.evaluate("performance.getEntriesByType('navigation')[0].type") == "reload"


def test_a_wrong_password_is_told_and_a_right_one_opens_the_page_that_was_asked_for(page: Page, site: Site) -> None:
    page.goto(f"{site.address}/w/domain-extraction?status=New")
    page.get_by_label("User name").fill("demo")
    page.get_by_label("Password").fill("not the password")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_contain_text("Wrong user name or password.")
    enter(page, site)
    expect(page.locator("tbody tr").first).to_be_visible()
    expect(page).to_have_url(f"{site.address}/w/domain-extraction?status=New")


def test_when_the_session_ends_nothing_selected_is_lost(page: Page, context: BrowserContext, site: Site) -> None:
    resume(context, site)
    page.goto(f"{site.address}/w/domain-extraction")
    page.locator("tbody input[type=checkbox]").first.check()
    context.clear_cookies()
    page.keyboard.press("]")
    dialog = page.get_by_role("dialog", name="Sign in again")
    expect(dialog.get_by_label("Password")).to_be_focused()
    dialog.get_by_label("Password").fill(site.password)
    dialog.get_by_role("button", name="Sign in").click()
    expect(dialog).to_have_count(0)
    expect(page.locator("#selected-count")).to_have_text("1 selected")


def test_the_first_account_is_made_with_the_printed_code(page: Page, empty_database: Path, tmp_path: Path) -> None:
    copy_database(empty_database, tmp_path)
    with scrapersky("up", "--port", "0", folder=tmp_path, SCRAPERSKY_DATA=str(tmp_path)) as process:
        address, code = process.wait_for(r"ScraperSky is at (http://\S+)"), process.wait_for(r"one-time code (\S+)")
        page.goto(address)
        expect(page.get_by_role("heading", level=1)).to_have_text("Create the first account")
        page.get_by_label("One-time code").fill(code)
        page.get_by_label("User name").fill("ana")
        page.get_by_label("Password").fill("correct horse battery")
        page.get_by_role("button", name="Create account").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Overview")
        expect(page.get_by_label("What do you look for, and where?")).to_be_visible()
        process.end()
