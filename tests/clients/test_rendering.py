"""A real Chromium reads pages that scripts build, and reaches nothing but what the fetcher brings it."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from aiohttp import web as server
from aiohttp.test_utils import TestServer
from tests.clients.internet import Internet
from tests.simulated import simulated_internet
from tests.sitemaps import sites_of

from scrapersky.clients.fetching.document import FetchedDocument
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.reading.page_bodies import uncompressed
from scrapersky.clients.rendering.browser import (
    RenderBusy,
    RenderFailed,
    RenderLimits,
    RenderNotInstalled,
    open_renderer,
)
from scrapersky.clients.rendering.chromium import Chromium
from scrapersky.config.settings import Settings
from scrapersky.extract.contacts.extraction import extract_contacts
from scrapersky.extract.finding import Kind
from scrapersky.services.page_contents import PageReading
from scrapersky.services.page_curation_service import PageToRead, read_page

BROWSER = shutil.which("chromium-headless-shell") or shutil.which("chromium")
pytestmark = pytest.mark.skipif(BROWSER is None, reason="no Chromium on this machine: apt-get install chromium")
QUICK = RenderLimits(seconds=25, waiting_seconds=25, quiet_seconds=8)


@asynccontextmanager
async def chromium(web: Fetcher, limits: RenderLimits = QUICK, pages_at_once: int = 2) -> AsyncIterator[Chromium]:
    browser = Chromium(web, executable=Path(BROWSER or ""), pages_at_once=pages_at_once, sandbox=False, limits=limits)
    try:
        yield browser
    finally:
        await browser.close()


def page_of(html: str, url: str = "https://acme.test/") -> FetchedDocument:
    headers = {"Content-Type": "text/html; charset=utf-8"}
    return FetchedDocument(url, url, 200, headers, html.encode(), "text/html", None, None, (), 0.0)


async def test_what_the_simulated_apps_show_is_found_once_a_browser_has_read_them() -> None:
    wanted: set[str] = set()
    found: set[str] = set()
    async with simulated_internet(seed=3, businesses=120) as internet, chromium(internet.clients.web) as browser:
        clients = replace(internet.clients, browser=browser)
        apps = [site for site in sites_of(internet.simulator.world) if site.platform == "spa"]
        for site in [one for one in apps if one.robots.state not in ("disallow_all", "server_error")][:5]:
            home = site.pages[0]
            if not home.allowed_by_robots:
                continue
            reading = await read_page(PageToRead(home.url), clients)
            assert isinstance(reading, PageReading)
            assert (reading.rendered, reading.facts.needs_browser) == (True, False), home.url
            html = uncompressed(reading.kept.html or b"").decode()
            seen = extract_contacts(html, home.url, "US")
            found |= {*seen.values(Kind.EMAIL), *seen.values(Kind.PHONE)}
            here = [one for one in site.planted if one.kind in ("email", "phone")]
            wanted |= {one.value for one in here if not one.visible_without_script or home.url in one.urls}
    assert len(wanted) > 4
    assert wanted <= found


async def test_a_page_reaches_no_machine_inside_our_network(internet: Internet) -> None:
    asked: list[str] = []

    async def note(request: server.Request) -> server.Response:
        asked.append(request.path)
        return server.Response(text="secret", headers={"Access-Control-Allow-Origin": "*"})

    app = server.Application()
    app.router.add_route("*", "/{tail:.*}", note)
    async with TestServer(app) as inside, internet.fetcher() as web, chromium(web) as browser:
        address = f"http://127.0.0.1:{inside.port}"
        html = f"""<div id=root></div><img src="{address}/picture"><iframe src="{address}/frame"></iframe>
        <link rel=prefetch href="{address}/prefetch"><link rel=preconnect href="{address}">
        <script src="{address}/script"></script>
        <script>
        const said = text => document.body.append(text + ". ");
        new WebSocket("ws://127.0.0.1:{inside.port}/socket").onerror = () => said("no socket");
        navigator.sendBeacon("{address}/beacon", "x");
        for (const url of ["{address}/fetch", "http://localhost:{inside.port}/name", "http://[::1]:{inside.port}/six",
                           "http://169.254.169.254/latest/meta-data/"])
          fetch(url).then(a => a.text()).then(said, () => said("refused"));
        </script>"""
        rendered = await browser.render(page_of(html))
    assert asked == []
    assert rendered.count("refused. ") == 4
    assert "secret" not in rendered


async def test_a_page_may_not_lead_its_window_elsewhere_nor_send_anything(internet: Internet) -> None:
    internet.site("other.test", {"/": "<p>Other"})
    async with internet.fetcher() as web, chromium(web) as browser:
        leaving = "<p>Stay<script>setTimeout(() => location.href = 'http://other.test/', 50)</script>"
        posting = (
            "<p><script>fetch('/x', {method: 'POST', body: 'y'}).catch(() => document.body.append('unsent'))</script>"
        )
        assert await browser.render(page_of(leaving)) == f"<html><head></head><body>{leaving}</p></body></html>"
        assert "unsent" in await browser.render(page_of(posting))
    assert internet.seen == []


async def test_a_script_that_never_ends_ends_after_its_time_and_the_browser_reads_on(internet: Internet) -> None:
    limits = replace(QUICK, seconds=6)
    async with internet.fetcher() as web, chromium(web, limits) as browser:
        with pytest.raises(RenderFailed):
            await browser.render(page_of("<p>Before<script>for (;;);</script>"))
        assert "After" in await browser.render(page_of("<script>document.write('<p>After')</script>"))


async def test_a_page_that_grows_without_end_is_cut(internet: Internet) -> None:
    limits = replace(QUICK, html_characters=10_000)
    async with internet.fetcher() as web, chromium(web, limits) as browser:
        html = await browser.render(page_of("<script>document.write('<p>' + 'x'.repeat(1e6))</script>"))
    assert len(html) == 10_000


async def test_one_page_finds_nothing_of_another(internet: Internet) -> None:
    remember = "localStorage.n = 1; document.cookie = 'n=1'"
    page = page_of(f"<script>document.write('seen ' + localStorage.n + document.cookie); {remember}</script>")
    async with internet.fetcher() as web, chromium(web) as browser:
        for _ in range(2):
            assert "seen undefined</body>" in await browser.render(page)


async def test_a_page_waits_its_turn_for_a_time_and_then_comes_again(internet: Internet) -> None:
    limits = RenderLimits(seconds=2, waiting_seconds=0.1, quiet_seconds=1)
    forever = page_of("<p><script>for (;;);</script>")
    async with internet.fetcher() as web, chromium(web, limits, pages_at_once=1) as browser:
        first = asyncio.create_task(browser.render(forever))
        await asyncio.sleep(0.3)
        with pytest.raises(RenderBusy) as caught:
            await browser.render(page_of("<p>Hi"))
        with pytest.raises(RenderFailed):
            await first
    assert (caught.value.worth_retrying, caught.value.costs_attempt) == (True, False)


async def test_rendering_is_off_unless_set_and_what_is_missing_is_told_at_the_start(internet: Internet) -> None:
    async with internet.fetcher() as web:
        async with open_renderer(Settings.model_validate({}), web) as none:
            assert none is None
        wrong = {"render_pages": True, "render_browser": "/nowhere/chromium", "render_sandbox": False}
        missing = Settings.model_validate(wrong)
        with pytest.raises(RenderNotInstalled, match="RENDER_BROWSER"):
            async with open_renderer(missing, web):
                pass
