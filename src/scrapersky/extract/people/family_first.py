"""Names that are written with the family name first, and turned round."""

from collections.abc import Sequence

from scrapersky.extract.people.name import Name
from scrapersky.extract.people.name_words import PARTICLES, bare_word, cased, is_given, is_strong_given, is_suffix
from scrapersky.extract.people.titles import without_suffixes
from scrapersky.extract.people.vocabulary import HUNGARIAN_GIVEN_NAMES, SURNAMES


def is_family_first(bare: Sequence[str]) -> bool:
    """`Kovács Anna`, `Rossi Mario`: a family name and then a given name, which no other name would end in."""
    if (
        len(bare) > (4 if bare[0].endswith("ne") and bare[-1] in HUNGARIAN_GIVEN_NAMES else 3)
        or (is_given(bare[0]) and bare[0] not in PARTICLES)
        or not is_strong_given(bare[-1])
        or (bare[-1] in SURNAMES and bare[-1] not in HUNGARIAN_GIVEN_NAMES)
    ):
        return False
    return bare[0] in SURNAMES or bare[-1] in HUNGARIAN_GIVEN_NAMES or _begins_family(bare)


def _begins_family(bare: Sequence[str]) -> bool:
    """`Van Damme Els`, `El Amrani Youssef`."""
    return len(bare) > 2 and len(bare[0]) > 1 and bare[0] in PARTICLES and not any(map(is_given, bare[1:-1]))


def name_turned(tokens: Sequence[str], bare: Sequence[str], title: str) -> Name:
    cut = len(tokens) - 1
    if cut > 1 and is_given(bare[cut - 1]):
        cut -= 1
    given, family = cased(" ".join(tokens[cut:])), cased(" ".join(tokens[:cut]))
    is_hungarian = bare[-1] in HUNGARIAN_GIVEN_NAMES and not (given + family).isascii()
    strength = (3 if bare[0] in SURNAMES else 2 if is_hungarian else 1) + (2 if title else 0)
    return Name(given, family, title, strength, written=f"{family} {given}")


def turned_round(pieces: Sequence[str]) -> list[str]:
    """`DOE JR, JANE M` is Jane M Doe; anything else with a comma is no name."""
    family, given = pieces[0].split(), pieces[1].split()
    if len(pieces) > 2 or not 1 <= len(given) <= 3 or not 1 <= len(family) <= 3:
        return []
    if all(map(is_suffix, family)):
        return []  # `MBBS, MD. Mysore`
    in_capitals = pieces[0].isupper() and (pieces[1].isupper() or "-" in pieces[1])
    if not (in_capitals or is_given(bare_word(given[0]))) or (len(family) > 1 and is_given(bare_word(family[0]))):
        return []
    return (
        [*given, *map(cased, without_suffixes(family))]
        if in_capitals and not pieces[1].isupper()
        else [*given, *without_suffixes(family)]
    )
