"""Coming in, going out, and coming in again without losing anything."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from tests.process import scrapersky
from tests.web.conftest import Site, enter

pytestmark = pytest.mark.timeout(120)


def test_a_wrong_password_is_told_and_a_right_one_opens_the_page_that_was_asked_for(page: Page, site: Site) -> None:
    page.goto(f"{site.address}/w/domain-extraction?status=New")
    page.get_by_label("User name").fill("demo")
    page.get_by_label("Password").fill("not the password")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_contain_text("Wrong user name or password.")
    enter(page, site)
    expect(page.locator("tbody tr").first).to_be_visible()
    expect(page).to_have_url(f"{site.address}/w/domain-extraction?status=New")


def test_when_the_session_ends_nothing_selected_is_lost(signed_in: Page, context: BrowserContext, site: Site) -> None:
    signed_in.goto(f"{site.address}/w/domain-extraction")
    signed_in.locator("tbody input[type=checkbox]").first.check()
    context.clear_cookies()
    signed_in.keyboard.press("]")
    dialog = signed_in.get_by_role("dialog", name="Sign in again")
    expect(dialog).to_be_visible()
    dialog.get_by_label("Password").fill(site.password)
    dialog.get_by_role("button", name="Sign in").click()
    expect(dialog).to_have_count(0)
    expect(signed_in.locator("#selected-count")).to_have_text("1 selected")


def test_signing_out_ends_at_the_sign_in_card(at_home: Page, context: BrowserContext) -> None:
    at_home.get_by_role("button", name="Signed in as demo").click()
    at_home.get_by_role("menuitem", name="Sign out", exact=True).click()
    expect(at_home.get_by_role("heading", level=1)).to_have_text("Sign in")
    assert context.cookies() == []


def test_the_first_account_is_made_with_the_printed_code(page: Page, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("first")
    with scrapersky("up", "--port", "0", folder=folder, SCRAPERSKY_DATA=str(folder / "data")) as process:
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
