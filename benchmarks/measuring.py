"""How long a question to the database takes, which way PostgreSQL goes to answer it, and all that as a document."""

import os
import re
import statistics
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker

Ask = Callable[[AsyncSession], Awaitable[str]]
LONGEST_WAIT = 300
BEGIN, END = "<!-- measured -->", "<!-- end of measured -->"
PARTS = (
    "domain_extraction",
    "domain_curation",
    "page_curation",
    "contact_delivery",
    "overview",
    "errors",
    "runs",
    "find",
    "duplicates",
    "map",
    "exports",
    "chores",
)
_SIZES = """
    SELECT relname, indexrelname, idx_scan, pg_size_pretty(pg_relation_size(indexrelid)) AS size
      FROM pg_stat_user_indexes WHERE pg_relation_size(relid) > 1000000
     ORDER BY idx_scan, pg_relation_size(indexrelid) DESC"""


@dataclass(frozen=True, slots=True)
class Measured:
    """`way` is the scan that took longest in the slowest statement."""

    part: str
    what: str
    milliseconds: float
    best: float
    told: str
    way: str

    @property
    def is_slow(self) -> bool:
        """Longer than a person with their hands on the keys should wait."""
        return self.milliseconds > LONGEST_WAIT


@dataclass(slots=True)
class Stopwatch:
    """Asks each question several times; the middle one counts, and the first, which also compiles, does not."""

    engine: AsyncEngine
    rounds: int = 5
    found: list[Measured] = field(default_factory=list)

    async def time(self, part: str, what: str, ask: Ask) -> None:
        """Inside a transaction that is rolled back, so that what changes rows can be asked too."""
        sessions = async_sessionmaker(self.engine, expire_on_commit=False)
        with self._noting() as statements:
            async with sessions() as session:
                await ask(session)
        taken, told = [], ""
        for _ in range(self.rounds):
            async with sessions() as session:
                began = time.perf_counter()
                told = await ask(session)
                taken.append(1000 * (time.perf_counter() - began))
        self.note(part, what, taken, told, await self._way(statements))

    def note(self, part: str, what: str, taken: Sequence[float], told: str = "", way: str = "") -> None:
        middle = statistics.median(taken)
        self.found.append(Measured(part, what, middle, min(taken), told, way))
        print(f"{part:<18} {what:<52} {middle:8.1f} ms {min(taken):8.1f} best  {told:<28} {way}", flush=True)

    @contextmanager
    def _noting(self) -> Iterator[list[tuple[str, Any]]]:
        statements: list[tuple[str, Any]] = []

        def note(_: Connection, __: Any, statement: str, parameters: Any, *___: Any) -> None:
            statements.append((statement, parameters))

        event.listen(self.engine.sync_engine, "before_cursor_execute", note)
        try:
            yield statements
        finally:
            event.remove(self.engine.sync_engine, "before_cursor_execute", note)

    async def _way(self, statements: Sequence[tuple[str, Any]]) -> str:
        """Only questions are asked again: a change would change more than it says."""
        slowest, way = 0.0, ""
        async with self.engine.connect() as connection:
            for statement, parameters in statements:
                if not statement.lstrip().startswith(("SELECT", "WITH")) or "FOR NO KEY UPDATE" in statement:
                    continue
                explained = f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}"
                ((answer,),) = (await connection.exec_driver_sql(explained, parameters)).all()
                if answer[0]["Execution Time"] > slowest:
                    slowest, way = answer[0]["Execution Time"], longest_scan(answer[0]["Plan"])
        return way


def longest_scan(plan: dict[str, Any]) -> str:
    """Its kind, where it reads, and how many rows it looked at.

    >>> scan = {"Node Type": "Seq Scan", "Relation Name": "pages", "Actual Total Time": 5.0, "Actual Loops": 1}
    >>> longest_scan({"Node Type": "Limit", "Plans": [scan | {"Actual Rows": 7, "Rows Removed by Filter": 3}]})
    'Seq Scan of pages, 10 rows'
    """
    scans = [node for node in _nodes(plan) if "Scan" in node["Node Type"] and _place(node)]
    longest = max(scans, key=_taken, default=None)
    if longest is None:
        return ""
    removed = longest.get("Rows Removed by Filter", 0) + longest.get("Rows Removed by Index Recheck", 0)
    rows = round((longest["Actual Rows"] + removed) * longest["Actual Loops"])
    return f"{longest['Node Type']} of {_place(longest)}, {rows:,} rows"


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for each in plan.get("Plans", ()):
        yield from _nodes(each)


def _taken(node: dict[str, Any]) -> float:
    return float(node["Actual Total Time"]) * float(node["Actual Loops"])


def _place(node: dict[str, Any]) -> str:
    return str(node.get("Index Name") or node.get("Relation Name") or "")


async def show_unused(engine: AsyncEngine) -> None:
    async with engine.connect() as connection:
        for row in await connection.exec_driver_sql(_SIZES):
            print(f"{row.relname:<24} {row.indexrelname:<44} {row.idx_scan:>8} scans {row.size:>10}")


def between_marks(document: Path, text: str) -> None:
    """What stands around them is written by hand."""
    before, rest = document.read_text().split(BEGIN)
    after = rest.split(END)[1]
    document.write_text(f"{before}{BEGIN}\n\n{text}\n{END}{after}")


def report(found: Sequence[Measured], rows: int) -> str:
    unit = next(each.milliseconds for each in found if each.what.startswith("first page"))
    load = os.getloadavg()[0]
    measured = f"{rows:,} rows of each large table, {datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()} processors"
    parts = [f"{measured} with a load of {load:.1f}. A first page took {unit:.1f} ms.\n"]
    for part, these in groupby(sorted(found, key=lambda each: PARTS.index(each.part)), key=lambda each: each.part):
        parts.append(f"### {part}\n\n" + "\n".join(_lines(these, unit)) + "\n")
    return "\n".join(parts)


def _lines(measured: Iterable[Measured], unit: float) -> Iterable[str]:
    yield "| what | ms | best | first pages | answer | way |"
    yield "| --- | ---: | ---: | ---: | --- | --- |"
    for each in measured:
        time = f"**{each.milliseconds:,.0f}**" if each.is_slow else f"{each.milliseconds:,.1f}"
        what, way = (re.sub(r"\|", r"\\|", text) for text in (each.what, each.way))
        share = each.milliseconds / unit
        yield f"| {what} | {time} | {each.best:,.1f} | {share:,.1f} | {each.told} | {way} |"
