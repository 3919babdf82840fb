"""Hostile texts as the cells of files that somebody imports, some hundred in each."""

import csv
import io
import json
from collections.abc import Iterator
from typing import Any

from tests.spreadsheets import workbook_of

from benchmarks.doors.listed import Door

AT_A_TIME = 500
COLUMNS = {
    "businesses": ("name", "city", "category", "website", "phone", "something else"),
    "contacts": ("name", "role", "email", "website", "notes"),
    "places": ("place_id", "name", "address"),
    "domains": ("domain", "something else"),
    "sitemaps": ("url", "something else"),
    "pages": ("url", "something else"),
}


def files_of(texts: list[str]) -> Iterator[Door]:
    for start in range(0, len(texts), AT_A_TIME):
        for into, columns in COLUMNS.items():
            rows = [
                [_cell(column, text, n) for column in columns]
                for n, text in enumerate(texts[start:][:AT_A_TIME], start)
            ]
            for name, content in (
                ("rows.csv", csv_of([columns, *rows])),
                ("rows.xlsx", workbook_of({"Rows": [columns, *rows]})),
                ("rows.jsonl", "\n".join(json.dumps(dict(zip(columns, row, strict=True))) for row in rows).encode()),
            ):
                sent = {"files": {"file": (name, content)}, "data": {"into": into, "list_name": texts[start] or "-"}}
                yield f"{name} into {into}", "POST", "/api/v3/imports", sent


def _cell(column: str, text: str, number: int) -> str:
    home = f"p{number}.example"
    own = {"website": f"https://{home}/", "email": f"x{number}@{home}", "place_id": f"p{number}", "domain": home}
    return own.get(column, f"https://{home}/{text}" if column == "url" else text)


def csv_of(rows: list[Any]) -> bytes:
    written = io.StringIO()
    csv.writer(written).writerows(rows)
    return written.getvalue().encode("utf-8", "surrogatepass")
