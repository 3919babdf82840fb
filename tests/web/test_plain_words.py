"""What a screen says is true, and whole."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tests.web.conftest import Site, go_on_to

pytestmark = pytest.mark.timeout(120)


def test_everything_that_needs_a_person_can_be_seen(signed_in: Page, site: Site) -> None:
    def nine(route: Route) -> None:
        answer = route.fetch()
        need = {"kind": "to_decide", "workflow": "deep_scan", "link": "/w/deep-scan"}
        told: dict[str, Any] = answer.json()
        route.fulfill(json=told | {"needs": [need | {"words": f"Stage {number} waits"} for number in range(9)]})

    signed_in.route("**/overview*", nine)
    signed_in.goto(site.address)
    needs = signed_in.get_by_role("region", name="What needs me")
    expect(needs.get_by_role("link")).to_have_count(5)
    needs.get_by_role("button", name="4 more").click()
    expect(needs.get_by_role("link")).to_have_count(9)
    expect(needs.get_by_text("Stage 8 waits")).to_be_visible()


def test_an_address_shows_its_host_first_and_all_of_it_on_hover(signed_in: Page, site: Site) -> None:
    address = "http://m.facebook.example/pages/lone-star-dental/?ref=m_notif&utm_source=x"
    site.upload(f"id,name,website,city\nhost-1,Lone Star,{address},addressed\n")
    signed_in.goto(f"{site.address}/w/domain-extraction?q=addressed")
    cell = signed_in.locator('[data-column="website"]').first
    expect(cell).to_have_text("m.facebook.example/…/lone-star-dental/")
    expect(cell.locator("a")).to_have_attribute("title", address)
    expect(cell.locator("a")).to_have_attribute("href", address)
    assert cell.locator(".cell-host").evaluate("host => host.scrollWidth <= host.clientWidth")


def test_a_field_that_there_is_not_is_said_where_it_is_typed(unwatched: Page, site: Site) -> None:
    unwatched.goto(f"{site.address}/w/domain-extraction?q=categry:dentist")
    expect(unwatched.get_by_role("alert").first).to_contain_text("There is no field categry. Did you mean category?")


def test_a_search_that_hides_every_row_says_so_and_is_cleared_at_once(signed_in: Page, site: Site) -> None:
    signed_in.goto(f"{site.address}/w/domain-extraction?status=New&q=category:DENTIST%20name:nobody-is-called-so")
    expect(signed_in.get_by_text("Your search hides all")).to_be_visible()
    signed_in.get_by_role("button", name="Clear the search").click()
    expect(signed_in.locator("tbody tr").first).to_be_visible()


def test_a_stage_that_is_done_says_so_and_leads_on(signed_in: Page, site: Site) -> None:
    signed_in.goto(f"{site.address}/w/domain-extraction?status=Skipped")
    expect(signed_in.get_by_text("Nothing was skipped.")).to_be_visible()
    signed_in.get_by_role("button", name="Show every row").click()
    expect(signed_in.locator("tbody tr").first).to_be_visible()


CLEAR_OF_THE_FADING_END = """chips => chips.getBoundingClientRect().right - Math.max(
    ...[...chips.children].map(each => each.getBoundingClientRect().right))"""


def test_the_head_of_a_tab_and_its_tools_are_a_line_each(signed_in: Page, site: Site) -> None:
    signed_in.set_viewport_size({"width": 1280, "height": 800})
    signed_in.goto(f"{site.address}/w/domain-extraction?status=Complete&status=New")
    expect(signed_in.locator("tbody tr").first).to_be_visible()
    for part in (".grid-head", ".grid-tools"):
        box = signed_in.locator(part).bounding_box()
        assert box
        assert box["height"] < 48, part
    for width in (1280, 1440):
        signed_in.set_viewport_size({"width": width, "height": 800})
        expect(signed_in.locator(".chip-complete")).to_contain_text("Complete")
        assert signed_in.locator(".chips").evaluate("chips => chips.scrollWidth - chips.clientWidth") <= 0, width
        assert signed_in.locator(".chips").evaluate(CLEAR_OF_THE_FADING_END) >= 18, width
        expect(signed_in.get_by_role("button", name="Columns")).to_be_in_viewport(ratio=1)
        expect(signed_in.get_by_role("link", name="Settings")).to_be_in_viewport(ratio=1)


def test_columns_are_read_without_scrolling_sideways(signed_in: Page, site: Site) -> None:
    signed_in.set_viewport_size({"width": 1280, "height": 800})
    for tab, told in {"deep-scan": ("address", "website", "phone"), "domain-extraction": ("website", "city")}.items():
        signed_in.goto(f"{site.address}/w/{tab}")
        expect(signed_in.locator("tbody td[data-column]").first).to_be_visible()
        over = signed_in.locator(".grid-scroll").evaluate("rows => rows.scrollWidth - rows.clientWidth")
        assert over <= 0, tab
        for column in told:
            expect(signed_in.locator(f'tbody td[data-column="{column}"]').first).to_be_in_viewport(ratio=1)


def test_beside_open_details_what_is_filtered_by_and_every_tool_can_be_reached(signed_in: Page, site: Site) -> None:
    signed_in.set_viewport_size({"width": 1280, "height": 800})
    signed_in.goto(f"{site.address}/w/domain-extraction?q=-phone:none%20dental")
    signed_in.locator("tbody td[data-column] a").first.click()
    expect(signed_in.locator(".drawer")).to_be_visible()
    tab = signed_in.locator(".grid-tab").bounding_box()
    columns = signed_in.get_by_role("button", name="Columns").bounding_box()
    search = signed_in.get_by_role("combobox", name="Search", exact=True).bounding_box()
    assert tab
    assert columns
    assert search
    assert columns["x"] + columns["width"] <= tab["x"] + tab["width"]
    assert search["width"] > 160


def test_columns_that_no_row_fills_leave_their_room_to_the_others(signed_in: Page, site: Site) -> None:
    site.upload("id,name,website,city\nempty-1,Nobody Rated,https://unrated.example/,unrated\n")
    signed_in.goto(f"{site.address}/w/domain-extraction?q=unrated")
    expect(signed_in.locator("tbody tr")).to_have_count(1)
    expect(signed_in.locator('th[data-column="phone"], td[data-column="phone"]').first).to_be_visible()
    for name in ("error", "category"):
        expect(signed_in.locator(f'td[data-column="{name}"]')).to_have_count(0)


def test_rows_that_a_link_names_stand_as_words_beside_the_search(signed_in: Page, site: Site) -> None:
    site.upload("id,name,website,city\nnamed-1,Named Dental,https://named.example/,linked\n")
    rows = site.ask("GET", "/domain-extraction/list?search=linked")["items"]
    body = {"ids": [rows[0]["id"]], "status": "Skipped"}
    batch = site.ask("PUT", "/domain-extraction/status", json=body)["undo_token"]
    signed_in.goto(f"{site.address}/w/domain-extraction?q=batch:{batch}%20named")
    search = signed_in.get_by_role("combobox", name="Search", exact=True)
    expect(signed_in.locator("tbody tr")).to_have_count(1)
    expect(search).to_have_value("named")
    pinned = signed_in.get_by_role("group", name="Only these rows")
    expect(pinned).to_contain_text("What you skipped, ")
    pinned.get_by_role("button", name="Without What you skipped").press("Delete")
    expect(pinned).to_have_count(0)
    expect(search).to_be_focused()
    expect(signed_in).to_have_url(re.compile(r"q=named$"))
    search.fill(f"id:{rows[0]['id']}")
    expect(pinned).to_have_text("Only Named Dental")
    expect(search).to_have_value("")
    search.press("Backspace")
    expect(pinned).to_have_count(0)
    signed_in.goto(f"{site.address}/exports?workflow=domain_extraction&q=batch:{batch}")
    signed_in.get_by_role("button", name="Without What you skipped").click()
    expect(signed_in).not_to_have_url(re.compile(batch))


TOO_LOW = """() => [...document.querySelectorAll("button:not(.link-button), select, input[type=search]")]
    .filter(each => each.checkVisibility() && each.getBoundingClientRect().height < 40)
    .map(each => each.className + ": " + (each.innerText || each.getAttribute("aria-label")))"""
KEYS_SHOWN = "() => [...document.querySelectorAll('kbd')].filter(each => each.checkVisibility()).length"


def test_what_is_decided_on_a_telephone_has_two_lines_and_room_for_fingers(signed_in: Page, site: Site) -> None:
    signed_in.set_viewport_size({"width": 390, "height": 844})
    signed_in.goto(f"{site.address}/w/domain-extraction?status=New")
    signed_in.locator("tbody input").first.check()
    bar = signed_in.get_by_role("group", name="Decide")
    expect(bar).to_contain_text("1 selected")
    boxes = [each.bounding_box() for each in bar.locator(":scope > :visible").all()]
    assert len({round(box["y"] + box["height"] / 2) for box in boxes if box}) == 2
    assert signed_in.evaluate(KEYS_SHOWN) == 0
    low: list[str] = signed_in.evaluate(TOO_LOW)
    assert [each for each in low if not each.startswith(("head-", "row-"))] == []
    bar.get_by_role("button", name="More for the selection").click()
    signed_in.get_by_role("menuitem", name="Tag or edit").click()
    expect(signed_in.get_by_role("dialog", name="Tag or edit")).to_be_visible()


def test_every_screen_fits_a_telephone(signed_in: Page, site: Site) -> None:
    signed_in.set_viewport_size({"width": 390, "height": 844})
    signed_in.goto(site.address)
    widths = {}
    for path in ("/exports", "/settings/users", "/search", "/errors", "/history", "/audit", "/w/page-curation", "/"):
        go_on_to(signed_in, path)
        expect(signed_in.get_by_role("heading", level=1)).to_be_visible()
        pane = signed_in.locator("#main").evaluate("pane => pane.scrollWidth")
        widths[path] = max(signed_in.evaluate("document.documentElement.scrollWidth"), pane)
    assert {path: width for path, width in widths.items() if width > 390} == {}
    signed_in.get_by_label("Go to").select_option("Help…")
    expect(signed_in.get_by_role("dialog", name="Help")).to_be_visible()
    signed_in.keyboard.press("Escape")
    signed_in.get_by_label("Go to").select_option("Commands…")
    for words, found in {"webhook": "Delivery targets", "undo": "History: undo"}.items():
        signed_in.get_by_role("combobox", name="Type a command").fill(words)
        expect(signed_in.get_by_role("option", name=re.compile(found))).to_be_visible()


def test_help_is_a_key_away_searched_and_read_without_a_network(signed_in: Page, site: Site) -> None:
    asked: list[str] = []
    signed_in.on("request", lambda request: asked.append(request.url))
    signed_in.goto(f"{site.address}/w/domain-extraction")
    expect(signed_in.locator("tbody tr").first).to_be_visible()
    signed_in.keyboard.press("?")
    help_sheet = signed_in.get_by_role("dialog", name="Help")
    expect(help_sheet.get_by_text("Select every matching row")).to_be_in_viewport()
    expect(help_sheet.get_by_role("heading", level=3).first).to_have_text("In a tab")
    help_sheet.get_by_role("searchbox").fill("erase")
    expect(help_sheet.get_by_text("Select every matching row")).to_have_count(0)
    help_sheet.get_by_role("button", name="Tell and erase what is stored about somebody").click()
    expect(signed_in.locator(".document")).to_contain_text("suppression list")
    signed_in.get_by_role("button", name="Back to the help").click()
    expect(help_sheet).to_be_visible()
    assert all(url.startswith(site.address) for url in asked)


def test_filters_that_a_person_thinks_of_are_a_click_and_can_be_read(signed_in: Page, site: Site) -> None:
    signed_in.goto(f"{site.address}/w/domain-extraction")
    expect(signed_in.locator("tbody tr").first).to_be_visible()
    quick = signed_in.get_by_role("button", name="Quick filters")
    quick.click()
    signed_in.get_by_role("menuitemcheckbox", name="Has phone").click()
    expect(signed_in.get_by_role("combobox", name="Search", exact=True)).to_have_value("-phone:none")
    expect(signed_in.locator('tbody tr [data-column="phone"]').first).not_to_be_empty()
    expect(quick).to_have_text("Has phone")
    quick.click()
    signed_in.get_by_role("menuitemcheckbox", name="Decided by me").click()
    expect(signed_in).to_have_url(re.compile("by%3Ademo"))
    signed_in.get_by_role("combobox", name="Search", exact=True).fill("website:AUSTIN")
    expect(signed_in.locator('tbody tr [data-column="website"]').first).to_contain_text("austin")


def test_somebody_is_put_on_the_list_and_erased_after_a_look(signed_in: Page, site: Site) -> None:
    signed_in.goto(f"{site.address}/privacy?who=quiet.example")
    suppressed = signed_in.get_by_role("region", name="Suppressed")
    expect(suppressed.get_by_label("Kind")).to_have_value("")
    suppressed.get_by_label("one per line").fill("quiet.example\nsilent.example")
    suppressed.get_by_label("Why").fill("asked us to stop")
    suppressed.get_by_role("button", name="Suppress").click()
    expect(suppressed.get_by_role("row").filter(has_text="silent.example")).to_contain_text("asked us to stop")
    suppressed.get_by_role("button", name="Take off the list: silent.example").click()
    signed_in.get_by_role("dialog").get_by_role("button", name="Take off the list").click()
    expect(suppressed.get_by_role("row").filter(has_text="silent.example")).to_have_count(0)
    stored = signed_in.get_by_role("region", name="What is stored about somebody")
    stored.get_by_role("textbox", name="E-mail address").fill("ana@quiet.example")
    stored.get_by_role("button", name="See what would be erased").click()
    expect(stored.get_by_role("status")).to_contain_text("This would be erased: 0 contacts")
    stored.get_by_role("button", name="Keep ana@quiet.example from being stored").click()
    expect(stored.get_by_role("status")).to_contain_text("Erased: ")
    expect(suppressed.get_by_role("row").filter(has_text="Somebody who was erased")).to_be_visible()


def test_the_details_lead_to_the_list_and_say_who_is_on_it(signed_in: Page, site: Site) -> None:
    people = b"name,email,website\nHal,hal@hushed.example,hushed.example\nIda,ida@hushed.example,hushed.example\n"
    site.ask("POST", "/imports", data={"into": "contacts"}, files={"file": ("people.csv", people)})
    signed_in.goto(f"{site.address}/w/domain-curation?q=hushed")
    signed_in.locator("tbody tr").first.dblclick()
    details = signed_in.locator(".drawer")
    details.get_by_role("button", name="Never contact again").click()
    signed_in.get_by_role("menuitem", name="Never contact hushed.example again…").click()
    suppressed = signed_in.get_by_role("region", name="Suppressed")
    expect(suppressed.get_by_label("Kind")).to_have_value("")
    suppressed.get_by_role("button", name="Suppress").click()
    expect(signed_in.get_by_text("1 entry is on the list.")).to_be_visible()
    suppressed.get_by_role("link", name="See the 2 contacts that are skipped now").click()
    expect(signed_in.locator("tbody tr")).to_have_count(2)
    signed_in.go_back()
    expect(suppressed).to_be_visible()
    signed_in.go_back()
    expect(details.get_by_text("is on the suppression list")).to_be_visible()
    expect(details.get_by_role("button", name=re.compile("^Queue"))).to_be_disabled()
    details.get_by_role("link", name="Suppression list").click()
    expect(suppressed.get_by_role("row").filter(has_text="hushed.example")).to_be_visible()


def test_two_people_in_review_are_never_given_the_same_row(signed_in: Page, browser: Browser, site: Site) -> None:
    path = f"{site.address}/w/domain-extraction?status=New&review=1"
    with signed_in.expect_response("**/api/v3/reviewing") as mine:
        signed_in.goto(path)
    secret = "a long enough password"
    site.ask("POST", "/users", json={"name": "ben", "password": secret, "role": "curator"})
    theirs_alone = browser.new_context()
    page = theirs_alone.new_page()
    page.goto(path)
    page.get_by_label("User name").fill("ben")
    page.get_by_label("Password").fill(secret)
    with page.expect_response("**/api/v3/reviewing") as theirs:
        page.get_by_role("button", name="Sign in").click()
    mine_held, theirs_held = set(mine.value.json()["ids"]), set(theirs.value.json()["ids"])
    assert mine_held
    assert not mine_held & theirs_held
    expect(page.locator(".tally")).to_contain_text("left for all of you: demo reviews here too · 0 done by you")
    signed_in.keyboard.press("s")
    expect(signed_in.locator(".tally")).to_contain_text("ben reviews here too · 1 done by you")
    theirs_alone.close()


def test_the_details_say_why_a_contact_has_no_address(signed_in: Page, site: Site) -> None:
    def with_absence(route: Route) -> None:
        told: dict[str, Any] = route.fetch().json()
        absent = {"field": "email", "reason": "form", "words": "There is only a form to write in"}
        route.fulfill(json=told | {"absences": [absent]})

    site.upload("id,name,website,city\nabsent-1,Formal Dental,https://formal.example/,unwritten\n")
    signed_in.route("**/insight/**", with_absence)
    signed_in.goto(f"{site.address}/w/domain-extraction?q=unwritten")
    signed_in.locator("tbody tr").first.dblclick(position={"x": 120, "y": 10})
    absences = signed_in.get_by_role("region", name="Not there")
    expect(absences).to_contain_text("E-mail")
    expect(absences).to_contain_text("There is only a form to write in.")
