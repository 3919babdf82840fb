"""Rows of a JSON file: a list of objects, one object a line, or GeoJSON."""

from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

import orjson

from scrapersky.curation_sdk.declaring import storable
from scrapersky.extract.submitted.csv_rows import BadRow, GoodRow
from scrapersky.extract.submitted.xlsx_rows import FileUnreadable

LARGEST_FILE = 200_000_000
LONGEST_LINE = 1_000_000


class JsonReader:
    """`line` is the line of an object that has one to itself, else its place in the list."""

    def __init__(self, stream: BinaryIO) -> None:
        start = stream.read(LONGEST_LINE).removeprefix(b"\xef\xbb\xbf").lstrip()
        stream.seek(0)
        self._is_lines = start.startswith(b"{") and not _is_collection(start)
        self._stream = stream
        self._list = [] if self._is_lines else _whole_list(stream)
        self.columns: list[str] = []

    def rows(self) -> Iterator[GoodRow | BadRow]:
        if not self._is_lines:
            yield from (_row(number, value) for number, value in enumerate(self._list, start=1))
            return
        number = 0
        while line := self._stream.readline(LONGEST_LINE + 1):
            number += 1
            if len(line) > LONGEST_LINE:
                raise FileUnreadable(f"Line {number} is longer than {LONGEST_LINE:,} bytes.")
            if line.strip():
                yield _line(number, line)


def _is_collection(start: bytes) -> bool:
    """Whether the file is one object around all the others: its first line does not stand for itself."""
    first = start.split(b"\n", maxsplit=1)[0]
    try:
        value = orjson.loads(first)
    except orjson.JSONDecodeError:
        return True
    return isinstance(value, dict) and isinstance(value.get("features"), list)


def _whole_list(stream: BinaryIO) -> list[Any]:
    body = stream.read(LARGEST_FILE + 1)
    if len(body) > LARGEST_FILE:
        raise FileUnreadable(f"The file has more than {LARGEST_FILE // 1_000_000} MB; write one object a line instead.")
    try:
        value = orjson.loads(body.removeprefix(b"\xef\xbb\xbf"))
    except orjson.JSONDecodeError as error:
        raise FileUnreadable(f"The file is no JSON: {error}.") from error
    found = value.get("features") if isinstance(value, dict) else value
    if not isinstance(found, list):
        raise FileUnreadable("The file holds no list of places.")
    return found


def _line(number: int, line: bytes) -> GoodRow | BadRow:
    try:
        return _row(number, orjson.loads(line.removeprefix(b"\xef\xbb\xbf")))
    except orjson.JSONDecodeError as error:
        return BadRow(number, f"is no JSON: {error}")


def _row(number: int, value: Any) -> GoodRow | BadRow:
    if not isinstance(value, Mapping):
        return BadRow(number, "is no object")
    inside = value.get("properties")
    flat = dict(inside) if isinstance(inside, Mapping) else dict(value)
    geometry = value.get("geometry")
    point = geometry.get("coordinates") if isinstance(geometry, Mapping) else None
    if isinstance(point, list) and len(point) >= 2:
        flat |= {"longitude": point[0], "latitude": point[1]}
    cells = {str(name).strip().lower().replace(" ", "_"): _cell(cell) for name, cell in flat.items()}
    return GoodRow(number, cells)


def _cell(value: Any) -> str:
    if isinstance(value, str):
        return storable(value).strip()
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""
