"""`scrapersky delivery`: whether contacts would arrive."""

from uuid import NAMESPACE_URL, uuid5

import typer

from scrapersky.app.extensions import load_extensions
from scrapersky.app.internet import fetch_policy
from scrapersky.cli.running import read_settings, run, say
from scrapersky.clients.delivery import (
    DeliveryFailed,
    DeliveryTarget,
    OutgoingBusiness,
    OutgoingContact,
    idempotency_key,
)
from scrapersky.clients.delivery.hubspot import HubSpot
from scrapersky.clients.extensions.targets import make_targets
from scrapersky.clients.fetching.fetcher import Fetcher

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
            fared = [await _try(target, test_contact, web) for target in targets]
        return all(fared) and not left_out

    if not run(work()):
        raise typer.Exit(1)


async def _try(target: DeliveryTarget, test_contact: str | None, web: Fetcher) -> bool:
    """Says what the target lacks, and what became of the test contact."""
    try:
        missing = await target.missing(web) if isinstance(target, HubSpot) else []
        if missing:
            say(f"{target.name}: the account lacks {', '.join(missing)}. Make them there, or take them out.")
            return False
        if test_contact is None:
            say(f"{target.name}: set up for {target.destination.partition('#')[0]}.")
            return True
        contact = _made_up(test_contact)
        if refusal := target.refusal(contact):
            say(f"{target.name}: {refusal}.")
            return False
        say(f"{target.name}: {await target.deliver(contact, idempotency_key(target, contact), web)}")
    except DeliveryFailed as failed:
        say(f"{target.name}: {failed}")
        return False
    return True


def _made_up(email: str) -> OutgoingContact:
    """The same each time, so that trying again makes no second one."""
    business = OutgoingBusiness("ScraperSky test", city="Austin", country="US")
    return OutgoingContact(
        id=uuid5(NAMESPACE_URL, email), domain="example.com", name="Test Contact", email=email, business=business
    )
