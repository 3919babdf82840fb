"""What the parts of an address look like: a street before or after its number, a place, a unit, a remark."""

import re
from functools import cache, cached_property

from scrapersky.extract.addresses.vocabulary import (
    ADJECTIVES,
    CODE_LABELS,
    DISTRICT_MARKS,
    HOUSES,
    NO_PLACES,
    REGION_MARKS,
    TOWN_MARKS,
    UNITS,
    kinds_of_streets,
    languages_of,
)

LABEL = re.compile(r"^(?P<words>[^\W\d_][^\W\d_ -]{1,19}(?:\s[^\W_]{1,14}){0,4})(?<!\b[NnBb][ro])\s?[:\uff1a]\s?(?=\S)")
# A sign that may begin a gap leads: a search leaps to it, and does not try a choice at every letter.
PARTS = re.compile(
    r"[\s,;|·•\u060c.](?:(?<=\s)[,;|·•\u060c\n](?:\s|$)|(?<=[,;|·•\u060c\n])(?:\s|$)"
    r"|(?<=\s)(?:(?<!\d\s)[\u2013\u2014-]\s|[\u2013\u2014-]\s(?!\d{1,3}(?![\dºª°])))"
    r"|(?<=[^\W\d_]{4}\.)(?<!Edif\.)(?<!Prov\.)(?<![Cc]art\.)(?<![Ss]ect\.)(?<!Bulv\.)\s(?=[A-ZÀ-Þ]|\d{4})|(?<=\d\.)\s(?=\d{4})"
    r"|(?<=\s)(?=แขวง|ตำบล|เขต|อำเภอ|จังหวัด|กรุงเทพ))"
)
_LETTER = r"[^\W\d_]"
_VOWELS = "\u064b-\u0652\u0e31-\u0e4e"  # and other signs of Arabic and Thai that are no letters
_CAPITAL = r"(?![a-zà-öø-ÿа-я])[^\W\d_]"
_MARK = (
    r"(?:(?:n[.°ºr]{1,2}|no\.?\s?:?|num\.?|№|#|č\.(?:\s?p\.)?|čp\.|br\.|\u0431\u0440\.?|д\.|дом|буд\.|km|plot no\."
    r"|h\.\s?no\.|số|kap\u0131 no\.?\s?:?)\s?)?"
)
NUMBER = (
    rf"(?:(?i:{_MARK})(?:\d{{1,2}}\.\d{{3}}|[NSEO]\d{{1,3}}(?=-\d)|\d{{1,5}}(?:[.,]\d(?!\d))?)(?:{_LETTER}|bis|ter)?(?![^\W\d_])"
    rf"(?:\s?[-\u2013/]\s?(?:\d{{1,5}}{_LETTER}?|{_LETTER}\d{{0,2}}|[IVX]{{1,4}})(?!\w)){{0,3}}"
    rf"(?:\s(?:bis|ter|(?:[Pp]te|[Oo]te|[Nn]te|Poniente|Oriente|Norte|Sur)\.?)(?!\w)|\s[a-z](?:\s\d{{1,3}})?(?=[,.;]|$)|\s{_CAPITAL}(?![\w.:'\u2019])(?:\s\d{{1,3}}\b)?)?|(?i:s\.?n\.?c\.?|s/n\.?|s/nº|b\.?b\.?)(?!\w))"
)
_SMALL = r"(?:d[eiu]|del|dell[aeo]|dos?|das?|la|le|les|los|las|des|y|e|und|van|der|den|gen\.|św\.|im\.|od|na|pod|pri|v)"
# Where a Slavic street lies: `Pod lipami`.
_LIES = rf"(?:P(?:od|ri|red|ře[ds])|Ob|Na|Nad|Za|Med|Mezi|U|V|K)\s(?![A-Z]){_LETTER}{{3,15}}"
_NAME = (
    rf"(?!(?i:no|nr)\b)(?:[\"\u201e\u00ab]?(?:[a-z]{{1,2}}-)?{_CAPITAL}[\w.'\u2019\u0022\u201c\u201d\u00bb{_VOWELS}-]{{0,24}}"
    rf"|(?<!\d)\d{{1,5}}\.|(?<!\d)\d{{1,2}}(?:ης|[ªºηeo])?(?=\s(?:de\s)?{_CAPITAL})|{_SMALL})"
)
_NAMES = rf"(?!{_SMALL}\s)(?:{_LIES}|{_NAME})(?:\s{_NAME}){{0,4}}"
_KIND_END = r"(?:(?<=[./'\u2019\u0e00-\u0e7f])\s?|\s)"
_FIRST_NUMBER = (
    rf"(?:(?i:unit|shop|plot|no\.?|số)\s)?\d{{1,5}}(?:\s?[-\u2013/]\s?\d{{1,4}}){{0,2}}(?:\s?[-/]?{_LETTER}(?![\w.]))?"
    r"(?:\s(?:หมู่(?:ที่)?|ม\.|(?i:moo))\s?\d{1,2})?"
)
NUMBER_ALONE = re.compile(rf"(?:{NUMBER}|[IVX]{{1,4}}/\d{{1,4}})\.?")
# A road that has a number for its name, before a mile or a house: `BR 101, km 5`.
_ROAD = r"(?<![\w.-])[A-Z]{1,3}[\s-]?\d{1,4}(?=,?\s(?:[Kk][Mm]|[Nn][.°º])\.?\s?\d)"
_WITH_ORDINAL = r"(?:\s\d{1,3}(?=,?\s(?i:no|nr|n°|nº|№|#)))?"
NAME_AND_NUMBER = re.compile(
    rf"(?P<street>{_NAMES}{_WITH_ORDINAL}),?\s(?P<number>{NUMBER})\.?(?:\s(?:{UNITS})\b.{{0,12}})?"
)
# A house of a Thai village, which has a number for its name.
VILLAGE_HOUSE = re.compile(
    r"(?P<number>\d{1,4}(?:[/-]\d{1,4}){0,2}),?\s"
    r"(?P<village>(?i:moo|mu|m\.|village no\.?|\u0e2b\u0e21\u0e39\u0e48(?:\u0e17\u0e35\u0e48)?|\u0e21\.)\s?\d{1,2})"
)
# What a street's pattern took for its name though there is its number in it.
NAME_THEN_NUMBER = re.compile(rf"(?P<street>\S{{1,30}}\s.{{1,80}}?),?\s(?P<number>{NUMBER})(?![\w-])")
NUMBER_AND_NAME = re.compile(
    rf"(?P<number>(?i:số\s|no\.?\s)?(?:\d{{1,5}}(?:[/-]\d{{1,4}}){{0,2}}{_LETTER}?|\d{{1,3}}[A-Z]{{1,2}}\d{{1,2}})),?\s(?P<street>{_NAMES})"
)
_WORD = rf"{_CAPITAL}[\w.'\u2019\u0022\u05f3\u05f4{_VOWELS}-]*"
_DISTRICT_NUMBER = re.compile(r"(?<=\w{3})\s\d{1,2}$")
PLACE = re.compile(
    rf"{_WORD}(?:[\s-](?:{_WORD}|{_LETTER}{{1,5}})){{0,4}}"
    rf"(?:\s?\(\w[\w .]{{1,20}}\)|\s?/\s?{_CAPITAL}\w{{1,20}})?"
)
COUNTY = re.compile(r"(?:Co\.?|County)\s[A-Z]")
_ENDS = r"(?:(?<=\.)|(?!\w))"
TOWN_MARK = re.compile(rf"^(?:{TOWN_MARKS}){_ENDS}\s?", re.IGNORECASE)
# What is said in brackets behind a number: which entrance, which floor.
REMARK = re.compile(r"(?<=[\w.])\s\((?=[^()]{5})[^()]{5,60}\)")
# How a sentence goes on from a street to its town: `in Via Pieve 41 a Vecchiano`.
IN_TOWN = re.compile(r"^(?:ad?|in|à|en|em|te|u|v|w|în|la)\s(?=[A-ZÀ-Þ\u0100-\u017f])")
ADJECTIVE = re.compile(rf"{ADJECTIVES}\s$")
CODE_LABEL = re.compile(rf"(?<!\w)(?:{CODE_LABELS})[\s.:]{{0,3}}(?=\d)", re.IGNORECASE)
WITHOUT_NUMBER = ("snc", "s.n.c", "s/n", "s/nº", "sn", " bb", " b.b.", " b.b")
# Languages in which the number stands before the street.
_NUMBER_FIRST = frozenset(("french", "english", "arabic", "thai", "vietnamese", "malay", "philippine", "maltese"))
_LONGEST_TOWN = 40
DIGIT = re.compile(r"\d")
UNIT = re.compile(rf"(?:{UNITS})(?![^\W\d_]).{{0,20}}", re.IGNORECASE)
DISTRICT_MARK = re.compile(rf"(?:{DISTRICT_MARKS}){_ENDS}", re.IGNORECASE)
REGION_MARK = re.compile(
    rf"(?i:{REGION_MARKS}){_ENDS}|[A-Z]{{2}}$|[A-Z][a-z]{{1,3}}\.$|(?:[A-Z]\.){{2,3}}$"
    r"|.{3,25}\s(?i:обл\.?|область|megye|county|province)$"
)


