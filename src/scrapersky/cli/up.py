"""`scrapersky up` and `scrapersky api`: the web application, with workers and without."""

from pathlib import Path

from scrapersky.app.product import Product
from scrapersky.cli.demonstration import refuse_demonstration
from scrapersky.cli.running import read_settings, run, say
from scrapersky.cli.serving import nothing, serve
from scrapersky.cli.worker import WorkerChildren
from scrapersky.config.logging import set_up_logging
from scrapersky.routers.auth import Reception
from scrapersky.routers.sessions import is_loopback


def up(*, host: str | None, port: int | None, data: Path | None) -> None:
    settings = read_settings(host=host, port=port, scrapersky_data=data)
    refuse_demonstration(settings)
    set_up_logging(settings.log_level)
    children = WorkerChildren(settings)
    run(serve(settings, announce, lambda _, stop: children.working(stop)))


def api(*, host: str | None, port: int | None, data: Path | None) -> None:
    settings = read_settings(host=host, port=port, scrapersky_data=data)
    set_up_logging(settings.log_level)
    run(serve(settings, announce, nothing))


async def announce(product: Product, reception: Reception, address: str) -> None:
    """Where to look, and how to get in."""
    say(f"ScraperSky is at {address}")
    if reception.code is not None:
        say(f"Nobody has an account yet. Make the first one at {address}/setup")
        say(f"with the one-time code {reception.code.value}")
    if not is_loopback(product.settings.host):
        say("Browsers sign in over HTTPS only (or on this machine): put a proxy with TLS in front.")
    say("Press Ctrl-C to stop.")
