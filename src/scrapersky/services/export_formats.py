"""CSV, JSON lines, XLSX and Parquet, each written piece by piece in flat memory."""

import csv
import importlib
import io
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, BinaryIO, Protocol

import orjson
import xlsxwriter

from scrapersky.errors import ScraperSkyError
from scrapersky.services.export_tables import Kind

Cell = Any
Row = Sequence[Cell]

MOST_SHEET_ROWS = 1_048_576
LONGEST_SHEET_TEXT = 32_767
# With one of these in front a spreadsheet takes a text for a formula, the wide forms in some countries.
_FORMULA_STARTS = frozenset("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")
# Where lists are separated by semicolons, a spreadsheet begins a cell at one, and a row at the end of a line, in spite
# of the quotes, which it does not expect after a comma.
_FORMULA_INSIDE = re.compile("(?<=[;\t\r\n])(?=[=+@\uff1d\uff0b\uff0d\uff20-])")


class Format(StrEnum):
    CSV = "csv"
    XLSX = "xlsx"
    JSONL = "jsonl"
    PARQUET = "parquet"

    @property
    def media_type(self) -> str:
        return _MEDIA_TYPES[self]


_MEDIA_TYPES = {
    Format.CSV: "text/csv; charset=utf-8",
    Format.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    Format.JSONL: "application/jsonl",
    Format.PARQUET: "application/vnd.apache.parquet",
}


class ParquetMissing(ScraperSkyError):
    """The library for Parquet is not installed."""

    http_status = 501
    code = "parquet_missing"

    def __init__(self) -> None:
        super().__init__(
            "Parquet needs a library that is missing here. Install it with: pip install scrapersky[parquet]"
        )


class RowWriter(Protocol):
    """Writes to the stream it was made with. Without `close` the file is not whole."""

    def write(self, rows: Sequence[Row]) -> None: ...

    def close(self) -> None: ...


def writer_for(wanted: Format, kinds: Mapping[str, Kind], stream: BinaryIO, note: str = "") -> RowWriter:
    """`note` says what is in the file, in the formats that have a place for it beside the rows."""
    if wanted is Format.XLSX:
        return XlsxWriter(kinds, stream, note)
    if wanted is Format.PARQUET:
        return ParquetWriter(kinds, stream, note)
    return CsvWriter(kinds, stream) if wanted is Format.CSV else JsonLinesWriter(kinds, stream)


def formula_safe(text: str) -> str:
    """The text, with an apostrophe in front of what a spreadsheet would run.

    >>> formula_safe("=HYPERLINK(1)"), formula_safe("+15125550100"), formula_safe("a=1"), formula_safe("a;=cmd|x")
    ("'=HYPERLINK(1)", "'+15125550100", 'a=1', "a;'=cmd|x")
    """
    inside = _FORMULA_INSIDE.sub("'", text)
    return f"'{inside}" if starts_like_a_formula(inside) else inside


def starts_like_a_formula(text: str) -> bool:
    return text[:1] in _FORMULA_STARTS and bool(text)


def _text(value: Cell) -> str:
    return value if isinstance(value, str) else str(value)


def _moment(value: datetime) -> str:
    return value.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _json(value: Cell) -> str:
    return orjson.dumps(value, default=str).decode() if value not in ({}, []) else ""


_READABLE: dict[Kind, Callable[[Any], str]] = {
    Kind.TEXT: _text,
    Kind.INTEGER: str,
    Kind.NUMBER: repr,
    Kind.BOOLEAN: lambda value: "true" if value else "false",
    Kind.MOMENT: _moment,
    Kind.LIST: lambda value: "; ".join(map(_text, value)),
    Kind.JSON: _json,
}
_TEXTUAL = frozenset((Kind.TEXT, Kind.LIST, Kind.JSON))


def _spreadsheet_text(kind: Kind) -> Callable[[Any], str]:
    readable = _READABLE[kind]
    return (lambda value: formula_safe(readable(value))) if kind in _TEXTUAL else readable


class CsvWriter:
    """UTF-8, lines end with CRLF (RFC 4180)."""

    def __init__(self, kinds: Mapping[str, Kind], stream: BinaryIO) -> None:
        self._stream = stream
        self._readers = [_spreadsheet_text(kind) for kind in kinds.values()]
        self._emit([list(kinds)])

    def write(self, rows: Sequence[Row]) -> None:
        readers = self._readers
        self._emit(
            [["" if value is None else read(value) for read, value in zip(readers, row, strict=True)] for row in rows]
        )

    def _emit(self, rows: Sequence[Sequence[str]]) -> None:
        text = io.StringIO(newline="")
        csv.writer(text).writerows(rows)
        self._stream.write(text.getvalue().encode("utf-8"))

    def close(self) -> None:
        self._stream.flush()


