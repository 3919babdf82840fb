"""Tables that people hand in, in whatever form they have them, with what each of their columns becomes."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, count, islice
from typing import BinaryIO, Protocol

from scrapersky.extract.submitted.csv_rows import BadRow, Cells, CsvReader, GoodRow
from scrapersky.extract.submitted.headings import EXTRA, LEFT_OUT, Mapped, Subject, is_own
from scrapersky.extract.submitted.json_rows import JsonObject, is_json, json_objects
from scrapersky.extract.submitted.xlsx_rows import XlsxReader, is_workbook

_OBJECTS_LOOKED_AT = 200
_LINES_FOR_EXAMPLES = 20
_LONGEST_EXAMPLE = 100
_GUARD = re.compile("(?:^|(?<=[;\t\r\n]))'(?=[=+@\uff1d\uff0b\uff0d\uff20\t\r\n-])")
_NUL = "has a NUL character, which cannot be stored"


class UnknownColumns(ValueError):
    """None of the columns is one that is looked for."""

    def __init__(self, columns: Sequence[str]) -> None:
        super().__init__("no known column")
        self.columns = tuple(columns)


class _Reader(Protocol):
    headings: list[str]
    header_line: int

    def lines(self) -> Iterator[tuple[int, Cells] | BadRow]: ...


@dataclass(slots=True)
class SubmittedTable:
    """`columns`: what each heading becomes; of JSON those of its first objects, later ones are added."""

    mapped: Mapped
    columns: dict[str, str]
    source: Iterator[GoodRow | BadRow]
    header_line: int = 0
    examples: dict[str, list[str]] = field(default_factory=dict)
    sheet: str | None = None
    sheets: tuple[str, ...] = field(default_factory=tuple)

    def rows(self) -> Iterator[GoodRow | BadRow]:
        return self.source

    def has_more_than(self, most: int) -> bool:
        """Reads as many, and keeps them for whoever asks for the rows."""
        head = list(islice(self.source, most + 1))
        self.source = chain(head, self.source)
        return len(head) > most

    @property
    def left_out(self) -> list[str]:
        return [heading for heading, becomes in self.columns.items() if becomes == LEFT_OUT]

    @property
    def fields(self) -> list[str]:
        """In the subject's order."""
        return [name for name in self.mapped.subject.fields if name in self.columns.values()]


def open_table(
    stream: BinaryIO,
    subject: Subject,
    mapping: Mapping[str, str] | None = None,
    *,
    sheet: str | None = None,
    is_json_lines: bool = False,
) -> SubmittedTable:
    """Read a file that can be rewound: its format, encoding, delimiter and headings are found out.

    Raises UnknownColumns, BadMapping and FileUnreadable.

    >>> import io
    >>> table = open_table(io.BytesIO(b"Our customers\\n\\nFirma;Tel.;VIP\\nAcme;089 1;yes\\n"), Subject.BUSINESSES)
    >>> table.columns, list(table.rows())[0].extra
    ({'Firma': 'name', 'Tel.': 'phone', 'VIP': 'extra'}, {'VIP': 'yes'})
    """
    mapped = Mapped(subject, mapping or {})
    if not is_workbook(stream):
        if is_json_lines or is_json(stream):
            return _json_table(json_objects(stream), mapped)
        reader = CsvReader(stream, mapped.score)
        return _table(reader, mapped, without_guard if is_own(reader.headings) else str.strip)
    book = XlsxReader(stream, mapped.score, sheet)
    table = _table(book, mapped)
    table.sheet, table.sheets = book.sheet, tuple(book.sheets)
    return table


def without_guard(cell: str) -> str:
    """As it was before our CSV put an apostrophe in front of what a spreadsheet would run.

    >>> without_guard("'=HYPERLINK(1)"), without_guard("a;'=cmd"), without_guard("'s-Hertogenbosch")
    ('=HYPERLINK(1)', 'a;=cmd', "'s-Hertogenbosch")
    """
    return _GUARD.sub("", cell.strip())


