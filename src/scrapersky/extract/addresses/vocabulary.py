"""The words postal addresses are made of: regions, countries, kinds of street, parts of buildings."""

from collections.abc import Collection

from scrapersky.extract.folding import folded
from scrapersky.extract.phrases import choice, phrases_in, word_texts, words, words_in

_LISTS = word_texts("addresses.toml")


def _codes(section: str) -> dict[str, str]:
    """Codes by name."""
    return {name: code for code, names in _LISTS[section].items() for name in phrases_in(names)}


US_STATES = _codes("us_states")
CA_PROVINCES = _codes("ca_provinces")
AU_STATES = _codes("au_states")
COUNTRIES = _codes("countries")
COUNTRIES |= {folded(name): code for name, code in COUNTRIES.items()}
GB_AREAS = words(_LISTS["gb"]["areas"])
GB_COUNTIES = frozenset(phrases_in(_LISTS["gb"]["counties"]))
STRONG_TYPES = choice(_LISTS["streets"]["strong_types"])
WEAK_TYPES = choice(_LISTS["streets"]["weak_types"])
DIRECTIONS = choice(_LISTS["streets"]["directions"])
GERMANIC_ENDINGS = choice(_LISTS["streets"]["germanic_endings"])
ROMANCE_TYPES = choice(_LISTS["streets"]["romance_types"])
BUILDING_WORDS = words_in(_LISTS["buildings"])
CAR_PARKS = phrases_in(_LISTS["car_parks"]["any"])
COUNTRY_OF_STREET = {country: words(text) for country, text in _LISTS["country_of_street"].items()}
ADJECTIVES = choice(_LISTS["streets"]["adjectives"])
HOUSES = choice(_LISTS["streets"]["houses"])
UNITS = choice(_LISTS["streets"]["units"])
TOWN_MARKS = choice(_LISTS["streets"]["town_marks"])
DISTRICT_MARKS = choice(_LISTS["streets"]["district_marks"])
REGION_MARKS = choice(_LISTS["streets"]["region_marks"])
CODE_LABELS = choice(_LISTS["streets"]["code_labels"])
CODES = {country: shape for shape, countries in _LISTS["codes"].items() for country in countries.split()}
PREMISES_BEFORE = choice(_LISTS["premises"]["before"])
PREMISES_AFTER = choice(_LISTS["premises"]["after"])
TOWNS_OF = {country: frozenset(phrases_in(towns)) for country, towns in _LISTS["towns"].items()}
STATES_OF = {country: frozenset(phrases_in(states)) for country, states in _LISTS["states"].items()}
ADDRESS_LABELS = frozenset(map(folded, phrases_in(_LISTS["no_places"]["labels"])))
NO_PLACES = words(_LISTS["no_places"]["any"])
NUMBERED = words(_LISTS["numbered"]["any"])
_SPOKEN_IN = {language: words(countries) for language, countries in _LISTS["spoken_in"].items()}


def languages_of(country: str) -> tuple[str, ...]:
    """Those in which a country names its streets; all where nothing is known of it."""
    spoken = tuple(language for language, countries in _SPOKEN_IN.items() if country in countries)
    return spoken or tuple(_SPOKEN_IN)


def kinds_of_streets(languages: Collection[str], section: str) -> str:
    """A choice of words for streets, which stand before a name or after it."""
    return "|".join(choice(kinds) for language, kinds in _LISTS[section].items() if language in languages)
