"""Rows that people hand in, in whatever form they have them: a CSV or XLSX with a header, JSON lines, a plain list."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import BinaryIO

import orjson

from scrapersky.extract.submitted.csv_rows import LONGEST_LINE, BadRow, CsvReader, GoodRow, decoded_lines
from scrapersky.extract.submitted.xlsx_rows import XlsxReader, is_workbook

_BLANK = b" \t\r\n\xef\xbb\xbf"
_HEAD_BYTES = 4096
_TOO_LONG = f"is longer than {LONGEST_LINE:,} characters"


class UnknownColumns(ValueError):
    """The file has a header, and none of its columns is one that is looked for."""

    def __init__(self, columns: Collection[str]) -> None:
        super().__init__("no known column")
        self.columns = tuple(columns)


def submitted_rows(stream: BinaryIO, columns: Collection[str], *, is_json: bool = False) -> Iterator[GoodRow | BadRow]:
    """Read a file that can be rewound. A value without a name, as in a plain list, is under the first column's.

    >>> import io
    >>> list(submitted_rows(io.BytesIO(b"acme.example\\nbolt.example"), ["domain", "url"]))[1]
    GoodRow(line=2, cells={'domain': 'bolt.example'})
    >>> list(submitted_rows(io.BytesIO(b'{"url": "acme.example"}'), ["domain", "url"]))
    [GoodRow(line=1, cells={'url': 'acme.example'})]
    """
    first = next(iter(columns))
    if is_workbook(stream):
        return _workbook_rows(XlsxReader(stream), columns, first)
    if is_json or _begins_with_object(stream):
        return _json_rows(stream, first)
    reader = CsvReader(stream)
    if set(reader.columns) & set(columns):
        return reader.rows()
    if _is_list(reader.columns):
        stream.seek(0)
        return _listed(stream, first)
    raise UnknownColumns(reader.columns)


def _is_list(header: Sequence[str]) -> bool:
    return len(header) == 1 and ("." in header[0] or "/" in header[0])


def _workbook_rows(book: XlsxReader, columns: Collection[str], first: str) -> Iterator[GoodRow | BadRow]:
    if set(book.columns) & set(columns):
        return book.rows()
    if _is_list(book.header):
        listed = (_under(first, row) for row in book.rows())
        return chain([GoodRow(book.header_line, {first: book.header[0].strip()})], listed)
    raise UnknownColumns(book.columns)


def _under(column: str, row: GoodRow | BadRow) -> GoodRow | BadRow:
    return replace(row, cells={column: next(iter(row.cells.values()), "")}) if isinstance(row, GoodRow) else row


def _begins_with_object(stream: BinaryIO) -> bool:
    head = stream.read(_HEAD_BYTES).lstrip(_BLANK)
    stream.seek(0)
    return head.startswith(b"{")


def _listed(stream: BinaryIO, column: str) -> Iterator[GoodRow | BadRow]:
    for line, text in _numbered(stream):
        yield _row(line, {column: text.strip("\"'")}) if text is not None else BadRow(line, _TOO_LONG)


def _json_rows(stream: BinaryIO, column: str) -> Iterator[GoodRow | BadRow]:
    for line, text in _numbered(stream):
        yield _json_row(line, text, column) if text is not None else BadRow(line, _TOO_LONG)


def _json_row(line: int, text: str, column: str) -> GoodRow | BadRow:
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError:
        return BadRow(line, "is not JSON; one object or text per line is expected")
    if isinstance(value, str):
        return _row(line, {column: value.strip()})
    if not isinstance(value, dict):
        return BadRow(line, "is neither a JSON object nor a text")
    return _row(line, {name.lower(): content.strip() for name, content in value.items() if isinstance(content, str)})


def _row(line: int, cells: Mapping[str, str]) -> GoodRow | BadRow:
    if any("\0" in cell for cell in cells.values()):
        return BadRow(line, "has a NUL character, which cannot be stored")
    return GoodRow(line, cells)


def _numbered(stream: BinaryIO) -> Iterator[tuple[int, str | None]]:
    """Lines that are not blank; None for one that is too long to read."""
    for line, text in enumerate(decoded_lines(stream), 1):
        if text is None or text.strip():
            yield line, text and text.strip()
