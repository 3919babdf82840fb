"""Rows of an XLSX file, read as a stream: a workbook is a zip of XML, and both may be hostile.

Of several sheets the first that has anything in it is read, in the order in which a spreadsheet program shows them.
"""

import posixpath
import re
import zipfile
from collections.abc import Callable, Iterator
from typing import BinaryIO, Protocol, TypeVar
from xml.parsers import expat

from scrapersky.errors import ScraperSkyError
from scrapersky.extract.submitted.csv_rows import BadRow, GoodRow

LARGEST_PART = 200_000_000
MOST_STRINGS = 2_000_000
MOST_COLUMNS = 200
_CHUNK = 65_536
_START = b"PK\x03\x04"
_BOOK, _BOOK_RELATIONS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
_CELL = re.compile(r"([A-Z]{1,3})\d{1,7}")

Done = TypeVar("Done")


class FileUnreadable(ScraperSkyError):
    http_status = 422
    code = outcome = "file_unreadable"


def is_workbook(stream: BinaryIO) -> bool:
    """By its first bytes: the name of a file says nothing about what is in it. The stream is rewound."""
    start = stream.read(len(_START))
    stream.seek(0)
    return start == _START


class XlsxReader:
    """As `CsvReader`: the header at once, rows when they are asked for. Empty lines above the header do not count."""

    def __init__(self, stream: BinaryIO) -> None:
        try:
            self._zip = zipfile.ZipFile(stream)
            self._strings = list(_shared_strings(self._zip))
        except (zipfile.BadZipFile, NotImplementedError, OSError, EOFError) as error:
            raise FileUnreadable("The file is no XLSX workbook, or it is damaged.") from error
        self._rows = _first_rows(self._zip, self._strings)
        self.header_line, self.header = next(self._rows, (0, []))
        self.columns = ["_".join(re.split(r"[\W_]+", cell.strip().lower())).strip("_") for cell in self.header]

    def rows(self) -> Iterator[GoodRow | BadRow]:
        for number, cells in self._rows:
            if any(cells[len(self.columns) :]):
                yield BadRow(number, f"has {len(cells)} cells, and the header has {len(self.columns)}")
            else:
                yield GoodRow(number, {name: cell.strip() for name, cell in zip(self.columns, cells, strict=False)})


def _shared_strings(book: zipfile.ZipFile) -> Iterator[str]:
    if "xl/sharedStrings.xml" not in book.namelist():
        return
    text = _Text("si")
    for count, string in enumerate(_parsed(book, "xl/sharedStrings.xml", text)):
        if count >= MOST_STRINGS:
            raise FileUnreadable(f"The workbook has more than {MOST_STRINGS:,} different texts.")
        yield string


def _first_rows(book: zipfile.ZipFile, strings: list[str]) -> Iterator[tuple[int, list[str]]]:
    """The rows that have anything in them, of the first sheet that has such."""
    for sheet in _sheets(book):
        has_rows = False
        for number, cells in _parsed(book, sheet, _Rows(strings)):
            if any(cell.strip() for cell in cells):
                has_rows = True
                yield number, cells
        if has_rows:
            return


def _sheets(book: zipfile.ZipFile) -> list[str]:
    """The parts that are sheets, as the workbook orders them: their numbers are those in which they were made."""
    parts = set(book.namelist())
    if not {_BOOK, _BOOK_RELATIONS} <= parts:
        raise FileUnreadable("The file is a zip, and no XLSX workbook.")
    targets = {
        each.get("Id", ""): posixpath.normpath(posixpath.join("/xl", each.get("Target", "")))[1:]
        for each in _parsed(book, _BOOK_RELATIONS, _Elements("Relationship"))
    }
    named = [each for sheet in _parsed(book, _BOOK, _Elements("sheet")) for each in sheet.items()]
    shown = [targets.get(relation, "") for name, relation in named if name.endswith(" id")]
    sheets = [part for part in shown if part in parts and "/worksheets/" in part]
    if not sheets:
        raise FileUnreadable("The workbook has no sheet.")
    return sheets


