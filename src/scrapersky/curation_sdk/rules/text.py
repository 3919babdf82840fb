"""What a person writes as a rule's condition, cut into its parts; and what is wrong with a rule, and where.

What a field means is not known here.
"""

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from scrapersky.curation_sdk.errors import BadRequest

LONGEST_LINE_SHOWN = 160


class RuleProblem(BadRequest):
    """`at` is where the trouble begins in the text, and `length` how far it goes."""

    http_status = 422
    code = "bad_rule"

    def __init__(self, text: str, at: int, length: int, complaint: str) -> None:
        line = text.count("\n", 0, at) + 1
        start = text.rfind("\n", 0, at) + 1
        self.line, self.column, self.complaint = line, at - start + 1, complaint
        super().__init__(f"line {line}, column {self.column}: {complaint}\n{_marked(text, start, at, length)}")
        self.length = max(1, length)
        self.facts = self.place

    @property
    def place(self) -> dict[str, object]:
        return {"line": self.line, "column": self.column, "length": self.length, "complaint": self.complaint}


def _marked(text: str, start: int, at: int, length: int) -> str:
    """
    >>> print(_marked("ratng > 4", 0, 0, 5))
      ratng > 4
      ^^^^^
    """
    whole = text[start:].partition("\n")[0]
    left = max(0, at - start - LONGEST_LINE_SHOWN // 2)
    shown = whole[left : left + LONGEST_LINE_SHOWN].replace("\t", " ")
    marks = "^" * max(1, min(length, len(shown) - (at - start - left)))
    return f"  {shown}\n  {' ' * (at - start - left)}{marks}"


def did_you_mean(written: str, names: Iterable[str], many: int = 12) -> str:
    """
    >>> did_you_mean("raiting", ["rating", "city"]), did_you_mean("x", ["rating", "city"])
    ('Did you mean rating?', 'There are: rating, city.')
    """
    there = list(names)
    by_end = {name.rpartition(".")[2].lower(): name for name in reversed(there)} | {
        name.lower(): name for name in there
    }
    close = difflib.get_close_matches(written.lower(), by_end, n=1, cutoff=0.6)
    if close:
        return f"Did you mean {by_end[close[0]]}?"
    more = f" and {len(there) - many} more" if len(there) > many else ""
    return f"There are: {', '.join(there[:many])}{more}."


LONGEST_RULE = 4_000
_WORDS = frozenset(("and", "or", "not", "in", "is", "empty", "true", "false"))
# Each alternative begins with another character or ends for good, so any text is cut in one pass.
_PART = re.compile(
    r"""(?P<space>\s+|\#[^\n]*)
    |(?P<span>\d{1,6}[smhdw]\b)
    |(?P<number>-?\d{1,18}(?:\.\d{1,9})?%?(?![\w.%]))
    |(?P<name>[A-Za-z][A-Za-z0-9_]{0,62}(?:[.-][A-Za-z][A-Za-z0-9_]{0,62}){0,3})
    |(?P<text>"(?:[^"\\\n]|\\["\\])*"|'(?:[^'\\\n]|\\['\\])*')
    |(?P<sign>>=|<=|!=|<>|==|=|>|<|~|\(|\)|,)""",
    re.VERBOSE,
)
_ESCAPED = re.compile(r"\\([\"'\\])")
_OTHER_SPELLINGS = {"&&": "and", "||": "or", "!": "not", "==": "=", "<>": "!="}


class PartKind(StrEnum):
    WORD = "word"
    NAME = "name"
    NUMBER = "number"
    TEXT = "text"
    SPAN = "span"
    SIGN = "sign"
    END = "end"


@dataclass(frozen=True, slots=True)
class Part:
    """`value` is what it means: a text without its quotes."""

    kind: PartKind
    value: str
    at: int
    length: int

    def is_(self, *values: str) -> bool:
        return self.kind in (PartKind.WORD, PartKind.SIGN) and self.value in values

    @property
    def shown(self) -> str:
        return "the end" if self.kind is PartKind.END else repr(self.value[:40])


def parts_of(text: str) -> list[Part]:
    """
    >>> [part.value for part in parts_of('rating >= 4.5 and city = "Austin"')]
    ['rating', '>=', '4.5', 'and', 'city', '=', 'Austin', '']
    """
    if len(text) > LONGEST_RULE:
        raise RuleProblem(
            text, LONGEST_RULE, 1, f"A condition has {LONGEST_RULE:,} characters at most, and this one {len(text):,}."
        )
    if "\x00" in text:
        raise RuleProblem(text, text.index("\x00"), 1, "The character NUL has no place in a rule.")
    parts: list[Part] = []
    position = 0
    while position < len(text):
        found = _PART.match(text, position)
        if found is None:
            raise _unreadable(text, position)
        if found.lastgroup != "space":
            parts.append(_part(found))
        position = found.end()
    return [*parts, Part(PartKind.END, "", len(text), 1)]


def _part(found: re.Match[str]) -> Part:
    written, at = found[0], found.start()
    if found.lastgroup == "name" and written.lower() in _WORDS:
        return Part(PartKind.WORD, written.lower(), at, len(written))
    if found.lastgroup == "text":
        return Part(PartKind.TEXT, _ESCAPED.sub(r"\1", written[1:-1]), at, len(written))
    value = _OTHER_SPELLINGS.get(written, written) if found.lastgroup == "sign" else written
    return Part(PartKind(found.lastgroup or ""), value, at, len(written))


def _unreadable(text: str, at: int) -> RuleProblem:
    for spelling, meant in _OTHER_SPELLINGS.items():
        if text.startswith(spelling, at):
            return RuleProblem(text, at, len(spelling), f"{spelling} is written {meant} here.")
    if text[at] in "\"'":
        end = text.find("\n", at)
        length = (len(text) if end < 0 else end) - at
        return RuleProblem(text, at, length, f"This text has no end: close it with {text[at]}.")
    if text[at].isdigit():
        word = re.match(r"[\w.]{1,40}", text[at:])
        written = word[0] if word else text[at]
        return RuleProblem(text, at, len(written), f"{written} is no number; a span of time is 30m, 2h, 7d or 4w.")
    return RuleProblem(text, at, 1, f"{text[at]!r} means nothing here; a text that has it stands in quotes.")