def is_town(text: str) -> bool:
    """Whether a part may be the name of a town."""
    bare = TOWN_MARK.sub("", text)
    return (
        bool(bare)
        and len(bare) <= _LONGEST_TOWN
        and PLACE.fullmatch(bare) is not None
        and NO_PLACES.isdisjoint(bare.lower().replace(".", " ").split())
    )


def is_town_or_district(text: str) -> bool:
    """Whether a part beside a street may be a town, or one of its districts that have numbers: `Praha 4`."""
    return is_town(_DISTRICT_NUMBER.sub("", text))


class StreetPatterns:
    """How languages name streets: before the number, behind it, or with none; each is made when it is asked for."""

    def __init__(self, languages: tuple[str, ...]) -> None:
        self._languages = languages

    @cached_property
    def named(self) -> re.Pattern[str]:
        """A street with its number behind it, or at the end of a part without any."""
        # A house that bears a name may stand between a street and its number.
        house = rf"(?:\s{_NAMES}\s(?i:{HOUSES})\.?)?" if "turkish" in self._languages else ""
        number = rf"(?:,\s|\s|(?<=\.))(?P<number>{NUMBER})(?![\w-])"
        return re.compile(rf"(?P<street>(?:{_named(self._languages)}){house})(?:{number}|$)")

    @cached_property
    def behind_number(self) -> re.Pattern[str]:
        languages = _NUMBER_FIRST.intersection(self._languages)
        street = _named(tuple(sorted(languages))) if languages else "(?!)"
        return re.compile(rf"(?<![\w#-])(?P<number>{_FIRST_NUMBER}),?\s(?P<street>{street})")


