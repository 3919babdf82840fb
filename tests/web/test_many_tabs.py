"""Many tabs of one browser: all of them load and live on one stream, whichever of them holds it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect
from tests.web.conftest import FLAGS, PATIENCE, WHOLE_CHROMIUM, Site, enter, new_context, resume

pytestmark = pytest.mark.timeout(300)

LIVE = ".live-live"
TAB = "/w/domain-extraction"
NEW = "/domain-extraction/list?size=100&status_filter=New"
CONNECTIONS = 6  # that a browser has to one server at a time: a seventh stream would leave none to load a page
SECONDS_UNTIL_TAKEN = 60_000  # a leader that hangs is given some seconds, on a busy machine more


class Streams:
    """Which pages of a context hold a stream, and what each asked for."""

    def __init__(self, context: BrowserContext) -> None:
        self.asked: list[Request] = []
        self._open: list[Request] = []
        context.on("request", self._begin)
        context.on("requestfailed", self._end)
        context.on("requestfinished", self._end)

    def _begin(self, request: Request) -> None:
        if urlsplit(request.url).path == "/api/v3/events":
            self.asked.append(request)
            self._open.append(request)

    def _end(self, request: Request) -> None:
        if request in self._open:
            self._open.remove(request)

    def holders(self) -> list[Page]:
        return [request.frame.page for request in self._open if not request.frame.page.is_closed()]

    def only_holder(self) -> Page:
        (holder,) = self.holders()
        return holder


@pytest.fixture
def streams(context: BrowserContext) -> Streams:
    return Streams(context)


@dataclass(frozen=True)
class Crowd:
    """Tabs of one browser that stay open from test to test, and who of them holds the stream."""

    context: BrowserContext
    tabs: list[Page]
    streams: Streams

    def two(self) -> tuple[Page, Page]:
        """The one that holds the stream and another; the rest is closed."""
        holder = self.streams.only_holder()
        other, *rest = (tab for tab in self.tabs if tab is not holder)
        for tab in rest:
            tab.close()
        self.tabs[:] = [holder, other]
        return holder, other


@pytest.fixture(scope="module")
def crowd(browser: Browser, site: Site) -> Iterator[Crowd]:
    with new_context(browser) as context:
        streams = Streams(context)
        yield Crowd(context, live_tabs(context, site, CONNECTIONS + 1), streams)


def live_tabs(context: BrowserContext, site: Site, count: int) -> list[Page]:
    """Of somebody who signed in before."""
    resume(context, site)
    tabs = [context.new_page() for _ in range(count)]
    for tab in tabs:
        show_rows(tab, site)
    return tabs


def show_rows(tab: Page, site: Site) -> None:
    tab.goto(f"{site.address}{TAB}")
    expect(tab.locator("tbody tr").first).to_be_visible()
    expect(tab.locator(LIVE)).to_be_visible()


def expect_in_all(tabs: list[Page], row: str, state: str) -> None:
    for tab in tabs:
        expect(tab.locator(f'tr[data-id="{row}"]')).to_contain_text(state, timeout=SECONDS_UNTIL_TAKEN)


def new_row(tab: Page, site: Site) -> str:
    """One that the tab shows and nobody has decided about."""
    shown = tab.locator("tbody").inner_html()
    return next(str(item["id"]) for item in site.ask("GET", NEW)["items"] if item["id"] in shown)


def decide(site: Site, row: str, status: str) -> None:
    site.ask("PUT", "/domain-extraction/status", json={"ids": [row], "status": status})


def test_more_tabs_than_a_browser_has_connections_live_on_one_stream_and_the_first_answers_keys(
    crowd: Crowd, site: Site
) -> None:
    tabs = crowd.tabs
    assert len(crowd.streams.holders()) == 1
    row = new_row(tabs[0], site)
    tabs[0].locator(f'tr[data-id="{row}"] input').check()
    tabs[0].keyboard.press("s")
    expect_in_all(tabs, row, "Skipped")
    tabs[0].keyboard.press("z")
    expect_in_all(tabs, row, "New")


def test_when_the_tab_that_holds_the_stream_closes_another_goes_on_without_a_loss(crowd: Crowd, site: Site) -> None:
    context, streams, tabs = crowd.context, crowd.streams, crowd.tabs
    row = new_row(tabs[0], site)
    decide(site, row, "Skipped")
    expect_in_all(tabs, row, "Skipped")
    context.route("**/api/v3/events*", lambda route: route.abort())
    gone = streams.only_holder()
    gone.close()
    tabs.remove(gone)
    with listening(site) as told:
        decide(site, row, "New")
        next(line for line in told if line == "event: bulk")
    context.unroute("**/api/v3/events*")
    expect_in_all(tabs, row, "New")
    assert parse_qs(urlsplit(streams.asked[-1].url).query)["after"], "goes on after the last event that was heard"


@contextmanager
def listening(site: Site) -> Iterator[Iterator[str]]:
    headers = {"Authorization": f"Bearer {site.token}"}
    with httpx.stream("GET", f"{site.address}/api/v3/events", headers=headers, timeout=30) as response:
        yield response.iter_lines()


def test_a_tab_that_is_frozen_hands_the_stream_over_and_catches_up(crowd: Crowd, site: Site) -> None:
    holder, other = crowd.two()
    row = new_row(other, site)
    with crowd.context.expect_event("request", lambda request: "/api/v3/events" in request.url):
        holder.evaluate("() => document.dispatchEvent(new Event('freeze'))")
    decide(site, row, "Skipped")
    expect_in_all([other], row, "Skipped")
    expect(holder.locator(f'tr[data-id="{row}"]')).to_contain_text("New")
    holder.evaluate("() => document.dispatchEvent(new Event('resume'))")
    expect_in_all([holder], row, "Skipped")
    assert crowd.streams.only_holder() is other
    decide(site, row, "New")
    expect_in_all([holder, other], row, "New")


def test_a_tab_that_had_heard_of_nothing_when_it_was_frozen_catches_up(context: BrowserContext, site: Site) -> None:
    frozen, other = context.new_page(), context.new_page()
    frozen.add_init_script("EventSource.prototype.addEventListener = () => undefined")  # a quiet hour
    resume(context, site)
    show_rows(frozen, site)
    show_rows(other, site)
    row = new_row(other, site)
    with context.expect_event("request", lambda request: "/api/v3/events" in request.url):
        frozen.evaluate("() => document.dispatchEvent(new Event('freeze'))")
    decide(site, row, "Skipped")
    expect_in_all([other], row, "Skipped")
    frozen.evaluate("() => document.dispatchEvent(new Event('resume'))")
    expect_in_all([frozen], row, "Skipped")
    decide(site, row, "New")
    expect_in_all([frozen, other], row, "New")


def test_a_tab_that_hangs_loses_the_stream_to_one_that_is_seen(crowd: Crowd, site: Site) -> None:
    holder, other = crowd.two()
    row = new_row(other, site)
    control = crowd.context.new_cdp_session(holder)
    control.send("Debugger.enable")
    holder.evaluate("() => void setTimeout(() => { debugger; })")
    decide(site, row, "Skipped")
    expect_in_all([other], row, "Skipped")
    control.send("Debugger.resume")
    control.send("Debugger.disable")
    expect_in_all([holder], row, "Skipped")
    expect(holder.locator(LIVE)).to_be_visible()
    decide(site, row, "New")
    expect_in_all([holder, other], row, "New")
    assert crowd.streams.only_holder() is other


def test_a_browser_without_locks_listens_in_the_tab_that_is_seen(
    context: BrowserContext, site: Site, streams: Streams
) -> None:
    context.add_init_script("Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined })")
    (tab,) = live_tabs(context, site, 1)
    row = new_row(tab, site)
    decide(site, row, "Skipped")
    expect_in_all([tab], row, "Skipped")
    with context.expect_event("requestfailed", lambda request: "/api/v3/events" in request.url):
        hide(tab, hidden=True)
    assert streams.holders() == []
    decide(site, row, "New")
    hide(tab, hidden=False)
    expect_in_all([tab], row, "New")
    assert streams.only_holder() is tab


def hide(tab: Page, *, hidden: bool) -> None:
    tab.evaluate(
        """hidden => {
            Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


def test_who_signs_out_in_one_tab_and_signs_in_again_or_as_another_does_so_in_all(
    context: BrowserContext, site: Site
) -> None:
    first, second = context.new_page(), context.new_page()
    first.goto(site.address)
    enter(first, site)
    for tab in (first, second):
        show_rows(tab, site)
    first.get_by_role("button", name="Signed in as demo").click()
    first.get_by_role("menuitem", name="Sign out", exact=True).click()
    for tab in (first, second):
        expect(tab.get_by_role("heading", name="Sign in")).to_be_visible()
        expect(tab.locator("tbody tr")).to_have_count(0)
    enter(first, site)
    expect(second.locator("tbody tr").first).to_be_visible()
    expect(second.locator(LIVE)).to_be_visible()
    bo = {"name": "bo", "password": "a long enough phrase"}
    site.ask("POST", "/users", json={**bo, "role": "viewer"})
    context.request.post(f"{site.address}/api/v3/auth/login", data=bo)  # shares the cookies
    first.reload()
    for tab in (first, second):
        expect(tab.get_by_role("button", name="Signed in as bo")).to_be_visible()


@pytest.fixture
def remembering(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that keeps pages as they were left, for back and forward; the one of other tests is told not to."""
    if WHOLE_CHROMIUM is None:
        pytest.skip("Only the whole Chromium keeps pages; on Debian: apt-get install chromium")
    launched = browser.browser_type.launch(
        executable_path=WHOLE_CHROMIUM, args=FLAGS, ignore_default_args=["--disable-back-forward-cache"]
    )
    context = launched.new_context()
    context.set_default_timeout(PATIENCE)
    yield context
    launched.close()


def test_a_page_that_was_left_comes_back_as_it_was_and_live(remembering: BrowserContext, site: Site) -> None:
    streams = Streams(remembering)
    (tab,) = live_tabs(remembering, site, 1)
    row = new_row(tab, site)
    tab.evaluate("() => { window.isTheSame = true; }")
    tab.goto(f"{site.address}/static/mark.svg")
    assert streams.holders() == []
    decide(site, row, "Skipped")
    tab.go_back(wait_until="commit")  # it is not loaded again
    assert tab.evaluate("() => window.isTheSame"), tab.evaluate(
        "() => JSON.stringify(performance.getEntriesByType('navigation')[0].notRestoredReasons)"
    )
    expect_in_all([tab], row, "Skipped")
    expect(tab.locator(LIVE)).to_be_visible()
    assert streams.only_holder() is tab
    decide(site, row, "New")
    expect_in_all([tab], row, "New")
