"""XLSX, written row by row in flat memory."""

import math
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import xlsxwriter
from xlsxwriter.exceptions import FileCreateError

from scrapersky.services.exports.cells import READABLE, Row, moment_text, plain_text, starts_like_a_formula
from scrapersky.services.exports.stream import Sink
from scrapersky.services.exports.tables import CellKind

MOST_SHEET_ROWS = 1_048_576
LONGEST_SHEET_TEXT = 32_767
LINES_MEASURED = 500
WIDEST, MOMENT_WIDTH = 60, 20


class XlsxWriter:
    """Cells of text are text, whatever they begin with. A sheet that is full is followed by another.

    The last sheet says what the columns mean, where that is known.
    """

    def __init__(
        self,
        kinds: Mapping[str, CellKind],
        stream: Sink,
        note: str = "",
        *,
        spool: Path | None = None,
        meanings: Mapping[str, str] | None = None,
        title: str = "Rows",
    ) -> None:
        self._title, self._sheets = title, 0
        self._meanings = meanings or {}
        self._widths = [len(name) + 3 for name in kinds]  # with room for the filter's arrow
        self._kinds = kinds
        self._spool = tempfile.TemporaryDirectory(prefix=".xlsx-", dir=spool)
        options = {"constant_memory": True, "remove_timezone": True, "use_zip64": True, "tmpdir": self._spool.name}
        self._book = xlsxwriter.Workbook(stream, options)
        self._book.set_properties({"comments": note})
        self._bold = self._book.add_format({"bold": True})
        self._quoted = self._book.add_format({"quote_prefix": True})
        self._moment = self._book.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"})
        self._writers = [self._writer(kind) for kind in kinds.values()]
        self._begin_sheet()

    def _begin_sheet(self) -> None:
        self._sheets += 1
        self._sheet = self._book.add_worksheet(self._title if self._sheets == 1 else f"{self._title} {self._sheets}")
        self._sheet.freeze_panes(1, 0)
        for position, name in enumerate(self._kinds):
            self._sheet.write_string(0, position, name, self._bold)
        self._line = 1

    def _end_sheet(self) -> None:
        self._sheet.autofilter(0, 0, self._line - 1, max(len(self._kinds) - 1, 0))
        for position, width in enumerate(self._widths):
            self._sheet.set_column(position, position, min(width, WIDEST))

    def _explain(self) -> None:
        sheet = self._book.add_worksheet("Columns")
        sheet.freeze_panes(1, 0)
        for position, (heading, width) in enumerate((("Column", 25), ("Meaning", 110))):
            sheet.set_column(position, position, width)
            sheet.write_string(0, position, heading, self._bold)
        for line, (name, meaning) in enumerate(self._meanings.items(), 1):
            sheet.write_string(line, 0, name)
            sheet.write_string(line, 1, meaning)

    def write(self, rows: Sequence[Row]) -> None:
        for row in rows:
            if self._line == MOST_SHEET_ROWS:
                self._end_sheet()
                self._begin_sheet()
            for position, (write, value) in enumerate(zip(self._writers, row, strict=True)):
                if value is not None:
                    write(self._line, position, value)
            self._line += 1

    def _writer(self, kind: CellKind) -> Callable[[int, int, Any], object]:
        if kind in (CellKind.INTEGER, CellKind.NUMBER):
            return self._write_number
        if kind is CellKind.BOOLEAN:
            return self._write_boolean
        if kind is CellKind.MOMENT:
            return self._write_moment
        readable = plain_text if kind is CellKind.JSON else READABLE[kind]
        return lambda line, position, value: self._write_text(line, position, readable(value))

    def _write_number(self, line: int, position: int, value: float) -> None:
        if math.isfinite(value):  # no spreadsheet knows the others
            self._sheet.write_number(line, position, value)

    def _write_boolean(self, line: int, position: int, value: object) -> None:
        self._sheet.write_boolean(line, position, value)

    def _write_text(self, line: int, position: int, text: str) -> None:
        """The mark that Excel sets when a person types an apostrophe first: editing the cell makes no formula of it."""
        if self._line < LINES_MEASURED:
            self._widths[position] = max(self._widths[position], len(text) + 1)
        cell_format = self._quoted if starts_like_a_formula(text) else None
        self._sheet.write_string(line, position, text[:LONGEST_SHEET_TEXT], cell_format)

    def _write_moment(self, line: int, position: int, value: datetime) -> None:
        if value.year < 1900:  # before the first day that a spreadsheet knows
            self._write_text(line, position, moment_text(value))
        else:
            self._widths[position] = max(self._widths[position], MOMENT_WIDTH)
            self._sheet.write_datetime(line, position, value.astimezone(UTC), self._moment)

    def close(self) -> None:
        """What went wrong is the operating system's word, such as a full disk, not the library's."""
        try:
            self._end_sheet()
            if any(self._meanings.values()):
                self._explain()
            self._book.close()
        except FileCreateError as error:
            raise OSError(*getattr(error.__context__, "args", error.args)) from error
        self._spool.cleanup()

    def discard(self) -> None:
        """Rows wait beside the file until `close` puts them into it: they are dropped instead."""
        for sheet in self._book.worksheets():
            with suppress(OSError):  # what it has not yet written there may find no room
                sheet.row_data_fh.close()
        self._spool.cleanup()
