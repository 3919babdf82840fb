"""The words that people are known by, and those that only look like names."""

from scrapersky.extract.addresses.vocabulary import COUNTRIES
from scrapersky.extract.folding import folded
from scrapersky.extract.phrases import phrases_in, phrases_of, word_lists, word_texts, words, words_in

_GIVEN = word_texts("given_names.toml")
AMBIGUOUS_GIVEN_NAMES = words_in(_GIVEN["ambiguous"])
GIVEN_NAMES = words_in(_GIVEN["common"]) | words(_GIVEN["ambiguous"]["rarer_english"])
SHORT_ASIAN_GIVEN_NAMES = words_in(_GIVEN["short"])

_SURNAME_LISTS = word_texts("surnames.toml")
_FAMILY = _SURNAME_LISTS["family"]
FAMILY_ENDINGS = tuple(words(_SURNAME_LISTS["shapes"]["endings"]))
FAMILY_BEGINNINGS = tuple(words(_SURNAME_LISTS["shapes"]["beginnings"]))
ENGLISH_SURNAMES = words(_FAMILY["english"])
SURNAMES = words_in(_FAMILY)
VIETNAMESE_FAMILIES = words(_SURNAME_LISTS["shapes"]["vietnamese"])

_NO_NAMES = word_texts("no_names.toml")
_SPECIAL = {name: words(text) for name, text in _NO_NAMES["special"].items()}
_COUNTRIES = frozenset(folded(name) for name in COUNTRIES if " " not in name and len(name) > 2)
_CLOSED = words(folded(word_texts("opening_hours.toml")["words"]["closed"]))
_PAGES = word_lists("page_kinds.toml")
_PAGE_WORDS = words(folded(" ".join(phrases_of(_PAGES["contact"]) | phrases_of(_PAGES["about"]))))
_PAGE_WORDS = frozenset(word for word in _PAGE_WORDS - GIVEN_NAMES - SURNAMES if len(word) > 3)
NOT_NAMES = words_in(_NO_NAMES["no_names"]) | _COUNTRIES | _CLOSED | _PAGE_WORDS
NO_NAME_ENDINGS = tuple(_SPECIAL["endings"])
PLACE_PREFIXES = _SPECIAL["place_prefixes"]
STREET_SURNAMES = _SPECIAL["street_surnames"]
SURNAMES_TOO = _SPECIAL["surnames_too"]
GIVEN_NAMES_TOO = _SPECIAL["given_names_too"]
PARTICLES_TOO = _SPECIAL["particles_too"]
ORGANISATION_ENDS = _SPECIAL["organisation_ends"] | words(_NO_NAMES["no_names"]["business"])
BRANDS = frozenset(phrases_in(_NO_NAMES["brands"]["any"]))

PLACE_KINDS = _SPECIAL["place_kinds"]
TURKISH_GIVEN_NAMES = words(_GIVEN["common"]["romanian_turkish_greek"]) | words(
    _GIVEN["common"]["arabic_turkish_persian_hebrew"]
)
SOUTH_ASIAN_GIVEN_NAMES = words(_GIVEN["common"]["south_asian"])
HUNGARIAN_GIVEN_NAMES = words(_GIVEN["common"]["hungarian"])

ROLE_ENDINGS = {
    ending: role for role, text in word_texts("role_endings.toml")["endings"].items() for ending in text.split()
}
ROLE_HEADINGS = frozenset(phrases_in(folded(word_texts("role_endings.toml")["headings"]["any"])))
ROLES = {role: phrases_in(folded(",".join(lists.values()))) for role, lists in word_texts("roles.toml").items()}
