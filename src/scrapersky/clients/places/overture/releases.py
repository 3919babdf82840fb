"""Which release of Overture is the current one: its catalogue says so, once a day."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta

import orjson

from scrapersky.clients.fetching.errors import FetchError
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.fetching.limits import FetchLimits
from scrapersky.clients.places.errors import AnswerUnreadable, SourceUnreachable

CATALOGUE = "https://stac.overturemaps.org/catalog.json"
RELEASE = "{release}"
LATEST = "latest"
"""What OVERTURE_PATH says for the public bucket's current release."""
PUBLIC_PLACES = f"s3://overturemaps-us-west-2/release/{RELEASE}/theme=places/type=place/"
KEPT = timedelta(days=1)

_TITLE = "Overture Maps' catalogue"
_NAME = re.compile(r"\d{4}-\d{2}-\d{2}\.\d{1,3}")
_LIMITS = FetchLimits(body_bytes=1_000_000, seconds=30)


class Releases:
    def __init__(self, web: Fetcher | None, now: Callable[[], datetime]) -> None:
        self._web, self._now = web, now
        self._known: tuple[str, datetime] | None = None

    async def latest(self) -> str:
        """While the catalogue is away, the one that it named last."""
        if self._known is not None and self._now() < self._known[1] + KEPT:
            return self._known[0]
        try:
            release = await self._ask()
        except (FetchError, AnswerUnreadable, SourceUnreachable):
            if self._known is None:
                raise
            return self._known[0]
        self._known = (release, self._now())
        return release

    async def _ask(self) -> str:
        if self._web is None:
            raise SourceUnreachable(_TITLE, "there is no way to the network")
        document = await self._web.call(CATALOGUE, method="GET", limits=_LIMITS)
        if document.status != 200:
            raise SourceUnreachable(_TITLE, f"HTTP {document.status}")
        try:
            catalogue = orjson.loads(document.body)
        except orjson.JSONDecodeError as error:
            raise AnswerUnreadable(_TITLE, "no JSON") from error
        name = catalogue.get("latest") if isinstance(catalogue, dict) else None
        if not isinstance(name, str) or _NAME.fullmatch(name) is None:
            raise AnswerUnreadable(_TITLE, "it names no latest release")
        return name
