"""Entries of the trail as the lines of a file."""

import csv
import io
import json
from collections.abc import AsyncIterator, Mapping
from typing import Any, Literal

AuditFormat = Literal["csv", "jsonl"]
MEDIA_TYPES = {"csv": "text/csv; charset=utf-8", "jsonl": "application/x-ndjson"}
COLUMNS = (
    "made_at",
    "user",
    "user_id",
    "token_id",
    "operation",
    "outcome",
    "facts",
    "request_id",
    "address_hash",
    "name_hash",
    "is_redacted",
    "id",
)


async def lines_of(entries: AsyncIterator[Mapping[str, Any]], form: AuditFormat) -> AsyncIterator[str]:
    if form == "csv":
        yield csv_line(COLUMNS)
    async for entry in entries:
        yield json.dumps(dict(entry)) + "\n" if form == "jsonl" else csv_line([_cell(entry[name]) for name in COLUMNS])


def _cell(value: Any) -> str:
    return json.dumps(value) if isinstance(value, dict) else "" if value is None else str(value)


def csv_line(cells: Any) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(cells)
    return line.getvalue()
