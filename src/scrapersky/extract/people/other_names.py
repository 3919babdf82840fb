"""What names look like in scripts without Latin letters; each script refuses the words that only look like names."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from typing import NamedTuple

from scrapersky.extract.people.vocabulary import GIVEN_NAMES
from scrapersky.extract.phrases import any_phrase, phrases_in, word_lists, word_texts

_LISTS = word_lists("other_scripts.toml")


class Gap(Enum):
    """What parts a name from the role before it; a label has a colon, or is the cell before."""

    NONE = auto()
    BLANK = auto()
    LABEL = auto()


class OtherName(NamedTuple):
    written: str
    given: str
    family: str


@dataclass(frozen=True, slots=True)
class NamingScript:
    """How people are named in one script, and by which roles."""

    roles: dict[str, str]
    letters: re.Pattern[str]
    label: re.Pattern[str]
    name: re.Pattern[str]
    judge: Callable[[re.Match[str], Gap], OtherName | None]

    def role_of(self, label: str) -> str:
        """The role of a label; an article may be a part of its first word."""
        words = " ".join(label.lower().split())
        return next(role for start in (0, 1, 2) if (role := self.roles.get(words[start:])))

    def name_at(self, text: str, start: int, gap: Gap) -> OtherName | None:
        match = self.name.match(text, start) if gap is not Gap.NONE else None
        return self.judge(match, gap) if match is not None else None


# Behind these, what the rest of a line says in two parts is a name; other roles stand in menus.
_OFFICER = re.compile(
    "(?:代表)?(?:取締役|理事|社員)|監査役|監事|執行役員|専務|常務|相談役|(?:常勤|社外)(?:取締役|監査役)"
)
_LETTERS = {
    "ja": "\u4e00-\u9fff",
    "zh": "\u4e00-\u9fff",
    "ko": "\uac00-\ud7a3",
    "he": "\u05d0-\u05ea",
    "ar": "\u0621-\u064a",
    "ru": "\u0400-\u04ff",
}


def _script(
    language: str, name: str, judge: Callable[[re.Match[str], Gap], OtherName | None], before: str = ""
) -> NamingScript:
    lists = word_texts("roles.toml")
    by_phrase = {phrase: role for role in lists for phrase in phrases_in(lists[role].get(language, ""))}
    label = re.compile(rf"{before}(?:{any_phrase(by_phrase)})", re.IGNORECASE)
    return NamingScript(by_phrase, re.compile(f"[{_LETTERS[language]}]"), label, re.compile(name), judge)


def listed(section: str, script: str) -> frozenset[str]:
    return frozenset(_LISTS[section][script][0].split())


_HAN, _KANA = "\u4e00-\u9fff\u3005", "\u3041-\u30ff"
_END = r"(?=$|[\s(,/|\u3001\u3010\uff08]|様|氏|先生|さん)"
CAPITAL, SMALL = r"[\u0401-\u042f\u0490\u0492\u049a\u04a2\u04ae\u04b0\u04d8\u04e8]", r"[\u0430-\u04ff'\u2019-]"
JAPANESE_FAMILIES = listed("families", "japanese")
_JAPANESE_GIVEN_ENDS = "".join(listed("given_names", "japanese_ends"))
# One sign before others may begin any word.
_LONGER_FAMILIES = sorted((longer for longer in JAPANESE_FAMILIES if len(longer) > 1), key=len, reverse=True)
NO_JAPANESE_NAME = re.compile(
    f"{'|'.join(listed('no_names', 'japanese'))}|[{''.join(listed('no_names', 'japanese_endings'))}](?= |$)"
)
NO_CHINESE_NAME = re.compile("|".join(listed("no_names", "chinese")))
_HONORIFIC = re.compile(r"\s?(?:先生|女士|小姐)")
_CHINESE_IN_FULL = 3  # signs; names of two may be words, unless a label or an honorific stands there
NO_KOREAN_NAMES = listed("no_names", "korean")
NO_KOREAN_BEGINNINGS = tuple(listed("no_names", "korean_beginnings"))
_KOREAN_IN_FULL = 3
NO_CYRILLIC_NAMES = listed("no_names", "cyrillic")
_CYRILLIC_GIVEN = listed("given_names", "cyrillic")
_SEMITIC_GIVEN = listed("given_names", "hebrew") | listed("given_names", "arabic")
PATRONYMIC = re.compile(r"(?:вич|ьич|мич|кич|вна|чна)$")
CYRILLIC_FAMILY = re.compile(
    r"(?:[оеё]в|[оеё]ва|ин|ина|ын|ына|ский|ская|ски|ска|цкий|цкая|ський|ська|ко|ук|юк|як|ян|дзе|швили|вич|ич|ић)$"
)

_LATIN, _CROATIAN = (
    str.maketrans({pair[0]: pair[1:] for pair in _LISTS["latin"][way][0].split()}) for way in ("most", "croatian")
)


@lru_cache(maxsize=4_096)
def is_cyrillic_given(word: str) -> bool:
    """Whether a list has it, in these letters or in Latin ones."""
    word = word.lower()
    if word in _CYRILLIC_GIVEN:
        return True
    return any(spelt in GIVEN_NAMES for spelt in (word.translate(_LATIN), word.translate(_CROATIAN).translate(_LATIN)))


def _japanese(match: re.Match[str], gap: Gap) -> OtherName | None:
    """A family name from the list, or two parts after a label."""
    family = match["family"] or match["family_glued"] or match["half"]
    given = match["given"] or match["given_glued"] or match["other_half"]
    if family in JAPANESE_FAMILIES:
        return None if NO_JAPANESE_NAME.search(given) else OtherName(match[0], given, family)
    is_line = bool(match["family"]) and match.end() == len(match.string) and _OFFICER.match(match.string) is not None
    is_apart = gap is Gap.BLANK and (is_line or given[-1] in _JAPANESE_GIVEN_ENDS)
    is_name = (gap is Gap.LABEL or is_apart) and not NO_JAPANESE_NAME.search(match[0])
    return OtherName(match[0], given, family) if is_name else None


def _chinese(match: re.Match[str], gap: Gap) -> OtherName | None:
    is_sure = gap is Gap.LABEL or len(match[0]) == _CHINESE_IN_FULL or _HONORIFIC.match(match.string, match.end())
    if not is_sure or NO_CHINESE_NAME.search(match[0]):
        return None
    return OtherName(match[0], match["given"], match["family"])


def _korean(match: re.Match[str], gap: Gap) -> OtherName | None:
    name = match[0]
    if name in NO_KOREAN_NAMES or name.startswith(NO_KOREAN_BEGINNINGS):
        return None
    is_sure = gap is Gap.LABEL or len(name) == _KOREAN_IN_FULL
    return OtherName(name, match["given"], match["family"]) if is_sure else None


def _by_given_name(match: re.Match[str], _: Gap) -> OtherName | None:
    is_known = match["given"] in _SEMITIC_GIVEN
    return OtherName(match[0], match["given"], match["family"]) if is_known else None


def name_in_cyrillic(match: re.Match[str], _: Gap | None = None) -> OtherName | None:
    """A known given name, a father's name or initials show that it is a person; the family name is first or last."""
    words = match[0].split()
    if any(word.lower() in NO_CYRILLIC_NAMES for word in words):
        return None
    if words[-1].endswith(".") or (len(words) > 2 and PATRONYMIC.search(words[2])):
        return OtherName(match[0], " ".join(words[1:]), words[0])
    if len(words) > 2 and PATRONYMIC.search(words[1]):
        is_family = CYRILLIC_FAMILY.search(words[2]) is not None
        return OtherName(match[0], " ".join(words[:2]), words[2]) if is_family else None
    return _cyrillic_pair(*words[:2])


