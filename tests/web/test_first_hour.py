"""What someone meets who uses the product for the first time."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from tests.web.conftest import Site, enter

pytestmark = pytest.mark.timeout(120)


def test_whoever_signs_out_can_sign_in_again_at_once(signed_in: Page, site: Site) -> None:
    signed_in.get_by_role("button", name="Signed in as demo").click()
    signed_in.get_by_role("menuitem", name="Sign out", exact=True).click()
    expect(signed_in.get_by_role("heading", level=1)).to_have_text("Sign in")
    enter(signed_in, site)
    expect(signed_in.get_by_role("heading", level=1)).to_have_text("Overview")


def test_a_lost_session_is_mended_by_signing_in_after_a_reload(
    signed_in: Page, context: BrowserContext, site: Site
) -> None:
    context.clear_cookies()
    signed_in.reload()
    enter(signed_in, site)
    expect(signed_in.get_by_role("heading", level=1)).to_have_text("Overview")


@pytest.fixture
def unwatched(context: BrowserContext, site: Site) -> Page:
    """The browser logs every refusal, so the console is not watched."""
    page = context.new_page()
    page.goto(site.address)
    enter(page, site)
    return page


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
