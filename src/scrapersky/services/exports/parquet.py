"""Parquet, with a library that is installed on demand."""

import importlib
import importlib.util
from collections.abc import Mapping, Sequence
from typing import Any

from scrapersky.errors import ScraperSkyError
from scrapersky.services.exports.cells import Row, json_text, text_of
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
