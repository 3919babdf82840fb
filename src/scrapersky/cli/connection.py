"""A browser's connection: how long it may take to ask, to send and to read, and how many may be at it."""

import asyncio
from dataclasses import dataclass, field
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

LEAST_BYTES = 1024


@dataclass(frozen=True, slots=True)
class ConnectionTimeouts:
    """`ask`: seconds until all headers are there. `silence`: in which a body brings something, or an answer is read on.

    `rest`: seconds for what comes of a body that is answered already; who only reads then would miss the answer.
    `most_waiting`: connections whose request is not whole, which event streams (there may be a thousand) are not.
    """

    ask: float = 15.0
    silence: float = 60.0
    rest: float = 10.0
    most_waiting: int = 500
    waiting: "dict[Connection, None]" = field(default_factory=dict, init=False)
    """The longest first."""


class Connection(H11Protocol):
    """Closes what keeps us waiting. A new connection is never refused: instead the one that waits longest ends."""

    patience: ClassVar[ConnectionTimeouts]

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._phase: str | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._read_timer: asyncio.TimerHandle | None = None
        self._received = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as the class above
        super().connection_made(transport)
        self._note()

    def connection_lost(self, exc: Exception | None) -> None:
        self._enter(None, 0)
        self._stop(self._read_timer)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._received += len(data)
        super().data_received(data)
        self._note()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._note()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stop(self._read_timer)
        self._read_timer = self.loop.call_later(self.patience.silence, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop(self._read_timer)

    def _note(self) -> None:
        """What the other side owes us now. Between two requests it owes nothing; for that uvicorn has a limit."""
        theirs, ours = self.conn.their_state, self.conn.our_state
        begun: Any = self.cycle  # None until a request has come
        if self.transport.is_closing() or theirs not in (h11.IDLE, h11.SEND_BODY):
            self._enter(None, 0)
        elif theirs is h11.SEND_BODY and ours in (h11.DONE, h11.MUST_CLOSE):
            self._enter("the rest", self.patience.rest)
        elif theirs is h11.SEND_BODY:
            self._enter("body", self.patience.silence)
        elif begun is None or self.conn.trailing_data[0]:
            self._enter("headers", self.patience.ask)
        else:
            self._enter("another request", None)

    def _enter(self, phase: str | None, seconds: float | None) -> None:
        if phase == self._phase:
            return
        self._phase, self._received = phase, 0
        self._stop(self._timer)
        self.patience.waiting.pop(self, None)
        if phase is None:
            return
        self.patience.waiting[self] = None
        if seconds is not None:
            self._timer = self.loop.call_later(seconds, self._time_is_over, phase)
        if len(self.patience.waiting) > self.patience.most_waiting:
            next(iter(self.patience.waiting)).give_up()

    def _time_is_over(self, phase: str) -> None:
        if phase == "body" and (self.flow.read_paused or self._received >= LEAST_BYTES):
            self._received = 0
            self._timer = self.loop.call_later(self.patience.silence, self._time_is_over, phase)
        else:
            self.give_up()

    def give_up(self) -> None:
        self._enter(None, 0)
        self.transport.abort()

    @staticmethod
    def _stop(timer: asyncio.TimerHandle | None) -> None:
        if timer is not None:
            timer.cancel()


def connections_of(patience: ConnectionTimeouts) -> type[Connection]:
    """The connections of one server."""
    return type("ServersConnection", (Connection,), {"patience": patience})
