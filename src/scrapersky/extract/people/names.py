"""What is a person's name: judged by shape, given names, family names, titles, and words that are none."""

import re
from collections.abc import Sequence
from functools import lru_cache

from scrapersky.extract.people.family_first import is_family_first, name_turned, turned_round
from scrapersky.extract.people.initials_last import with_initials_last
from scrapersky.extract.people.name import Name
from scrapersky.extract.people.name_letters import name_likeness
from scrapersky.extract.people.name_words import (
    COUPLED,
    GENERATIONS,
    GLUED,
    NAME_PART,
    PARTICLES,
    bare_word,
    cased,
    has_family_shape,
    is_given,
    is_initial,
    is_strong_given,
    is_title,
    is_workshop,
)
from scrapersky.extract.people.roles import is_role_word, role_in
from scrapersky.extract.people.script_names import script_name
from scrapersky.extract.people.titles import (
    are_suffixes,
    begins_with_no_name,
    has_other_word,
    suffix_in,
    without_inner_titles,
    without_letters,
    without_suffixes,
    without_titles,
)
from scrapersky.extract.people.vocabulary import (
    BRANDS,
    NO_NAME_ENDINGS,
    NOT_NAMES,
    ORGANISATION_ENDS,
    PLACE_KINDS,
    STREET_SURNAMES,
    SURNAMES,
    SURNAMES_TOO,
    VIETNAMESE_FAMILIES,
)

MAX_NAME_LENGTH = 60
# Titles that some languages write small, also at the beginning of a line.
_SMALL_TITLES = re.compile(
    r"(?:(?:mgr|in[zż]|ing|dr|prof|hab|lek|med|dent|wet|dott|dott\.ssa|avv|arch|geom|rag|mudr|bc|phdr|judr|d-r|drs|ir|dhr|mevr)"
    r"\.?\s|[a-z]{1,5}\.\s?){1,4}(?=[A-Z\u00c0-\u017f])"
)
_QUOTED = re.compile(r"\s?[\"“”„][^\"“”„()]{1,24}[\"”“]|\s\([^()]{1,24}\)(?=\s\w)")
_BEHIND_DEGREE = re.compile(r"(?<=[A-Z][A-Zc])\s\([^()]{2,24}\)$")
_FAMILY_WITH_PARTICLE = re.compile(r"(?:d[aeiu]|del|v[ao]n|te[rn])\s(?:(?:la|de[rn])\s)?[A-Z\u00c0-\u00de]{3}")
_GLUED = re.compile(
    r"(?:(?<=\b[A-Z]\.)|(?<=\b[DM]r\.)|(?<=\bMrs\.)|(?<=\bProf\.)|(?<=\b(?:med|vet|jur)\.)|(?<=\bdent\.))(?=[A-Z](?:\.|[a-z]{2}))"
    r"|(?<=\bDr\.)(?=[a-z]{2,5}\.)"
)
_RAISED = str.maketrans("", "", "\u00aa\u00ba\u1d43")  # the last letter of a title: `Dr.ª`
_VIETNAMESE = re.compile("[\u01a0\u01a1\u01af\u01b0\u1ea0-\u1ef9]")  # without its marks, `M\u1ef9` would be "my"
_SURE = 3
_TWO = 2
_MOST_WORDS = 9
_NEVER_LAST = ORGANISATION_ENDS | PLACE_KINDS
# As `name_likeness` counts: one word, and all that no list has.
_UNLIKE, _UNLIKE_TOGETHER, _UNLIKE_ALONE = -2.6, -3.5, -1.1
_SHORTEST_LEAD = 5
_SHORTEST_ENDED = 8
_LAST_LATIN = "\u0240"
_MARKED_ENDS = (
    "ić",
    "ová",
    "ský",
    "cký",
    "čík",
    "áček",
    "íček",
    "ůček",
    "čić",
    "ņš",
    "iņš",
    "ņa",
    "aitė",
    "ytė",
    "utė",
    "ğlu",
)
_JOINTS = frozenset(("di", "de", "van", "von", "by"))
_LETTER_WORDS = frozenset("AIEOUYVZK")  # one letter is a word in some language
_ARTICLES = frozenset(("Le", "La", "Les", "El", "Los", "Las", "Il", "Lo", "The", "Der", "Die", "Das", "De", "Het"))
_NOT_NAME_LETTERS = re.compile(r"[\d@:;!?/\\|<>=+*_#%$€£©®™…]")
_ASIDE = re.compile('[("“”„]')


