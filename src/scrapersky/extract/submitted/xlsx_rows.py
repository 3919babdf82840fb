"""Rows of an XLSX file. Calamine reads it; what it would take is measured before, since a workbook may be hostile.

Calamine lays out a sheet as one rectangle in memory: two cells in opposite corners would end the process.
"""

import re
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime, time
from typing import BinaryIO

from python_calamine import CalamineError, CalamineSheet, CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

from scrapersky.errors import ScraperSkyError
from scrapersky.extract.submitted.csv_rows import BadRow, Cells, best_heading

LARGEST_PART = 200_000_000
MOST_CELLS = 8_000_000
MOST_COLUMNS = 200
MOST_SHEETS = 20
_START = b"PK\x03\x04"
_OLD_START = b"\xd0\xcf\x11\xe0"
_BOOK = "xl/workbook.xml"
_OTHER_BOOKS = frozenset(("content.xml", "xl/workbook.bin"))
_EMPTY_CELL = re.compile(rb'<c r="[A-Z]+\d+"(?: s="\d+")?/>')
_COLUMN = re.compile(rb"""\br\s*=\s*["']([A-Za-z]+)""")
_ROW = re.compile(rb"""\br\s*=\s*["'][A-Za-z]*(\d+)""")
_LOCAL_HEADER_BYTES = 30

Value = int | float | str | bool | time | date | datetime | object


class FileUnreadable(ScraperSkyError):
    http_status = 422
    code = outcome = "file_unreadable"


def is_workbook(stream: BinaryIO) -> bool:
    """By its first bytes: the name of a file says nothing about what is in it. The stream is rewound."""
    start = stream.read(len(_START))
    stream.seek(0)
    if start == _OLD_START:
        raise FileUnreadable("The file is a workbook of the old kind (.xls). Save it as .xlsx or CSV, and try again.")
    return start == _START


class XlsxReader:
    """As `CsvReader`. Of several sheets that can be seen, the one whose headings say most is read."""

    def __init__(self, stream: BinaryIO, score: Callable[[Sequence[str]], int], sheet: str | None = None) -> None:
        try:
            refuse_traps(stream)
            stream.seek(0)
            book = CalamineWorkbook.from_filelike(stream)
            self.sheets = [
                each.name
                for each in book.sheets_metadata
                if each.typ is SheetTypeEnum.WorkSheet and each.visible is SheetVisibleEnum.Visible
            ]
            self.sheet, self._rows = _chosen(book, self.sheets, score, sheet)
        except (CalamineError, zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError) as error:
            raise FileUnreadable("The file is no XLSX workbook, or it is damaged.") from error
        self.header_line, header = _heading(self._rows, score)
        self.headings = list(header)

    def lines(self) -> Iterator[tuple[int, Cells] | BadRow]:
        return (row for row in self._rows if row[0] > self.header_line)


def refuse_traps(stream: BinaryIO) -> None:
    """Unpacks every part as far as it goes, whatever the zip says its size is."""
    with zipfile.ZipFile(stream) as book:
        names = set(book.namelist())
        if _BOOK not in names or names & _OTHER_BOOKS:
            raise FileUnreadable("The file is a zip, and no XLSX workbook.")
        room = LARGEST_PART
        for part in book.infolist():
            content = _unpacked(stream, part, room)
            room -= len(content)
            if part.filename.startswith("xl/worksheets/") and part.filename.endswith(".xml"):
                _refuse_far_cells(content)


def _unpacked(stream: BinaryIO, part: zipfile.ZipInfo, room: int) -> bytes:
    stream.seek(part.header_offset)
    header = stream.read(_LOCAL_HEADER_BYTES)
    lengths = int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little")
    stream.seek(part.header_offset + _LOCAL_HEADER_BYTES + lengths)
    packed = stream.read(part.compress_size)
    if part.compress_type == zipfile.ZIP_STORED:
        return packed
    if part.compress_type != zipfile.ZIP_DEFLATED:
        raise FileUnreadable("The workbook is packed in a way that no spreadsheet program uses.")
    content = zlib.decompressobj(-zlib.MAX_WBITS).decompress(packed, room + 1)
    if len(content) > room:
        raise FileUnreadable(f"The workbook unpacks to more than {LARGEST_PART // 1_000_000} MB.")
    return content


def _refuse_far_cells(sheet: bytes) -> None:
    """Cells that have only a colour do not count: calamine leaves them out as well."""
    with_values = _EMPTY_CELL.sub(b"", sheet)
    columns = max(map(_column, set(_COLUMN.findall(with_values))), default=1)
    rows = max(map(int, set(_ROW.findall(with_values))), default=1)
    if columns * rows > MOST_CELLS:
        raise FileUnreadable(
            f"A sheet of the workbook reaches over {rows:,} rows and {columns:,} columns, more than can be read at"
            " once. Copy what is wanted to a new workbook, or save it as CSV."
        )


def _column(letters: bytes) -> int:
    """
    >>> _column(b"A"), _column(b"AB")
    (1, 28)
    """
    number = 0
    for letter in letters.upper():
        number = number * 26 + letter - ord("A") + 1
    return number


def _chosen(
    book: CalamineWorkbook, sheets: Sequence[str], score: Callable[[Sequence[str]], int], wanted: str | None
) -> tuple[str, list[tuple[int, Cells]]]:
    if not sheets:
        raise FileUnreadable("The workbook has no sheet that can be seen.")
    if wanted is not None and wanted not in sheets:
        raise FileUnreadable(f"The workbook has no sheet {wanted!r}; there are: {', '.join(sheets)}.")
    names = [wanted] if wanted is not None else sheets[:MOST_SHEETS]
    read = [(name, _rows(book.get_sheet_by_name(name))) for name in names]
    return max(read, key=lambda each: (_best(each[1], score), bool(each[1])))


def _best(rows: Sequence[tuple[int, Cells]], score: Callable[[Sequence[str]], int]) -> int:
    found = best_heading([cells for _, cells in rows], score)
    return score(rows[found][1]) if found is not None else 0


def _heading(rows: Sequence[tuple[int, Cells]], score: Callable[[Sequence[str]], int]) -> tuple[int, Cells]:
    found = best_heading([cells for _, cells in rows], score)
    return rows[found] if found is not None else (0, [])


def _rows(sheet: CalamineSheet) -> list[tuple[int, Cells]]:
    """Lines that have anything in them. What is merged over several rows is said of each."""
    below = {
        (row, start[1]): start[0]
        for start, end in (sheet.merged_cell_ranges or [])[:10_000]
        for row in range(start[0] + 1, min(end[0], start[0] + 10_000) + 1)
        if start[1] < MOST_COLUMNS
    }
    lines = [[_text(value) for value in row[:MOST_COLUMNS]] for row in sheet.iter_rows()]
    left = sheet.start[1] if sheet.start else 0
    for (row, column), top in below.items():
        if row < len(lines) and left <= column < left + len(lines[row]):
            lines[row][column - left] = lines[top][column - left]
    return [(number, cells) for number, cells in enumerate(lines, 1) if any(cell.strip() for cell in cells)]


def _text(value: Value) -> str:
    """
    >>> _text(5125550100.0), _text(0.5), _text(True), _text(date(2024, 1, 2))
    ('5125550100', '0.5', 'true', '2024-01-02')
    """
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    return value.isoformat() if isinstance(value, date | time) else str(value)
