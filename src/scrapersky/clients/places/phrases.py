"""A search phrase in its two halves: what is looked for, and where."""

import re
from dataclasses import dataclass

from scrapersky.clients.places.errors import EmptyPhrase
from scrapersky.curation_sdk.declaring import storable

LONGEST_PHRASE = 200
_BETWEEN = re.compile(r"\s(?:in|near|around|bei|près de|cerca de|vicino a|nabij|w|em|nära)\s", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Phrase:
    what: str
    area: str


def parse_phrase(phrase: str, area: str | None = None) -> Phrase:
    """The last "in" divides; an area given apart leaves the phrase whole.

    >>> parse_phrase("dentists in Austin, TX")
    Phrase(what='dentists', area='Austin, TX')
    >>> parse_phrase("walk in clinics in Leeds")
    Phrase(what='walk in clinics', area='Leeds')
    >>> parse_phrase("walk in clinics", area="Leeds")
    Phrase(what='walk in clinics', area='Leeds')
    """
    words = " ".join(storable(phrase).split())
    where = " ".join(storable(area or "").split())
    if not words:
        raise EmptyPhrase('Say what to look for and where, such as "dentists in Austin, TX".')
    if len(words) > LONGEST_PHRASE or len(where) > LONGEST_PHRASE:
        raise EmptyPhrase(f"The phrase is longer than {LONGEST_PHRASE} characters.")
    if where:
        return Phrase(words, where)
    divisions = list(_BETWEEN.finditer(words))
    if not divisions:
        raise EmptyPhrase(f'Say where to look for "{words}", such as "{words} in Austin, TX".')
    last = divisions[-1]
    return Phrase(words[: last.start()].strip(" ,"), words[last.end() :].strip(" ,"))
