"""The words of a name one by one: titles, degrees, initials, particles, given names."""

import re
from functools import lru_cache

from scrapersky.extract.folding import fold_space, folded
from scrapersky.extract.people.vocabulary import (
    AMBIGUOUS_GIVEN_NAMES,
    FAMILY_BEGINNINGS,
    FAMILY_ENDINGS,
    GIVEN_NAMES,
    NOT_NAMES,
    SHORT_ASIAN_GIVEN_NAMES,
)
from scrapersky.extract.phrases import words

PARTICLES = words(
    "van von der den de del della di da dos das do du la le el los las al bin ibn ter ten zu zum zur af av vom y e st"
    " mac mc o und lo dello dalla degli delle dei dal ap ab ferch bte binti ole 't \u2019t i vanden gen n\u00ed"
    " ni u\u00ed"
)
_JOINTS = words("y e o i und st mac mc gen n\u00ed ni u\u00ed")
# Between two given names these tell of two people.
COUPLED = frozenset(("y", "e", "i", "und"))
TITLES = words(
    "dr drs prof professor mr mrs ms miss mx sir dame lord lady rev reverend fr father sister brother pastor rabbi"
    " hon judge capt captain col sgt herr frau dipl ing dipl.-ing mag univ med dent vet jur phil rer nat m mme mlle"
    " monsieur madame maitre me sr sra srta d dna don dona dott dottssa dott.ssa avv ing arch geom rag sig sigra"
    " sig.ra eng exmo dhr mevr mw ir mr pan pani inz mgr herra rouva lic"
    " agr oec pharm theol habil mudr mvdr judr phdr rndr"
    " docteur doctor dra dottore dottoressa avvocato shri smt mdm ra rain dipl.-kfm dipl.-ing dt"
)
SUFFIXES = words(
    "jr sr ii iii iv ml jun sen jnr snr rvn rvt cvt lvt esq phd ph.d"
    " md m.d dds d.d.s dmd d.m.d bds do d.o dc d.c od o.d dvm d.v.m rn np pa pa-c cpa mba"
    " ma msc bsc ba llm ll.m llb jd j.d pe p.e aia faia leed ap rdh lmt lcsw mft pt dpt cfp cfa cism pmp frcs mrcs"
    " mbbs mbchb bams bhms mds dnb fcps"
    " mrcvs facs fagd sh mh mkn faao msw ms med edd m.ed psyd crs gri abr obe mbe cbe frcp qc kc sj esquire cmt rcst"
)
_UNDOTTED = frozenset({"Dr", "Mr", "Ms", "Mx", "Me", "DR", "MR", "MS", "Si", "Re", "Mm", "Ml", "RA", "Sh", "Sm", "Md"})
GENERATIONS = frozenset({"Jr", "Sr", "II", "III", "IV", "JR", "SR"})
# Words that were glued together have a capital after many small letters: `WatsonAt`, but `MacDonald`, `VanderMolen`.
GLUED = re.compile(r"[a-zß-ÿ]{4}(?<!Vander)(?<!Vanden)(?<!Vande)[A-Z][a-z]")
_WORD = r"(?:(?:[dlt][\u2019'])?[A-ZÀ-ÖØ-ÞĀ-Ž][^\W\d_]{0,24}(?:(?![\u2019']s\b)[-'\u2019][^\W\d_]{1,24}){0,3})"
_SHORTENED = r"(?:Th|Ch|Chr|Ph|Joh|Jos|Wm|Geo)\."
_INITIALS = rf"(?=[A-ZÀ-Ž][a-z]{{0,2}}\.)(?:{_SHORTENED}|[A-ZÀ-Ž]\.\s?(?:[A-Z]\.?){{0,2}}(?![^\W\d_]))"
_DOTTED_TITLES = words("Dr Drs Prof Mr Mrs Ms Rev Hon St Dipl Ing Mag Med Dott Avv Sr Sra Jr Fr Capt Col Mme Mlle")
_TITLE_WITH_DOT = rf"(?=[A-Z][a-z]{{1,4}}\.)(?:(?:{'|'.join(sorted(_DOTTED_TITLES))})\.)"
PART = rf"(?:{_TITLE_WITH_DOT}|{_INITIALS}|{_WORD})"
NAME_PART = re.compile(PART)
# The same, but a capital leads: a search leaps to capitals, and does not try a choice at every letter.
FIRST_PART = (
    r"[A-ZÀ-Ž](?<![\w@./&\u2019'-].)"
    rf"(?:(?=[a-z]{{1,4}}\.)(?:{'|'.join(f'(?<={title[0]}){title[1:]}' for title in sorted(_DOTTED_TITLES))})\."
    r"|\.\s?(?:[A-Z]\.?){0,2}(?![^\W\d_])"
    r"|(?<=[A-ZÀ-ÖØ-ÞĀ-Ž])[^\W\d_]{0,24}(?:(?![\u2019']s\b)[-'\u2019][^\W\d_]{1,24}){0,3})"
)
PARTICLE = rf"(?:{'|'.join(sorted(PARTICLES - _JOINTS, key=len, reverse=True))}|y|(?:med|dent|vet|jur)\.)"
_GIVEN = GIVEN_NAMES | SHORT_ASIAN_GIVEN_NAMES
_LONG_TITLE = 4  # letters; a shorter one has a dot, or is written as none other is
_SUFFIXES_BEGIN = frozenset(("Jr", "Sr", "Es", "Ph", "Dp"))
_LEAST_SHAPED = 7
_INITIAL = re.compile(rf"(?:[A-ZÀ-Ž]\.){{1,3}}[A-Z]?|[A-ZÀ-Ž]|{_SHORTENED}")


