"""Who made what is for sale or on show: names above a title and a price, as in galleries and bookshops."""

import re
from collections import Counter
from collections.abc import Container, Iterable, Sequence

from scrapersky.extract.folding import folded
from scrapersky.extract.pages.lines import Line
from scrapersky.extract.people.person import Person
from scrapersky.extract.people.sighting import MAX_BLOCKS_BETWEEN
from scrapersky.extract.phrases import any_phrase, has_digit, phrases_of, word_lists

_LINES_OF_WORK = 4
_LONGEST_PRICE, _LONGEST_LABEL = 40, 160
_MOST_WORDS = 4
_LEAST_MAKERS = 2
_CURRENCY = (
    r"(?:[\u20ac$\u00a3\u00a5\u20b9\u20bd\u20b4\u20ba]|eur|usd|gbp|chf|z\u0142|pln|kr|sek|nok|dkk"
    r"|k\u010d|ft|huf|lei|ron|\u043b\u0432|tl)"
)
_AMOUNT = r"\d{1,3}(?:[.,'\u2019\s]?\d{3}){0,3}(?:[.,]\d\d)?(?:,-|\.-)?"
_PRICE = re.compile(rf"(?:{_CURRENCY}\s?{_AMOUNT}|{_AMOUNT}\s?{_CURRENCY}(?!\w))", re.IGNORECASE)
_SIZE = re.compile(
    r"\d{1,4}(?:[.,]\d{1,2})?\s?(?:cm|mm|in|[\"\u2033])?\s?[x\u00d7]\s?\d{1,4}(?:[.,]\d{1,2})?[^\n]{0,16}?"
    r"(?:cm|mm|in(?:ch(?:es)?)?\b|[\"\u2033]|\u0441\u043c)|\bISBN\b",
    re.IGNORECASE,
)
_WORDS = word_lists("works.toml")
_SOLD = re.compile(rf"(?:{any_phrase(phrases_of(_WORDS['sold']))})\W{{0,3}}")
_MEDIUM = re.compile(rf"(?<!\w)(?:{any_phrase(phrases_of(_WORDS['mediums']))})(?!\w)")


def lines_of_makers(lines: Sequence[Line], seen: Iterable[tuple[int, Person]]) -> frozenset[int]:
    """The lines of those who stand above a price, a size or a medium as others do, each with another work.

    Those of whom most have a known role offer their own work: a price below `Stylist` is what an hour with her costs.
    """
    people = {index: person for index, person in seen if not (person.email or person.phone)}
    if len({person.name for person in people.values()}) < _LEAST_MAKERS:
        return frozenset()
    works = {index: work for index in people if (work := _work_below(lines, index, people)) is not None}
    if len({people[index].name for index in works}) < _LEAST_MAKERS:
        return frozenset()
    told = Counter(bool(people[index].role) for index in works)
    titles = [title for title in works.values() if title]
    is_price_list = told[True] * 2 > told[False] or 0 < len(set(titles)) * 2 <= len(titles)
    return frozenset() if is_price_list else frozenset(works)


def _work_below(lines: Sequence[Line], index: int, people: Container[int]) -> str | None:
    """What stands between a name and the price of it; nothing where no price stands near, or another name before it."""
    if _labels_work(lines[index].text):
        return lines[index].text
    between: list[str] = []
    for at in range(index + 1, min(len(lines), index + 1 + _LINES_OF_WORK)):
        before, line = lines[at - 1], lines[at]
        if at in people or line.block - before.block > MAX_BLOCKS_BETWEEN:
            return None
        if _tells_price(line.text) or _labels_work(line.text):
            return " ".join(between)
        between.append(line.text)
    return None


def _tells_price(text: str) -> bool:
    if len(text) > _LONGEST_PRICE or text.count(" ") >= _MOST_WORDS:
        return False
    return (has_digit(text) and _PRICE.search(text) is not None) or _SOLD.fullmatch(folded(text)) is not None


def _labels_work(text: str) -> bool:
    if len(text) > _LONGEST_LABEL:
        return False
    return (has_digit(text) and _SIZE.search(text) is not None) or _MEDIUM.search(folded(text)) is not None
