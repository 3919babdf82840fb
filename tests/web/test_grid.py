"""The grid as a person uses it."""

import pytest
from playwright.sync_api import APIResponse, BrowserContext, Page, Route, expect
from tests.web.conftest import Site

pytestmark = pytest.mark.timeout(120)

QUEUE = "#update-local-businesses-status-selected"
SKIP = "#update-local-businesses-status-rejected"
RESET = "#update-local-businesses-status-new"
BOXES = ".domainExtraction-item-checkbox"


def row(page: Page, number: int) -> str:
    """The place of the row that is there now, wherever it moves to."""
    row_id = page.locator("tbody tr").nth(number).get_attribute("data-id")
    return f'tr[data-id="{row_id}"]'


def test_a_newcomer_signs_in_queues_rows_and_sees_them_complete(page: Page, site: Site) -> None:
    page.goto(f"{site.address}/static/scraper-sky-mvp.html")
    page.get_by_label("User name").fill("demo")
    page.get_by_label("Password").fill("not the password")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_have_text("Wrong user name or password.")
    page.get_by_label("Password").fill(site.password)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Domain extraction").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Domain extraction")
    for number in range(3):
        page.locator(BOXES).nth(number).check()
    expect(page.locator("#selected-count")).to_have_text("3 selected")
    page.locator(QUEUE).click()
    expect(page.get_by_role("status")).to_contain_text("3 rows are Queued")
    expect(page.locator("td.state-complete")).to_have_count(3)
    expect(page.locator("#chips .state-complete .count")).to_have_text("3")
    expect(page.locator(QUEUE)).to_be_disabled()


def test_every_promised_element_is_there(signed_in: Page) -> None:
    for selector in (
        "#domain-extraction-tab",
        "#domainExtractionTable",
        "#domainExtractionTableBody",
        "#selectAllDomainExtractionCheckbox",
        QUEUE,
        SKIP,
        RESET,
    ):
        expect(signed_in.locator(selector)).to_have_count(1)
    assert signed_in.locator(f"{BOXES}[data-id]").count() == 50


def test_the_selection_survives_refreshing(signed_in: Page) -> None:
    chosen = signed_in.locator(BOXES).nth(40)
    chosen.check()
    chosen.focus()
    signed_in.locator(SKIP).wait_for()
    with signed_in.expect_response("**/w/domain-extraction"):
        pass
    with signed_in.expect_response("**/w/domain-extraction"):
        signed_in.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(chosen).to_be_checked()
    expect(chosen).to_be_focused()
    expect(signed_in.locator("#selected-count")).to_have_text("1 selected")


def test_an_answer_that_comes_late_does_not_bring_back_what_was(signed_in: Page) -> None:
    place = row(signed_in, 20)
    held: list[tuple[Route, APIResponse]] = []

    def hold_the_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append((route, route.fetch()))

    signed_in.route("**/w/domain-extraction", hold_the_first)
    signed_in.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    signed_in.locator(f"{place} input").check()
    signed_in.locator(SKIP).click()
    expect(signed_in.locator(f"{place} td.state")).to_contain_text("Skipped")
    ((late, response),) = held
    late.fulfill(response=response)
    signed_in.wait_for_timeout(300)
    assert "Skipped" in signed_in.locator(f"{place} td.state").inner_text()
    signed_in.get_by_role("button", name="Undo").click()
    expect(signed_in.locator(f"{place} td.state")).to_contain_text("New")


def test_rows_are_skipped_and_taken_back(signed_in: Page, site: Site) -> None:
    signed_in.goto(f"{site.grid}?status=New")
    place = row(signed_in, 22)
    signed_in.locator(f"{place} input").check()
    signed_in.locator(SKIP).click()
    expect(signed_in.locator(place)).to_have_count(0)
    signed_in.get_by_role("link", name="Skipped").click()
    expect(signed_in.locator(f"{place} td.state")).to_contain_text("Skipped")
    signed_in.locator(f"{place} input").check()
    signed_in.locator(RESET).click()
    expect(signed_in.get_by_text("Nothing matches.")).to_be_visible()
    signed_in.get_by_role("link", name="Show everything").click()
    expect(signed_in).to_have_url(f"{site.grid}?")


