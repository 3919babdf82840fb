"""A search phrase in its two halves: what is looked for, and where."""

import re
from dataclasses import dataclass

from scrapersky.clients.places.errors import EmptyPhrase
from scrapersky.curation_sdk.declaring import storable
from scrapersky.extract.folding import folded

LONGEST_PHRASE = 200
_BETWEEN = re.compile(r"\s(?:in|near|around|bei|près de|cerca de|vicino a|nabij|w|em|nära)\s", re.IGNORECASE)

# From 10 on: 5 Guys, 7 Eleven and 4 Seasons are names. Of others the word behind tells what is counted.
_HOW_MANY = re.compile(
    r"(?:the )?(?:first |best |top )?([1-9]\d{1,4}) "
    r"(?!(?:h|hrs?|hours?|stars?|cents?|days?|min(?:ute)?s?|years?|degrees)\b)",
    re.IGNORECASE,
)
_WITH = re.compile(
    r",? (?:with|having|mit|avec|con) (?:an? |their |eine[rm]? )?(e-?mails?|phones?|telefon|websites?|webseiten?)"
    r"(?: ?-?(?:address(?:es)?|adressen?|numbers?))?$",
    re.IGNORECASE,
)
_CALLED = {"e": "e-mail", "p": "phone", "t": "phone", "w": "website"}
_ENDINGS = (("ies", "y"), ("shes", "sh"), ("ches", "ch"), ("sses", "ss"), ("xes", "x"), ("s", ""))


@dataclass(frozen=True, slots=True)
class Phrase:
    """`limit` and `only_with` are what people say beside it: how many they want, and what each is to have."""

    what: str
    area: str
    limit: int | None = None
    only_with: str | None = None


def parse_phrase(phrase: str, area: str | None = None) -> Phrase:
    """The last "in" divides; an area given apart leaves the phrase whole.

    >>> parse_phrase("50 dentists with e-mail in Austin, TX")
    Phrase(what='dentists', area='Austin, TX', limit=50, only_with='e-mail')
    >>> parse_phrase("24 hour locksmiths in Leeds").what
    '24 hour locksmiths'

    >>> parse_phrase("dentists in Austin, TX")
    Phrase(what='dentists', area='Austin, TX', limit=None, only_with=None)
    >>> parse_phrase("walk in clinics in Leeds").what, parse_phrase("walk in clinics", area="Leeds").what
    ('walk in clinics', 'walk in clinics')
    """
    words = " ".join(storable(phrase).split())
    where = " ".join(storable(area or "").split())
    if not words:
        raise EmptyPhrase('Say what to look for and where, such as "dentists in Austin, TX".')
    if len(words) > LONGEST_PHRASE or len(where) > LONGEST_PHRASE:
        raise EmptyPhrase(f"The phrase is longer than {LONGEST_PHRASE} characters.")
    if where:
        return _understood(words, where)
    divisions = list(_BETWEEN.finditer(words))
    if not divisions:
        raise EmptyPhrase(f'Say where to look for "{words}", such as "{words} in Austin, TX".')
    last = divisions[-1]
    return _understood(words[: last.start()].strip(" ,"), words[last.end() :].strip(" ,"))


def _understood(what: str, area: str) -> Phrase:
    """Words that only say how many, or with what, would be looked for in names."""
    many = _HOW_MANY.match(what)
    with_what = _WITH.search(what)
    rest = what[many.end() if many else 0 : with_what.start() if with_what else None].strip(" ,")
    if not rest:
        return Phrase(what, area)
    only_with = _CALLED[with_what[1][0].lower()] if with_what else None
    return Phrase(rest, area, int(many[1]) if many else None, only_with)


def singular(words: str) -> str:
    """Of the last word, as English does it; good enough to look it up.

    >>> singular("Dentists"), singular("bakeries"), singular("hair salons"), singular("business")
    ('dentist', 'bakery', 'hair salon', 'business')
    """
    head, _, last = folded(" ".join(words.split())).rpartition(" ")
    for ending, instead in _ENDINGS:
        if last.endswith(ending) and not last.endswith("ss") and len(last) > len(ending) + 1:
            last = last.removesuffix(ending) + instead
            break
    return f"{head} {last}".strip()