def _table(reader: _Reader, mapped: Mapped, read: Callable[[str], str] = str.strip) -> SubmittedTable:
    headings = _unique(reader.headings)
    columns = mapped.columns(headings)
    if not set(columns.values()) & set(mapped.subject.needed):
        if mapped.subject.is_address and _is_list(headings):
            return _list_table(reader, mapped)
        raise UnknownColumns(reader.headings)
    mapped.refuse_unknown(headings)
    lines = reader.lines()
    head = list(islice(lines, _LINES_FOR_EXAMPLES))
    rows = (_row(line, headings, columns, read) for line in chain(head, lines))
    seen = [dict(zip(headings, each[1], strict=False)) for each in head if not isinstance(each, BadRow)]
    return SubmittedTable(mapped, columns, rows, reader.header_line, _examples(seen))


def _is_list(headings: Sequence[str]) -> bool:
    return len(headings) == 1 and ("." in headings[0] or "/" in headings[0])


def _list_table(reader: _Reader, mapped: Mapped) -> SubmittedTable:
    """A plain list has no heading: its first line is an address too."""
    first = mapped.subject.fields[0]
    lines = chain([(reader.header_line, list(reader.headings))], reader.lines())
    rows = (_row(line, [first], {first: first}, lambda cell: cell.strip("\"' ")) for line in lines)
    return SubmittedTable(mapped, {first: first}, rows)


def _unique(headings: Sequence[str]) -> list[str]:
    """Each with a name of its own: columns without one are kept too, if they have cells."""
    taken: set[str] = set()
    named: list[str] = []
    for position, heading in enumerate(headings, 1):
        name = " ".join(heading.split()) or f"column {position}"
        spellings = (name if number == 1 else f"{name} ({number})" for number in count(1))
        named.append(next(spelling for spelling in spellings if spelling not in taken))
        taken.add(named[-1])
    return named


def _row(
    line: tuple[int, Cells] | BadRow, headings: Sequence[str], columns: Mapping[str, str], read: Callable[[str], str]
) -> GoodRow | BadRow:
    if isinstance(line, BadRow):
        return line
    number, cells = line
    if any(cell.strip() for cell in cells[len(headings) :]):
        return BadRow(number, f"has {len(cells)} cells, and the header has {len(headings)}")
    return _sorted(number, zip(headings, map(read, cells), strict=False), columns)


def _sorted(number: int, cells: Iterator[tuple[str, str]], columns: Mapping[str, str]) -> GoodRow | BadRow:
    values: dict[str, str] = {}
    extra: dict[str, str] = {}
    for heading, cell in cells:
        if "\0" in cell:
            return BadRow(number, _NUL)
        becomes = columns[heading]
        if becomes == EXTRA and cell:
            extra[heading] = cell
        elif becomes not in (EXTRA, LEFT_OUT) and not values.get(becomes):
            values[becomes] = cell
    return GoodRow(number, values, extra)


def _json_table(objects: Iterator[tuple[int, JsonObject] | BadRow], mapped: Mapped) -> SubmittedTable:
    head = list(islice(objects, _OBJECTS_LOOKED_AT))
    named = [each[1] for each in head if not isinstance(each, BadRow) and not isinstance(each[1], str)]
    headings = list(dict.fromkeys(heading for each in named for heading in each))
    columns = mapped.columns(headings)
    mapped.refuse_unknown(headings)
    if named and not set(columns.values()) & set(mapped.subject.needed):
        raise UnknownColumns(headings)
    rows = (_json_row(each, mapped, columns) for each in chain(head, objects))
    return SubmittedTable(mapped, columns, rows, examples=_examples(named[:_LINES_FOR_EXAMPLES]))


def _examples(lines: Sequence[Mapping[str, str]]) -> dict[str, list[str]]:
    """What stands in each column, three at most."""
    found: dict[str, dict[str, None]] = {}
    for line in lines:
        for heading, cell in line.items():
            if cell.strip():
                found.setdefault(heading, {})[cell.strip()[:_LONGEST_EXAMPLE]] = None
    return {heading: list(cells)[:3] for heading, cells in found.items()}


def _json_row(given: tuple[int, JsonObject] | BadRow, mapped: Mapped, columns: dict[str, str]) -> GoodRow | BadRow:
    if isinstance(given, BadRow):
        return given
    number, cells = given
    if isinstance(cells, str):
        if not mapped.subject.is_address:
            return BadRow(number, "is no JSON object")
        first = mapped.subject.fields[0]
        return BadRow(number, _NUL) if "\0" in cells else GoodRow(number, {first: cells})
    for heading in cells.keys() - columns.keys():
        columns[heading] = EXTRA if mapped.subject.keeps_extra else LEFT_OUT
    return _sorted(number, iter(cells.items()), columns)
