"""What leads from a decision to what became of each of its rows, for logs, a trail and traces across processes.

Only ids, numbers and words of ours: no person's.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar

from scrapersky.curation_sdk.declaring.outcomes import Attempt

traceparent: ContextVar[str | None] = ContextVar("traceparent", default=None)
"""Who causes what is decided now, as W3C Trace Context writes it; kept with the decision."""

row_in_work: ContextVar[tuple[str, Attempt] | None] = ContextVar("row_in_work", default=None)
"""The workflow and the row that this task works on."""
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


def ids_of(workflow: str, attempt: Attempt) -> dict[str, Fact]:
    """What every line about this row has in the log."""
    ids: dict[str, Fact] = {"workflow": workflow, "row_id": str(attempt.row_id), "attempt": attempt.number}
    if attempt.decided_by is not None:
        ids["batch_id"] = str(attempt.decided_by.batch_id)
        ids |= trace_ids(attempt.decided_by.traceparent)
    return ids


def trace_ids(parent: str | None) -> dict[str, Fact]:
    """
    >>> trace_ids("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"), trace_ids(None)
    ({'trace_id': '0af7651916cd43dd8448eb211c80319c'}, {})
    """
    return {"trace_id": parent.split("-")[1]} if parent else {}


Watch = Callable[[str, Mapping[str, Fact]], AbstractContextManager[object]]
_watch: ContextVar[Watch | None] = ContextVar("watch", default=None)


@contextmanager
def watched(watch: Watch) -> Iterator[None]:
    """Its steps are told to `watch`, as long as this lasts."""
    before = _watch.set(watch)
    try:
        yield
    finally:
        _watch.reset(before)


@contextmanager
def step(name: str, **facts: Fact) -> Iterator[None]:
    """A part of the work on a row that is worth being seen for itself. Where nobody watches, nothing happens."""
    watch = _watch.get()
    if watch is None:
        yield
        return
    with watch(name, facts):
        yield
