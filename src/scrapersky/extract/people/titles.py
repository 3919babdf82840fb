"""What stands before and behind a name: titles, degrees, generations."""

import re
from collections.abc import Sequence
from itertools import compress, takewhile

from scrapersky.extract.folding import folded
from scrapersky.extract.people.name_words import (
    PARTICLES,
    TITLES,
    bare_word,
    is_given,
    is_initial,
    is_strong_given,
    is_suffix,
    is_title,
)
from scrapersky.extract.people.roles import role_in
from scrapersky.extract.people.vocabulary import (
    NOT_NAMES,
    PLACE_KINDS,
    SURNAMES,
    TURKISH_GIVEN_NAMES,
    VIETNAMESE_FAMILIES,
)
from scrapersky.extract.phrases import words

_LONGEST_FIELD = 8
_LONGEST_TITLE = 5
_MIXED = re.compile(r"[A-Z](?:[A-Z][a-z]{1,2}|[a-z]{1,5}[A-Z]{1,2}|[a-z]{2,4}\.[a-z]{1,3})r?\.?")
# Dots, an ampersand or a hyphen within capitals, or small letters beside two of them.
_DEGREE = re.compile(r"(?=[A-Z])(?=\S*(?:\.\S|[A-Z]&?[A-Z][a-z]|[a-z][A-Z]{2}|[A-Z][&-][A-Z]))[A-Za-z&.-]{3,10}\.?")
_SUBJECT_FOLLOWS = re.compile(r"(?:[BM]\.(?:Sc|A|Eng|Ed)|Mag|Dipl)\.(?:-[A-Z][a-z.]{1,20})?,?|Dipl-[A-Z][a-z.]{1,20}")
_MOST_OF_DEGREE = 5  # words
_SMALL_DEGREES = words(
    "dipl univ mag spec struc bacc oec ing inz dr mr prof mgr iur lic okl akad magr diplom pharm med prim doc"
)
_NO_TITLES = frozenset(("u.s", "u.k", "e.v"))
_ADVOCATE = "Av."  # in Turkish; elsewhere an avenue
_TWO = 2
# What a form or a card calls somebody before the name: "name" in some languages, Mr and Mrs in Vietnamese.
_LEADS = words("Name Naam Nom Nombre Nome Namn Navn Nimi Jméno Meno Imię Ime Nume Név \u00d4ng B\u00e0")
# How somebody begins who says who it is: "I am"; in Turkish it is a given name elsewhere.
_I_AM, _TURKISH_I = frozenset(("Soy", "Olen", "Sono", "Sou", "Jestem", "Jsem", "Sunt")), "Ben"
_SMALL = PARTICLES | TITLES | {"and", "und"} | {bare_word(lead) for lead in _LEADS}


def has_other_word(tokens: Sequence[str]) -> bool:
    """Whether a word in small letters is among them that neither leads a name nor stands in one."""
    for token in tokens:
        if token.islower() and token.isalpha() and token not in _SMALL and bare_word(token) not in _SMALL:
            return True
    return False


def begins_with_no_name(tokens: Sequence[str]) -> bool:
    """`About Us`: whether the first word is none of a name, and nothing that is taken off; quick to tell."""
    first = tokens[0] if tokens else ""
    if not (len(first) > 1 and first.istitle() and first.isascii() and first.isalpha()) or _ADVOCATE in tokens[:2]:
        return False
    word = bare_word(first)
    is_other = word in NOT_NAMES and not is_given(word) and word not in PARTICLES
    return is_other and first not in _LEADS and not is_title(first)


def without_titles(tokens: list[str]) -> tuple[str, list[str]]:
    if len(tokens) > _TWO and _is_lead(tokens[0], bare_word(tokens[1])):
        return "", tokens[1:]
    advocate = tokens.index(_ADVOCATE) if _ADVOCATE in tokens[:2] else len(tokens)
    if len(tokens) - advocate > 2 and bare_word(tokens[advocate + 1]) in TURKISH_GIVEN_NAMES:
        return " ".join(tokens[: advocate + 1]), tokens[advocate + 1 :]
    index = 0
    while index < len(tokens) - 1 and (
        _leads(tokens, index) or tokens[index] in ("&", "and", "und") or (index and _goes_on_title(tokens[index]))
    ):
        index += 1
    known = index
    if len(tokens) - index > 3 and all(map(is_initial, tokens[index : index + 2])):
        letters = len(list(takewhile(is_initial, tokens[index:-_TWO])))
        # `C.D. Ana Ruiz` is a dentist, and `F.H.U. Anna Nowak` has a firm
        index += letters if is_strong_given(bare_word(tokens[index + letters])) else 0
    while index < len(tokens) - 2 and _may_be_title(tokens[index], tokens[index + 1]):
        index += 1
    return " ".join(tokens[:known]), tokens[index:]


def _is_lead(token: str, following: str) -> bool:
    if token == _TURKISH_I:
        return following in TURKISH_GIVEN_NAMES and following not in SURNAMES
    return (token in _I_AM or token.title() in _LEADS) and _begins_name(following)


def _begins_name(word: str) -> bool:
    return is_strong_given(word) or word in VIETNAMESE_FAMILIES


def _leads(tokens: Sequence[str], index: int) -> bool:
    """Whether a title stands here; `M. Dupont` may as well have a given name with M."""
    return is_title(tokens[index]) and not (is_initial(tokens[index]) and index == len(tokens) - 2)