class JsonLinesWriter:
    """One object a line, every column in each; values keep their types."""

    def __init__(self, kinds: Mapping[str, Kind], stream: BinaryIO) -> None:
        self._stream, self._names = stream, list(kinds)

    def write(self, rows: Sequence[Row]) -> None:
        names, option = self._names, orjson.OPT_UTC_Z | orjson.OPT_APPEND_NEWLINE
        objects = (dict(zip(names, row, strict=True)) for row in rows)
        self._stream.write(b"".join(orjson.dumps(each, default=str, option=option) for each in objects))

    def close(self) -> None:
        self._stream.flush()


class XlsxWriter:
    """Cells of text are text, whatever they begin with. A sheet that is full is followed by another."""

    def __init__(self, kinds: Mapping[str, Kind], stream: BinaryIO, note: str = "") -> None:
        self._kinds = kinds
        self._book = xlsxwriter.Workbook(stream, {"constant_memory": True, "remove_timezone": True})
        self._book.set_properties({"comments": note})
        self._bold = self._book.add_format({"bold": True})
        self._quoted = self._book.add_format({"quote_prefix": True})
        self._moment = self._book.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"})
        self._writers = [self._writer(kind) for kind in kinds.values()]
        self._begin_sheet()

    def _begin_sheet(self) -> None:
        self._sheet = self._book.add_worksheet()
        self._sheet.freeze_panes(1, 0)
        for position, name in enumerate(self._kinds):
            self._sheet.write_string(0, position, name, self._bold)
        self._line = 1

    def write(self, rows: Sequence[Row]) -> None:
        for row in rows:
            if self._line == MOST_SHEET_ROWS:
                self._begin_sheet()
            for position, (write, value) in enumerate(zip(self._writers, row, strict=True)):
                if value is not None:
                    write(self._line, position, value)
            self._line += 1

    def _writer(self, kind: Kind) -> Callable[[int, int, Any], object]:
        if kind in (Kind.INTEGER, Kind.NUMBER):
            return self._write_number
        if kind is Kind.BOOLEAN:
            return self._write_boolean
        if kind is Kind.MOMENT:
            return self._write_moment
        readable = _READABLE[kind]
        return lambda line, position, value: self._write_text(line, position, readable(value))

    def _write_number(self, line: int, position: int, value: float) -> None:
        self._sheet.write_number(line, position, value)

    def _write_boolean(self, line: int, position: int, value: object) -> None:
        self._sheet.write_boolean(line, position, value)

    def _write_text(self, line: int, position: int, text: str) -> None:
        """The mark that Excel sets when a person types an apostrophe first: editing the cell makes no formula of it."""
        cell_format = self._quoted if starts_like_a_formula(text) else None
        self._sheet.write_string(line, position, text[:LONGEST_SHEET_TEXT], cell_format)

    def _write_moment(self, line: int, position: int, value: datetime) -> None:
        if value.year < 1900:  # before the first day that a spreadsheet knows
            self._write_text(line, position, _moment(value))
        else:
            self._sheet.write_datetime(line, position, value.astimezone(UTC), self._moment)

    def close(self) -> None:
        self._book.close()


class ParquetWriter:
    """Columns typed, one row group per write."""

    def __init__(self, kinds: Mapping[str, Kind], stream: BinaryIO, note: str = "") -> None:
        try:
            self._arrow = importlib.import_module("pyarrow")
            parquet = importlib.import_module("pyarrow.parquet")
        except ImportError as error:
            raise ParquetMissing from error
        self._kinds = list(kinds.values())
        fields = [(name, self._type(kind)) for name, kind in kinds.items()]
        self._schema = self._arrow.schema(fields, metadata={"filter": note} if note else None)
        self._file = parquet.ParquetWriter(stream, self._schema, compression="zstd")

    def _type(self, kind: Kind) -> Any:
        arrow = self._arrow
        types = {
            Kind.INTEGER: arrow.int64,
            Kind.NUMBER: arrow.float64,
            Kind.BOOLEAN: arrow.bool_,
            Kind.MOMENT: lambda: arrow.timestamp("us", tz="UTC"),
            Kind.LIST: lambda: arrow.list_(arrow.string()),
        }
        return types.get(kind, arrow.string)()

    def write(self, rows: Sequence[Row]) -> None:
        if not rows:
            return
        texts = {Kind.TEXT: _text, Kind.JSON: _json}
        columns = [
            [None if value is None else read(value) for value in column] if (read := texts.get(kind)) else list(column)
            for kind, column in zip(self._kinds, zip(*rows, strict=True), strict=True)
        ]
        arrays = [self._arrow.array(column, field.type) for column, field in zip(columns, self._schema, strict=True)]
        self._file.write_batch(self._arrow.record_batch(arrays, schema=self._schema))

    def close(self) -> None:
        self._file.close()