@cache
def street_patterns(country: str) -> StreetPatterns:
    return _patterns_of(languages_of(country))


@cache
def _patterns_of(languages: tuple[str, ...]) -> StreetPatterns:
    return StreetPatterns(languages)


def _named(languages: tuple[str, ...]) -> str:
    """A street that one of the languages' words tells to be one."""
    kinds_before, kinds_after = (kinds_of_streets(languages, section) for section in ("kinds_before", "kinds_after"))
    numbered = rf"|(?:{_NAMES}\s)?(?<!\d)\d{{2,5}}\.?" if "turkish" in languages else ""
    named = []
    if kinds_before:
        named.append(
            rf"(?<![\w.])(?:(?i:{kinds_before})){_KIND_END}(?:(?:{_NAME}|{_LETTER}{{2,15}}|\d{{1,4}})\s){{0,5}}"
            rf"(?:{_NAME}|[A-Z]{{0,3}}\d{{1,4}}(?:/\d{{1,3}})?{_LETTER}?|[\u0430-\u0451]{{2,12}}(?=,|$))(?!\w)"
        )
    if kinds_after:
        named.append(rf"(?:{_NAMES}(?:\s\d{{1,2}})?{numbered})\s(?i:{kinds_after})(?!\w)")
    if "english" in languages:
        named[-1] += (
            r"(?:\s(?i:corner|cor\.|cnr\.?)\s[^\W\d_][^,;|\d]{2,40})?"
            r"(?:\s(?i:north|south|east|west|central|extension)\b|\s\d{1,2}(?![\w/-]))?"
        )
        named.append(r"(?i:street|road|sector)\s\d{1,3}[A-Z]?(?!\w)")
    if kinds_before:
        named.append(_ROAD)
    return "|".join(named) or "(?!)"
