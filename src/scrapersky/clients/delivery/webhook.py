"""A signed webhook: the receiver can prove who sent a contact, when, and that it was not changed."""

import hashlib
import hmac
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Self

from scrapersky.clients.delivery.contact import OutgoingContact
from scrapersky.clients.delivery.errors import not_set_up
from scrapersky.clients.delivery.target import DeliveryService, Post, message_in
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.fetching.pacing import GrowingPauses, Pauses
from scrapersky.config.settings import Settings

SIGNATURE = "X-ScraperSky-Signature"
TIMESTAMP = "X-ScraperSky-Timestamp"


@dataclass(frozen=True, slots=True)
class Webhook:
    url: str
    secret: str = field(repr=False)
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    pauses: Pauses = field(default_factory=GrowingPauses, repr=False, compare=False)
    title: str = "The webhook"
    settings: str = "WEBHOOK"
    """How the names of its settings begin."""

    name = "webhook"

    @classmethod
    def from_settings(cls, settings: Settings) -> Self | None:
        secret = settings.webhook_secret.get_secret_value() if settings.webhook_secret else ""
        return cls(settings.webhook_url, secret) if settings.webhook_url else None

    @property
    def destination(self) -> str:
        return self.url

    def refusal(self, contact: OutgoingContact) -> str | None:  # noqa: ARG002  the protocol's signature
        return None

    async def deliver(self, contact: OutgoingContact, key: str, web: Fetcher) -> str:
        return await self.send(b'{"event":"contact.delivered","contact":' + contact.to_json() + b"}", key, web)

    async def send(self, body: bytes, key: str, web: Fetcher) -> str:
        """Whatever it tells, signed."""
        if not self.secret:
            needed = f"{self.settings}_URL needs {self.settings}_SECRET, with which each message is signed."
            raise not_set_up(self.title, needed)
        headers = signed_headers(self.secret, key, body, self.now())
        service = DeliveryService(self.title, f"{self.settings}_URL", self.url, self.pauses)
        answer = await Post(service, body, headers).send(web)
        return f"HTTP {answer.status} {message_in(answer)}".strip()


def signed_headers(secret: str, key: str, body: bytes, at: datetime) -> dict[str, str]:
    timestamp = str(int(at.timestamp()))
    return {"Idempotency-Key": key, TIMESTAMP: timestamp, SIGNATURE: signature(secret, timestamp, body)}


def signature(secret: str, timestamp: str, body: bytes) -> str:
    """HMAC-SHA256 over the timestamp, a dot, and the body as sent: an old request cannot be sent again as a new one.

    >>> signature("secret", "1700000000", b"{}")[:23]
    'sha256=b8569b78799ff9e3'
    """
    signed = hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256)
    return f"sha256={signed.hexdigest()}"
