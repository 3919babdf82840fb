"""Which of the weeks on a page tell when the business is open: those that say little else, not what prose mentions."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from scrapersky.extract.folding import folded
from scrapersky.extract.opening_hours.hours import OpeningHours
from scrapersky.extract.opening_hours.notations import folded_text
from scrapersky.extract.opening_hours.tokens import TokenKind, tokens_of
from scrapersky.extract.opening_hours.vocabulary import BESIDES, SAYS_OPEN

_WORDS = re.compile(r"[^\W\d_]{2,}")
_TELLING = frozenset((TokenKind.DAYS, TokenKind.TIME, TokenKind.CLOSED, TokenKind.ALWAYS))
_DIGIT = re.compile(r"\d")
_BEGINNING = 40
_FEW_WORDS = 4
_FEW_DAYS, _MOST_DAYS = 2, 4  # beside a week, a day or two are a class or an event


def are_besides(words: str) -> bool:
    return not BESIDES.isdisjoint(_WORDS.findall(words))


@dataclass(frozen=True, slots=True)
class Week:
    """Hours as they were written, and the line above them."""

    raw: str
    hours: OpeningHours
    above: str = ""

    @property
    def count(self) -> int:
        return sum(day is not None for day in self.hours.days)

    @property
    def is_plain(self) -> bool:
        """Whether it has no more other words than days and times."""
        tokens = tokens_of(folded_text(self.raw))
        telling = sum(token.kind in _TELLING for token in tokens)
        other = sum(token.kind is TokenKind.NOISE and not (token.is_mark or token.part) for token in tokens)
        return other <= max(_FEW_WORDS, telling)

    @property
    def is_besides(self) -> bool:
        """Of the telephone, the kitchen, a service in church."""
        above = "" if _DIGIT.search(self.above) else self.above
        return are_besides(folded(f"{above} {self.raw[:_BEGINNING]}"))

    @property
    def says_open(self) -> bool:
        """In words, or by days that have other hours than others."""
        if len({day for day in self.hours.days if day}) > 1:
            return True
        return SAYS_OPEN.search(folded(f"{self.above} {self.raw}")) is not None


def likely_weeks(weeks: Sequence[Week]) -> Sequence[Week]:
    """Those that are plainly a timetable where any is, else those of prose that says so."""
    if len(weeks) == 1 and weeks[0].says_open:
        return weeks
    plain = [week for week in weeks if week.is_plain]
    likely = [week for week in plain if not week.is_besides] or plain or [week for week in weeks if week.says_open]
    most = max((week.count for week in likely), default=0)
    return [week for week in likely if most < _MOST_DAYS or week.count > _FEW_DAYS]
