"""Texts that are a name and nothing else, in scripts without Latin letters."""

import re
from collections.abc import Callable
from functools import lru_cache

from scrapersky.extract.folding import folded
from scrapersky.extract.people.arabic_names import ARABIC_GIVEN, titled_in_arabic
from scrapersky.extract.people.name import Name
from scrapersky.extract.people.other_names import (
    CAPITAL,
    CYRILLIC_FAMILY,
    JAPANESE_FAMILIES,
    NO_CHINESE_NAME,
    NO_CYRILLIC_NAMES,
    NO_JAPANESE_NAME,
    NO_KOREAN_BEGINNINGS,
    NO_KOREAN_NAMES,
    PATRONYMIC,
    SMALL,
    OtherName,
    chinese_families,
    is_cyrillic_given,
    korean_families,
    listed,
    name_in_cyrillic,
)
from scrapersky.extract.people.roles import is_role_word, role_in

LONGEST = 40
# What stands before a name with a dot or a hyphen, in any script: `инж.`.
_TITLES = re.compile(
    r"^(?:[^\W\d_]{2,5}\.\s?|[^\W\d_]-[^\W\d_]{1,2}\.?\s){1,3}(?=[^\W\d_]{2})|^คุณ|^(?:[א-ת]{1,3}[\"\u05f4][א-ת]\s|(?:גב|פרופ|אינג|אדר)['\u05f3]\s|מר\s)"
)
_MAIDEN_NAME = re.compile(r"(?<=[^\W\d_])\s?\([^\W\d_]{2,24}\)(?=\s[^\W\d_])")
_SURE = 3
_HONORIFIC = re.compile(
    r"(?:คุณ|นางสาว|นาย|นาง|(?:น\.ส|ดร|ผศ|รศ|อ|ทพ|ทพญ|นพ|พญ|สพ\.ญ|น\.สพ|ภก|ภญ)\.|อาจารย์|ครู|เชฟ)\s?(?=[\u0e01-\u0e4e])"
    r"|(?:श्रीमती|श्री|सुश्री|(?:डॉ|डा|पं|प्रो|इंजी|कु)\.?|মোঃ|মোছাঃ|ডাঃ|ডা\.|জনাব|শ্রী|திரு\.?|திருமதி|ბატონი|ქალბატონი)\s"
)
_WORDS = re.compile(r"(?:[^\W\d_]|[\u0900-\u0e4e.'-]){2,20}(?: (?:[^\W\d_]|[\u0900-\u0e4e.'-]){2,20}){1,3}")
_INDIAN_FAMILIES = listed("families", "devanagari") | listed("families", "bengali")
_GEORGIAN_GIVEN = listed("given_names", "georgian")
_GEORGIAN_FAMILY = re.compile("(?:შვილი|ძე|ავა|უა|იანი|ია|ური|ული|ელი)$")
_GREEK_GIVEN = frozenset(map(folded, listed("given_names", "greek")))
_HEBREW_GIVEN, _HEBREW_FAMILIES = listed("given_names", "hebrew"), listed("families", "hebrew")
_GREEK_FAMILY = re.compile(f"(?:{'|'.join(listed('families', 'greek_endings'))})$")


def _known(name: OtherName | None, strength: int) -> Name | None:
    return Name(name.given, name.family, strength=strength, written=name.written) if name is not None else None


def _cyrillic(text: str) -> Name | None:
    match = re.fullmatch(rf"{CAPITAL}{SMALL}{{1,24}}(?: {CAPITAL}[\w.'\u2019-]{{1,24}}){{1,2}}", text)
    if match is None:
        return None
    words = text.split()
    sure = name_in_cyrillic(match) if not is_role_word(words[0]) else None
    if sure is not None or is_role_word(words[0]) or any(word.lower() in NO_CYRILLIC_NAMES for word in words):
        return _known(sure, 3)
    return None if PATRONYMIC.search(words[-1]) else _cyrillic_by_one_word(words, text)


def _cyrillic_by_one_word(words: list[str], text: str) -> Name | None:
    """A given name, or a family name by its ending: half a proof."""
    if len(words) == 2 and is_cyrillic_given(words[0]):
        return Name(words[0], words[1], strength=2, written=text)
    is_family = [CYRILLIC_FAMILY.search(word) is not None for word in words]
    if len(words) != 2 or not any(is_family):
        return None
    given, family = words if is_family[1] else words[::-1]
    return Name(given, family, strength=1, written=text)


def _greek(text: str) -> Name | None:
    words = text.split()
    if not re.fullmatch(r"(?: ?[\u0386-\u03ab][\u03ac-\u03ce.-]{1,24}){2,3}", text):
        return None
    plain = [folded(word) for word in words]
    if plain[0] in _GREEK_GIVEN:
        return Name(words[0], " ".join(words[1:]), strength=3, written=text)
    if plain[-1] in _GREEK_GIVEN:
        return Name(words[-1], " ".join(words[:-1]), strength=3, written=text)
    strength = (_GREEK_FAMILY.search(plain[-1]) is not None) + 2 * any(word.endswith(".") for word in words[1:-1])
    return Name(words[0], " ".join(words[1:]), strength=strength, written=text) if strength else None