def is_title(token: str) -> bool:
    word = bare_word(token)
    if word not in TITLES or (len(word) < _LONG_TITLE and token[-1] != "." and token[:2] not in _UNDOTTED):
        return False
    return folded(token).rstrip(".,") == word and (len(word) > 1 or token[-1] == ".")


def is_suffix(token: str) -> bool:
    if not (token.isupper() or "." in token or token[:2] in _SUFFIXES_BEGIN) or not token.isascii():
        return False
    return folded(token).rstrip(".,") in SUFFIXES


def is_initial(token: str) -> bool:
    return (len(token) == 1 or ("." in token and len(token) <= 7)) and _INITIAL.fullmatch(token) is not None


def is_given(word: str) -> bool:
    return word in _GIVEN or ("-" in word and word.partition("-")[0] in GIVEN_NAMES)


def is_strong_given(word: str) -> bool:
    first = word.partition("-")[0]
    return first in GIVEN_NAMES and first not in AMBIGUOUS_GIVEN_NAMES


def has_family_shape(word: str) -> bool:
    """Whether a word begins or ends as only family names do: `Vandenbroucke`, `Szymanowski`, `Gudmundsdottir`."""
    if word in NOT_NAMES or len(word) < _LEAST_SHAPED:
        return False
    return word.endswith(FAMILY_ENDINGS) or word.startswith(FAMILY_BEGINNINGS)


def is_workshop(word: str) -> bool:
    """`B\u00e4ckerei`, `Kwekerij`, `Menuiserie`, `Falegnameria`: where a trade is at work, whoever bears the name."""
    return len(word) >= _LEAST_SHAPED and word.endswith(("erei", "erij", "erie", "eria", "arnia"))


@lru_cache(maxsize=8_192)
def bare_word(token: str) -> str:
    return folded(token).strip(".,'")


def _capitalised(word: re.Match[str]) -> str:
    """`İ` in small letters would be two signs."""
    return word[0][:1] + word[0][1:].replace("\u0130", "i").lower()


def cased(text: str) -> str:
    """Names in capitals are written as names: `MARY O'NEIL` is Mary O'Neil."""
    if not text.isupper() or len(text) < 3:
        return fold_space(text)
    return fold_space(re.sub(r"[^\W\d_]+", _capitalised, text))
