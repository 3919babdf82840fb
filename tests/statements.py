"""Which statements something takes, and how PostgreSQL answers them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine


@contextmanager
def counted_statements(engine: AsyncEngine) -> Iterator[list[str]]:
    statements: list[str] = []

    def note(_: Any, __: Any, statement: str, *___: Any) -> None:
        statements.append(statement)

    event.listen(engine.sync_engine, "before_cursor_execute", note)
    try:
        yield statements
    finally:
        event.remove(engine.sync_engine, "before_cursor_execute", note)


def nodes_of(plan: dict[str, Any]) -> list[dict[str, Any]]:
    """The plan's nodes, from the top."""
    return [plan, *(node for child in plan.get("Plans", ()) for node in nodes_of(child))]
