"""A sitemap on the web, read as it arrives."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.fetching.limits import FetchLimits
from scrapersky.clients.fetching.response import Response
from scrapersky.extract.sitemaps import Sitemap, SitemapEntry, SitemapLimits, SitemapReader

# A full sitemap of 50 MB over a slow line takes minutes; the reader itself stops at its own limits.
SITEMAP_LIMITS = FetchLimits(body_bytes=120_000_000, seconds=280, read_seconds=30, ratio=1000)


class SitemapStream:
    """Iterate the entries, then ask for the summary."""

    def __init__(self, response: Response) -> None:
        self._response = response
        tomorrow = datetime.now(UTC) + timedelta(days=1)  # where the site is, a day may have begun earlier
        limits = SitemapLimits(latest=tomorrow)
        self._reader = SitemapReader(response.url, response.headers.get("Content-Type"), limits)
        self.etag, self.last_modified = response.etag, response.last_modified

    async def entries(self) -> AsyncIterator[SitemapEntry]:
        async for chunk in self._response:
            for entry in self._reader.feed(chunk):
                yield entry
        for entry in self._reader.close():
            yield entry

    def summary(self) -> Sitemap:
        return self._reader.summary()


@asynccontextmanager
async def open_sitemap(web: Fetcher, url: str) -> AsyncIterator[SitemapStream]:
    async with web.stream(url, limits=SITEMAP_LIMITS) as response:
        yield SitemapStream(response)