def name_of(text: str) -> Name | None:
    """Return the name when the text is a name and nothing else, with titles, initials and degrees taken off.

    >>> name_of("Dr. Jane M. Doe, DDS").full, name_of("DOE, JANE M").full, name_of("Maria van der Berg").family
    ('Jane M. Doe', 'Jane M Doe', 'van der Berg')
    >>> name_of("Contact Us"), name_of("Main Street"), name_of("Acme Dental LLC")
    (None, None, None)
    """
    if len(text) > 1 and not text.isascii() and text[0] > _LAST_LATIN:
        return script_name(text)
    if text[:1].islower() and (title := _SMALL_TITLES.match(text)):
        unknown = [
            word for token in title[0].split() if len(word := bare_word(token)) > 1 and not is_title(token.title())
        ]
        text = text[title.end() :] if not any(word in PLACE_KINDS or word in NOT_NAMES for word in unknown) else ""
    if not 3 < len(text) <= MAX_NAME_LENGTH or not (" " in text or "." in text):
        return None
    if not (text[0].isupper() or _FAMILY_WITH_PARTICLE.match(text)):
        return None
    return _judged(text)


def titled_name(text: str) -> Name | None:
    """`Dr. Satendra`: a title and one name; it takes a role, or others around it, to be somebody."""
    title, tokens = without_titles(text.split())
    if len(tokens) != 1 or not title or not NAME_PART.fullmatch(tokens[0]) or not tokens[0].isalpha():
        return None
    word = bare_word(tokens[0])
    is_word = word in NOT_NAMES or role_in(tokens[0]) or name_likeness(word) < _UNLIKE_ALONE
    return None if is_word else Name(cased(tokens[0]), "", title)


@lru_cache(maxsize=16_384)
def _judged(text: str) -> Name | None:
    if _NOT_NAME_LETTERS.search(text) or ".." in text or "http" in text:
        return None
    if _ASIDE.search(text):
        text = _BEHIND_DEGREE.sub("", _QUOTED.sub("", text))
    pieces = [piece.strip() for piece in text.rstrip(" -").split(",")]
    if "." in pieces[0]:
        pieces[0] = _GLUED.sub(" ", pieces[0].translate(_RAISED))
    core, rest = pieces[0].split(), pieces[1:]
    if ("." not in pieces[0] and has_other_word(core)) or (not rest and begins_with_no_name(core)):
        return None
    if rest and not are_suffixes(rest):
        core = turned_round(pieces)
    title, tokens = without_titles(core)
    tokens = _family_last(without_letters(without_suffixes(without_inner_titles(tokens))))
    if (initialled := with_initials_last(tokens, title)) is not None:
        return initialled
    if not 2 <= _length(tokens) <= 6 or _is_no_name(bare_word(tokens[0]), tokens[0]) or not _has_name_shape(tokens):
        return None
    return name_from(tokens, title, suffix=suffix_in(pieces[0], rest))


def name_from(tokens: Sequence[str], title: str, *, suffix: str = "") -> Name | None:
    bare = [bare_word(token) for token in tokens]
    if _is_none(tokens, bare, has_title=bool(title)):
        return None
    if is_family_first(bare):
        return name_turned(tokens, bare, title)
    if VIETNAMESE_FAMILIES.isdisjoint((bare[0], bare[-1])) and _are_vietnamese_words(tokens):
        return None
    cut = _family_start(tokens)
    given, family = " ".join(tokens[:cut]), " ".join([*tokens[cut:], suffix if suffix in GENERATIONS else ""])
    strength = max(map(_token_strength, tokens[:cut]), default=0)
    if (strength == 0 and bare[-1] not in SURNAMES and role_in(" ".join(tokens))) or _mixes_capitals(tokens, strength):
        return None
    strength += (
        (bare[-1] in SURNAMES or has_family_shape(bare[-1]) or _has_marked_end(tokens[-1]))
        + (2 if title or suffix else 0)
        - (2 if bare[-1] in STREET_SURNAMES else 0)
    )
    strength += any(is_initial(token) for token in tokens[:-1]) and (len(tokens) > _TWO or tokens[0][-1] == ".")
    strength += 2 if bare[0] in VIETNAMESE_FAMILIES and any(map(_VIETNAMESE.search, tokens)) else 0
    # People have these names too, but it takes a role or more to tell.
    is_doubtful = _is_ordinary(tokens[-1], bare[-1]) or (not title and _reads_like_words(tokens, bare))
    strength -= 3 if is_doubtful or " ".join(bare[:2]) in BRANDS else 0
    is_role = is_role_word(tokens[-1])
    if is_role and (strength < _SURE or name_likeness(bare[-1]) < _UNLIKE):
        return None
    return Name(cased(given), cased(family), title, strength - (2 if is_role else 0), suffix)


