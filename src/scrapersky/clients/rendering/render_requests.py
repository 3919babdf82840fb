"""What a rendered page may ask for, and who brings it: its own document, scripts and data, by the fetcher."""

from contextlib import suppress

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Request, Route

from scrapersky.clients.fetching.document import FetchedDocument
from scrapersky.clients.fetching.errors import BadStatus, FetchError
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.fetching.limits import FetchLimits
from scrapersky.clients.rendering.browser import RenderLimits

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
