"""The formats of exports, each written piece by piece in flat memory."""

import codecs
import csv
import importlib
import importlib.util
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import orjson

from scrapersky.errors import ScraperSkyError
from scrapersky.services.exports.cells import Row, json_text, spreadsheet_text, text_of
from scrapersky.services.exports.choices import Format
from scrapersky.services.exports.stream import Sink
from scrapersky.services.exports.tables import CellKind


class ParquetMissing(ScraperSkyError):
    """The library for Parquet is not installed."""

    http_status = 501
    message = "Parquet needs a library that is missing here. Install it with: pip install scrapersky[parquet]"


def require_parquet() -> None:
    """To be asked before the work whose outcome is to be written."""
    if importlib.util.find_spec("pyarrow") is None:
        raise ParquetMissing


class ParquetWriter:
    """Columns typed, one row group per write."""

    def __init__(self, kinds: Mapping[str, CellKind], stream: Sink, note: str = "") -> None:
        try:
            self._arrow = importlib.import_module("pyarrow")
            parquet = importlib.import_module("pyarrow.parquet")
        except ImportError as error:
            raise ParquetMissing from error
        self._kinds = list(kinds.values())
        fields = [(name, self._type(kind)) for name, kind in kinds.items()]
        self._schema = self._arrow.schema(fields, metadata={"filter": note} if note else None)
        self._file = parquet.ParquetWriter(stream, self._schema, compression="zstd")

    def _type(self, kind: CellKind) -> Any:
        arrow = self._arrow
        types = {
            CellKind.INTEGER: arrow.int64,
            CellKind.NUMBER: arrow.float64,
            CellKind.BOOLEAN: arrow.bool_,
            CellKind.MOMENT: lambda: arrow.timestamp("us", tz="UTC"),
            CellKind.LIST: lambda: arrow.list_(arrow.string()),
        }
        return types.get(kind, arrow.string)()

    def write(self, rows: Sequence[Row]) -> None:
        if not rows:
            return
        texts = {CellKind.TEXT: text_of, CellKind.PHONE: text_of, CellKind.JSON: json_text}
        columns = [
            [None if value is None else read(value) for value in column] if (read := texts.get(kind)) else list(column)
            for kind, column in zip(self._kinds, zip(*rows, strict=True), strict=True)
        ]
        arrays = [self._arrow.array(column, field.type) for column, field in zip(columns, self._schema, strict=True)]
        self._file.write_batch(self._arrow.record_batch(arrays, schema=self._schema))

    def close(self) -> None:
        self._file.close()

    def discard(self) -> None:
        self._file.is_open = False  # else it is closed when it is forgotten


class RowWriter(Protocol):
    """Writes to the stream it was made with. Without `close` the file is not whole.

    One that shall not become whole is discarded, which takes no time; also after `close` has failed.
    """

    def write(self, rows: Sequence[Row]) -> None: ...

    def close(self) -> None: ...

    def discard(self) -> None: ...


def writer_for(
    wanted: Format,
    kinds: Mapping[str, CellKind],
    stream: Sink,
    note: str = "",
    *,
    spool: Path | None = None,
    byte_order_mark: bool = True,
    meanings: Mapping[str, str] | None = None,
    title: str = "Rows",
) -> RowWriter:
    """`note` says what is in the file, in the formats that have a place for it beside the rows; `title` what rows are.

    What has to be laid aside meanwhile is in the folder `spool`, or where the system has temporary files.
    """
    if wanted is Format.XLSX:
        from scrapersky.services.exports.xlsx import XlsxWriter  # noqa: PLC0415  its library takes long to load

        return XlsxWriter(kinds, stream, note, spool=spool, meanings=meanings, title=title)
    if wanted is Format.PARQUET:
        return ParquetWriter(kinds, stream, note)
    if wanted is Format.JSONL:
        return JsonLinesWriter(kinds, stream)
    return CsvWriter(kinds, stream, byte_order_mark=byte_order_mark)


class CsvWriter:
    """UTF-8, lines end with CRLF (RFC 4180). Without the mark in front, Excel takes it for another encoding."""

    def __init__(self, kinds: Mapping[str, CellKind], stream: Sink, *, byte_order_mark: bool = True) -> None:
        self._stream = stream
        if byte_order_mark:
            stream.write(codecs.BOM_UTF8)
        self._readers = [spreadsheet_text(kind) for kind in kinds.values()]
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

    def discard(self) -> None:
        """Nothing is kept back."""


class JsonLinesWriter:
    """One object a line, every column in each; values keep their types."""

    def __init__(self, kinds: Mapping[str, CellKind], stream: Sink) -> None:
        self._stream, self._names = stream, list(kinds)

    def write(self, rows: Sequence[Row]) -> None:
        names, option = self._names, orjson.OPT_UTC_Z | orjson.OPT_APPEND_NEWLINE
        objects = (dict(zip(names, row, strict=True)) for row in rows)
        self._stream.write(b"".join(orjson.dumps(each, default=str, option=option) for each in objects))

    def close(self) -> None:
        self._stream.flush()

    def discard(self) -> None:
        """Nothing is kept back."""
