"""`scrapersky delivery`: whether contacts would arrive; and the keys that targets of tenants are sealed with."""

import typer

from scrapersky.app.extensions import load_extensions
from scrapersky.app.internet import fetch_policy
from scrapersky.app.product import open_product
from scrapersky.cli.running import read_settings, run, say
from scrapersky.clients.delivery import DeliveryTarget
from scrapersky.clients.delivery.trial import try_target
from scrapersky.clients.extensions.targets import make_targets
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.curation_sdk.plurals import plural
from scrapersky.services.delivery_targets.seals import KEY_FILE, Seals
from scrapersky.services.delivery_targets.store import seal_anew

HOW_TO_SET_UP = "No target is set up. `scrapersky delivery --help` and docs/how-to/deliver-contacts.md say how."


def delivery(*, test_contact: str | None) -> None:
    async def work() -> bool:
        settings = read_settings()
        targets, left_out = make_targets(load_extensions().additions.delivery_targets, settings)
        for name, why in left_out.items():
            say(f"{name}: {why}")
        if not targets:
            say(HOW_TO_SET_UP)
        async with Fetcher(fetch_policy(settings)) as web:
            arrived = [await _try(target, test_contact, web) for target in targets]
        return all(arrived) and not left_out

    if not run(work()):
        raise typer.Exit(1)


async def _try(target: DeliveryTarget, test_contact: str | None, web: Fetcher) -> bool:
    """Says what the target lacks, and what became of the test contact."""
    trial = await try_target(target, test_contact, web)
    say(f"{target.name}: {trial.words}")
    return trial.arrived


def rotate_keys() -> None:
    async def work() -> None:
        settings = read_settings()
        seals = Seals(settings)
        async with open_product(settings) as product:
            if not seals.are_given:
                seals.add_key()
            count = await seal_anew(product.sessions, seals)
        sealed = f"{plural(count, 'delivery target is', 'delivery targets are')} sealed with"
        if seals.are_given:
            say(f"{sealed} the first of SEALING_KEYS. The others can be left out on every machine now.")
        else:
            say(f"{sealed} a new key in {settings.scrapersky_data / KEY_FILE}. Keep a copy of it apart from backups.")

    run(work())
