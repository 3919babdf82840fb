"""Rows of an XLSX file. Calamine reads it; what it would take is measured before, since a workbook may be hostile.

Calamine lays out a sheet as one rectangle in memory: two cells in opposite corners would end the process.
"""

import re
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import BinaryIO

from python_calamine import CalamineError, CalamineSheet, CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

from scrapersky.extract.submitted.csv_rows import BadRow, Cells, best_heading
from scrapersky.extract.submitted.file_kinds import FileUnreadable, refuse_other_zips

LARGEST_PART = 200_000_000
MOST_CELLS = 8_000_000
MOST_COLUMNS = 200
MOST_SHEETS = 20
_EMPTY_CELL = re.compile(rb'<c r="[A-Z]+\d+"(?: s="\d+")?/>')
_COLUMN = re.compile(rb"""\br\s*=\s*["']([A-Za-z]+)\d""")
_ROW = re.compile(rb"""\br\s*=\s*["'][A-Za-z]*(\d+)""")
_LOCAL_HEADER_BYTES = 30

Value = int | float | str | bool | time | date | datetime | object


class XlsxReader:
    """As `CsvReader`. Of several sheets that can be seen, the one with most below headings that are known is read, and
    none that only explains the columns of another.

    `lines_below` says of each sheet that was looked at how many lines it has below such headings.
    """

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
            chosen, self.lines_below = _chosen(book, self.sheets, score, sheet)
        except (CalamineError, zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError) as error:
            raise FileUnreadable(
                "The workbook is damaged, or is not whole. Open it in Excel or LibreOffice, and save it anew."
            ) from error
        self.sheet, self._rows = chosen.name, chosen.rows
        self.header_line, self.headings = chosen.heading(score)

    def lines(self) -> Iterator[tuple[int, Cells] | BadRow]:
        return (row for row in self._rows if row[0] > self.header_line)


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Lines that have anything in them. `groups` are what is merged over several columns, by line and column."""

    name: str
    rows: list[tuple[int, Cells]]
    groups: Mapping[tuple[int, int], str]

    def heading(self, score: Callable[[Sequence[str]], int]) -> tuple[int, Cells]:
        """A heading that says nothing by itself has that of its group before it: "Phone" over "office" and "mobile"."""
        found = best_heading([cells for _, cells in self.rows], score)
        if found is None:
            return 0, []
        number, cells = self.rows[found]
        if found + 1 < len(self.rows) and self._goes_on(number, cells, self.rows[found + 1]):
            above, (number, cells) = cells, self.rows[found + 1]
            cells = [cell or over for cell, over in zip(cells, above, strict=True)]
        groups = [self.groups.get((number - 1, column), "") for column in range(len(cells))]
        if len(set(groups)) == 1:  # a title over all of them
            return number, list(cells)
        return number, [
            cell if score([cell]) else f"{group} {cell}".strip() for cell, group in zip(cells, groups, strict=True)
        ]

    def _goes_on(self, number: int, cells: Cells, below: tuple[int, Cells]) -> bool:
        """Whether the next line only says more of what is merged over several columns."""
        merged = [(number, column) in self.groups for column in range(len(cells))]
        others = [
            under in ("", cell) for cell, under, is_merged in zip(cells, below[1], merged, strict=True) if not is_merged
        ]
        return below[0] == number + 1 and any(merged) and all(others)

    def look(self, score: Callable[[Sequence[str]], int]) -> "_Look":
        found = best_heading([cells for _, cells in self.rows], score)
        first = frozenset(cells[0].strip() for _, cells in self.rows[: 2 * MOST_COLUMNS])
        if found is None or not (fields := score(self.rows[found][1])):
            return _Look(bool(self.rows), 0, 0, frozenset(), first)
        headings = frozenset(filter(None, (cell.strip() for cell in self.rows[found][1])))
        return _Look(bool(self.rows), fields, len(self.rows) - found - 1, headings, first)


@dataclass(frozen=True, slots=True)
class _Look:
    """How many fields a sheet's headings name and how many lines stand below them, its headings, and what its first
    column has.
    """

    has_lines: bool
    fields: int
    lines: int
    headings: frozenset[str]
    first: frozenset[str]

    def much(self) -> tuple[int, bool]:
        return self.fields * self.lines, self.has_lines

    def explains(self, other: "_Look") -> bool:
        """Whether it has a line for each of the other's headings, as the last sheet of our own exports."""
        return len(other.headings) > 1 and other.headings <= self.first


def refuse_traps(stream: BinaryIO) -> None:
    """Unpacks every part as far as it goes, whatever the zip says its size is."""
    with zipfile.ZipFile(stream) as book:
        refuse_other_zips(set(book.namelist()))
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
) -> tuple[_Sheet, dict[str, int]]:
    if not sheets:
        raise FileUnreadable("The workbook has no sheet that can be seen.")
    if wanted is not None and wanted not in sheets:
        raise FileUnreadable(f"The workbook has no sheet {wanted!r}; there are: {', '.join(sheets)}.")
    looks: dict[str, _Look] = {}
    held: _Sheet | None = None  # of all sheets only one, since each may be large
    for name in dict.fromkeys([*sheets[:MOST_SHEETS], *([wanted] if wanted else [])]):
        each = _sheet(book.get_sheet_by_name(name))
        looks[name] = each.look(score)
        if held is None or looks[name].much() > looks[held.name].much():
            held = each
    told = {name: look for name, look in looks.items() if not any(map(look.explains, looks.values()))}
    chosen = wanted or max(told or looks, key=lambda name: looks[name].much())
    lines_below = {name: look.lines if name in told else 0 for name, look in looks.items()}
    if held is None or held.name != chosen:
        held = _sheet(book.get_sheet_by_name(chosen))
    return held, lines_below


def _sheet(sheet: CalamineSheet) -> _Sheet:
    """What is merged over several rows is said of each."""
    lines = [[_text(value) for value in row[:MOST_COLUMNS]] for row in sheet.iter_rows()]
    left = sheet.start[1] if sheet.start else 0
    groups: dict[tuple[int, int], str] = {}
    for (top, first), (bottom, last) in (sheet.merged_cell_ranges or [])[:10_000]:
        if top >= len(lines) or not left <= first < left + len(lines[top]):
            continue
        text = lines[top][first - left]
        if first < last:
            groups |= {(top + 1, column - left): text for column in range(first, min(last, MOST_COLUMNS) + 1)}
        for row in range(top + 1, min(bottom, top + 10_000, len(lines) - 1) + 1):
            lines[row][first - left] = text
    rows = [(number, cells) for number, cells in enumerate(lines, 1) if any(cell.strip() for cell in cells)]
    return _Sheet(sheet.name, rows, groups)


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
