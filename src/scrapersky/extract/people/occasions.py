"""Whom a date, a review or a chronicle names: artists of an evening, reviewers, founders who are long dead."""

import re
from collections.abc import Sequence
from functools import lru_cache

from scrapersky.extract.folding import folded
from scrapersky.extract.opening_hours.vocabulary import DAY_NUMBERS, MONTHS
from scrapersky.extract.pages.lines import Line
from scrapersky.extract.people.names import name_of
from scrapersky.extract.phrases import any_phrase, has_digit, phrases_of, word_lists

_YEAR = r"(?:,?\s(?:de\s)?(?:19|20)\d\d(?!\d))?"
_DAY_AND_MONTH = r"(?:0?[1-9]|[12]\d|3[01])(?:\.\s?(?:0?[1-9]|1[0-2])\.|/(?:0?[1-9]|1[0-2])(?!\d|\s\d))"
_NUMBERED = rf"{_DAY_AND_MONTH}(?:\s?(?:19|20)\d\d(?!\d)|\d\d(?![\d:]))?"
_DAY = r"\d{1,2}(?:\.|st|nd|rd|th)?"
_DATE = re.compile(
    r"(?:(?P<weekday>[^\W\d_]{2,10})[.,]{0,2}\s)?"
    rf"(?:{_NUMBERED}|{_DAY}\s(?:de\s|of\s)?{MONTHS}\b\.?{_YEAR}|{MONTHS}\b\.?\s{_DAY}(?!\w){_YEAR})"
)
# What may stand beside a day on a line of its own: when it begins.
_TIME = re.compile(r"[\s,|\u00b7\u2013-]{0,3}(?:\d{1,2}(?:[:.]\d\d)?\s?(?:uhr|h|am|pm)?[\s\u2013-]{0,3}){0,2}")
_LONGEST_DATE, _LONGEST_META = 40, 40
_SOME_TIME = r"(?:\d{1,2}|einem|einer|an?|een|un[aeo]?|uma?|ett?)\s[^\W\d_]{3,10}"
_AGO = (
    "ago|fa|geleden|temu|siden|sedan|sitten|\u043d\u0430\u0437\u0430\u0434|\u0442\u043e\u043c\u0443|once|tagasi|atras"
)
_BEFORE_NOW = "vor|il y a|hace|ha|for|pred|prije|\u043f\u0440\u0435(?:\u0434\u0438)?|acum"
# So long ago a review was written, or where: `vor 2 Monaten`, `Local Guide`, `12 reviews`.
_REVIEWED = re.compile(
    rf"(?:{_BEFORE_NOW})\s{_SOME_TIME}(?:\s(?:siden|sedan))?|{_SOME_TIME}\s(?:{_AGO})"
    r"|(?:\d{1,2}|egy)\s(?:hete|eve|(?:nap|honap)ja)|local guide\b.{0,24}"
    r"|\d{1,4} (?:reviews?|rezension(?:en)?|bewertung(?:en)?|avis|resenas?|recension[ei]|recensies?)"
    r"|(?:via|on|auf|sur|op|su|en) (?:google|tripadvisor|facebook|yelp|trustpilot)(?: reviews?)?"
    r"|(?:google|facebook|tripadvisor)[ -](?:reviews?|rezension|bewertung|avis|recensione|resena|recensie|rating)"
)
# A year in which nobody who works today can have founded anything; a postal code has its town behind it.
_OLD = r"(?:1[5-8]\d\d|19[0-5]\d)"
_SINCE_WORDS = ("since", "seit", "depuis", "desde", "sinds", "dal", "od", "sedan", "siden")
_SINCE = "".join(rf"(?<!(?i:{word}) )" for word in _SINCE_WORDS)
_LONG_AGO = re.compile(
    rf"^\W{{0,2}}(?:(?i:im jahre?|in|en|nel|anno|i|v roce|w)\s)?{_OLD}"
    r"(?=\s?[:\u2013\u2014-]|\s[^\W\d_A-Z\u00c0-\u00de])[^.!?]{0,60}$"
    rf"|{_SINCE}\b{_OLD}\s(?:[^\W\d_A-Z\u00c0-\u00de][^\W\d_]{{1,13}}"
    r"|(?:[^\W\d_A-Z\u00c0-\u00de][^.!?\d]{0,40}\s)?(?:by|von|durch|par|por|da|dal|door|av|af|przez|de c\u0103tre))\s"
    r"(?:(?:Dr|Prof|Herrn?|Mr)\.?\s)?$"
)
# The whole of a heading: who exhibits, plays or is sold below it.
_OCCASION = re.compile(
    r"(?:(?:unsere|aktuelle|kommende|our|upcoming|current|next|past|nos|prochain(?:e?s)?|nuestr[ao]s|proxim[ao]s"
    r"|i nostri|prossim[ei]|onze|vores|vare|nase|nasze|de) )?"
    rf"(?:{any_phrase(map(folded, phrases_of(word_lists('owner_words.toml')['occasions'])))}) ?:?"
)
_LONGEST_HEADING, _MOST_LINES = 40, 60
_LIFETIME = re.compile(r"\(?\*?\s?(?:1[5-8]\d\d|19[0-5]\d)\s?[-\u2013]\s?\u2020?\s?(?:1[5-9]|20)\d\d\)?")


def lines_of_occasions(lines: Sequence[Line]) -> frozenset[int]:
    """The lines below a heading such as "Exhibitions", to the next that is no name; not those of the footer."""
    indexes: set[int] = set()
    left_at = 0
    for index, line in enumerate(lines):
        if line.is_heading and not line.in_navigation:
            if _is_occasion(line.text):
                left_at = index + _MOST_LINES
            elif name_of(line.text) is None:
                left_at = 0
        if index < left_at and not line.in_footer:
            indexes.add(index)
    return frozenset(indexes)


@lru_cache(maxsize=512)
def _is_occasion(heading: str) -> bool:
    return len(heading) <= _LONGEST_HEADING and _OCCASION.fullmatch(folded(heading)) is not None


def is_of_occasion(lines: Sequence[Line], index: int, name: str) -> bool:
    """Whether a line tells when somebody comes, came or wrote; who works here is named elsewhere as well."""
    text = lines[index].text
    if has_digit(text) and (_date_of(text) > 0 or _is_long_ago(text, name)):
        return True
    if name_of(text) is None:
        return False
    above, below = lines[index - 1].text if index else "", lines[index + 1].text if index + 1 < len(lines) else ""
    return _is_only_date(above) or _is_review(below) or _is_review(above)


def _date_of(text: str) -> int:
    """Where the date ends that a line begins with."""
    match = _DATE.match(folded(text[:_LONGEST_DATE]))
    if match is None or (match["weekday"] and match["weekday"] not in DAY_NUMBERS):
        return 0
    return match.end()


def _is_only_date(text: str) -> bool:
    if len(text) > _LONGEST_DATE or not has_digit(text) or (end := _date_of(text)) == 0:
        return False
    return _TIME.fullmatch(folded(text), end) is not None


def _is_review(text: str) -> bool:
    return 3 < len(text) <= _LONGEST_META and _REVIEWED.fullmatch(folded(text).strip(" .\u00b7")) is not None


def _is_long_ago(text: str, name: str) -> bool:
    """`1921: Jane Doe opens the shop`, `founded in 1921 by Jane Doe`, `Jane Doe (1921-1987)`."""
    start = text.find(name)
    if start < 0:
        return False
    return _LONG_AGO.search(text[:start]) is not None or (_LIFETIME.match(text, start + len(name) + 1) is not None)
