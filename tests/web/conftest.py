"""A real Chromium before the real product."""

import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright
from tests.process import Process, scrapersky

WHOLE_CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
# Without what only a screen needs: a page takes a third of the processor's time.
CHROMIUM = shutil.which("chromium-headless-shell") or WHOLE_CHROMIUM
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 15_000  # milliseconds until what is waited for counts as missing: machines are slow at times
expect.set_options(timeout=PATIENCE)


@dataclass(frozen=True)
class Site:
    """A running demonstration, and the way in."""

    address: str
    password: str
    token: str
    cookies: Mapping[str, str]
    process: Process

    def ask(self, method: str, path: str, **options: Any) -> Any:
        headers = {"Authorization": f"Bearer {self.token}"}
        answer = httpx.request(method, f"{self.address}/api/v3{path}", headers=headers, timeout=30, **options)
        assert answer.is_success, answer.text
        return answer.json()

    def upload(self, content: str) -> None:
        answer = self.ask(
            "POST", "/imports", data={"into": "businesses"}, files={"file": ("businesses.csv", content.encode())}
        )
        assert answer["refused"] == 0, answer

    def prefer(self, **changes: object) -> None:
        """Set some of the person's preferences."""
        self.ask("PUT", "/prefs", json=self.ask("GET", "/prefs") | changes)


@pytest.fixture(scope="module")
def demo_settings() -> dict[str, str]:
    """What a module's demonstration is set to."""
    return {}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, demo_settings: dict[str, str]) -> Iterator[Site]:
    folder: Path = tmp_path_factory.mktemp("site")
    with scrapersky("demo", "--port", "0", "--businesses", "120", folder=folder, **demo_settings) as process:
        yield site_of(process)
        process.end()


def site_of(demonstration: Process) -> Site:
    address, password = demonstration.wait_for(r"Open +(http://[^/]+)"), demonstration.wait_for(r"Password +(\S+)")
    answer = httpx.post(f"{address}/api/v3/auth/login", json={"name": "demo", "password": password}, timeout=60)
    return Site(address, password, answer.json()["access_token"], dict(answer.cookies), demonstration)


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
    context = browser.new_context(viewport={"width": 1440, "height": 900}, accept_downloads=True)
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page whose test fails if the console complains, the policy reports or a dialog of the browser opens."""
    page = context.new_page()
    complaints: list[str] = []
    watch(page, complaints)
    yield page
    assert complaints == []


def watch(page: Page, complaints: list[str]) -> None:
    def note(message: ConsoleMessage) -> None:
        # A refused sign-in is an answer like any other, and the browser logs it.
        if message.type in ("error", "warning") and "401 (Unauthorized)" not in message.text:
            complaints.append(message.text)

    page.on("console", note)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("dialog", lambda dialog: complaints.append(f"dialog: {dialog.message}"))


def enter(page: Page, site: Site) -> None:
    page.get_by_label("User name").fill("demo")
    page.get_by_label("Password").fill(site.password)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("navigation", name="Main")).to_be_visible()


@pytest.fixture
def signed_in(page: Page, site: Site) -> Page:
    """Somebody who signed in before and opens a page now. The session is everybody's: who ends one takes `at_home`."""
    resume(page.context, site)
    return page


def resume(context: BrowserContext, site: Site) -> None:
    context.add_cookies([{"name": name, "value": value, "url": site.address} for name, value in site.cookies.items()])


@pytest.fixture
def at_home(page: Page, site: Site) -> Page:
    """Somebody who signed in just now and sees the overview."""
    page.goto(site.address)
    enter(page, site)
    return page