def test_a_decision_is_taken_back_with_one_click(signed_in: Page) -> None:
    place = row(signed_in, 24)
    state = signed_in.locator(f"{place} td.state")
    before = state.inner_text()
    signed_in.locator(f"{place} input").check()
    signed_in.locator(SKIP).click()
    expect(state).to_contain_text("Skipped")
    signed_in.get_by_role("button", name="Undo").click()
    expect(state).to_have_text(before)
    expect(signed_in.get_by_role("button", name="Undo")).to_be_hidden()


def test_everything_on_a_page_is_selected_at_once(signed_in: Page) -> None:
    everything = signed_in.locator("#selectAllDomainExtractionCheckbox")
    everything.check()
    expect(signed_in.locator("#selected-count")).to_have_text("50 selected")
    signed_in.locator(BOXES).first.uncheck()
    expect(signed_in.locator("#selected-count")).to_have_text("49 selected")
    assert everything.evaluate("box => box.indeterminate")


def test_search_and_pages_are_in_the_address(signed_in: Page, site: Site) -> None:
    signed_in.get_by_role("link", name="Next").click()
    expect(signed_in).to_have_url(f"{site.grid}?page=2")
    expect(signed_in.locator("#pages")).to_contain_text("51 to 100 of 12")
    (word, *_) = signed_in.locator("tbody tr td").nth(1).inner_text().split()
    signed_in.get_by_role("searchbox").fill(word)
    signed_in.get_by_role("button", name="Search").click()
    expect(signed_in).to_have_url(f"{site.grid}?search={word}")
    assert signed_in.locator("tbody tr").count() > 0
    assert all(word.lower() in text.lower() for text in signed_in.locator("tbody tr").all_inner_texts())
    signed_in.go_back()
    expect(signed_in).to_have_url(f"{site.grid}?page=2")


def test_rows_are_chosen_with_the_keyboard_alone(signed_in: Page) -> None:
    signed_in.locator(BOXES).first.focus()
    signed_in.keyboard.press("Space")
    expect(signed_in.locator("#selected-count")).to_have_text("1 selected")
    signed_in.locator(SKIP).focus()
    signed_in.keyboard.press("Enter")
    expect(signed_in.get_by_role("status")).to_contain_text("1 row is Skipped")


def test_hostile_text_is_only_text(signed_in: Page, site: Site) -> None:
    site.upload(
        "id,name,website,phone,city\n"
        '1,<img src=x onerror=alert(1)>,javascript:alert(1),"<script>alert(1)</script>",{{ 7 * 7 }}\n'
        "2,\u202egnp.exe,https://fine.example/\u202egnp.exe,1,hostile\n"
    )
    signed_in.goto(f"{site.grid}?search=onerror")
    cells = signed_in.locator("tbody tr").first.locator("td")
    expect(cells.nth(1)).to_have_text("<img src=x onerror=alert(1)>")
    expect(cells.nth(4)).to_have_text("<script>alert(1)</script>")
    expect(cells.nth(5)).to_have_text("{{ 7 * 7 }}")
    expect(signed_in.locator("tbody a")).to_have_count(0)
    signed_in.goto(f"{site.grid}?search=hostile")
    expect(signed_in.locator("tbody tr td").nth(1)).to_have_text("[U+202E]gnp.exe")
    expect(signed_in.locator("tbody a")).to_have_count(0)


def test_when_the_session_ends_nothing_selected_is_lost(signed_in: Page, context: BrowserContext, site: Site) -> None:
    signed_in.locator(BOXES).first.check()
    context.clear_cookies()
    signed_in.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(signed_in.get_by_role("status")).to_contain_text("Your session is over")
    expect(signed_in.locator("#selected-count")).to_have_text("1 selected")
    context.add_cookies([{"name": site.cookie_name, "value": site.token, "url": site.address}])
    signed_in.locator(SKIP).click()
    expect(signed_in.get_by_role("status")).to_contain_text("1 row is Skipped")


def test_signing_out_ends_at_the_sign_in_page(signed_in: Page, context: BrowserContext, site: Site) -> None:
    signed_in.get_by_role("button", name="Sign out").click()
    expect(signed_in.get_by_role("heading", level=1)).to_have_text("Sign in")
    assert context.cookies() == []
    signed_in.goto(f"{site.grid}?status=New")
    expect(signed_in.get_by_role("heading", level=1)).to_have_text("Sign in")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_grid_fits_a_narrow_window(signed_in: Page, scheme: str) -> None:
    signed_in.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    signed_in.set_viewport_size({"width": 400, "height": 800})
    width = signed_in.evaluate("document.documentElement.scrollWidth")
    assert width <= 400
