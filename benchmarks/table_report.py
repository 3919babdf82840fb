"""What was measured, as a document, and which indexes nobody needed."""

import os
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncEngine

from benchmarks.measuring import Measured

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


async def show_unused(engine: AsyncEngine) -> None:
    async with engine.connect() as connection:
        for row in await connection.exec_driver_sql(_SIZES):
            print(f"{row.relname:<24} {row.indexrelname:<44} {row.idx_scan:>8} scans {row.size:>10}")


def write_report(document: Path, found: Sequence[Measured], rows: int) -> None:
    between_marks(document, report(found, rows))


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
