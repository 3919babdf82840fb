"""The one protocol of all targets, and how an answer over HTTP is judged."""

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any, Protocol, runtime_checkable

import orjson

from scrapersky.clients.delivery.contact import OutgoingContact
from scrapersky.clients.delivery.errors import refused, unreachable
from scrapersky.clients.fetching.document import FetchedDocument
from scrapersky.clients.fetching.errors import FetchError, shortened
from scrapersky.clients.fetching.fetcher import CALL_PACE, Fetcher
from scrapersky.clients.fetching.limits import FetchLimits
from scrapersky.clients.fetching.pacing import Pace, Pauses, pause_asked_for

ANSWER_LIMITS = FetchLimits(body_bytes=100_000, seconds=30, read_seconds=30)
LONGEST_ANSWER = 300


class DeliveryTarget(Protocol):
    """`deliver` may be called again with the same key, and must then double nothing. Raises DeliveryFailed."""

    @property
    def name(self) -> str:
        """What people read on the row: webhook, hubspot …"""
        ...

    @property
    def destination(self) -> str:
        """Where exactly. A contact goes to a new destination even if an old one had it."""
        ...

    def refusal(self, contact: OutgoingContact) -> str | None:
        """Why this contact is not for this target, or None."""
        ...

    async def deliver(self, contact: OutgoingContact, key: str, web: Fetcher) -> str:
        """Returns what the target said, for the record."""
        ...


def idempotency_key(target: DeliveryTarget, contact: OutgoingContact) -> str:
    """The same for the same contact, content and destination, whoever asks and however often."""
    said = "\n".join((str(contact.id), target.name, target.destination, contact.version))
    return hashlib.sha256(said.encode()).hexdigest()[:40]


@dataclass(frozen=True, slots=True)
class DeliveryService:
    """Whom a target speaks to. The pace is shared by everybody who fetches, the length of pauses by one process."""

    title: str
    setting: str
    url: str
    pauses: Pauses
    pace: Pace = CALL_PACE


@dataclass(frozen=True, slots=True)
class Post:
    """A JSON body for a service, and which setting to look at when it refuses. Without a body it is only asked."""

    service: DeliveryService
    body: bytes | None
    headers: Mapping[str, str]
    method: str = "POST"

    async def send(self, web: Fetcher) -> FetchedDocument:
        """The answer if its status is a yes."""
        return self.accepted(await self.answered(web))

    async def answered(self, web: Fetcher) -> FetchedDocument:
        """Whatever the status. Redirects are not followed: they would carry the contact elsewhere."""
        headers = {"Content-Type": "application/json", "Accept": "application/json", **self.headers}
        service = self.service
        try:
            return await web.call(
                service.url,
                method=self.method if self.body is not None else "GET",
                headers=headers,
                body=self.body,
                limits=ANSWER_LIMITS,
                pace=service.pace,
                needs_body=False,
                pauses=service.pauses,
            )
        except FetchError as error:
            raise unreachable(service.title, service.setting, error) from error

    def accepted(self, answer: FetchedDocument) -> FetchedDocument:
        if not 200 <= answer.status < 300:
            pause = answer.pause or pause_asked_for(answer.headers.get("Retry-After"), datetime.now(UTC))
            raise refused(self.service.title, answer.status, message_in(answer), pause, self.service.setting)
        return answer


def message_in(answer: FetchedDocument) -> str:
    """What a service says for people: the `message` of a JSON body, else the text, in one short line."""
    try:
        body = orjson.loads(answer.body)
    except orjson.JSONDecodeError:
        body = None
    told = body.get("message") if isinstance(body, dict) else None
    text = told if isinstance(told, str) else answer.body[: 4 * LONGEST_ANSWER].decode("utf-8", "replace")
    line = " ".join("".join(each if each.isprintable() else " " for each in text).split())
    return shortened(line, LONGEST_ANSWER).rstrip(".")


@runtime_checkable
class Telling(Protocol):
    """A target with names of its own for what a contact says; the others get the contact as it is."""

    def told(self, contact: OutgoingContact) -> Mapping[str, Any]: ...


def told_to(target: object, contact: OutgoingContact) -> dict[str, Any]:
    """What it gets of a contact, for people to read. Keys and signatures are no part of it."""
    told = target.told(contact) if isinstance(target, Telling) else asdict(contact) | {"id": str(contact.id)}
    return _without_gaps(told)


def _without_gaps(told: Mapping[str, Any]) -> dict[str, Any]:
    deep = {name: _without_gaps(each) if isinstance(each, Mapping) else each for name, each in told.items()}
    return {name: each for name, each in deep.items() if each not in (None, "", {}, [], ())}
