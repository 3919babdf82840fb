"""Rows of a CSV file, whoever wrote it: any usual encoding and delimiter, and one bad row spoils no other."""

import csv
import io
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, AnyStr, BinaryIO

LONGEST_LINE = 100_000  # in bytes; a line beyond it is refused unread
MOST_LINES_PER_ROW = 20  # a quote that is never closed would swallow the rest of the file
DELIMITERS = ",;\t|"


@dataclass(frozen=True, slots=True)
class GoodRow:
    """One row's cells by column, stripped. `line` counts from 1, the header included."""

    line: int
    cells: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row that could not be read, and why."""

    line: int
    reason: str


class CsvReader:
    """Reads the header at once and the rows as they are asked for, in little memory.

    >>> reader = CsvReader(io.BytesIO(b"Name;Postal code\\nAcme;78701\\n"))
    >>> reader.columns, list(reader.rows())
    (['name', 'postal_code'], [GoodRow(line=2, cells={'name': 'Acme', 'postal_code': '78701'})])
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._lines = _Lines(decoded_lines(stream))
        self._lines.begin_row()
        header = self._header()
        self._delimiter = max(DELIMITERS, key=header.count)
        self.columns = [_column_name(cell) for cell in _cells(header, self._delimiter)]

    def _header(self) -> str:
        try:
            return next(self._lines, "")
        except _LineTooLong:
            return ""

    def rows(self) -> Iterator[GoodRow | BadRow]:
        while True:
            line = self._lines.begin_row()
            reader = csv.reader(self._lines, delimiter=self._delimiter, strict=True)
            try:
                cells = next(reader)
            except StopIteration:
                return
            except (csv.Error, _LineTooLong, _RowTooLong) as error:
                self._lines.give_back_all_but_first()
                yield BadRow(line, _in_words(error))
                continue
            if any(cell.strip() for cell in cells):
                yield self._row(line, cells)

    def _row(self, line: int, cells: Sequence[str]) -> GoodRow | BadRow:
        if len(cells) > len(self.columns) and any(cells[len(self.columns) :]):
            return BadRow(line, f"has {len(cells)} cells, and the header has {len(self.columns)}")
        if any("\0" in cell for cell in cells):
            return BadRow(line, "has a NUL character, which cannot be stored")
        return GoodRow(line, {name: cell.strip() for name, cell in zip(self.columns, cells, strict=False)})


class _LineTooLong(Exception):
    pass


class _RowTooLong(Exception):
    pass


class _Lines:
    """Lines that remember which of them the current row took, and can take them back."""

    def __init__(self, lines: Iterator[str | None]) -> None:
        self._lines, self._again = lines, deque[str | None]()
        self._taken: list[str | None] = []
        self._number = 0

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        if len(self._taken) >= MOST_LINES_PER_ROW:
            raise _RowTooLong
        line = self._again.popleft() if self._again else next(self._lines)
        self._taken.append(line)
        self._number += 1
        if line is None:
            raise _LineTooLong
        return line

    def begin_row(self) -> int:
        """The number of the line that comes next."""
        self._taken.clear()
        return self._number + 1

    def give_back_all_but_first(self) -> None:
        back = self._taken[1:]
        self._again.extendleft(reversed(back))
        self._number -= len(back)


def decoded_lines(stream: BinaryIO) -> Iterator[str | None]:
    """The lines of a file in any usual encoding; None stands for one that was too long to read."""
    start = stream.read(4)
    stream.seek(0)
    encoding = _wide_encoding(start)
    if encoding is None:
        return (None if raw is None else _decode(raw) for raw in _capped(stream, b"\n"))
    return _wide_lines(stream, encoding)


def _wide_lines(stream: BinaryIO, encoding: str) -> Iterator[str | None]:
    text = io.TextIOWrapper(stream, encoding=encoding, errors="replace", newline="")
    try:
        yield from _without_mark(_capped(text, "\n"))
    finally:
        text.detach()  # else it would close the stream, which is not its own


def _wide_encoding(start: bytes) -> str | None:
    """Two bytes a letter, as the byte order mark says, or as every other byte being zero does."""
    if start[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    if len(start) == 4 and start[1] == start[3] == 0:
        return "utf-16-le"
    return "utf-16-be" if len(start) == 4 and start[0] == start[2] == 0 else None


def _decode(raw: bytes) -> str:
    """Line by line: a file that people glued together from two may change its encoding half-way."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", errors="replace")


def _capped(stream: IO[AnyStr], end: AnyStr) -> Iterator[AnyStr | None]:
    while line := stream.readline(LONGEST_LINE + 1):
        if len(line) <= LONGEST_LINE:
            yield line
            continue
        while line and not line.endswith(end):
            line = stream.readline(LONGEST_LINE)
        yield None


def _without_mark(lines: Iterator[str | None]) -> Iterator[str | None]:
    return (line and line.removeprefix("\ufeff") for line in lines)


def _cells(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return []


def _column_name(cell: str) -> str:
    return "_".join(cell.strip().lower().replace("-", " ").replace("_", " ").split())


def _in_words(error: Exception) -> str:
    if isinstance(error, _LineTooLong):
        return f"is longer than {LONGEST_LINE:,} characters"
    if isinstance(error, _RowTooLong) or "unexpected end" in str(error):
        return "opens a quote that is never closed"
    if "expected after" in str(error):
        return "has text after a closing quote; a quote inside a quoted cell is written twice"
    return f"cannot be read: {error}"
