"""Chromium as a reader that never speaks to the network: what a page asks for, the fetcher brings or refuses.

So every request meets the guard, robots.txt, the host's pace and the caps, and a name cannot lead one way for the guard
and another for the browser. What goes around interception (sockets, prefetches) finds a proxy that does not exist.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from playwright.async_api import (
    Browser,
    BrowserContext,
    Page,
    Playwright,
    Request,
    Route,
    WebSocketRoute,
    async_playwright,
)
from playwright.async_api import Error as PlaywrightError

from scrapersky.clients.fetching.document import FetchedDocument
from scrapersky.clients.fetching.errors import BadStatus, FetchError
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.fetching.limits import FetchLimits
from scrapersky.clients.rendering.browser import RenderBusy, RenderFailed, RenderLimits

log = logging.getLogger(__name__)

_NOWHERE = "http://127.0.0.1:9"
_CLOSING_SECONDS = 5.0
_SWITCHES = (
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--js-flags=--max-old-space-size=256",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
)
# Pictures, fonts, films and styles say nothing that is read. Nothing is sent: only GET.
_READ = frozenset({"script", "xhr", "fetch"})
_PASSED_ON = ("Content-Type", "Access-Control-Allow-Origin", "Access-Control-Allow-Headers")


class PageErrands:
    """The requests of one page. Its document was fetched before; it may not lead its window anywhere else."""

    def __init__(self, web: Fetcher, document: FetchedDocument, limits: RenderLimits) -> None:
        self._web, self._document, self._limits = web, document, limits
        self._requests_left, self._bytes_left = limits.requests, limits.all_bytes

    async def answer(self, route: Route) -> None:
        with suppress(PlaywrightError):  # the page may be gone by the time its answer is there
            if self._is_own(route.request):
                await _fulfil(route, self._document)
            elif self._may_ask(route.request):
                await self._bring(route)
            else:  # "aborted" leaves a window where it is; any other word would show the browser's own error page
                await route.abort("aborted")

    def _is_own(self, request: Request) -> bool:
        return (
            request.is_navigation_request()
            and request.frame.parent_frame is None
            and request.url.partition("#")[0] == self._document.url.partition("#")[0]
        )

    def _may_ask(self, request: Request) -> bool:
        self._requests_left -= 1
        return (
            self._requests_left >= 0
            and self._bytes_left > 0
            and request.method == "GET"
            and request.resource_type in _READ
        )

    async def _bring(self, route: Route) -> None:
        limits = FetchLimits(
            body_bytes=min(self._limits.body_bytes, max(1, self._bytes_left)), seconds=self._limits.seconds
        )
        try:
            answer = await self._web.fetch(route.request.url, limits=limits)
        except BadStatus as error:
            await route.fulfill(status=error.status, body="")
        except FetchError:
            await route.abort("failed")
        else:
            self._bytes_left -= len(answer.body)
            await _fulfil(route, answer)


async def _fulfil(route: Route, answer: FetchedDocument) -> None:
    headers = {name: value for name in _PASSED_ON if (value := answer.headers.get(name))}
    await route.fulfill(status=answer.status, headers=headers, body=answer.body)


class Chromium:
    """Starts with the first page and ends with `close`. Each page gets a context of its own, without a past."""

    def __init__(
        self,
        web: Fetcher,
        *,
        executable: Path | None = None,
        pages_at_once: int = 2,
        sandbox: bool = True,
        limits: RenderLimits | None = None,
    ) -> None:
        self._web, self._executable, self._sandbox = web, executable, sandbox
        self._limits = limits or RenderLimits()
        self._places = asyncio.Semaphore(pages_at_once)
        self._starting = asyncio.Lock()
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None

    async def render(self, document: FetchedDocument, web: Fetcher | None = None) -> str:
        async with self._place(document.url):
            try:
                async with asyncio.timeout(self._limits.seconds + _CLOSING_SECONDS):
                    async with self._context(document, web or self._web) as context:
                        return await self._read(await context.new_page(), document.url)
            except PlaywrightError as error:
                raise RenderFailed(f"The browser could not read {document.url}: {_first_line(error)}") from error
            except TimeoutError as error:
                raise RenderFailed(f"The scripts of {document.url} ran longer than allowed.") from error

    @asynccontextmanager
    async def _place(self, url: str) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout(self._limits.waiting_seconds):
                await self._places.acquire()
        except TimeoutError as error:
            raise RenderBusy(f"Other pages keep the browser busy; {url} is tried again.") from error
        try:
            yield
        finally:
            self._places.release()

    async def close(self) -> None:
        async with self._starting:
            await self._end_browser()
            if self._playwright is not None:
                await self._playwright.stop()
                self._playwright = None

    async def _read(self, page: Page, url: str) -> str:
        """The page once its scripts ask for nothing more, or have had the time they get."""
        await page.goto(url, wait_until="domcontentloaded", timeout=self._limits.seconds * 1_000)
        try:
            await page.wait_for_load_state("networkidle", timeout=self._limits.quiet_seconds * 1_000)
        except PlaywrightError:
            log.info("%s is read although its scripts still ask for more", url)
        html = await asyncio.wait_for(page.content(), self._limits.quiet_seconds)
        if page.url.startswith("chrome-error:"):
            raise RenderFailed(f"The browser shows an error of its own in place of {url}.")
        return html[: self._limits.html_characters]

    @asynccontextmanager
    async def _context(self, document: FetchedDocument, web: Fetcher) -> AsyncIterator[BrowserContext]:
        browser = await self._started()
        context = await browser.new_context(accept_downloads=False, service_workers="block")
        try:
            await context.route("**/*", PageErrands(web, document, self._limits).answer)
            await context.route_web_socket("**/*", _refuse)
            yield context
        finally:
            await self._end(context)

    async def _end(self, context: BrowserContext) -> None:
        """A page that does not let go takes its browser with it."""
        try:
            async with asyncio.timeout(_CLOSING_SECONDS):
                await context.unroute_all(behavior="ignoreErrors")
                await context.close()
        except (TimeoutError, PlaywrightError):
            async with self._starting:
                await self._end_browser()

    async def _started(self) -> Browser:
        async with self._starting:
            if self._playwright is None:
                self._playwright = await async_playwright().start()
            if self._browser is None or not self._browser.is_connected():
                self._browser = await self._playwright.chromium.launch(
                    executable_path=self._executable,
                    chromium_sandbox=self._sandbox,
                    proxy={"server": _NOWHERE, "bypass": "<-loopback>"},
                    args=list(_SWITCHES),
                )
            return self._browser

    async def _end_browser(self) -> None:
        browser, self._browser = self._browser, None
        if browser is not None:
            try:
                async with asyncio.timeout(_CLOSING_SECONDS):
                    await browser.close()
            except (TimeoutError, PlaywrightError):
                log.warning("the browser did not end when it was asked to")


async def _refuse(socket: WebSocketRoute) -> None:
    await socket.close()


def _first_line(error: PlaywrightError) -> str:
    return error.message.partition("\n")[0][:300]
