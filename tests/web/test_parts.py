"""Screens come when they are opened; one that does not come says so."""

import pytest
from playwright.sync_api import BrowserContext, expect
from tests.web.conftest import Site, enter

pytestmark = pytest.mark.timeout(120)


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
