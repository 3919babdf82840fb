"""Splits an Overpass query into tokens."""

import re
from dataclasses import dataclass
from typing import Literal

_TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/)
    |(?P<text>"(?:[^"\\]|\\.){0,2000}"|'(?:[^'\\]|\\.){0,2000}')
    |(?P<number>-?\d{1,20}(?:\.\d{1,20})?(?![A-Za-z_]))
    |(?P<word>[A-Za-z_]\w{0,200})
    |(?P<sign>->|!=|!~|>>|<<|[][(){};:,.=~!<>-])
    """,
    re.VERBOSE | re.DOTALL,
)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


class QueryError(Exception):
    """The query cannot be read. The message is what the server prints after its line number."""

    def __init__(self, line: int, message: str, kind: str = "parse error") -> None:
        super().__init__(f"line {line}: {kind}: {message}")


@dataclass(frozen=True, slots=True)
class OverpassToken:
    kind: Literal["text", "number", "word", "sign", "end"]
    value: str
    line: int


def tokenize(source: str) -> list[OverpassToken]:
    tokens: list[OverpassToken] = []
    position, line = 0, 1
    while position < len(source):
        match = _TOKEN.match(source, position)
        if match is None:
            raise QueryError(line, f"Unexpected character '{source[position]}'.")
        _append(tokens, match, line)
        line += match.group().count("\n")
        position = match.end()
    tokens.append(OverpassToken("end", "", line))
    return tokens


def _append(tokens: list[OverpassToken], match: re.Match[str], line: int) -> None:
    value = match.group()
    if match.lastgroup == "text":
        tokens.append(OverpassToken("text", _ESCAPED.sub(r"\1", value[1:-1]) if "\\" in value else value[1:-1], line))
    elif match.lastgroup == "number":
        tokens.append(OverpassToken("number", value, line))
    elif match.lastgroup == "word":
        tokens.append(OverpassToken("word", value, line))
    elif match.lastgroup == "sign":
        tokens.append(OverpassToken("sign", value, line))
