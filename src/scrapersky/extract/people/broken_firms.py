"""Firms whose name goes on in the next line: what reads like a name in the first of the two is nobody's."""

import re
from collections.abc import Iterator, Sequence

from scrapersky.extract.folding import folded
from scrapersky.extract.pages.lines import Line
from scrapersky.extract.people.name import Name
from scrapersky.extract.people.name_words import is_given
from scrapersky.extract.people.roles import role_of_several
from scrapersky.extract.people.vocabulary import NOT_NAMES, ORGANISATION_ENDS

# As firms write them: in small letters most of these are words.
_LEGAL_FORM = re.compile(
    r"[\s,-]\s?(?:GmbH|mbH|UG|KG|OHG|GbR|AG|e\.\s?[KU]\.?|L[Tt][Dd]\.?|LLC|LLP|Inc\.?|Corp\.?|PLC|B\.?V\.?|N\.?V\.?|BVBA|SARL|SAS|EURL"
    r"|S\.?\s?[Rr]\.?\s?[Ll]\.?S?|S\.?[Pp]\.?[Aa]\.?|S\.?L\.?U?\.?|S\.?A\.?|L[Dd][Aa]\.?|Ltda\.?|s\.?\s?r\.?\s?o\.?|a\.\s?s\.|d\.?\s?o\.?\s?o\.?"
    r"|[Ss]p\.\s?z\s?o\.?\s?o\.?|Kft\.?|Bt\.?|Zrt\.?|SIA|Sia|UAB|O[\u00dc\u00fc]|AB|ApS|A/S|AS|Oy|OY|Oyj|\u041e\u041e\u041e|\u0415?\u041e\u041e\u0414|\u0414\u041e\u041e|\u0414\u041e\u041e\u0415\u041b|\u0422\u041e\u0412)$"
)
_LONGEST = 60


def lines_of_broken_firms(lines: Sequence[Line], names: Sequence[Name | None]) -> frozenset[int]:
    """The lines that are a name, and with the one that a break parts from them a firm: `Jane Doe`, `Brokers, Ltd`.

    The second line begins with a word of business: below somebody may stand the firm, by its own name.
    """
    named = [index for index, name in enumerate(names) if name is not None]
    return frozenset(at for index in named for at in _broken(lines, index))


def _broken(lines: Sequence[Line], index: int) -> Iterator[int]:
    for second in (index, index + 1):
        if (
            0 < second < len(lines)
            and lines[second].block == lines[second - 1].block
            and _ends_firm(lines[second].text)
        ):
            yield index


def _ends_firm(text: str) -> bool:
    if len(text) > _LONGEST or (form := _LEGAL_FORM.search(text)) is None:
        return False
    words = text[: form.start()].rstrip(" ,").split()
    first = folded(words[0]).strip(",.-") if words else ""
    is_business = first in NOT_NAMES or first in ORGANISATION_ENDS or bool(first and role_of_several(first))
    return is_business and not is_given(first)
