"""HubSpot: contacts are created or updated by their e-mail address."""

from dataclasses import dataclass, field
from typing import Any

import orjson

from scrapersky.clients.delivery.contact import OutgoingContact
from scrapersky.clients.delivery.errors import DeliveryFailed
from scrapersky.clients.delivery.target import Post
from scrapersky.clients.document import Document
from scrapersky.clients.fetcher import Fetcher

UPSERT = "https://api.hubapi.com/crm/v3/objects/contacts/batch/upsert"


@dataclass(frozen=True, slots=True)
class HubSpot:
    token: str = field(repr=False)

    name = "hubspot"
    destination = UPSERT

    def refusal(self, contact: OutgoingContact) -> str | None:
        return None if contact.email else "HubSpot knows contacts by their e-mail address, and this one has none"

    async def deliver(self, contact: OutgoingContact, key: str, web: Fetcher) -> str:
        given = {"id": contact.email, "idProperty": "email", "properties": properties(contact)}
        # The trace id comes back with the answer; HubSpot's own upsert by address is what doubles nothing.
        body = orjson.dumps({"inputs": [given | {"objectWriteTraceId": key}]})
        headers = {"Authorization": f"Bearer {self.token}"}
        return _outcome(await Post("HubSpot", "HUBSPOT_TOKEN", UPSERT, body, headers).send(web))


def properties(contact: OutgoingContact) -> dict[str, str]:
    """HubSpot's own contact properties; an empty one would erase what is there, so it is left out."""
    business, (first, last) = contact.business, contact.names
    known = {
        "email": contact.email,
        "firstname": first,
        "lastname": last,
        "jobtitle": contact.role,
        "phone": contact.phone,
        "fax": contact.fax,
        "website": (business and business.website) or f"https://{contact.domain}/",
        "company": business and business.name,
        "address": business and business.street,
        "city": business and business.city,
        "state": business and business.region,
        "zip": business and business.postal_code,
        "country": business and business.country,
    }
    return {name: value for name, value in known.items() if value}


def _outcome(answer: Document) -> str:
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
