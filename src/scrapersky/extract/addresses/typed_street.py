"""A street among the parts of a row: by a word for streets, or by a name and a number where an address is expected."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from scrapersky.extract.addresses.address import is_number_first
from scrapersky.extract.addresses.contact_cards import is_channel
from scrapersky.extract.addresses.patterns import GERMANIC_WORD_ENDS, NUMBERED_THING
from scrapersky.extract.addresses.typed_patterns import (
    ADJECTIVE,
    DISTRICT_MARK,
    NAME_AND_NUMBER,
    NAME_THEN_NUMBER,
    NUMBER_ALONE,
    NUMBER_AND_NAME,
    REGION_MARK,
    TOWN_MARK,
    UNIT,
    VILLAGE_HOUSE,
    WITHOUT_NUMBER,
    is_town,
    is_town_or_district,
    street_patterns,
)
from scrapersky.extract.addresses.typed_row import WITHOUT_NUMBERS, Row, code_in
from scrapersky.extract.addresses.vocabulary import NUMBERED
from scrapersky.extract.folding import folded
from scrapersky.extract.opening_hours.vocabulary import DAY_NUMBERS, FULL_DAYS
from scrapersky.extract.phrases import has_digit, words

_LONG_WORD = 7
_DAYS = frozenset(FULL_DAYS)
_MOST_OTHERS = 4
_DIGITS = re.compile(r"\s\d+$")
_FIRST_WORD = re.compile(r"[^\W\d_]{2,16}")
_WITH_DISTRICTS = words("BR")
_YEAR = re.compile(r"(?:19|20)\d\d")
_MARKED_HOUSE = re.compile(r"(?:д\.|дом\s|буд\.|№)", re.IGNORECASE)
_HOUSE_AHEAD = re.compile(r"\d{1,3}[A-Za-z]?")  # of a street as strangers write it: `12 Via Roma`
_MARKED = re.compile(r"(?:no|nr|n[.°º]|№|#|b\.?b|br\.|\u0431\u0440|čp|č\.|s/n)", re.IGNORECASE)
# Where a number in the name is part of it: `12, Jalan Industri 2`, `1752 Sokak`.
_NUMBERED_NAMES = words("MY SG BN TR")
# Where houses have numbers as long as codes.
_NUMBERS_LIKE_CODES = words("AR")
# Where the town may stand before its street.
TOWN_FIRST = words("RO MD BG RU UA BY KZ KG UZ PL CZ SK HU EE LV LT RS BA ME MK GR CY GE AM AZ")
_REACH = 5


@dataclass(frozen=True, slots=True)
class Street:
    """A street's name and number, and the parts it was read from."""

    name: str
    number: str
    first: int
    last: int
    rest: str = ""
    before: str = ""
    is_named: bool = True
    unit: str = ""

    @property
    def is_sure(self) -> bool:
        """A kind of street and a name, with a number or with a shop, a plot or a floor on it."""
        return self.is_named and bool(self.number or self.unit)


def may_be_street(text: str, country: str) -> bool:
    """Whether a part is worth to be seen with those around it: most say nothing of a street."""
    if _named_street(text, country) is not None:
        return True
    bare = NUMBER_AND_NAME if is_number_first(country) else NAME_AND_NUMBER
    return _has_number(text) and (bare.match(text) is not None or NUMBER_ALONE.fullmatch(text) is not None)


@lru_cache(maxsize=2_048)
def _named_street(text: str, country: str) -> re.Match[str] | None:
    """By a word for streets; whether a part may be one is asked first, then which."""
    has_number, patterns = _has_number(text), street_patterns(country)
    match = patterns.behind_number.search(text) if has_number and is_number_first(country) else None
    match = match or patterns.named.search(text)
    if has_number and (match is None or not match["number"]):
        match = patterns.behind_number.search(text) or match
    return match


def _has_number(text: str) -> bool:
    return has_digit(text) or text.lower().endswith(WITHOUT_NUMBER)


