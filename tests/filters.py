"""Statements as an application would send them that forgot its filters by tenant: all of them, or one."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from sqlalchemy import BindParameter, Engine, event, or_, true
from sqlalchemy.sql import operators, visitors
from sqlalchemy.sql.elements import BinaryExpression


@contextmanager
def without_filters(made_at: str | None = None) -> Iterator[None]:
    """Every comparison of a tenant_id with a value holds, wherever a statement has one.

    With a place, only what was made there, which benchmarks.filter_marks knows.
    """

    def lifted(part: Any, **_: Any) -> Any:
        is_meant = getattr(part, "made_at", None) == made_at if made_at else _is_filter(part)
        return or_(part, true()).self_group() if is_meant else None

    def lift(_: Any, statement: Any, many: Any, parameters: Any, __: Any) -> tuple[Any, Any, Any]:
        if hasattr(statement, "get_children"):
            statement = visitors.replacement_traverse(statement, {}, cast("Any", lifted))
        return statement, many, parameters

    event.listen(Engine, "before_execute", lift, retval=True)
    try:
        yield
    finally:
        event.remove(Engine, "before_execute", lift)


def _is_filter(part: Any) -> bool:
    is_comparison = isinstance(part, BinaryExpression) and part.operator is operators.eq
    return is_comparison and getattr(part.left, "name", None) == "tenant_id" and isinstance(part.right, BindParameter)