class _Target(Protocol[Done]):
    done: list[Done]

    def start(self, name: str, attributes: dict[str, str], /) -> None: ...
    def data(self, text: str, /) -> None: ...
    def end(self, name: str, /) -> None: ...


class _Elements:
    """The attributes of each element of one name."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.done: list[dict[str, str]] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == self._name:
            self.done.append(attributes)

    def data(self, text: str) -> None: ...

    def end(self, name: str) -> None: ...


class _Text:
    """Joins the text of each element of one name; formatting inside it does not matter."""

    def __init__(self, name: str) -> None:
        self._name, self._pieces, self._is_text = name, list[str](), False
        self.done: list[str] = []

    def start(self, name: str, _: dict[str, str]) -> None:
        self._is_text = name == "t"

    def data(self, text: str) -> None:
        if self._is_text:
            self._pieces.append(text)

    def end(self, name: str) -> None:
        self._is_text = False
        if name == self._name:
            self.done.append("".join(self._pieces))
            self._pieces.clear()


class _Rows:
    """Puts each cell where its reference says; cells without anything are left out of the file."""

    def __init__(self, strings: list[str]) -> None:
        self._strings = strings
        self._row, self._cells = 0, list[str]()
        self._column, self._kind, self._pieces = 0, "", list[str]()
        self._is_value = False
        self.done: list[tuple[int, list[str]]] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "row":
            given = attributes.get("r", "")
            self._row, self._cells = int(given) if given.isdecimal() and len(given) < 9 else self._row + 1, []
        elif name == "c":
            self._column = _column(attributes.get("r", ""), len(self._cells))
            self._kind, self._pieces = attributes.get("t", ""), []
        self._is_value = name in {"v", "t"}

    def data(self, text: str) -> None:
        if self._is_value:
            self._pieces.append(text)

    def end(self, name: str) -> None:
        self._is_value = False
        if name == "c" and self._column < MOST_COLUMNS:
            self._cells += [""] * (self._column + 1 - len(self._cells))
            self._cells[self._column] = self._value("".join(self._pieces))
        elif name == "row":
            self.done.append((self._row, self._cells))

    def _value(self, raw: str) -> str:
        if self._kind == "s":
            index = int(raw) if raw.isdecimal() and len(raw) < 9 else -1
            return self._strings[index] if 0 <= index < len(self._strings) else ""
        if self._kind == "e":
            return ""
        return raw.removesuffix(".0") if not self._kind else raw


def _column(reference: str, following: int) -> int:
    """
    >>> _column("A7", 3), _column("AB1", 3), _column("", 3)
    (0, 27, 3)
    """
    match = _CELL.fullmatch(reference)
    if match is None:
        return following
    number = 0
    for letter in match[1]:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def _parsed(book: zipfile.ZipFile, name: str, target: _Target[Done]) -> Iterator[Done]:
    """What the target has done, piece by piece. Entities are never declared in a workbook, so none may be."""
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = lambda tag, attributes: target.start(tag.rpartition(" ")[2], attributes)
    parser.EndElementHandler = lambda tag: target.end(tag.rpartition(" ")[2])
    parser.CharacterDataHandler = target.data
    parser.StartDoctypeDeclHandler = _refuse_doctype
    try:
        with book.open(name) as part:
            for chunk in _capped(part.read):
                parser.Parse(chunk, not chunk)
                yield from target.done
                target.done.clear()
    except (expat.ExpatError, zipfile.BadZipFile, OSError, EOFError, RuntimeError) as error:
        raise FileUnreadable(f"The workbook's {name} cannot be read.") from error


def _capped(read: Callable[[int], bytes]) -> Iterator[bytes]:
    total = 0
    while chunk := read(_CHUNK):
        total += len(chunk)
        if total > LARGEST_PART:
            raise FileUnreadable(f"The workbook unpacks to more than {LARGEST_PART // 1_000_000} MB.")
        yield chunk
    yield b""


def _refuse_doctype(*_: object) -> None:
    raise FileUnreadable("The workbook declares a document type, which no spreadsheet program writes.")
