"""HubSpot: contacts are created or updated by their e-mail address."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Self

import orjson

from scrapersky.clients.delivery.contact import OutgoingContact
from scrapersky.clients.delivery.errors import DeliveryFailed
from scrapersky.clients.delivery.target import DeliveryService, Post
from scrapersky.clients.fetching.document import FetchedDocument
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.fetching.pacing import Pace
from scrapersky.clients.fetching.pauses import GrowingPauses, Pauses, whole_number
from scrapersky.config.settings import Settings
from scrapersky.contact_fields import declared_fields

UPSERT = "https://api.hubapi.com/crm/v3/objects/contacts/batch/upsert"
# The smallest accounts may ask 100 times in ten seconds.
PACE = Pace(interval=10 / 90, parallel=8)
PAUSE_OF_A_DAYS_LIMIT = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class HubSpot:
    token: str = field(repr=False)
    pauses: Pauses = field(default_factory=lambda: GrowingPauses(pause_told), repr=False, compare=False)

    name = "hubspot"
    destination = UPSERT

    @classmethod
    def from_settings(cls, settings: Settings) -> Self | None:
        return cls(settings.hubspot_token.get_secret_value()) if settings.hubspot_token else None

    def refusal(self, contact: OutgoingContact) -> str | None:
        return None if contact.email else "HubSpot knows contacts by their e-mail address, and this one has none"

    async def deliver(self, contact: OutgoingContact, key: str, web: Fetcher) -> str:
        given = {"id": contact.email, "idProperty": "email", "properties": properties(contact)}
        # The trace id comes back with the answer; HubSpot's own upsert by address is what doubles nothing.
        body = orjson.dumps({"inputs": [given | {"objectWriteTraceId": key}]})
        headers = {"Authorization": f"Bearer {self.token}"}
        service = DeliveryService("HubSpot", "HUBSPOT_TOKEN", UPSERT, self.pauses, PACE)
        return _outcome(await Post(service, body, headers).send(web))


def pause_told(status: int, headers: Mapping[str, str]) -> timedelta | None:
    """HubSpot counts requests in the last ten seconds and in a day, which ends at midnight where the account is.

    >>> pause_told(429, {"X-HubSpot-RateLimit-Interval-Milliseconds": "10000"})
    datetime.timedelta(seconds=10)
    >>> pause_told(200, {"X-HubSpot-RateLimit-Remaining": "7", "X-HubSpot-RateLimit-Interval-Milliseconds": "10000"})
    """
    if whole_number(headers, "X-HubSpot-RateLimit-Daily-Remaining") == 0:
        return PAUSE_OF_A_DAYS_LIMIT
    if status != 429 and whole_number(headers, "X-HubSpot-RateLimit-Remaining") != 0:
        return None
    interval = whole_number(headers, "X-HubSpot-RateLimit-Interval-Milliseconds")
    return None if interval is None else timedelta(milliseconds=interval)


def properties(contact: OutgoingContact) -> dict[str, str]:
    """HubSpot's own contact properties; an empty one would erase what is there, so it is left out."""
    business, (first, last) = contact.business, contact.names
    known = {
        **{one.hubspot: getattr(contact, name) for name, one in declared_fields().items() if one.hubspot},
        "firstname": first,
        "lastname": last,
        "website": (business and business.website) or f"https://{contact.domain}/",
        "company": business and business.name,
        "address": business and business.street,
        "city": business and business.city,
        "state": business and business.region,
        "zip": business and business.postal_code,
        "country": business and business.country,
    }
    return {name: value for name, value in known.items() if value}


def _outcome(answer: FetchedDocument) -> str:
    """With 207 HubSpot says for each contact what became of it."""
    try:
        told: Any = orjson.loads(answer.body)
        results, errors = told.get("results") or [], told.get("errors") or []
        if results:
            made = "created" if results[0].get("new") else "updated"
            return f"HTTP {answer.status} contact {results[0]['id']} {made}"
        said = str(errors[0].get("message", "")) if errors else "it named no contact"
    except (orjson.JSONDecodeError, AttributeError, KeyError, IndexError, TypeError) as error:
        message = "HubSpot's answer could not be read; whether it has the contact is not known."
        raise DeliveryFailed(message, outcome="bad_response", worth_retrying=True) from error
    raise DeliveryFailed(f"HubSpot refused the contact: {said[:300]}", outcome="refused")
