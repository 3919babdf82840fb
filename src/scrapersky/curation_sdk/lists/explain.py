"""What the planner thinks of a statement, without running it."""

from typing import Any

from sqlalchemy import Executable, Select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.expression import ClauseElement


class Explain(Executable, ClauseElement):
    """`EXPLAIN`, which SQLAlchemy does not spell."""

    inherit_cache = False

    def __init__(self, statement: Select[Any]) -> None:
        self.statement = statement


@compiles(Explain, "postgresql")
def _compile_explain(element: Explain, compiler: SQLCompiler, **options: Any) -> str:
    return f"EXPLAIN (FORMAT JSON) {compiler.process(element.statement, **options)}"


async def plan_of(session: AsyncSession, statement: Select[Any]) -> dict[str, Any]:
    """The plan's topmost node."""
    (answer,) = (await session.execute(Explain(statement))).one()
    plan: dict[str, Any] = answer[0]["Plan"]
    return plan


async def guessed_rows(session: AsyncSession, statement: Select[Any]) -> int:
    return int((await plan_of(session, statement))["Plan Rows"])
