"""The browser that an installation has set up, if any."""

import importlib.util
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.rendering.browser import Renderer, RenderLimits, RenderNotInstalled
from scrapersky.config.settings import Settings


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
