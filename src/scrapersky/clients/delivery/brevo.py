"""Brevo: contacts are created or updated by their e-mail address."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Self

import orjson

from scrapersky.clients.delivery.contact import OutgoingContact
from scrapersky.clients.delivery.target import DeliveryService, Post
from scrapersky.clients.fetching.document import FetchedDocument
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.fetching.pacing import LONGEST_PAUSE, GrowingPauses, Pace, Pauses, whole_number
from scrapersky.config.settings import Settings
from scrapersky.extract.phones.numbers import without_extension

CONTACTS = "https://api.brevo.com/v3/contacts"
# The smallest accounts may ask ten times a second.
PACE = Pace(interval=1 / 9, parallel=8)


@dataclass(frozen=True, slots=True)
class Brevo:
    """`lists` are the ids of the lists that contacts are put on."""

    api_key: str = field(repr=False)
    lists: tuple[int, ...] = ()
    pauses: Pauses = field(default_factory=lambda: GrowingPauses(pause_told), repr=False, compare=False)

    name = "brevo"

    @classmethod
    def from_settings(cls, settings: Settings) -> Self | None:
        if not settings.brevo_api_key:
            return None
        return cls(settings.brevo_api_key.get_secret_value(), tuple(settings.brevo_list_ids))

    @property
    def destination(self) -> str:
        return f"{CONTACTS}#{','.join(map(str, self.lists))}"

    def refusal(self, contact: OutgoingContact) -> str | None:
        return None if contact.email else "Brevo knows contacts by their e-mail address, and this one has none"

    async def deliver(self, contact: OutgoingContact, key: str, web: Fetcher) -> str:  # noqa: ARG002  it takes none
        known = attributes(contact)
        post = self._post(contact, known)
        answer = await post.answered(web)
        number = known.pop("SMS", None)
        if number is None or not is_number_taken(answer):
            return _outcome(post.accepted(answer))
        without = await self._post(contact, known).send(web)
        return f"{_outcome(without)} without the number {number}, which another contact there has"

    def told(self, contact: OutgoingContact) -> dict[str, Any]:
        return {"email": contact.email, **attributes(contact), "lists": ", ".join(map(str, self.lists))}

    def _post(self, contact: OutgoingContact, known: Mapping[str, str]) -> Post:
        body: dict[str, object] = {
            "email": contact.email,
            "ext_id": str(contact.id),
            "attributes": known,
            "updateEnabled": True,
        }
        if self.lists:
            body["listIds"] = list(self.lists)
        service = DeliveryService("Brevo", "BREVO_API_KEY", CONTACTS, self.pauses, PACE)
        return Post(service, orjson.dumps(body), {"api-key": self.api_key})


def attributes(contact: OutgoingContact) -> dict[str, str]:
    """Only what every account has: Brevo refuses attributes it was not told of. A landline is no SMS number.

    Nor is an extension part of one.
    """
    first, last = contact.names
    mobile = without_extension(contact.phone)[0] if contact.phone and contact.phone_kind == "mobile" else None
    known = {"FIRSTNAME": first, "LASTNAME": last, "SMS": mobile}
    return {name: value for name, value in known.items() if value}


def is_number_taken(answer: FetchedDocument) -> bool:
    """A mobile number belongs to one contact of an account, where colleagues may well share one."""
    if answer.status != 400:
        return False
    try:
        told: Any = orjson.loads(answer.body)
        taken = told["metadata"]["duplicate_identifiers"]
        return any(str(each).upper() == "SMS" for each in taken)
    except (orjson.JSONDecodeError, KeyError, TypeError):
        return False


def pause_told(status: int, headers: Mapping[str, str]) -> timedelta | None:
    """Brevo says in seconds when its window begins anew.

    >>> pause_told(429, {"x-sib-ratelimit-remaining": "0", "x-sib-ratelimit-reset": "7"})
    datetime.timedelta(seconds=7)
    >>> pause_told(201, {"x-sib-ratelimit-remaining": "3", "x-sib-ratelimit-reset": "7"})
    """
    if status != 429 and whole_number(headers, "x-sib-ratelimit-remaining") != 0:
        return None
    reset = whole_number(headers, "x-sib-ratelimit-reset")
    return None if reset is None else min(timedelta(seconds=reset), LONGEST_PAUSE)


def _outcome(answer: FetchedDocument) -> str:
    return f"HTTP {answer.status} contact {'created' if answer.status == 201 else 'updated'}"
