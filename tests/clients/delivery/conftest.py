"""Services on a pretend internet that write down what they were sent."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from uuid import UUID

import pytest
from aiohttp import web as server
from tests.clients.internet import Internet

from scrapersky.clients.delivery import OutgoingBusiness, OutgoingContact

CONTACT = OutgoingContact(
    id=UUID("0199a8c2-6f7b-7cc3-9c1e-2f1f5b0c8a11"),
    domain="cedar.example",
    name="Ana Lopez",
    role="Owner",
    email="ana@cedar.example",
    phone="+15125550100",
    phone_kind="mobile",
    verification="valid",
    business=OutgoingBusiness("Cedar & Sons", city="Austin", country="US", attribution="© OpenStreetMap contributors"),
)


@dataclass
class Service:
    """Answers each request with the next of `answers`, the last for ever."""

    answers: list[tuple[int, bytes, Mapping[str, str]]]
    bodies: list[bytes] = field(default_factory=list)
    headers: list[Mapping[str, str]] = field(default_factory=list)

    async def __call__(self, request: server.Request) -> server.StreamResponse:
        self.bodies.append(await request.read())
        self.headers.append(dict(request.headers))
        status, body, headers = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return server.Response(status=status, body=body, headers=headers)

    @property
    def page(self) -> Callable[[server.Request], Awaitable[server.StreamResponse]]:
        return self.__call__


def answering(status: int = 200, body: bytes = b"", **headers: str) -> Service:
    return Service([(status, body, {name.replace("_", "-"): value for name, value in headers.items()})])


@pytest.fixture
async def internet() -> AsyncIterator[Internet]:
    pretended = Internet()
    await pretended.start("hooks.example", "api.hubapi.com", "api.brevo.com")
    yield pretended
    await pretended.close()
