"""A real Chromium before the real product."""

import asyncio
import fcntl
import os
import shutil
import ssl
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, ViewportSize, expect, sync_playwright
from tests.process import Process, scrapersky

from scrapersky.cli.demonstration import mark_demonstration
from scrapersky.db.embedded import EmbeddedServer
from scrapersky.db.engine import make_engine
from scrapersky.db.schema import apply_schema

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
# Nothing has changed for a while, and nothing says that it is still loading.
SETTLED = """() => new Promise(done => {
    let timer;
    const wait = () => {
        clearTimeout(timer);
        timer = setTimeout(() => document.querySelector("[aria-busy=true]") ? wait() : done(), 250);
    };
    new MutationObserver(wait).observe(document, { subtree: true, childList: true, attributes: true });
    wait();
})"""
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # reading what this machine believes takes longer than most requests
SIZE: ViewportSize = {"width": 1440, "height": 900}
PATIENCE = 60_000  # milliseconds until what is waited for counts as missing: machines are slow and busy at times
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
        address = f"{self.address}/api/v3{path}"
        answer = httpx.request(method, address, headers=headers, timeout=30, verify=NO_TLS, **options)
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


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A stopped server's folder, with the schema: made once, by whichever test process needs it first."""
    own = tmp_path_factory.getbasetemp()
    shared = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "empty-database"
    with shared.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not shared.exists():
            _make_database(shared.with_suffix(".half"))
            shared.with_suffix(".half").rename(shared)
    return shared


def _make_database(folder: Path) -> None:
    async def apply(address: str) -> None:
        engine = make_engine(address)
        await apply_schema(engine)
        await engine.dispose()

    server = EmbeddedServer(folder)
    asyncio.run(apply(server.start()))
    server.stop()
    with (folder / "postgresql.auto.conf").open("a") as settings:
        settings.write("fsync = off\nfull_page_writes = off\n")  # nothing of it need survive a crash of the machine


def copy_database(folder: Path, data: Path) -> None:
    subprocess.run(["cp", "-a", str(folder), str(data / "postgres")], check=True)  # noqa: S603, S607  keeps the owner


@contextmanager
def demonstration(empty_database: Path, folder: Path, businesses: int, **settings: str) -> Iterator[Process]:
    """A demonstration that need not make its database first, which takes as long as all the rest."""
    data = folder / "demonstration"
    mark_demonstration(data)
    copy_database(empty_database, data)
    options = ("--port", "0", "--businesses", str(businesses), "--data", str(data))
    with scrapersky("demo", *options, folder=folder, **settings) as process:
        yield process
        process.end()


@pytest.fixture(scope="module")
def demo_settings() -> dict[str, str]:
    """What a module's demonstration is set to."""
    return {}


@pytest.fixture(scope="module")
def demo_businesses() -> int:
    """More than two pages of a tab."""
    return 120


@pytest.fixture(scope="module")
def site(
    tmp_path_factory: pytest.TempPathFactory, empty_database: Path, demo_settings: dict[str, str], demo_businesses: int
) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("site")
    with demonstration(empty_database, folder, demo_businesses, **demo_settings) as process:
        yield site_of(process)


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


@contextmanager
def new_context(browser: Browser) -> Iterator[BrowserContext]:
    """Nothing moves in it: drawing a dot that pulses, sixty times a second, takes more than most tests do."""
    context = browser.new_context(viewport=SIZE, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    with new_context(browser) as context:
        yield context


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


@dataclass(frozen=True)
class Desk:
    """A page of somebody who signed in before, and what was complained of in it."""

    page: Page
    complaints: list[str]


@pytest.fixture(scope="module")
def desk(browser: Browser, site: Site) -> Iterator[Desk]:
    """One for a file's tests: the browser has read the application by then. Who ends its session takes `page`."""
    with new_context(browser) as context:
        resume(context, site)
        desk = Desk(context.new_page(), [])
        watch(desk.page, desk.complaints)
        yield desk


@pytest.fixture
def unwatched(desk: Desk) -> Iterator[Page]:
    """Somebody who signed in before and opens a page now. Refusals are logged, so the console is not minded."""
    page = desk.page
    page.set_viewport_size(SIZE)
    page.emulate_media(color_scheme="light")
    yield page
    page.unroute_all(behavior="ignoreErrors")
    page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
    page.goto("about:blank")


@pytest.fixture
def signed_in(desk: Desk, unwatched: Page) -> Iterator[Page]:
    """The same, whose test fails if the console complains, the policy reports or a dialog of the browser opens."""
    desk.complaints.clear()
    yield unwatched
    assert desk.complaints == []


def resume(context: BrowserContext, site: Site) -> None:
    context.add_cookies([{"name": name, "value": value, "url": site.address} for name, value in site.cookies.items()])


@pytest.fixture
def at_home(page: Page, site: Site) -> Page:
    """Somebody who signed in just now and sees the overview."""
    page.goto(site.address)
    enter(page, site)
    return page


def go_on_to(page: Page, path: str) -> None:
    """As by a link: the application is not read again."""
    page.evaluate("path => history.pushState(null, '', path)", path)
    wait_until_settled(page)


def wait_until_settled(page: Page) -> None:
    page.evaluate(SETTLED)
