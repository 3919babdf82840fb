"""What someone meets who uses the product for the first time."""

import re

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
