"""What is a person's name: judged by shape, given names, family names, titles, and words that are none."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from scrapersky.extract.folding import folded
from scrapersky.extract.text_blocks import fold_space, words

from .given_names import AMBIGUOUS_GIVEN_NAMES, GIVEN_NAMES, SHORT_ASIAN_GIVEN_NAMES
from .not_names import NOT_NAMES, ORGANISATION_ENDS, PLACE_PREFIXES, STREET_SURNAMES, SURNAMES_TOO
from .roles import role_in
from .surnames import ENGLISH_SURNAMES, SURNAMES

MAX_NAME_LENGTH = 60
PARTICLES = words(
    "van von der den de del della di da dos das do du la le el al bin ibn ter ten zu zum zur af av vom y e st"
    " mac mc o und"
)
_TITLES = words(
    "dr drs prof professor mr mrs ms miss mx sir dame lord lady rev reverend fr father sister brother pastor"
    " rabbi hon judge capt captain col sgt"
    " herr frau dipl ing dipl.-ing mag univ med dent vet jur phil rer nat m mme mlle monsieur madame maitre me"
    " sr sra srta d dna don dona dott"
    " dottssa dott.ssa avv ing arch geom rag sig sigra sig.ra eng exmo dhr mevr mw ir mr pan pani inz mgr"
    " herra rouva lic"
)
_SUFFIXES = words(
    "jr sr ii iii iv esq phd ph.d md m.d dds d.d.s dmd d.m.d bds do d.o dc d.c od o.d dvm d.v.m rn np pa pa-c"
    " cpa mba ma msc bsc ba llm ll.m llb"
    " jd j.d pe p.e aia faia leed ap rdh lmt lcsw mft pt dpt cfp cfa cism pmp frcs mrcs mrcvs facs fagd faao"
    " msw ms med edd m.ed psyd crs gri abr obe"
    " mbe cbe frcp qc kc sj esquire cmt rcst"
)
_UNDOTTED = frozenset({"Dr", "Mr", "Ms", "Mx", "Me", "DR", "MR", "MS", "Si", "Re", "Mm", "Ml"})
_GENERATIONS = frozenset({"Jr", "Sr", "II", "III", "IV", "JR", "SR"})
_WORD = r"(?:[A-ZÀ-ÖØ-ÞĀ-Ž][^\W\d_]{0,24}(?:(?![\u2019']s\b)[-'\u2019][^\W\d_]{1,24}){0,3})"
_INITIALS = r"(?:[A-ZÀ-Ž]\.\s?(?:[A-Z]\.?){0,2}(?![^\W\d_]))"
_TITLE_WITH_DOT = r"(?:(?:Dr|Drs|Prof|Mr|Mrs|Ms|Rev|Hon|St|Dipl|Ing|Mag|Med|Dott|Avv|Sr|Sra|Jr|Fr|Capt|Col|Mme|Mlle)\.)"
_PART = rf"(?:{_TITLE_WITH_DOT}|{_INITIALS}|{_WORD})"
_ONE_PART = re.compile(_PART)
_PARTICLE = (
    r"(?:van|von|der|den|de|del|della|di|da|dos|das|do|du|la|le|el|al|bin|ibn|ter|ten|zu|zum|zur|af|av"
    r"|vom|y|med\.|dent\.|vet\.|jur\.)"
)
_INITIAL = re.compile(r"(?:[A-ZÀ-Ž]\.){1,3}[A-Z]?|[A-ZÀ-Ž]")
_RUN = re.compile(rf"(?<![\w@./&\u2019'-]){_PART}(?:\s(?:{_PARTICLE}\s){{0,2}}{_PART}){{1,7}}")
_COMPANY_AFTER = re.compile(
    r"^(?:[\u2019']s)?,?\s?(?:&|and|und|et|y)\s(?:sons?|associates|co\b|company|partners?|söhne|sohn|fils"
    r"|hijos|figli|daughters?|brothers|bros)"
    r"|^,?\s(?:inc|llc|llp|ltd|gmbh|corp|plc|p\.?c\b|pllc|pa\b|p\.a\.|& co)\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"\s?[\"“”„(][^\"“”„()]{1,24}[\"”“)]")
_NOT_NAME_LETTERS = re.compile(r"[\d@:;!?/\\|<>=+*_#%$€£©®™…]|\.\.|https?")


@dataclass(frozen=True, slots=True)
class Name:
    """`strength` counts witnesses: 3 for a common given name, 1 for an ambiguous one or a family name, 2 for a title."""

    given: str
    family: str
    title: str = ""
    strength: int = 0
    suffix: str = ""

    @property
    def full(self) -> str:
        return f"{self.given} {self.family}".strip()


@lru_cache(maxsize=4096)
def name_of(text: str) -> Name | None:
    """Return the name when the text is a name and nothing else, with titles, initials and degrees taken off.

    >>> name_of("Dr. Jane M. Doe, DDS").full, name_of("DOE, JANE M").full, name_of("Maria van der Berg").family
    ('Jane M. Doe', 'Jane M Doe', 'van der Berg')
    >>> name_of("Contact Us"), name_of("Main Street"), name_of("Acme Dental LLC")
    (None, None, None)
    """
    if (
        not 3 < len(text) <= MAX_NAME_LENGTH
        or " " not in text
        or not text[0].isupper()
        or _NOT_NAME_LETTERS.search(text)
    ):
        return None
    pieces = [piece.strip() for piece in _QUOTED.sub("", text).split(",")]
    core, rest = pieces[0].split(), pieces[1:]
    if rest and not _are_suffixes(rest):
        core = _turned_round(pieces)
    title, tokens = _without_titles(core)
    tokens = _without_suffixes(tokens)
    if not 2 <= len(tokens) <= 6 or not _has_name_shape(tokens):
        return None
    return _named(tokens, title, suffix=_suffix(pieces[0], rest))


def names_in(text: str) -> Iterator[tuple[Name, int, int]]:
    """Yield the names inside a sentence and where they stand; each has a known given name, or follows a title."""
    for run in _RUN.finditer(text):
        if _COMPANY_AFTER.match(text[run.end() : run.end() + 20]) or _in_street(text, run):
            continue
        tokens, position = run[0].split(), run.start()
        while len(tokens) > 1:
            start, end, name = _inside(tokens)
            if name:
                raw = " ".join(tokens[start:end])
                position = text.find(raw, position)
                yield name, position, position + len(raw)
            tokens = tokens[max(1, end) :]


def _in_street(text: str, run: re.Match[str]) -> bool:
    return (
        text[: run.start()].rstrip()[-1:].isdigit() or re.match(r",?\s\d", text[run.end() : run.end() + 3]) is not None
    )


def _inside(tokens: Sequence[str]) -> tuple[int, int, Name | None]:
    """Return the first name among capitalised words and where it begins and ends."""
    start = _first_name_token(tokens)
    if start is None:
        return 0, len(tokens), None
    titles = list(takewhile(_is_title, reversed(tokens[:start])))
    end = _last_name_token(tokens, start)
    if end - start < 2 or _belongs_to_organisation(tokens[end:]):
        return start, len(tokens), None
    name = _named(tokens[start:end], " ".join(reversed(titles)))
    if name is None or not _known_given(tokens[start:end], titles):
        return start, end, None
    return start, end, name


def _first_name_token(tokens: Sequence[str]) -> int | None:
    """Skip titles and ordinary words; an unknown capitalised word before a given name spoils it (`Fort James`)."""
    for index, token in enumerate(tokens):
        word = _bare(token)
        if word in PLACE_PREFIXES:
            return None
        if _is_title(token) or (word in NOT_NAMES and not _is_given(word)):
            continue
        if _is_given(word) or _is_initial(token) or (index and _is_title(tokens[index - 1])):
            return index
        if not role_in(token):
            return None
    return None


def _last_name_token(tokens: Sequence[str], start: int) -> int:
    end = start + 1
    while end < len(tokens) and end - start < 5:
        token, word = tokens[end], _bare(tokens[end])
        is_family_last = not (
            _is_given(_bare(tokens[end - 1])) or _is_initial(tokens[end - 1]) or tokens[end - 1] in PARTICLES
        )
        if _is_suffix(token) or (word in NOT_NAMES and not (word in SURNAMES_TOO and not is_family_last)):
            break
        if is_family_last and end - start >= 2 and _begins_something_else(tokens, end):
            break
        end += 1
    while end > start and (_is_initial(tokens[end - 1]) or tokens[end - 1] in PARTICLES):
        end -= 1
    return end


def _begins_something_else(tokens: Sequence[str], index: int) -> bool:
    word = _bare(tokens[index])
    next_name = _is_strong_given(word) and len(word) > 3 and index + 1 < len(tokens)
    next_name = next_name or (_bare(tokens[index - 1]) in ENGLISH_SURNAMES and word not in SURNAMES and "-" not in word)
    return next_name or word in ORGANISATION_ENDS or bool(role_in(tokens[index]))


def _belongs_to_organisation(rest: Sequence[str]) -> bool:
    return bool(rest) and _bare(rest[0]) in ORGANISATION_ENDS and not (_is_suffix(rest[0]) or role_in(rest[0]))


def _known_given(tokens: Sequence[str], titles: Sequence[str]) -> bool:
    return bool(titles) or any(_is_given(_bare(token)) for token in tokens[:2])


def _named(tokens: Sequence[str], title: str, *, suffix: str = "") -> Name | None:
    bare = [_bare(token) for token in tokens]
    if not _may_end_name(tokens[-1], bare) or any(map(_is_no_name, bare[:-1], tokens)):
        return None
    if not _is_given(bare[0]) and role_in(tokens[0]):
        return None
    cut = _family_start(tokens)
    given, family = " ".join(tokens[:cut]), " ".join([*tokens[cut:], suffix if suffix in _GENERATIONS else ""])
    strength = _given_strength(tokens[:cut])
    if (strength == 0 and role_in(" ".join(tokens))) or _mixes_capitals(tokens, strength):
        return None
    strength += (bare[-1] in SURNAMES) + (2 if title or suffix else 0) - (2 if bare[-1] in STREET_SURNAMES else 0)
    strength += any(_is_initial(token) for token in tokens[:-1])
    return Name(_cased(given), _cased(family), title, strength, suffix)


def _may_end_name(last: str, bare: Sequence[str]) -> bool:
    word = bare[-1]
    if (word in STREET_SURNAMES and len(bare) > 2) or _is_initial(last):
        return False
    return word not in NOT_NAMES or word in SURNAMES_TOO or word in SURNAMES


def _is_no_name(word: str, token: str) -> bool:
    return word in NOT_NAMES and not _is_given(word) and not _is_initial(token) and word not in PARTICLES


def _mixes_capitals(tokens: Sequence[str], strength: int) -> bool:
    """`Orlando FL` and `FOIA Requests` are no names, `Jane DOE` is."""
    full = [token for token in tokens if not _is_initial(token) and token not in PARTICLES]
    capitals = [token.isupper() for token in full]
    if all(capitals) or not any(capitals):
        return False
    return not (capitals[-1] and not any(capitals[:-1]) and len(full[-1]) > 3 and strength >= 3)


def _family_start(tokens: Sequence[str]) -> int:
    """The family name is the last word with its particles, or the last two when neither is a given name."""
    cut = len(tokens) - 1
    while cut > 1 and tokens[cut - 1].lower().rstrip(".") in PARTICLES and not _is_initial(tokens[cut - 1]):
        cut -= 1
    if (
        cut == len(tokens) - 1
        and cut >= 2
        and not _is_initial(tokens[cut - 1])
        and not _is_given(_bare(tokens[cut - 1]))
    ):
        cut -= 1
    return max(1, cut)


def _given_strength(given: Sequence[str]) -> int:
    return max(map(_token_strength, given), default=0)


def _token_strength(token: str) -> int:
    word = _bare(token)
    is_acronym = token.isupper() and len(token) <= 4
    return 3 if _is_strong_given(word) and not is_acronym else 1 if _is_given(word) else 0


def _has_name_shape(tokens: Sequence[str]) -> bool:
    capital = [token for token in tokens if token.lower().rstrip(".") not in PARTICLES or token[:1].isupper()]
    shaped = all(_ONE_PART.fullmatch(token) for token in capital)
    return shaped and len(capital) >= 2 and sum(len(_bare(token)) > 1 for token in capital) >= 2


def _turned_round(pieces: Sequence[str]) -> list[str]:
    """`DOE JR, JANE M` is Jane M Doe; anything else with a comma is no name."""
    family, given = pieces[0].split(), pieces[1].split()
    if len(pieces) > 2 or not 1 <= len(given) <= 3 or not 1 <= len(family) <= 3:
        return []
    in_capitals = pieces[0].isupper() and pieces[1].isupper()
    if not (in_capitals or _is_given(_bare(given[0]))) or (len(family) > 1 and _is_given(_bare(family[0]))):
        return []
    return [*given, *_without_suffixes(family)]


def _without_titles(tokens: list[str]) -> tuple[str, list[str]]:
    index = 0
    while index < len(tokens) - 1 and (_is_title(tokens[index]) or tokens[index] in ("&", "and", "und")):
        index += 1
    return " ".join(tokens[:index]), tokens[index:]


def _without_suffixes(tokens: list[str]) -> list[str]:
    end = len(tokens)
    while end > 2 and _is_suffix(tokens[end - 1]):
        end -= 1
    return tokens[:end]


def _suffix(core: str, rest: Sequence[str]) -> str:
    last = core.rsplit(maxsplit=1)[-1]
    found = [token for piece in rest for token in piece.split() if _is_suffix(token)] + [last] * _is_suffix(last)
    return found[0].rstrip(".,") if found else ""


def _are_suffixes(pieces: Sequence[str]) -> bool:
    return all(_is_suffix(token) for piece in pieces for token in piece.split())


def _is_title(token: str) -> bool:
    word = folded(token).rstrip(".,")
    return (
        word in _TITLES
        and (len(word) > 1 or token.endswith("."))
        and (len(word) > 3 or token.endswith(".") or token[:2] in _UNDOTTED)
    )


def _is_suffix(token: str) -> bool:
    return folded(token).rstrip(".,") in _SUFFIXES and (
        token.isupper() or "." in token or token[:2] in ("Jr", "Sr", "Es", "Ph", "Dp")
    )


def _is_initial(token: str) -> bool:
    return len(token) <= 7 and _INITIAL.fullmatch(token) is not None


def _is_given(word: str) -> bool:
    first = word.partition("-")[0]
    return word in GIVEN_NAMES or word in SHORT_ASIAN_GIVEN_NAMES or (first != word and first in GIVEN_NAMES)


def _is_strong_given(word: str) -> bool:
    first = word.partition("-")[0]
    return first in GIVEN_NAMES and first not in AMBIGUOUS_GIVEN_NAMES


def _bare(token: str) -> str:
    return folded(token).strip(".,'")


def _cased(text: str) -> str:
    """Names in capitals are written as names: `MARY O'NEIL` is Mary O'Neil."""
    if not text.isupper() or len(text) < 3:
        return fold_space(text)
    return fold_space(re.sub(r"[^\W\d_]+", lambda match: match[0].capitalize(), text))
