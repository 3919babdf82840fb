"""Pages that only a browser can read: what is asked of it, how it may fail, and the one that is set up, if any."""

import importlib.util
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

from scrapersky.clients.fetching.document import FetchedDocument
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.config.settings import Settings
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


@asynccontextmanager
async def open_renderer(settings: Settings, web: Fetcher) -> AsyncIterator[Renderer | None]:
    """None unless RENDER_PAGES says so. What is missing is told at the start, not page by page."""
    if not settings.render_pages:
        yield None
        return
    renderer = _renderer(settings, web)
    try:
        yield renderer
    finally:
        await renderer.close()


def _renderer(settings: Settings, web: Fetcher) -> Renderer:
    if importlib.util.find_spec("playwright") is None:
        raise RenderNotInstalled('RENDER_PAGES needs a browser: pip install "scrapersky[render]".')
    if settings.render_browser is not None and not settings.render_browser.is_file():
        raise RenderNotInstalled(f"RENDER_BROWSER leads to no browser: {settings.render_browser}.")
    if settings.render_sandbox and os.geteuid() == 0:
        raise RenderNotInstalled(
            "Chromium's sandbox does not work for the user root: run as another user, or set RENDER_SANDBOX=false."
        )
    from scrapersky.clients.rendering.chromium import Chromium  # noqa: PLC0415  the extra may not be installed

    return Chromium(
        web,
        executable=settings.render_browser,
        pages_at_once=settings.render_concurrency,
        sandbox=settings.render_sandbox,
        limits=RenderLimits(seconds=settings.render_seconds),
    )
