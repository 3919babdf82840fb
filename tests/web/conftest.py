"""A real Chromium before the real product."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright
from tests.process import scrapersky

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@dataclass(frozen=True)
class Site:
    """A running demonstration, and the way in."""

    address: str
    password: str
    token: str

    @property
    def cookie_name(self) -> str:
        return f"sky_session_{urlsplit(self.address).port}"

    @property
    def grid(self) -> str:
        return f"{self.address}/w/domain-extraction"

    def upload(self, content: str) -> None:
        answer = httpx.post(
            f"{self.address}/api/v3/local-businesses/import",
            headers={"Authorization": f"Bearer {self.token}"},
            files={"file": ("businesses.csv", content.encode())},
        )
        assert answer.status_code == 200, answer.text


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder: Path = tmp_path_factory.mktemp("site")
    with scrapersky("demo", "--port", "0", "--businesses", "120", folder=folder) as process:
        address, password = process.wait_for(r"Open +(http://[^/]+)"), process.wait_for(r"Password +(\S+)")
        answer = httpx.post(f"{address}/api/v3/auth/login", json={"name": "demo", "password": password})
        yield Site(address, password, answer.json()["access_token"])
        process.end()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("No Chromium on this machine; on Debian: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context()
    context.set_default_timeout(15_000)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page whose test fails if the console complains or a dialog opens."""
    page = context.new_page()
    complaints: list[str] = []

    def note(message: ConsoleMessage) -> None:
        # A refused sign-in is an answer like any other, and the browser logs it.
        if message.type in ("error", "warning") and "401 (Unauthorized)" not in message.text:
            complaints.append(message.text)

    page.on("console", note)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("dialog", lambda dialog: complaints.append(f"dialog: {dialog.message}"))
    yield page
    assert complaints == []


@pytest.fixture
def signed_in(context: BrowserContext, page: Page, site: Site) -> Page:
    context.add_cookies([{"name": site.cookie_name, "value": site.token, "url": site.address}])
    page.goto(site.grid)
    return page