def street_at(row: Row, index: int) -> Street | None:
    """The street that a part names, if any."""
    text = row.text(index)
    if UNIT.fullmatch(text) or "24/7" in text:
        return None
    if row.country == "TH" and (house := VILLAGE_HOUSE.fullmatch(text)) is not None:
        return _in_village(row, index, house)
    match = _named_street(text, row.country)
    if match is None:
        return _by_number(row, index) if _has_number(text) else None
    name, number, rest = _with_adjective(text, match), match["number"], text[match.end() :]
    if not number and row.country not in _NUMBERED_NAMES and (numbered := NAME_THEN_NUMBER.match(name)):
        rest = name[numbered.end() :] + rest
        name, number = numbered["street"], numbered["number"]
    before = text[: text.find(name)].strip(" ,.")
    if not number:
        beside = _with_number_beside(row, index, name)
        is_ahead = not (beside.number or has_digit(name)) and _HOUSE_AHEAD.fullmatch(before) is not None
        return replace(beside, number=before) if is_ahead else replace(beside, before=before)
    return Street(name, number, index, index, rest.strip(" .()"), before)


def _in_village(row: Row, index: int, house: re.Match[str]) -> Street:
    """`41/2 Moo 5`, and the road through the village where the next part is one."""
    road = _named_street(row.text(index + 1), row.country) if row.is_one_block(index) else None
    is_road = road is not None and not road["number"] and road[0] == row.text(index + 1)
    name = f"{house['village']} {row.text(index + 1)}" if is_road else house["village"]
    return Street(name, house["number"], index, index + is_road)


def _by_number(row: Row, index: int) -> Street | None:
    """A name and a number that no word tells to be a street."""
    text = row.text(index)
    bare = NUMBER_AND_NAME if is_number_first(row.country) else NAME_AND_NUMBER
    if NUMBER_ALONE.fullmatch(text):
        return _house_of_part_before(row, index)
    match = bare.match(text)
    rest = text[match.end() :].strip(" -\u2013") if match else ""
    if (rest and (is_number_first(row.country) or not is_town(rest))) or NUMBERED_THING.match(text):
        return None
    if match is not None and folded(match["street"]) in _DAYS:
        return None
    is_numbered = match is not None and not NUMBERED.isdisjoint(match["street"].lower().split())
    is_told = match is not None and not (rest or is_numbered) and _tells_street(row, index, match["street"])
    may_be_code = code_in(text, row.country) is not None and row.country not in _NUMBERS_LIKE_CODES
    if match is None or (may_be_code and not is_told):
        return None
    is_named = is_told or (row.is_labelled and index == 0) or _is_card_line(row, index, match)
    return (
        Street(match["street"], match["number"], index, index, rest, is_named=is_named)
        if is_named or not rest
        else None
    )


def _house_of_part_before(row: Row, index: int) -> Street | None:
    """`Lunca, nr. 12, jud. Alba`: in a village without streets, or on one that is told by a name alone."""
    name = row.text(index - 1)
    if not row.is_one_line(index - 1) or not is_town(name):
        return None
    is_told = row.is_told and _MARKED.match(row.text(index)) is not None
    is_told = is_told or _tells_street(row, index, name) or _is_before_town(row, index)
    return Street(name, row.text(index), index - 1, index) if is_told else None


def _is_before_town(row: Row, index: int) -> bool:
    """Whether a name, a number alone and a town are all of a line among contacts: `Lunca, 12, Alba`."""
    is_whole = index == row.first + 1 and row.is_one_line(index) and not row.is_one_line(index + 1)
    is_house = is_whole and not is_number_first(row.country) and not _YEAR.fullmatch(row.text(index))
    return is_house and is_town_or_district(row.text(index + 1)) and row.is_among_contacts


