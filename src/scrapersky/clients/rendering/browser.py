"""Pages that only a browser can read: what is asked of a browser, and how it may fail."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

from scrapersky.clients.fetching.document import FetchedDocument
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.errors import ScraperSkyError


class RenderFailed(ScraperSkyError):
    """The browser did not make a page of it."""

    code = outcome = "render"


class RenderBusy(ScraperSkyError):
    """Too many pages wait for the browser. The row comes again; that costs it none of its attempts."""

    outcome = "render_busy"

    worth_retrying = True
    costs_attempt = False
    retry_after = timedelta(seconds=30)


class RenderNotInstalled(ScraperSkyError):
    """Pages are to be rendered, and there is nothing to render them with."""


@dataclass(frozen=True, slots=True)
class RenderLimits:
    """What one page may cost. `seconds` are of its scripts, `waiting_seconds` for its turn with the browser."""

    seconds: float = 30
    waiting_seconds: float = 15
    quiet_seconds: float = 10
    requests: int = 40
    body_bytes: int = 5_000_000
    all_bytes: int = 20_000_000
    html_characters: int = 5_000_000


class Renderer(Protocol):
    """A page as its scripts build it."""

    async def render(self, document: FetchedDocument, web: Fetcher | None = None) -> str:
        """The HTML of a fetched document once its scripts have run. Raises RenderFailed, RenderBusy.

        What they ask for is brought by `web`, or else by the fetcher that this was made with.
        """
        ...

    async def close(self) -> None: ...