def _may_be_title(token: str, following: str) -> bool:
    """`Uzm. Elif Demir`, `DIin Anna Gruber`: an abbreviation before a name is what somebody is called."""
    word = bare_word(token)
    is_short = token.endswith(".") and len(word) <= _LONGEST_TITLE and not is_initial(token)
    if not (is_short or _DEGREE.fullmatch(token) or _MIXED.fullmatch(token)) or word in _NO_TITLES:
        return False
    if word in PLACE_KINDS or word in PARTICLES or is_given(word):
        return False
    is_before_name = is_strong_given(bare_word(following))
    return not role_in(token) and (is_before_name or not (word in NOT_NAMES or is_initial(token)))


def _goes_on_title(token: str) -> bool:
    """`Dr. iur. utr.`: after a title, a short word in small letters with a dot says in what."""
    return token[-1] == "." and token.islower() and len(token) <= _LONGEST_FIELD


def without_letters(tokens: list[str]) -> list[str]:
    """`DI Anna Gruber`: capitals before a name that is not written in them are what somebody has learnt."""
    first, rest = tokens[0] if tokens else "", tokens[1:]
    if not (len(rest) > 1 and 1 < len(first) < _LONGEST_TITLE and first.isupper() and first.isalpha()):
        return tokens
    word, after = bare_word(first), bare_word(rest[0])
    is_known = is_given(word) or word in SURNAMES or word in NOT_NAMES or any(map(str.isupper, rest))
    return tokens if is_known or not (is_given(after) or after in SURNAMES) else rest


def without_inner_titles(tokens: list[str]) -> list[str]:
    """`Kovácsné Dr. Varga Anna`: a title with its dot may stand within a name."""
    dotted = [token for token in tokens if token[-1] == "." and len(token) > 2]
    if not dotted:
        return tokens
    return [token for token in tokens if not (token.endswith(".") and not is_initial(token) and is_title(token))]


def without_suffixes(tokens: list[str]) -> list[str]:
    end = len(tokens)
    if end > 3 and all(is_initial(token) and token[-1] == "." for token in tokens[-2:]):
        end -= 2  # `Eamonn Durkan P.P.` is a parish priest
    while end > 2 and tokens[end - 2].lower() not in PARTICLES:
        if not (is_suffix(tokens[end - 1]) or _may_be_degree(tokens[end - 1], tokens[0])):
            break
        end -= 1
    return tokens[:end]


def suffix_in(core: str, rest: Sequence[str]) -> str:
    last = core.rsplit(maxsplit=1)[-1]
    if not rest:
        return last.rstrip(".,") if is_suffix(last) else ""
    if _is_small_degree(rest[0]):
        return rest[0]
    behind = [token for piece in rest for token in piece.split()]
    told = (is_suffix(token) or _DEGREE.fullmatch(token) or _are_letters(token) for token in behind)
    suffixes = [*compress(behind, told), *[last] * is_suffix(last)]
    return suffixes[0].rstrip(".,") if suffixes else ""


def _are_letters(token: str) -> bool:
    """`CPNP`: so many capitals behind a comma are what somebody has learnt; three may be a place."""
    return len(token) == _LONGEST_TITLE - 1 and _may_be_degree(token, "")


def are_suffixes(pieces: Sequence[str]) -> bool:
    if all(map(_is_small_degree, pieces)):
        return True
    letters = [token for piece in pieces for token in piece.partition("(")[0].split()]
    known = [token for token in letters if is_suffix(token) or _may_be_degree(token, "")]
    return len(known) == len(letters) or (
        bool(known)
        and all(token in known or (token.isupper() and 1 < len(token) < _LONGEST_TITLE) for token in letters)
    )


def _is_small_degree(piece: str) -> bool:
    """`dipl. ing.`, `univ.dipl.prav.`, `mag. oec.`: so Slavic languages write what somebody has learnt."""
    words = piece.replace(".", " ").split()
    is_short = 0 < len(words) <= _MOST_OF_DEGREE and piece.islower() and all(map(str.isalpha, words))
    return is_short and "." in piece and max(map(len, words)) <= _LONGEST_FIELD and folded(words[0]) in _SMALL_DEGREES


def is_degree(token: str) -> bool:
    """`MSc`, `Ph.D.`: by its shape alone."""
    return _DEGREE.fullmatch(token) is not None and bare_word(token) not in SURNAMES and not is_initial(token)


def are_degrees(text: str) -> bool:
    """Whether a line says what somebody has learnt and nothing else: `B.D.S., M.D.S. (Orthodontics)`."""
    words = text.partition("(")[0].replace(",", " ").split()
    return bool(words) and all(_DEGREE.fullmatch(word) or is_suffix(word) for word in words)


def before_degree(text: str) -> str:
    """The first words of a line, where a degree and its subject follow: `Jane Doe M.Sc. Marine Law`.

    >>> before_degree("Anna Rossi B.Sc. Marine Law / Trade"), before_degree("Dipl.-Ing. Anna Rossi")
    ('Anna Rossi', 'Dipl.-Ing. Anna Rossi')
    """
    if not ("Dipl" in text or ".Sc" in text or ".A." in text or ".E" in text or "Mag." in text):
        return text
    words = text.split()
    at = next((at for at, word in enumerate(words[:_LONGEST_TITLE]) if _SUBJECT_FOLLOWS.fullmatch(word)), 0)
    return " ".join(words[:at]) if _TWO <= at < len(words) - 1 or (at >= _TWO and "-" in words[at]) else text


def _may_be_degree(token: str, first: str) -> bool:
    """`Jane Doe FCCA`, `Ayu Putri, Sp.Ort`, `BVSc`: letters that no list has, after a name not in capitals itself."""
    is_acronym = token.isalpha() and token.isupper() and 3 <= len(token) <= _LONGEST_TITLE
    word = bare_word(token)
    if first.isupper() or word in SURNAMES:
        return False
    return _DEGREE.fullmatch(token) is not None or (is_acronym and not (word in NOT_NAMES or role_in(token)))