def _is_card_line(row: Row, index: int, street: re.Match[str]) -> bool:
    """Whether a name, a number and a town are all of a line among contacts, or a label calls it an address."""
    line = [at for at, (_, line) in enumerate(row.parts) if line == row.own_line]
    own = [at for at in line if at == index or not is_channel(row.text(at))]
    others = [row.text(at) for at in own if at != index]
    if not others and row.is_one_block(index) and is_town(row.text(index + 1)):
        others = [row.text(index + 1)]
    is_card = (len(own) < len(line) and line[0] == index) or row.is_among_contacts
    towns = [text for text in (*others, row.text(index)[street.end() :].strip()) if is_town_or_district(text)]
    before = [row.text(at) for at in own if at < index and not _is_detail(row.text(at))]
    is_odd = any(not (is_town_or_district(text) or _is_detail(text)) for text in others) or len(before) > 1
    if is_odd or not _may_be_street(row, street) or (before and row.country not in TOWN_FIRST):
        return False
    if not is_number_first(row.country) and (row.is_told or _MARKED.match(street["number"])):
        return is_card
    return bool(towns) and len(others) <= _MOST_OTHERS and is_card


def _is_detail(text: str) -> bool:
    return any(mark.match(text) is not None for mark in (UNIT, DISTRICT_MARK, REGION_MARK))


def _may_be_street(row: Row, street: re.Match[str]) -> bool:
    if is_number_first(row.country) and not row.is_told:
        return False
    return not (
        NUMBERED_THING.match(street[0])
        or NUMBERED_THING.match(f"{street['street'].rpartition(' ')[2]} {street['number']}")
        or not NUMBERED.isdisjoint(street["street"].lower().split())
        or _YEAR.fullmatch(street["number"])
        or not is_town(_DIGITS.sub("", street["street"]).strip().rpartition(" ")[2])
    )


def _with_adjective(text: str, street: re.Match[str]) -> str:
    """`Большой проспект`: what the street is like stands before the word for it."""
    before = ADJECTIVE.search(text, 0, street.start("street")) if not text.isascii() else None
    return f"{before[0]}{street['street']}" if before is not None else street["street"]


def _tells_street(row: Row, index: int, name: str) -> bool:
    """A name that ends as streets do, or one beside what is marked as a town, a floor, a flat or a district."""
    if row.is_one_block(index - 1) and TOWN_MARK.match(row.text(index - 1)) and is_town(row.text(index - 1)):
        return True
    after = row.text(index + 1) if row.is_one_line(index) else ""
    if UNIT.match(after) or TOWN_MARK.match(after) or DISTRICT_MARK.match(after):
        return True
    last = name.rsplit(maxsplit=1)[-1].lower()
    return last.endswith(GERMANIC_WORD_ENDS) and len(last) >= _LONG_WORD


def _is_district(text: str, country: str) -> bool:
    """`Rua Direita, 12 Centro`: a part of the town right behind the number, where each address tells one."""
    is_marked = DISTRICT_MARK.match(text) is not None
    return is_town(text) and (is_marked or country in _WITH_DISTRICTS)


def _begins_hours(text: str) -> bool:
    """`вул. Садова, 4 Пн-Пт 9:00`: when it is open follows on the line."""
    word = _FIRST_WORD.match(folded(text))
    return word is not None and word[0] in DAY_NUMBERS and has_digit(text)


def _with_number_beside(row: Row, index: int, name: str) -> Street:
    for after in (index + 1, index + 2):
        number = NUMBER_ALONE.match(row.text(after)) if not code_in(row.text(after), row.country) else None
        unit = row.text(after)[number.end() :].strip() if number is not None else ""
        is_unit = UNIT.fullmatch(unit) is not None
        is_ended = not unit or is_unit or _is_district(unit, row.country) or _begins_hours(unit)
        if number is not None and (is_ended or _MARKED_HOUSE.match(number[0])):
            return Street(name, number[0].rstrip(". "), index, after, unit=unit if is_unit else "")
    units: list[str] = []
    first = index
    for before in range(index - 1, max(-1, index - _REACH), -1) if is_number_first(row.country) else ():
        if NUMBER_ALONE.fullmatch(row.text(before)):
            return Street(name, row.text(before), before, index, unit=", ".join(units))
        if UNIT.fullmatch(row.text(before)) is None:
            if before < index - 1:
                break
            continue  # the name of a building
        units.insert(0, row.text(before))
        first = before
    last = index
    while row.country in WITHOUT_NUMBERS and row.is_one_line(last) and UNIT.fullmatch(row.text(last + 1)):
        last += 1
        units.append(row.text(last))
    return Street(name, "", first, last, unit=", ".join(units))
