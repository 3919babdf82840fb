"""Tables that people hand in, in whatever form they have them, with what each of their columns becomes."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, count, islice
from typing import BinaryIO, Protocol

from scrapersky.extract.submitted.csv_rows import BadRow, Cells, CsvReader, GoodRow, text_of_cells
from scrapersky.extract.submitted.file_kinds import is_workbook
from scrapersky.extract.submitted.headings import EXTRA, LEFT_OUT, OWN_EXTRA, Mapped, Subject, is_own
from scrapersky.extract.submitted.json_rows import JsonObject, is_json, json_objects
from scrapersky.extract.submitted.values import is_row_of_values, is_sum
from scrapersky.extract.submitted.xlsx_rows import XlsxReader

_LINES_LOOKED_AT = 200
_LINES_FOR_EXAMPLES = 20
_LONGEST_EXAMPLE = 100
_GUARD = re.compile("(?:^|(?<=[;\t\r\n]))'(?=[=+@\uff1d\uff0b\uff0d\uff20\t\r\n-])")
_NUL = "has a NUL character, which cannot be stored"


class _Reader(Protocol):
    headings: list[str]
    header_line: int

    def lines(self) -> Iterator[tuple[int, Cells] | BadRow]: ...


@dataclass(slots=True)
class SubmittedTable:
    """`columns`: what each heading becomes; of JSON those of its first objects, later ones are added.

    `by_values` are headings that did not say it: what stands below them did. `country` is that of the file's numbers.
    `sheet_lines` are those below known headings, by sheet.
    """

    mapped: Mapped
    columns: dict[str, str]
    source: Iterator[GoodRow | BadRow]
    header_line: int = 0
    examples: dict[str, list[str]] = field(default_factory=dict)
    by_values: Collection[str] = ()
    sheet: str | None = None
    sheets: tuple[str, ...] = field(default_factory=tuple)
    sheet_lines: Mapping[str, int] = field(default_factory=dict)
    country: str | None = None

    def rows(self) -> Iterator[GoodRow | BadRow]:
        if self.country is None:
            return self.source
        return (replace(row, file_country=self.country) if isinstance(row, GoodRow) else row for row in self.source)

    def has_more_than(self, most: int) -> bool:
        """Reads as many, and keeps them for whoever asks for the rows."""
        head = list(islice(self.source, most + 1))
        self.source = chain(head, self.source)
        return len(head) > most

    @property
    def fits(self) -> bool:
        """Whether any column is one without which rows are about something else."""
        return not set(self.mapped.subject.needed).isdisjoint(self.columns.values())

    @property
    def left_out(self) -> list[str]:
        return [heading for heading, becomes in self.columns.items() if becomes == LEFT_OUT]

    @property
    def fields(self) -> list[str]:
        """In the subject's order."""
        return [name for name in self.mapped.subject.fields if name in self.columns.values()]


class UnknownColumns(ValueError):
    """None of the columns is one that is looked for; a person may say which is."""

    def __init__(self, table: SubmittedTable) -> None:
        super().__init__("no known column")
        self.table = table


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
    table = _opened(stream, Mapped(subject, mapping or {}), sheet, is_json_lines=is_json_lines)
    if not table.fits:
        raise UnknownColumns(table)
    return table


def _opened(stream: BinaryIO, mapped: Mapped, sheet: str | None, *, is_json_lines: bool) -> SubmittedTable:
    if not is_workbook(stream):
        if is_json_lines or is_json(stream):
            return _json_table(json_objects(stream), mapped)
        reader = CsvReader(stream, mapped.score)
        return _table(reader, mapped, without_guard if is_own(reader.headings) else str.strip)
    book = XlsxReader(stream, mapped.score, sheet)
    table = _table(book, mapped)
    table.sheet, table.sheets, table.sheet_lines = book.sheet, tuple(book.sheets), book.lines_below
    return table


