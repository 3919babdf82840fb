"""Who listens in this process, and what each tenant was told lately."""

import asyncio
import secrets
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from uuid import UUID

from scrapersky.curation_sdk.errors import CurationError

if TYPE_CHECKING:
    from scrapersky.curation_sdk.live.events import Event

EVENTS_KEPT = 500
MOST_WAITING = 256
MOST_LISTENERS = 1000
MOST_PER_PERSON = 30
SECONDS_KEPT = 60.0
HEARTBEAT_SECONDS = 3.0
RETRY_MILLISECONDS = 2000
_HEARTBEAT = b'event: beat\ndata: {"kind":"beat"}\n\n'


class TooManyListeners(CurationError):
    """Each stream is a connection that stays open."""

    http_status = 503


class Subscriber:
    """One browser. It is cut when it cannot keep up, comes back by itself, and is told what it missed."""

    def __init__(self, greeting: bytes, person: str = "") -> None:
        self._greeting, self.person = greeting, person
        self._waiting: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_WAITING)
        self.cut = asyncio.Event()

    def tell(self, written: bytes) -> None:
        try:
            self._waiting.put_nowait(written)
        except asyncio.QueueFull:
            self.cut.set()

    def end(self) -> None:
        """After what is waiting; one that cannot keep up is not waited for."""
        try:
            self._waiting.put_nowait(None)
        except asyncio.QueueFull:
            self.cut.set()

    async def pieces(self, heartbeat_seconds: float = HEARTBEAT_SECONDS) -> AsyncIterator[bytes]:
        """What to send; a beat when there is nothing, so that both sides notice a dead connection."""
        yield self._greeting
        while True:
            try:
                async with asyncio.timeout(heartbeat_seconds):
                    piece = await self._waiting.get()
            except TimeoutError:
                piece = _HEARTBEAT
            if piece is None:
                return
            yield piece


@dataclass(slots=True, eq=False)
class Channel:
    """One tenant's events. Numbers mean something only together with the epoch they were given in."""

    epoch: str = field(default_factory=lambda: secrets.token_hex(4))
    number: int = 0
    ring: deque[tuple[int, bytes]] = field(default_factory=lambda: deque(maxlen=EVENTS_KEPT))
    listeners: set[Subscriber] = field(default_factory=set)
    left_at: float = 0.0

    def publish(self, event: "Event") -> None:
        self.number += 1
        written = self._written(event)
        self.ring.append((self.number, written))
        for listener in self.listeners:
            listener.tell(written)

    def greeting(self, last_event_id: str | None) -> bytes:
        """How fast to come back, where the stream stands, and what was missed since the id given."""
        begun = f"retry: {RETRY_MILLISECONDS}\nid: {self._id()}\n\n".encode()
        if not last_event_id:
            return begun
        number = self._read(last_event_id)
        if number is None or not self._covers(number):
            from scrapersky.curation_sdk.live.events import ResyncEvent  # noqa: PLC0415  nobody listens at a start

            missed = self._written(ResyncEvent(reason="More happened meanwhile than is kept."))
            return begun + missed
        return begun + b"".join(written for position, written in self.ring if position > number)

    def _covers(self, number: int) -> bool:
        oldest = self.ring[0][0] if self.ring else self.number + 1
        return oldest - 1 <= number <= self.number

    def _read(self, last_event_id: str) -> int | None:
        epoch, _, number = last_event_id.partition("-")
        return int(number) if epoch == self.epoch and number.isdecimal() and len(number) < 20 else None

    def _id(self) -> str:
        return f"{self.epoch}-{self.number}"

    def _written(self, event: "Event") -> bytes:
        return f"id: {self._id()}\nevent: {event.kind}\ndata: {event.model_dump_json()}\n\n".encode()


class Hub:
    """Every stream of this process. A tenant is watched while somebody listens, and a minute longer."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._channels: dict[UUID, Channel] = {}
        self._somebody = asyncio.Event()
        self._is_closed = False

    def refuse_if_full(self, person: str = "") -> None:
        """One person's windows, or a script of theirs, must not take everybody else's place."""
        people = [listener.person for _, listener in self.listening()]
        if len(people) >= MOST_LISTENERS:
            raise TooManyListeners(f"{MOST_LISTENERS:,} browsers listen already; try again later.")
        if person and people.count(person) >= MOST_PER_PERSON:
            raise TooManyListeners(f"{MOST_PER_PERSON} windows of yours listen already; close some of them.")

    def listening(self) -> Iterator[tuple[UUID, Subscriber]]:
        """Everyone, with the tenant whose events they hear."""
        for tenant_id, channel in self._channels.items():
            for listener in channel.listeners:
                yield tenant_id, listener

    def join(self, tenant_id: UUID, last_event_id: str | None = None, person: str = "") -> Subscriber:
        channel = self._channels.setdefault(tenant_id, Channel())
        listener = Subscriber(channel.greeting(last_event_id), person)
        channel.listeners.add(listener)
        self._somebody.set()
        if self._is_closed:
            listener.end()
        return listener

    def leave(self, tenant_id: UUID, listener: Subscriber) -> None:
        channel = self._channels.get(tenant_id)
        if channel is not None:
            channel.listeners.discard(listener)
            channel.left_at = self._clock()

    def publish(self, tenant_id: UUID, event: "Event") -> None:
        """Nothing happens where nobody listens."""
        channel = self._channels.get(tenant_id)
        if channel is not None:
            channel.publish(event)

    def publish_to_all(self, event: "Event") -> None:
        for channel in self._channels.values():
            channel.publish(event)

    def tenants(self) -> list[UUID]:
        """Those to watch. What a tenant was told is forgotten when nobody has listened for a while."""
        kept = self._clock() - SECONDS_KEPT
        self._channels = {
            tenant_id: channel
            for tenant_id, channel in self._channels.items()
            if channel.listeners or channel.left_at > kept
        }
        return list(self._channels)

    async def wait_for_somebody(self) -> None:
        self._somebody.clear()
        if not self._channels:
            await self._somebody.wait()

    def close(self) -> None:
        """End every stream: an open one would hold the server back from stopping."""
        self._is_closed = True
        for channel in self._channels.values():
            for listener in channel.listeners:
                listener.end()
