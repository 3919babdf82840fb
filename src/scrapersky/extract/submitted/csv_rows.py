"""Rows of a CSV file, whoever wrote it: any usual encoding and delimiter, and one bad row spoils no other."""

import codecs
import csv
import io
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO, AnyStr, BinaryIO

from scrapersky.extract.submitted.file_kinds import refuse_unknown_script

LONGEST_LINE = 100_000  # in bytes; a line beyond it is refused unread
MOST_LINES_PER_ROW = 20  # a quote that is never closed would swallow the rest of the file
DELIMITERS = ",;\t|"
LINES_OF_HEAD = MOST_LINES_PER_ROW
LONGEST_TEXT = 300

Cells = list[str]


@dataclass(frozen=True, slots=True)
class GoodRow:
    """One row's cells by field, stripped, and by heading what became no field. `line` counts from 1, from the top.

    `file_country` is the whole file's, as two letters: by it numbers are read where the row names no country.
    """

    line: int
    cells: Mapping[str, str]
    extra: Mapping[str, str] = field(default_factory=dict)
    file_country: str | None = None

    @property
    def country(self) -> str | None:
        """Where its numbers are from."""
        return self.cells.get("country") or self.file_country


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row that could not be read, and why. `text` is how it begins, where that is known."""

    line: int
    reason: str
    text: str = ""


def text_of_cells(cells: Sequence[str]) -> str:
    """
    >>> text_of_cells(["Acme", "", " 78701 "])
    'Acme | 78701'
    """
    told = " | ".join(" ".join(cell[:LONGEST_TEXT].split()) for cell in cells if cell.strip())
    return told.replace("\0", "")[:LONGEST_TEXT]


class CsvReader:
    """Reads the headings at once and the rows as they are asked for, in little memory.

    `score` says how much a line looks like the headings: above them people have titles, dates and empty lines.

    >>> reader = CsvReader(io.BytesIO(b"Name;Postal code\\nAcme;78701\\n"), len)
    >>> reader.headings, list(reader.lines())
    (['Name', 'Postal code'], [(2, ['Acme', '78701'])])
    """

    def __init__(self, stream: BinaryIO, score: Callable[[Sequence[str]], int]) -> None:
        self._lines = _Lines(decoded_lines(stream))
        self._lines.begin_row()
        head = self._lines.head(LINES_OF_HEAD)
        self._delimiter, self.headings, self.header_line = _heading(head, score)
        self._lines.give_back_all_after(self.header_line)

    def lines(self) -> Iterator[tuple[int, Cells] | BadRow]:
        while True:
            line = self._lines.begin_row()
            reader = csv.reader(self._lines, delimiter=self._delimiter, strict=True)
            try:
                cells = next(reader)
            except StopIteration:
                return
            except (csv.Error, _LineTooLong, _RowTooLong) as error:
                self._lines.give_back_all_after(1)
                yield BadRow(line, _in_words(error))
                continue
            if any(cell.strip() for cell in cells):
                yield line, cells


def _heading(head: Sequence[str], score: Callable[[Sequence[str]], int]) -> tuple[str, Cells, int]:
    """Which delimiter, which cells, and how many lines they end after: of all ways to read the head, the likeliest."""
    best = (0, *_first_line(head))
    for delimiter in DELIMITERS:
        reader = csv.reader(head, delimiter=delimiter)
        with suppress(csv.Error):
            for cells in reader:
                likely = score(cells)
                if likely > best[0]:
                    best = (likely, delimiter, cells, reader.line_num)
    return best[1:]


def _first_line(head: Sequence[str]) -> tuple[str, Cells, int]:
    """Where no line says what the columns are: the first that has anything in it."""
    number, line = next(((number, line) for number, line in enumerate(head, 1) if line.strip()), (len(head), ""))
    delimiter = max(DELIMITERS, key=line.count)
    return delimiter, _cells(line, delimiter), number


def best_heading(lines: Sequence[Cells], score: Callable[[Sequence[str]], int]) -> int | None:
    """Which of the first lines is the headings; the first of them if none looks like it."""
    head = lines[:LINES_OF_HEAD]
    return max(range(len(head)), key=lambda number: score(head[number])) if head else None


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

    def head(self, most: int) -> list[str]:
        """The first lines, up to one that is too long to read."""
        found: list[str] = []
        with suppress(StopIteration, _LineTooLong, _RowTooLong):
            while len(found) < most:
                found.append(next(self))
        return found

    def give_back_all_after(self, kept: int) -> None:
        back = self._taken[kept:]
        del self._taken[kept:]
        self._again.extendleft(reversed(back))
        self._number -= len(back)


def decoded_lines(stream: BinaryIO) -> Iterator[str | None]:
    """The lines of a file in any usual encoding; None stands for one that was too long to read."""
    head = stream.read(LONGEST_LINE)
    stream.seek(0)
    encoding = _wide_encoding(head[:4])
    if encoding is not None:
        return _wide_lines(stream, encoding)
    if b"\r" in head and b"\n" not in head:
        stream = io.BytesIO(stream.read().replace(b"\r", b"\n"))  # as Excel writes “CSV (Macintosh)”
        return (raw if raw is None else _decode(raw, "mac_roman") for raw in _capped(stream, b"\n"))
    for raw in () if _is_utf8(head) else head.splitlines():
        if not _is_utf8(raw):
            refuse_unknown_script(raw)
    return (raw if raw is None else _decode(raw, "cp1252") for raw in _capped(stream, b"\n"))


def _is_utf8(raw: bytes) -> bool:
    """Whose last letter may be cut."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(raw)
    except UnicodeDecodeError:
        return False
    return True


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


def _decode(raw: bytes, otherwise: str) -> str:
    """Line by line: a file that people glued together from two may change its encoding half-way."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode(otherwise, errors="replace")


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


def _in_words(error: Exception) -> str:
    if isinstance(error, _LineTooLong):
        return f"is longer than {LONGEST_LINE:,} characters"
    if isinstance(error, _RowTooLong) or "unexpected end" in str(error):
        return "opens a quote that is never closed"
    if "expected after" in str(error):
        return "has text after a closing quote; a quote inside a quoted cell is written twice"
    return f"cannot be read: {error}"
