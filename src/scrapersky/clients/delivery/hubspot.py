"""HubSpot: contacts are created or updated by their e-mail address, up to a hundred in one request."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Self

import orjson

from scrapersky.clients.delivery.contact import OutgoingContact, values_at
from scrapersky.clients.delivery.errors import DeliveryFailed
from scrapersky.clients.delivery.gathering import Gathering
from scrapersky.clients.delivery.target import DeliveryService, Post
from scrapersky.clients.fetching.document import FetchedDocument
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.fetching.pacing import GrowingPauses, Pace, Pauses, whole_number
from scrapersky.config.settings import Settings
from scrapersky.contact_fields import declared_fields

API = "https://api.hubapi.com/crm/v3"
UPSERT = f"{API}/objects/contacts/batch/upsert"
PROPERTIES = f"{API}/properties/contacts"
# The smallest accounts may ask 100 times in ten seconds.
PACE = Pace(interval=10 / 90, parallel=8)
PAUSE_OF_A_DAYS_LIMIT = timedelta(hours=1)
MOST_AT_ONCE = 100
SECONDS_TO_GATHER = 0.1


@dataclass(frozen=True, slots=True)
class _Given:
    contact: OutgoingContact
    key: str
    web: Fetcher

    @property
    def email(self) -> str:
        return (self.contact.email or "").lower()


@dataclass(frozen=True, slots=True)
class HubSpot:
    """`fields` are properties of the account beside HubSpot's own, each with what of a contact it gets."""

    token: str = field(repr=False)
    fields: Mapping[str, str] = field(default_factory=dict)
    pauses: Pauses = field(default_factory=lambda: GrowingPauses(pause_told), repr=False, compare=False)
    _gathered: Gathering[_Given, str] = field(init=False, repr=False, compare=False)

    name = "hubspot"

    def __post_init__(self) -> None:
        gathered = Gathering(self._send, lambda one: one.email, most=MOST_AT_ONCE, seconds=SECONDS_TO_GATHER)
        object.__setattr__(self, "_gathered", gathered)

    @classmethod
    def from_settings(cls, settings: Settings) -> Self | None:
        if not settings.hubspot_token:
            return None
        return cls(settings.hubspot_token.get_secret_value(), settings.hubspot_fields)

    @property
    def destination(self) -> str:
        """With the fields: contacts that went before one was added go again."""
        return f"{UPSERT}#{orjson.dumps(dict(self.fields)).decode()}" if self.fields else UPSERT

    def refusal(self, contact: OutgoingContact) -> str | None:
        return None if contact.email else "HubSpot knows contacts by their e-mail address, and this one has none"

    async def deliver(self, contact: OutgoingContact, key: str, web: Fetcher) -> str:
        return await self._gathered(_Given(contact, key, web))

    def told(self, contact: OutgoingContact) -> dict[str, Any]:
        return {**properties(contact), **values_at(contact, self.fields)}

    async def missing(self, web: Fetcher) -> list[str]:
        """Properties that contacts would be given and that the account has not."""
        answer = await self._post(PROPERTIES, None).send(web)
        try:
            known = {each["name"] for each in orjson.loads(answer.body)["results"]}
        except (orjson.JSONDecodeError, KeyError, TypeError) as error:
            raise _unreadable() from error
        return [name for name in self.fields if name not in known]

    async def _send(self, given: Sequence[_Given]) -> list[str | Exception]:
        """A contact that spoils a request is found by sending halves, so that it alone is refused."""
        post = self._post(UPSERT, orjson.dumps({"inputs": [self._input(one) for one in given]}))
        answer = await post.answered(given[0].web)
        if answer.status == 400 and len(given) > 1:
            half = len(given) // 2
            return [*await self._send_or_fail(given[:half]), *await self._send_or_fail(given[half:])]
        return list(_outcomes(given, post.accepted(answer)))

    async def _send_or_fail(self, given: Sequence[_Given]) -> Sequence[str | Exception]:
        try:
            return await self._send(given)
        except DeliveryFailed as failed:
            return [failed for _ in given]

    def _post(self, url: str, body: bytes | None) -> Post:
        service = DeliveryService("HubSpot", "HUBSPOT_TOKEN", url, self.pauses, PACE)
        return Post(service, body, {"Authorization": f"Bearer {self.token}"})

    def _input(self, given: _Given) -> dict[str, Any]:
        """The trace id comes back with the answer; HubSpot's own upsert by address is what doubles nothing."""
        named = {"id": given.contact.email, "idProperty": "email", "objectWriteTraceId": given.key}
        return {**named, "properties": self.told(given.contact)}


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


def _outcomes(given: Sequence[_Given], answer: FetchedDocument) -> list[str | Exception]:
    """With 207 HubSpot says for each contact what became of it; in which order it does is its own affair."""
    try:
        told: Any = orjson.loads(answer.body)
        results, errors = told.get("results") or [], told.get("errors") or []
        made = {spelling: each for each in results for spelling in _spellings(each)}
        failed = {spelling: each for each in errors for spelling in _named_in(each)}
        alone = (results or errors) if len(given) == 1 and len(results) + len(errors) == 1 else []
        return [_outcome(one, answer.status, made, failed, alone) for one in given]
    except (orjson.JSONDecodeError, AttributeError, KeyError, IndexError, TypeError) as error:
        raise _unreadable() from error


def _outcome(
    one: _Given, status: int, made: Mapping[str, Any], failed: Mapping[str, Any], alone: Sequence[Any]
) -> str | Exception:
    found = made.get(one.key) or made.get(one.email) or failed.get(one.key) or failed.get(one.email)
    found = found or (alone[0] if alone else None)
    if found is None:
        return _unreadable()
    if "id" in found and "message" not in found:
        return f"HTTP {status} contact {found['id']} {'created' if found.get('new') else 'updated'}"
    return DeliveryFailed(f"HubSpot refused the contact: {str(found['message'])[:300]}", outcome="refused")


def _spellings(result: Any) -> list[str]:
    email = (result.get("properties") or {}).get("email")
    return [each for each in (result.get("objectWriteTraceId"), email and str(email).lower()) if each]


def _named_in(error: Any) -> list[str]:
    """An error names the contacts that it is about, by id or by trace id."""
    context = error.get("context") or {}
    return [str(each).lower() for values in context.values() for each in values]


def _unreadable() -> DeliveryFailed:
    message = "HubSpot's answer could not be read; whether it has the contact is not known."
    return DeliveryFailed(message, outcome="bad_response", worth_retrying=True)
