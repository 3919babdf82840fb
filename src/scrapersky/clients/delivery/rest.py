"""Any service that takes contacts as JSON: the address and a template say how, so that it needs no code of ours."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self
from urllib.parse import quote

import orjson

from scrapersky.clients.delivery.contact import OutgoingContact, facts_of, filled, without_constants
from scrapersky.clients.delivery.target import DeliveryService, Post, message_in
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.fetching.pacing import GrowingPauses, Pauses
from scrapersky.config.settings import Settings

DEFAULT_TEMPLATE: Mapping[str, str] = {
    "first_name": "{first_name}",
    "last_name": "{last_name}",
    "email": "{email}",
    "phone": "{phone}",
    "title": "{role}",
    "company": "{business.name}",
    "website": "https://{domain}/",
}


@dataclass(frozen=True, slots=True)
class RestTarget:
    """`{email}` and other paths are filled in, in the address too; what a contact has not is left out of the body.

    The key goes as Idempotency-Key: a service that upserts, or heeds it, gets nobody twice.
    """

    url: str
    method: str = "POST"
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    template: Mapping[str, Any] = field(default_factory=lambda: DEFAULT_TEMPLATE)
    pauses: Pauses = field(default_factory=GrowingPauses, repr=False, compare=False)

    name = "rest"

    @classmethod
    def from_settings(cls, settings: Settings) -> Self | None:
        if not settings.rest_url:
            return None
        headers = orjson.loads(settings.rest_headers.get_secret_value()) if settings.rest_headers else {}
        return cls(settings.rest_url, settings.rest_method, headers, settings.rest_template or DEFAULT_TEMPLATE)

    @property
    def destination(self) -> str:
        """With the template: contacts that went before it was changed go again."""
        return f"{self.method} {self.url}#{orjson.dumps(self.template).decode()}"

    def refusal(self, contact: OutgoingContact) -> str | None:
        if "{email}" in self.url and not contact.email:
            return "The service of REST_URL is asked by e-mail address, and this contact has none"
        return None

    def told(self, contact: OutgoingContact) -> dict[str, Any]:
        """Without what the template itself says, which may be a key."""
        told: dict[str, Any] = filled(without_constants(self.template), facts_of(contact))
        return told

    async def deliver(self, contact: OutgoingContact, key: str, web: Fetcher) -> str:
        facts = facts_of(contact)
        url = filled(self.url, facts, lambda text: quote(text, safe=""))
        service = DeliveryService("The service of REST_URL", "REST_URL", url, self.pauses)
        body = orjson.dumps(filled(self.template, facts), default=str)
        answer = await Post(service, body, {"Idempotency-Key": key, **self.headers}, self.method).send(web)
        return f"HTTP {answer.status} {message_in(answer)}".strip()
