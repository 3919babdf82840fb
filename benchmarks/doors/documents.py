"""Hostile XML documents as files that somebody imports: under any name, and as parts of a workbook."""

import io
import zipfile
from collections.abc import Iterator

from tests.spreadsheets import workbook_of

from benchmarks.doors.files import COLUMNS
from benchmarks.doors.listed import Door

NAMES = ("rows.xml", "rows.csv", "rows.xlsx", "rows.json", "rows.txt")


def doors_of(documents: dict[str, bytes]) -> Iterator[Door]:
    for content in documents.values():
        files = {f"{name} of XML": (name, content) for name in NAMES}
        files |= {f"part {part}": ("rows.xlsx", book) for part, book in _books_with(content)}
        for into in COLUMNS:
            for path in ("/api/v3/imports/preview", "/api/v3/imports"):
                for name, file in files.items():
                    yield name, "POST", path, {"files": {"file": file}, "data": {"into": into}}
        as_xml = {"content": content, "headers": {"Content-Type": "application/xml"}}
        yield "XML where JSON is awaited", "POST", "/api/v3/inbound", as_xml
        told = {"row": {"name": content.decode(), "website": "https://a.example/"}}
        yield "text of XML", "POST", "/api/v3/inbound", {"json": told}


def _books_with(content: bytes) -> Iterator[tuple[str, bytes]]:
    """A workbook once for each of its parts, with the document in that part's place, and once as a part of its own."""
    whole = workbook_of({"Rows": [["name", "website"], ["A", "https://a.example/"]]})
    with zipfile.ZipFile(io.BytesIO(whole)) as book:
        parts = {name: book.read(name) for name in book.namelist()}
    for replaced in (*parts, "xl/externalLinks/externalLink1.xml"):
        written = io.BytesIO()
        with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as book:
            for name, part in (parts | {replaced: content}).items():
                book.writestr(name, part)
        yield replaced, written.getvalue()