def _is_none(tokens: Sequence[str], bare: Sequence[str], *, has_title: bool) -> bool:
    """Whether a word tells that this is no name: a place's, a role's, page furniture, two names in one."""
    told = 2 if has_title and len(bare) == 3 and is_strong_given(bare[0]) else 0  # `Dr. Jane May Doe`
    words = (_is_no_name(word, token) for word, token in zip(bare[told:-1], tokens[told:], strict=False))
    if not _may_end_name(tokens[-1], bare) or any(words) or _names_a_place(tokens, bare) or _is_led(tokens, bare):
        return True
    if len(tokens) == 2 and tokens[0] in _ARTICLES and is_given(bare[1]):
        return True  # a loaf is called `Le Marcel`
    if tokens[1] in PARTICLES and (tokens[1] in COUPLED or not (is_given(bare[0]) or is_initial(tokens[0]))):
        return True
    if any(is_role_word(token) and not is_given(word) for word, token in zip(bare[:-1], tokens, strict=False)):
        return True
    if GLUED.search(tokens[-1]) is not None or len(tokens) == _TWO or is_family_first(bare):
        return GLUED.search(tokens[-1]) is not None
    has_role = bare[-1] not in SURNAMES and bool(role_in(" ".join(tokens[1:])))
    return has_role or (len(tokens) > 3 and _are_two(tokens, bare))


def _is_led(tokens: Sequence[str], bare: Sequence[str]) -> bool:
    return is_led_by_word(bare) or _is_firm_of_somebody(tokens, bare)


def _is_firm_of_somebody(tokens: Sequence[str], bare: Sequence[str]) -> bool:
    """`Dolce Forno di Rossi Anna`: what no name begins with, and behind the joint a whole one."""
    for at in range(1, len(tokens) - 2):
        if tokens[at] in _JOINTS:
            before, behind = bare[:at], bare[at + 1 :]
            is_name = any(is_given(word) or word in SURNAMES or len(word) == 1 for word in before)
            return not is_name and any(map(is_strong_given, behind))
    return False


def is_led_by_word(bare: Sequence[str]) -> bool:
    """`Oberinspektorin Ute Brandl`, `Physiotherapie Ute Brandl`: a word that is no name, and a whole name behind it."""
    word = bare[0]
    if len(bare) <= _TWO or len(word) < _SHORTEST_LEAD or not is_strong_given(bare[1]):
        return False
    if is_given(word) or word in SURNAMES or word in _NEVER_LAST or "-" in word:
        return False
    return word in NOT_NAMES or name_likeness(word) < _UNLIKE_ALONE


def _are_vietnamese_words(tokens: Sequence[str]) -> bool:
    """Its words are short, and there are some hundred family names; what begins with none is an offer in capitals."""
    return max(map(len, tokens)) < _SHORTEST_ENDED - 1 and any(map(_VIETNAMESE.search, tokens))


def _reads_like_words(tokens: Sequence[str], bare: Sequence[str]) -> bool:
    """`Practice Areas`, `Anna Logistik`: what no list has is not written as names are."""
    unlisted = [
        name_likeness(word)
        for word, token in zip(bare, tokens, strict=True)
        if not (
            is_given(word)
            or word in SURNAMES
            or word in PARTICLES
            or is_initial(token)
            or has_family_shape(word)
            or _has_marked_end(token)
        )
    ]
    least = _UNLIKE_TOGETHER if is_strong_given(bare[0]) else _UNLIKE
    return bool(unlisted) and (min(unlisted) < least or sum(unlisted) < _UNLIKE_TOGETHER)


def _has_marked_end(token: str) -> bool:
    """`-ić`, `-ová`: without its marks the end would be that of other words."""
    return not token.isascii() and token.lower().endswith(_MARKED_ENDS) and len(token) > _SHORTEST_LEAD - 1


def _names_a_place(tokens: Sequence[str], bare: Sequence[str]) -> bool:
    """`Rue Victor Hugo`, `Villa Maria`, `Kemal Paşa Caddesi`: a street or a house that bears a name."""
    is_kind = bare[0] in PLACE_KINDS or is_workshop(bare[0])
    is_first = is_kind and not is_initial(tokens[0]) and not (is_given(bare[0]) and tokens[1][0].isupper())
    return is_first or (bare[-1] in PLACE_KINDS and bare[-1] not in SURNAMES and bare[-1] not in SURNAMES_TOO)


def _are_two(tokens: Sequence[str], bare: Sequence[str]) -> bool:
    """`Jens Müller und Katrin Müller` are two people, and so are `Jens Müller Katrin Roth`."""
    joints = (index for index, word in enumerate(bare[1:-1], 1) if word in COUPLED and tokens[index].islower())
    if any(is_strong_given(bare[index + 1]) for index in joints):
        return True
    is_second_name = len(bare) == 4 and len(bare[2]) > 3 and is_strong_given(bare[2])
    if not is_second_name or bare[1] in PARTICLES or is_given(bare[1]) or is_initial(tokens[1]):
        return False
    return bare[2] not in SURNAMES