def without_guard(cell: str) -> str:
    """As it was before our CSV put an apostrophe in front of what a spreadsheet would run.

    >>> without_guard("'=HYPERLINK(1)"), without_guard("a;'=cmd"), without_guard("'s-Hertogenbosch")
    ('=HYPERLINK(1)', 'a;=cmd', "'s-Hertogenbosch")
    """
    return _GUARD.sub("", cell.strip())


def _table(reader: _Reader, mapped: Mapped, read: Callable[[str], str] = str.strip) -> SubmittedTable:
    lines, names = reader.lines(), reader.headings
    if not mapped.score(names) and not mapped.given and is_row_of_values(names):
        lines = chain([(reader.header_line, names)], lines)
        if mapped.subject.is_address and len(names) == 1:
            return _list_table(lines, mapped)
        names = [""] * len(names)
    headings = _unique(names)
    head = list(islice(lines, _LINES_LOOKED_AT))
    seen = [dict(zip(headings, each[1], strict=False)) for each in head if not isinstance(each, BadRow)]
    columns, by_values = _columns(mapped, headings, seen)
    rows = (_row(line, headings, columns, read) for line in chain(head, lines))
    return SubmittedTable(mapped, columns, rows, reader.header_line, _examples(seen), by_values)


def _columns(
    mapped: Mapped, headings: Sequence[str], seen: Sequence[Mapping[str, str]]
) -> tuple[dict[str, str], Collection[str]]:
    columns = mapped.columns(headings)
    mapped.refuse_unknown(headings)
    guessed = mapped.by_values(columns, {each: [line.get(each, "") for line in seen] for each in headings})
    return columns | guessed, guessed.keys()


def _list_table(lines: Iterator[tuple[int, Cells] | BadRow], mapped: Mapped) -> SubmittedTable:
    """A plain list has no heading: its first line is an address too."""
    first = mapped.subject.fields[0]
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
    if [" ".join(cell.split()) for cell in cells[: len(headings)]] == list(headings):
        return BadRow(number, "repeats the headings", text_of_cells(cells))
    if is_sum(cells):
        return BadRow(number, "is a sum of the others", text_of_cells(cells))
    if any(cell.strip() for cell in cells[len(headings) :]):
        why = f"has {len(cells)} cells, and the header has {len(headings)}"
        return BadRow(number, why, text_of_cells(cells))
    return _sorted(number, zip(headings, map(read, cells), strict=False), columns)


def _sorted(number: int, cells: Iterator[tuple[str, str]], columns: Mapping[str, str]) -> GoodRow | BadRow:
    values: dict[str, str] = {}
    extra: dict[str, str] = {}
    for heading, cell in cells:
        if "\0" in cell:
            return BadRow(number, _NUL)
        becomes = columns[heading]
        if becomes == EXTRA and cell:
            extra[heading.removeprefix(OWN_EXTRA)] = cell
        elif becomes not in (EXTRA, LEFT_OUT) and not values.get(becomes):
            values[becomes] = cell
    return GoodRow(number, values, extra)


def _json_table(objects: Iterator[tuple[int, JsonObject] | BadRow], mapped: Mapped) -> SubmittedTable:
    head = list(islice(objects, _LINES_LOOKED_AT))
    named = [each[1] for each in head if not isinstance(each, BadRow) and not isinstance(each[1], str)]
    headings = list(dict.fromkeys(heading for each in named for heading in each))
    columns, by_values = _columns(mapped, headings or mapped.subject.needed[:1], named)
    rows = (_json_row(each, mapped, columns) for each in chain(head, objects))
    return SubmittedTable(mapped, columns, rows, examples=_examples(named), by_values=by_values)


def _examples(lines: Sequence[Mapping[str, str]]) -> dict[str, list[str]]:
    """What stands in each column, three at most."""
    found: dict[str, dict[str, None]] = {}
    for line in lines[:_LINES_FOR_EXAMPLES]:
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
