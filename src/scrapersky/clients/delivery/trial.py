"""Whether contacts would arrive: what a target lacks, and what it says to a made-up contact."""

from dataclasses import KW_ONLY, dataclass
from urllib.parse import urlsplit
from uuid import NAMESPACE_URL, uuid5

from scrapersky.clients.delivery.contact import OutgoingBusiness, OutgoingContact
from scrapersky.clients.delivery.errors import DeliveryFailed, hosts_only
from scrapersky.clients.delivery.hubspot import HubSpot
from scrapersky.clients.delivery.target import DeliveryTarget, idempotency_key
from scrapersky.clients.fetching.fetcher import Fetcher


@dataclass(frozen=True, slots=True)
class Trial:
    """`words` are for people: the target's own answer, or what is to be mended."""

    words: str
    _: KW_ONLY
    arrived: bool


async def try_target(target: DeliveryTarget, email: str | None, web: Fetcher) -> Trial:
    """Without an address nothing is handed over."""
    try:
        missing = await target.missing(web) if isinstance(target, HubSpot) else []
        if missing:
            return Trial(f"the account lacks {', '.join(missing)}. Make them there, or take them out.", arrived=False)
        if email is None:
            return Trial(f"set up for {target.destination.partition('#')[0]}.", arrived=True)
        contact = made_up_contact(email)
        if refusal := target.refusal(contact):
            return Trial(f"{refusal}.", arrived=False)
        return Trial(await target.deliver(contact, idempotency_key(target, contact), web), arrived=True)
    except DeliveryFailed as failed:
        return Trial(str(failed), arrived=False)


def made_up_contact(email: str) -> OutgoingContact:
    """The same each time, so that trying again makes no second one."""
    business = OutgoingBusiness("ScraperSky test", city="Austin", country="US")
    return OutgoingContact(
        id=uuid5(NAMESPACE_URL, email), domain="example.com", name="Test Contact", email=email, business=business
    )


def shown_destination(target: DeliveryTarget) -> str:
    """Where contacts go, as a browser may show it: paths and queries of addresses are often secrets themselves.

    >>> from types import SimpleNamespace
    >>> shown_destination(SimpleNamespace(destination="https://ann:pw@hooks.example:81/T0/secret?key=1#v2"))
    'https://hooks.example:81/…'
    >>> shown_destination(SimpleNamespace(destination="/srv/contacts"))
    '/srv/contacts'
    """
    address = urlsplit(target.destination)
    if not address.hostname:
        return hosts_only(target.destination).partition("#")[0]
    host = address.netloc.rpartition("@")[2]
    return f"{address.scheme}://{host}{'/…' if address.path.strip('/') or address.query else ''}"
