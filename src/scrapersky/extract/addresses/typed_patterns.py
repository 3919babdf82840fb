"""What the parts of an address look like: a street before or after its number, a place, a unit, a remark."""

import re

from scrapersky.extract.addresses.vocabulary import (
    ADJECTIVES,
    CODE_LABELS,
    HOUSES,
    KINDS_AFTER,
    KINDS_BEFORE,
    TOWN_MARKS,
    UNITS,
)
from scrapersky.extract.phrases import first_words, has_word, letters_of

LABEL = re.compile(r"^(?P<words>[^\W\d_][^\W\d_ -]{1,19}(?:\s[^\W_]{1,14}){0,4})(?<!\b[NnBb][ro])\s?[:\uff1a]\s?(?=\S)")
PARTS = re.compile(
    r"\s?[,;|·•\u060c\n](?:\s|$)|(?<!\d)\s[\u2013\u2014-]\s|\s[\u2013\u2014-]\s(?!\d{1,3}(?!\d))|(?<=[^\W\d_]{4})\.\s(?=[A-ZÀ-Þ]|\d{4})|(?<=\d)\.\s(?=\d{4})"
    r"|\s(?=แขวง|ตำบล|เขต|อำเภอ|จังหวัด|กรุงเทพ)"
)
PART_MARKS = re.compile(r"[,;|·•\u060c\n\u2013\u2014.\u0e00-\u0e7f-]")
_LETTER = r"[^\W\d_]"
_CAPITAL = r"(?![a-zà-öø-ÿа-я])[^\W\d_]"
_MARK = r"(?:(?:n[.°ºr]{1,2}|no\.?\s?:?|num\.?|№|#|č\.|br\.|д\.|дом|буд\.|km|plot no\.|h\.\s?no\.)\s?)?"
NUMBER = (
    rf"(?:(?i:{_MARK})(?:\d{{1,2}}\.\d{{3}}|\d{{1,5}}(?:,\d)?)(?:{_LETTER}|bis|ter)?(?![^\W\d_])"
    rf"(?:\s?[-\u2013/]\s?(?:\d{{1,5}}{_LETTER}?|{_LETTER}|[IVX]{{1,4}})(?!\w)){{0,3}}"
    rf"(?:\s(?:bis|ter|(?:[Pp]te|[Oo]te|[Nn]te|Poniente|Oriente|Norte|Sur)\.?)(?!\w)|\s[a-z](?=[,.;]|$)|\s{_CAPITAL}(?![\w.:'\u2019])(?:\s\d{{1,3}}\b)?)?|(?i:s\.?n\.?c\.?|s/n\.?|s/nº)(?!\w))"
)
_SMALL = r"(?:d[eiu]|del|dell[aeo]|dos?|das?|la|le|les|los|las|des|y|e|und|van|der|den|gen\.|św\.|im\.)"
_NAME = (
    rf"(?:[\"\u201e\u00ab]?{_CAPITAL}[\w.'\u2019\u0022\u201c\u201d\u00bb\u0e31-\u0e4e-]{{0,24}}|\d{{1,4}}\.|{_SMALL})"
)
_NAMES = rf"(?!{_SMALL}\s){_NAME}(?:\s{_NAME}){{0,4}}"
_KIND_END = r"(?:(?<=[./'\u2019\u0e00-\u0e7f])\s?|\s)"
_BEFORE = (
    rf"(?<![\w.])(?:(?i:{KINDS_BEFORE})){_KIND_END}(?:(?:{_NAME}|{_LETTER}{{2,15}}|\d{{1,4}})\s){{0,5}}"
    rf"(?:{_NAME}|\d{{1,4}}{_LETTER}?|[\u0430-\u0451]{{2,8}}(?=,|$))(?!\w)"
)
_CORNER = rf"(?:\s(?i:corner|cor\.|cnr\.?)(?:\sof)?\s{_NAMES}\s(?i:{KINDS_AFTER})(?!\w))?"
_AFTER = (
    rf"{_NAMES}\s(?i:{KINDS_AFTER})(?!\w){_CORNER}(?:\s(?i:north|south|east|west|extension)\b|\s\d{{1,2}}(?![\w/-]))?"
    r"|(?i:street|road|sector)\s\d{1,3}[A-Z]?(?!\w)"
)
_KIND = rf"(?P<street>{_BEFORE}|{_AFTER})"
# A house that bears a name may stand between a street and its number.
_HOUSE = rf"(?:\s{_NAMES}\s(?i:{HOUSES})\.?)?"
STREET_AND_NUMBER = re.compile(
    rf"(?P<street>(?:{_BEFORE}|{_AFTER}){_HOUSE})(?:,\s|\s|(?<=\.))(?P<number>{NUMBER})(?![\w-])"
)
_FIRST_NUMBER = (
    rf"(?:(?i:unit|shop|plot|no\.?)\s)?\d{{1,5}}(?:\s?[-\u2013/]\s?\d{{1,4}}){{0,2}}(?:\s?[-/]?{_LETTER}(?![\w.]))?"
    r"(?:\s(?:หมู่(?:ที่)?|ม\.|(?i:moo))\s?\d{1,2})?"
)
NUMBER_AND_STREET = re.compile(rf"(?<![\w#-])(?P<number>{_FIRST_NUMBER}),?\s(?P<street>{_BEFORE}|{_AFTER})")
STREET_ALONE = re.compile(rf"{_KIND}$")
_KINDS = f"{KINDS_BEFORE}|{KINDS_AFTER}".replace("\\", "").replace("?", "").split("|")
_KIND_WORDS = first_words(_KINDS)
# Thai writes no blanks between words; the others are letters that a pattern takes for an i, an s or a k.
_WITHOUT_WORDS = re.compile("[\u0e00-\u0e7f\u0130\u0131\u017f\u212a]")
_NUMBERED_KIND = re.compile("street|road|sector", re.IGNORECASE)
NUMBER_ALONE = re.compile(rf"(?:{NUMBER}|[IVX]{{1,4}}/\d{{1,4}})\.?")
NAME_AND_NUMBER = re.compile(rf"(?P<street>{_NAMES}),?\s(?P<number>{NUMBER})\.?(?:\s(?:{UNITS})\b.{{0,12}})?")
NUMBER_AND_NAME = re.compile(rf"(?P<number>\d{{1,5}}(?:[/-]\d{{1,4}})?{_LETTER}?),?\s(?P<street>{_NAMES})")
_WORD = rf"{_CAPITAL}[\w.'\u2019-]*"
PLACE = re.compile(
    rf"{_WORD}(?:[\s-](?:{_WORD}|{_LETTER}{{1,5}})){{0,4}}(?:\s?\(\w[\w .]{{1,20}}\)|\s?/\s?{_CAPITAL}\w{{1,20}})?"
)
COUNTY = re.compile(r"(?:Co\.?|County)\s[A-Z]")
TOWN_MARK = re.compile(rf"^(?:{TOWN_MARKS})\s?", re.IGNORECASE)
# What is said in brackets behind a number: which entrance, which floor.
REMARK = re.compile(r"(?<=[\w.])\s\((?=[^()]{5})[^()]{5,60}\)")
ADJECTIVE = re.compile(rf"{ADJECTIVES}\s$")
_CODE_LABEL_WORDS = frozenset(
    letters_of("".join(pieces[:count]))[0]
    for label in CODE_LABELS.split("|")
    for pieces in [label.split(r"\.?")]
    for count in range(1, len(pieces) + 1)
)
CODE_LABEL = re.compile(rf"(?<!\w)(?:{CODE_LABELS})[\s.:]{{0,3}}(?=\d)", re.IGNORECASE)
WITHOUT_NUMBER = ("snc", "s.n.c", "s/n", "s/nº", "sn")
DIGIT = re.compile(r"\d")
UNIT = re.compile(rf"(?:{UNITS})(?![^\W\d_]).{{0,20}}", re.IGNORECASE)


def may_name_street(text: str) -> bool:
    """Whether a kind of street is among the words: looking them up takes a tenth of a search for the whole street."""
    return (
        has_word(text, _KIND_WORDS)
        or _NUMBERED_KIND.search(text) is not None
        or (not text.isascii() and _WITHOUT_WORDS.search(text) is not None)
    )


def may_label_code(text: str) -> bool:
    """Whether a word that a label of postal codes begins with is among the words."""
    return not _CODE_LABEL_WORDS.isdisjoint(letters_of(text))