def _may_end_name(last: str, bare: Sequence[str]) -> bool:
    word = bare[-1]
    if is_initial(last):  # `Ana Soto P.` has her mother's name too; `Ana Maria P.` wants to be nobody
        return len(bare) > _TWO and last.endswith(".") and not is_given(bare[-2]) and len(bare[-2]) > 1
    if word in STREET_SURNAMES and len(bare) > _TWO:
        return False
    if word.endswith(NO_NAME_ENDINGS) and len(word) >= _SHORTEST_ENDED and word not in SURNAMES:
        return False
    return not _is_ordinary(last, word) or (len(bare) == _TWO and is_strong_given(bare[0]) and word not in _NEVER_LAST)


def _is_ordinary(last: str, word: str) -> bool:
    """Whether a word that ends a name is mostly none; `Brenda Read` takes a title, or a role in a list, to be one."""
    is_known = word in SURNAMES_TOO or word in SURNAMES or _VIETNAMESE.search(last) is not None
    return word in NOT_NAMES and not is_known


def _is_no_name(word: str, token: str) -> bool:
    is_word = word in NOT_NAMES and not is_given(word) and not is_initial(token) and word not in PARTICLES
    return is_word and not _VIETNAMESE.search(token)


def _mixes_capitals(tokens: Sequence[str], strength: int) -> bool:
    """`Savannah GA` and `NASA Visits` are no names, `Jane DOE` is."""
    full = [token for token in tokens if not is_initial(token) and token.lower() not in PARTICLES]
    capitals = [token.isupper() for token in full]
    if all(capitals) or not any(capitals):
        return False
    is_family = strength >= _SURE or (strength > 0 and bare_word(full[-1]) in SURNAMES)
    return not (capitals[-1] and not any(capitals[:-1]) and len(full[-1]) > 3 and is_family)


def _length(tokens: Sequence[str]) -> int:
    """In words; a name may have any particles besides: `Pedro Luis Soto de los Montes Vidal`."""
    return sum(token not in PARTICLES for token in tokens) if len(tokens) <= _MOST_WORDS else len(tokens)


def _family_start(tokens: Sequence[str]) -> int:
    """The family name is the last word with its particles, or the last two when neither is a given name."""
    cut = len(tokens) - 1
    while cut > 1 and tokens[cut - 1].lower().rstrip(".") in PARTICLES and not is_initial(tokens[cut - 1]):
        cut -= 1
    if (
        cut == len(tokens) - 1
        and cut >= 2
        and not is_initial(tokens[cut - 1])
        and not is_given(bare_word(tokens[cut - 1]))
    ):
        cut -= 1
        joined = cut
        while joined > 1 and tokens[joined - 1] in PARTICLES:
            joined -= 1
        if 1 < joined < cut:  # `Ana Soto de la Vega Ruiz` has both
            cut = joined - (not is_given(bare_word(tokens[joined - 1])))
    return max(1, cut)


def _token_strength(token: str) -> int:
    word = bare_word(token)
    is_acronym = token.isupper() and len(token) <= 4
    return 3 if is_strong_given(word) and not is_acronym else 1 if is_given(word) else 0


def _has_name_shape(tokens: Sequence[str]) -> bool:
    capital = [token for token in tokens if token.lower().rstrip(".") not in PARTICLES or token[:1].isupper()]
    if len(capital) < 2 or not all(NAME_PART.fullmatch(token) for token in capital):
        return False
    if any(token[0].islower() and token[1:2].isalpha() for token in capital):
        return False
    full = sum(len(bare_word(token)) > 1 for token in capital)
    if len(capital) == full + 1 == _TWO and is_initial(capital[0]) and capital[0] not in _LETTER_WORDS:
        return bare_word(capital[1]) in SURNAMES or capital[0].endswith(".")
    has_initials = capital[0].endswith(".") or (len(capital) == 3 and is_initial(capital[1]))
    return full >= 2 or (full == 1 and has_initials)


def _family_last(tokens: list[str]) -> list[str]:
    """`TANAKA Hiroshi`, `DUPONT Jean Marc`, `de VRIES Anna` write the family name first, and in capitals."""
    cut = next((index for index, token in enumerate(tokens) if not (token.isupper() or token in PARTICLES)), 0)
    family, given = tokens[:cut], tokens[cut:]
    if not cut or len(given) > 2 or family[-1] in PARTICLES or any(map(str.isupper, given)):
        return tokens
    first, word = bare_word(given[0]), bare_word(family[-1])
    if is_initial(family[-1]) or len(word) < 3:
        return tokens
    is_turned = is_given(first) if word in SURNAMES else is_strong_given(first) and not _is_no_name(word, family[-1])
    small = (token.lower() if token.lower() in PARTICLES else cased(token) for token in family)
    return [*given, *small] if is_turned else tokens
