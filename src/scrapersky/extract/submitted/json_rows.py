"""Objects of a JSON file: a list of them, one a line, or GeoJSON. A text alone stands for an address."""

from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

import orjson

from scrapersky.extract.submitted.csv_rows import LONGEST_LINE, BadRow, decoded_lines
from scrapersky.extract.submitted.file_kinds import FileUnreadable

LARGEST_FILE = 200_000_000
_BLANK = b" \t\r\n\xef\xbb\xbf"
_HEAD_BYTES = 4096

JsonObject = Mapping[str, str] | str


def is_json(stream: BinaryIO) -> bool:
    head = stream.read(_HEAD_BYTES).lstrip(_BLANK)
    stream.seek(0)
    return head[:1] in (b"{", b"[")


def json_objects(stream: BinaryIO) -> Iterator[tuple[int, JsonObject] | BadRow]:
    """`line` is the line of an object that has one to itself, else its place in the list."""
    start = stream.read(LONGEST_LINE).lstrip(_BLANK)
    stream.seek(0)
    if start.startswith(b"[") or (start.startswith(b"{") and _is_collection(start)):
        return (_object(number, value) for number, value in enumerate(_whole_list(stream), start=1))
    return _each_line(stream)


def _each_line(stream: BinaryIO) -> Iterator[tuple[int, JsonObject] | BadRow]:
    for number, line in enumerate(decoded_lines(stream), 1):
        if line is None:
            yield BadRow(number, f"is longer than {LONGEST_LINE:,} characters")
        elif line.strip():
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
        raise FileUnreadable("The file holds no list of objects.")
    return found


def _line(number: int, line: str) -> tuple[int, JsonObject] | BadRow:
    try:
        return _object(number, orjson.loads(line))
    except orjson.JSONDecodeError:
        return BadRow(number, "is not JSON; one object or text per line is expected")


def _object(number: int, value: Any) -> tuple[int, JsonObject] | BadRow:
    if isinstance(value, str):
        return number, value.strip()
    if not isinstance(value, Mapping):
        return BadRow(number, "is neither a JSON object nor a text")
    inside = value.get("properties")
    flat = dict(inside) if isinstance(inside, Mapping) else dict(value)
    geometry = value.get("geometry")
    point = geometry.get("coordinates") if isinstance(geometry, Mapping) else None
    if isinstance(point, list) and len(point) >= 2:
        flat |= {"longitude": point[0], "latitude": point[1]}
    return number, {str(name): _cell(cell) for name, cell in flat.items()}


def _cell(value: Any) -> str:
    """
    >>> _cell(" a "), _cell(True), _cell(1.5), _cell(["a", 2]), _cell({"a": 1}), _cell(None)
    ('a', 'true', '1.5', 'a; 2', '{"a":1}', '')
    """
    if value is None or value in ({}, []):
        return ""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list) and not any(isinstance(one, list | dict) for one in value):
        return "; ".join(map(_cell, value))
    return str(value) if isinstance(value, int | float) else orjson.dumps(value).decode()
