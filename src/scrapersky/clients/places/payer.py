"""For whom a paid request is sent: known where it is sent, however deep in a source that is."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
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
