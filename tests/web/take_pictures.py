"""Takes the pictures of the documents: `make pictures`."""

import tempfile
from pathlib import Path

from playwright.sync_api import expect, sync_playwright
from tests.process import scrapersky
from tests.web.conftest import CHROMIUM, FLAGS

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"


def take_pictures() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        scrapersky("demo", "--port", "0", folder=Path(folder)) as process,
        sync_playwright() as playwright,
    ):
        address, password = process.wait_for(r"Open +(\S+)"), process.wait_for(r"Password +(\S+)")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 760})
        page.goto(address)
        page.get_by_label("User name").fill("demo")
        page.get_by_label("Password").fill(password)
        page.get_by_role("button", name="Sign in").click()
        for number in range(1, 8):
            page.locator(".domainExtraction-item-checkbox").nth(number).check()
        page.get_by_role("button", name="Queue").click()
        expect(page.locator("td.state-complete")).to_have_count(7)
        for number in (8, 9):
            page.locator(".domainExtraction-item-checkbox").nth(number).check()
        page.evaluate("scrollTo(0, 0)")
        page.wait_for_timeout(2_000)
        page.screenshot(path=PICTURES / "grid.png")
        process.end()


if __name__ == "__main__":
    take_pictures()
