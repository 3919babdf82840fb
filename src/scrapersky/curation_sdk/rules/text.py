"""What a person writes as a rule's condition, cut into its parts. What a field means is not known here."""

import re
from dataclasses import dataclass
from enum import StrEnum

from scrapersky.curation_sdk.rules.problems import RuleProblem

LONGEST_RULE = 4_000
_WORDS = frozenset(("and", "or", "not", "in", "is", "empty", "true", "false"))
# Each alternative begins with another character or ends for good, so any text is cut in one pass.
_PART = re.compile(
    r"""(?P<space>\s+|\#[^\n]*)
    |(?P<span>\d{1,6}[smhdw]\b)
    |(?P<number>-?\d{1,18}(?:\.\d{1,9})?(?![\w.]))
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