def _cyrillic_pair(first: str, second: str) -> OtherName | None:
    is_given_first = is_cyrillic_given(first)
    given, family = (first, second) if is_given_first else (second, first)
    is_person = is_cyrillic_given(given) and CYRILLIC_FAMILY.search(family) is not None
    return OtherName(f"{first} {second}", given, family) if is_person else None


_FAMILIES = _LISTS["families"]


def chinese_families() -> str:
    return _FAMILIES["chinese"][0]


def korean_families() -> str:
    return _FAMILIES["korean"][0]


SCRIPTS = (
    _script(
        "ja",
        rf"(?P<family>[{_HAN}ヶ]{{1,3}}) (?P<given>[{_HAN}{_KANA}]{{1,4}}){_END}"
        rf"|(?P<family_glued>{'|'.join(_LONGER_FAMILIES)})"
        rf"(?P<given_glued>[{_HAN}]{{1,3}}){_END}"
        rf"|(?P<half>[{_HAN}]{{2}})(?P<other_half>[{_HAN}]{{2}}){_END}",
        _japanese,
    ),
    _script(
        "zh",
        rf"(?P<family>[{_FAMILIES['chinese'][0]}])(?P<given>[{_HAN}]{{1,2}}?)(?=$|[\s(,/|\u3001\uff0c\uff08]|先生|女士|小姐|经理)",
        _chinese,
    ),
    _script(
        "ko",
        rf"(?P<family>[{_FAMILIES['korean'][0]}])(?P<given>[가-힣]{{1,3}})(?![가-힣])",
        _korean,
        before="(?<![가-힣])",
    ),
    _script(
        "he",
        r"(?P<given>[א-ת]{2,10}) (?P<family>[א-ת][א-ת'\u05f3-]{1,14})(?!\w)",
        _by_given_name,
        before="(?<![א-ת])ה?",
    ),
    _script(
        "ar",
        r"(?P<given>[\u0621-\u064a]{2,10}) (?P<family>[\u0621-\u064a]{2,14}(?: ال[\u0621-\u064a]{2,12})?)(?!\w)",
        _by_given_name,
        before="(?<![\u0621-\u064a])(?:ال)?",
    ),
    _script(
        "ru",
        rf"{CAPITAL}{SMALL}{{1,24}} (?:{CAPITAL}{SMALL}{{1,24}}(?: {CAPITAL}{SMALL}{{1,24}})?"
        rf"|{CAPITAL}\. ?{CAPITAL}\.)",
        name_in_cyrillic,
        before=r"(?<!\w)",
    ),
)