def _hebrew(text: str) -> Name | None:
    words = text.split()
    strength = 2 * (words[0] in _HEBREW_GIVEN) + (words[-1] in _HEBREW_FAMILIES)
    return _two_words(text, r"(?: ?[\u05d0-\u05ea][\u05d0-\u05ea'\u05f3-]{1,12}){2,3}", strength)


def _arabic(text: str) -> Name | None:
    words = text.split()
    for name, start, end in titled_in_arabic(text):
        if start <= len(name.title) + 1 and end == len(text):
            return name
    if len(words) > 2 and role_in(" ".join(words[2:])):
        return None
    is_family = words[-1] in ARABIC_GIVEN or words[-1].startswith("ال")
    strength = 2 + is_family if words[0] in ARABIC_GIVEN else 0
    return _two_words(text, r"(?: ?[\u0621-\u064a\u067e\u0686\u0698\u06a9\u06af\u06cc\u200c]{2,14}){2,3}", strength)


def _two_words(text: str, shape: str, strength: int) -> Name | None:
    if not strength or not re.fullmatch(shape, text):
        return None
    given, _, family = text.partition(" ")
    return Name(given, family, strength=strength, written=text)


def _japanese(text: str) -> Name | None:
    family, _, given = text.partition(" ")
    strength = 2
    if not given:
        strength = 1
        family = next((text[:size] for size in (3, 2) if text[:size] in JAPANESE_FAMILIES and len(text) > size), "")
        given = text[len(family) :]
    if family not in JAPANESE_FAMILIES or not re.fullmatch("[\u4e00-\u9fff\u3005\u3041-\u30ff]{1,4}", given):
        return None
    return None if NO_JAPANESE_NAME.search(text) else Name(given, family, strength=strength, written=text)


def _chinese(text: str) -> Name | None:
    if not 2 <= len(text) <= 3 or text[0] not in chinese_families() or NO_CHINESE_NAME.search(text):
        return None
    is_han = re.fullmatch("[\u4e00-\u9fff]{2,3}", text) is not None
    return Name(text[1:], text[0], strength=1, written=text) if is_han else None


def _korean(text: str) -> Name | None:
    plain = text.replace(" ", "")
    if not re.fullmatch("[가-힣]{3}", plain) or plain[0] not in korean_families():
        return None
    if plain in NO_KOREAN_NAMES or plain.startswith(NO_KOREAN_BEGINNINGS):
        return None
    return Name(plain[1:], plain[0], strength=1, written=text)


def _of_words(text: str, strength: int) -> Name | None:
    """A name of two to four words in letters that have no capitals."""
    words = text.split()
    if not 2 <= len(words) <= 4 or not _WORDS.fullmatch(text):
        return None
    return Name(words[0], " ".join(words[1:]), strength=strength, written=text)


def _indian(text: str) -> Name | None:
    return _of_words(text, _SURE) if text.rsplit(maxsplit=1)[-1] in _INDIAN_FAMILIES else None


def _georgian(text: str) -> Name | None:
    given, _, family = text.partition(" ")
    strength = 2 * (given in _GEORGIAN_GIVEN) + bool(_GEORGIAN_FAMILY.search(family))
    return _of_words(text, strength) if strength and family.count(" ") == 0 else None


def _armenian(text: str) -> Name | None:
    is_name = re.fullmatch("[\u0531-\u0556][\u0561-\u0587]{1,15}(?: [\u0531-\u0556][\u0561-\u0587]{1,15}){1,2}", text)
    return _of_words(text, _SURE) if is_name and text.endswith(("յան", "եան", "յանց", "ունի")) else None


# By the first sign of the text.
_SCRIPTS: tuple[tuple[str, str, tuple[Callable[[str], Name | None], ...]], ...] = (
    ("\u0386", "\u03ab", (_greek,)),
    ("\u0401", "\u0490", (_cyrillic,)),
    ("\u05d0", "\u05ea", (_hebrew,)),
    ("\u0621", "\u064a", (_arabic,)),
    ("\u0531", "\u0556", (_armenian,)),
    ("\u0900", "\u09ff", (_indian,)),
    ("\u10d0", "\u10ff", (_georgian,)),
    ("\u4e00", "\u9fff", (_japanese, _chinese)),
    ("가", "힣", (_korean,)),
)


@lru_cache(maxsize=4_096)
def script_name(text: str) -> Name | None:
    """The name that the text is; None where it is none, or in Latin letters.

    >>> script_name("Πέτρος Αντωνίου").family, script_name("王建国").given, script_name("Борщ Домашний")
    ('Αντωνίου', '建国', None)
    """
    if (honoured := _HONORIFIC.match(text)) is not None:
        return _of_words(text[honoured.end() :].strip(), _SURE)
    if not "\u0621" <= text[:1] <= "\u064a":
        text = _TITLES.sub("", text)
    text = _MAIDEN_NAME.sub("", text).rstrip(" -")
    if len(text) > LONGEST or not text.split():
        return None
    for first, last, judges in _SCRIPTS:
        if first <= text[0] <= last:
            return next((name for judge in judges if (name := judge(text)) is not None), None)
    return None
