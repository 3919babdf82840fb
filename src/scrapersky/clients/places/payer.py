"""For whom a paid request is sent: known where it is sent, however deep in a source that is."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from uuid import UUID


@dataclass(slots=True)
class Payer:
    """A row that is worked on. `calls` and `micros` are what was written into the ledger for it so far."""

    tenant_id: UUID
    source: str
    workflow: str
    row_id: UUID
    calls: int = 0
    micros: int = 0


class PaidCalls(Protocol):
    """The ledger of all workers: what was paid for since midnight, UTC, and what is about to be."""

    async def since(self, source: str, midnight: datetime) -> int: ...

    async def pay(self, payer: Payer, cost_micros: int) -> None:
        """Write one request down, or raise BudgetUsedUp."""


_paying: ContextVar[Payer | None] = ContextVar("paying", default=None)


def payer_now() -> Payer | None:
    return _paying.get()


@contextmanager
def paying(payer: Payer) -> Iterator[Payer]:
    """Also for tasks that are begun inside."""
    token = _paying.set(payer)
    try:
        yield payer
    finally:
        _paying.reset(token)
