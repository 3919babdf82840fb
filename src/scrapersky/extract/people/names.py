"""What is a person's name: judged by shape, given names, family names, titles, and words that are none."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from ..text_blocks import fold_space, words
from .folding import folded
from .given_names import AMBIGUOUS_GIVEN_NAMES, GIVEN_NAMES, SHORT_ASIAN_GIVEN_NAMES
from .not_names import NOT_NAMES, ORGANISATION_ENDS, SURNAMES_TOO
from .roles import role_in
from .surnames import SURNAMES

MAX_NAME_LENGTH = 60
PARTICLES = words("van von der den de del della di da dos das do du la le el al bin ibn ter ten zu zum zur af av vom y e st mac mc o und")
_TITLES = words(
    "dr drs prof professor mr mrs ms miss mx sir dame lord lady rev reverend fr father sister brother pastor rabbi hon judge capt captain col sgt"
    " herr frau dipl ing dipl.-ing mag univ med dent vet jur phil rer nat m mme mlle monsieur madame maitre me sr sra srta d dna don dona dott"
    " dottssa dott.ssa avv ing arch geom rag sig sigra sig.ra eng exmo dhr mevr mw ir mr pan pani inz mgr herra rouva lic"
)
_SUFFIXES = words(
    "jr sr ii iii iv esq phd ph.d md m.d dds d.d.s dmd d.m.d bds do d.o dc d.c od o.d dvm d.v.m rn np pa pa-c cpa mba ma msc bsc ba llm ll.m llb"
    " jd j.d pe p.e aia faia leed ap rdh lmt lcsw mft pt dpt cfp cfa cism pmp frcs mrcs mrcvs facs fagd faao msw ms med edd m.ed psyd crs gri abr obe"
    " mbe cbe frcp qc kc sj esquire cmt rcst"
)
_WORD = r"(?:[A-ZÀ-ÖØ-ÞĀ-Ž][^\W\d_]{0,24}(?:[-'’][^\W\d_]{1,24}){0,3})"
_INITIALS = r"(?:[A-ZÀ-Ž]\.\s?(?:[A-Z]\.?){0,2}(?![^\W\d_]))"
_TITLE_WITH_DOT = r"(?:(?:Dr|Drs|Prof|Mr|Mrs|Ms|Rev|Hon|St|Dipl|Ing|Mag|Med|Dott|Avv|Sr|Sra|Jr|Fr|Capt|Col|Mme|Mlle)\.)"
_PART = rf"(?:{_TITLE_WITH_DOT}|{_INITIALS}|{_WORD})"
_PARTICLE = r"(?:van|von|der|den|de|del|della|di|da|dos|das|do|du|la|le|el|al|bin|ibn|ter|ten|zu|zum|zur|af|av|vom|y|med\.|dent\.|vet\.|jur\.)"
_RUN = re.compile(rf"(?<![\w@./&’'-]){_PART}(?:\s(?:{_PARTICLE}\s){{0,2}}{_PART}){{1,7}}")
_COMPANY_AFTER = re.compile(
    r"^(?:[’']s)?,?\s?(?:&|and|und|et|y)\s(?:sons?|associates|co\b|company|partners?|söhne|sohn|fils|hijos|figli|daughters?|brothers|bros)"
    r"|^,?\s(?:inc|llc|llp|ltd|gmbh|corp|plc|p\.?c\b|pllc|pa\b|p\.a\.|& co)\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"\s?[\"“”„(][^\"“”„()]{1,24}[\"”“)]")
_NOT_NAME_LETTERS = re.compile(r"[\d@:;!?/\\|<>=+*_#%$€£©®™…]|\.\.|https?")


@dataclass(frozen=True, slots=True)
class Name:
    """`strength` counts the witnesses: 3 for a common given name, 1 for an ambiguous one or a family name, 2 for a title."""

    given: str
    family: str
    title: str = ""
    strength: int = 0

    @property
    def full(self) -> str:
        return f"{self.given} {self.family}".strip()


def name_of(text: str) -> Name | None:
    """Return the name when the text is a name and nothing else, with titles, initials and degrees taken off.

    >>> name_of("Dr. Jane M. Doe, DDS").full, name_of("DOE, JANE M").full, name_of("Maria van der Berg").family
    ('Jane M. Doe', 'Jane M Doe', 'van der Berg')
    >>> name_of("Contact Us"), name_of("Main Street"), name_of("Acme Dental LLC")
    (None, None, None)
    """
    if not 3 < len(text) <= MAX_NAME_LENGTH or _NOT_NAME_LETTERS.search(text):
        return None
    pieces = [piece.strip() for piece in _QUOTED.sub("", text).split(",")]
    core, rest = pieces[0].split(), pieces[1:]
    if rest and not _are_suffixes(rest):
        core = _turned_round(pieces)
    title, tokens = _without_titles(core)
    tokens = _without_suffixes(tokens)
    if not 2 <= len(tokens) <= 6 or not _has_name_shape(tokens):
        return None
    return _named(tokens, title, suffix=bool(rest) and _are_suffixes(rest))


def names_in(text: str) -> Iterator[tuple[Name, int, int]]:
    """Yield the names inside a sentence with where they stand; the first word must be a known given name, or follow a title."""
    for run in _RUN.finditer(text):
        found = _inside(run[0])
        if found and not _COMPANY_AFTER.match(text[run.end() : run.end() + 20]):
            name, raw = found
            start = run.start() + run[0].find(raw)
            yield name, start, start + len(raw)


def _inside(run: str) -> tuple[Name, str] | None:
    tokens = run.split()
    tokens[-1] = re.sub(r"[’']s$", "", tokens[-1])
    start = _first_name_token(tokens)
    if start is None:
        return None
    titles = list(takewhile(_is_title, reversed(tokens[:start])))
    end = _last_name_token(tokens, start)
    if end - start < 2 or _belongs_to_organisation(tokens[end:]):
        return None
    name = _named(tokens[start:end], " ".join(reversed(titles)))
    if name is None or not _known_given(tokens[start:end], titles):
        return None
    return name, " ".join(tokens[start:end])


def _first_name_token(tokens: Sequence[str]) -> int | None:
    """Skip titles and ordinary words; an unknown capitalised word before a given name spoils it (`Fort James`)."""
    for index, token in enumerate(tokens):
        word = _bare(token)
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
        is_family_last = not (_is_given(_bare(tokens[end - 1])) or _is_initial(tokens[end - 1]) or tokens[end - 1] in PARTICLES)
        if _is_suffix(token) or (word in NOT_NAMES and not (word in SURNAMES_TOO and not is_family_last)):
            break
        if is_family_last and end - start >= 2 and (role_in(token) or word in ORGANISATION_ENDS):
            break
        end += 1
    while end > start and (_is_initial(tokens[end - 1]) or tokens[end - 1] in PARTICLES):
        end -= 1
    return end


def _belongs_to_organisation(rest: Sequence[str]) -> bool:
    return bool(rest) and _bare(rest[0]) in ORGANISATION_ENDS and not _is_suffix(rest[0])


def _known_given(tokens: Sequence[str], titles: Sequence[str]) -> bool:
    return bool(titles) or any(_is_given(_bare(token)) for token in tokens[:2])


def _named(tokens: Sequence[str], title: str, *, suffix: bool = False) -> Name | None:
    bare = [_bare(token) for token in tokens]
    if bare[-1] in NOT_NAMES and bare[-1] not in SURNAMES_TOO and bare[-1] not in SURNAMES:
        return None
    if any(word in NOT_NAMES and not _is_given(word) and not _is_initial(token) and word not in PARTICLES for word, token in zip(bare[:-1], tokens, strict=False)):
        return None
    cut = _family_start(tokens)
    given, family = " ".join(tokens[:cut]), " ".join(tokens[cut:])
    strength = _given_strength(bare[:cut]) + (bare[-1] in SURNAMES) + (2 if title or suffix else 0)
    strength += any(_is_initial(token) for token in tokens[1:-1])
    return Name(_cased(given), _cased(family), title, strength)


def _family_start(tokens: Sequence[str]) -> int:
    """The family name is the last word with its particles, or the last two when neither is a given name."""
    cut = len(tokens) - 1
    while cut > 1 and tokens[cut - 1].lower().rstrip(".") in PARTICLES and not _is_initial(tokens[cut - 1]):
        cut -= 1
    if cut == len(tokens) - 1 and cut >= 2 and not _is_initial(tokens[cut - 1]) and not _is_given(_bare(tokens[cut - 1])):
        cut -= 1
    return max(1, cut)


def _given_strength(given: Sequence[str]) -> int:
    strengths = [3 if _is_strong_given(word) else 1 if _is_given(word) else 0 for word in given]
    return max(strengths, default=0)


def _has_name_shape(tokens: Sequence[str]) -> bool:
    capital = [token for token in tokens if token.lower().rstrip(".") not in PARTICLES or token[:1].isupper()]
    shaped = all(re.fullmatch(_PART, token) for token in capital)
    return shaped and len(capital) >= 2 and sum(len(_bare(token)) > 1 for token in capital) >= 2


def _turned_round(pieces: Sequence[str]) -> list[str]:
    """`DOE JR, JANE M` is Jane M Doe; anything else with a comma is no name."""
    family, given = pieces[0].split(), pieces[1].split()
    if len(pieces) > 2 or not given or not 1 <= len(family) <= 3 or not _is_given(_bare(given[0])) or len(given) > 3:
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


def _are_suffixes(pieces: Sequence[str]) -> bool:
    return all(_is_suffix(token) for piece in pieces for token in piece.split())


def _is_title(token: str) -> bool:
    word = folded(token).rstrip(".,")
    return word in _TITLES and (len(word) > 1 or token.endswith("."))


def _is_suffix(token: str) -> bool:
    return folded(token).rstrip(".,") in _SUFFIXES and (token.isupper() or "." in token or token[:2] in ("Jr", "Sr", "Es", "Ph", "Dp"))


def _is_initial(token: str) -> bool:
    return re.fullmatch(r"(?:[A-ZÀ-Ž]\.){1,3}[A-Z]?|[A-ZÀ-Ž]", token) is not None


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
