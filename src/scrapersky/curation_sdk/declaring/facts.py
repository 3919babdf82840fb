"""What a request did, in a few facts, for whoever keeps a trail. Only ids, numbers and words of ours: no person's."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Fact = str | int | bool

_facts: ContextVar[dict[str, Fact] | None] = ContextVar("facts", default=None)


def note(**facts: Fact) -> None:
    """Where nobody keeps a trail, nothing happens."""
    noted = _facts.get()
    if noted is not None:
        noted.update(facts)


@contextmanager
def noting() -> Iterator[dict[str, Fact]]:
    """What is noted within, also by tasks that begin there."""
    noted: dict[str, Fact] = {}
    before = _facts.set(noted)
    try:
        yield noted
    finally:
        _facts.reset(before)
