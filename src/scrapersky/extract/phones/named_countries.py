"""The country that the words before a number name, as those of an office abroad do."""

import re
from functools import cache

from scrapersky.extract.addresses.vocabulary import COUNTRIES
from scrapersky.extract.phrases import any_phrase, first_words, has_word

_BEFORE = 60
_NUMBER = re.compile(r"\d(?:[ ()./-]{0,3}\d){5,15}")
_OTHER_WORDS = frozenset(("us",))  # "call us"


def country_before(text: str, start: int) -> str | None:
    """The country named last before this place, if no other number stands between.

    >>> country_before("London, UK: 020", 12), country_before("Call us: 020", 9)
    ('GB', None)
    >>> country_before("Italy 06 1234567 / 02", 19) is None
    True
    """
    before = text[max(0, start - _BEFORE) : start]
    pattern, beginnings = _names()
    if not has_word(before, beginnings):
        return None
    names = list(pattern.finditer(before))
    if not names or _NUMBER.search(before, names[-1].end()):
        return None
    return COUNTRIES[" ".join(names[-1][0].lower().split())]


@cache
def _names() -> tuple[re.Pattern[str], frozenset[str]]:
    names = [name for name in COUNTRIES if name not in _OTHER_WORDS]
    return re.compile(rf"(?<![\w./@-])(?:{any_phrase(names)})(?![\w/@]|[.-]\w)", re.IGNORECASE), first_words(names)
