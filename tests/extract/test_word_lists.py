"""The word lists as data: where they come from, and that no two of them say opposite things of one word."""

from collections import Counter
from importlib.resources import files

from scrapersky.extract.folding import folded
from scrapersky.extract.people.vocabulary import (
    AMBIGUOUS_GIVEN_NAMES,
    BRANDS,
    GIVEN_NAMES,
    GIVEN_NAMES_TOO,
    NOT_NAMES,
    ORGANISATION_ENDS,
    PARTICLES_TOO,
    ROLES,
    SHORT_ASIAN_GIVEN_NAMES,
    SURNAMES,
    SURNAMES_TOO,
)

_SURE_GIVEN_NAMES = GIVEN_NAMES - AMBIGUOUS_GIVEN_NAMES


def test_every_list_says_in_its_first_lines_what_it_holds() -> None:
    lists = [one for one in files("scrapersky.extract.vocabulary").iterdir() if one.name.endswith(".toml")]
    assert [one.name for one in lists if not one.read_text("utf-8").startswith("# ")] == []


def test_lists_of_names_say_where_the_names_come_from() -> None:
    lists = files("scrapersky.extract.vocabulary")
    names = ("given_names.toml", "surnames.toml", "no_names.toml", "roles.toml", "addresses.toml", "opening_hours.toml")
    heads = {name: lists.joinpath(name).read_text("utf-8").split("\n\n")[0] for name in names}
    assert [name for name, head in heads.items() if "Written for this project" not in head] == []


def test_the_lists_are_written_as_they_are_looked_up() -> None:
    phrases = {phrase for phrases in ROLES.values() for phrase in phrases}
    lists = (
        GIVEN_NAMES,
        SHORT_ASIAN_GIVEN_NAMES,
        AMBIGUOUS_GIVEN_NAMES,
        SURNAMES,
        NOT_NAMES,
        ORGANISATION_ENDS,
        SURNAMES_TOO,
        BRANDS,
        phrases,
    )
    assert [word for words in lists for word in words if word != folded(word).strip()] == []


def test_a_sure_given_name_is_no_other_word() -> None:
    assert sorted((_SURE_GIVEN_NAMES & NOT_NAMES) - GIVEN_NAMES_TOO) == []


def test_a_family_name_that_is_a_product_or_a_place_is_marked() -> None:
    assert sorted((SURNAMES & NOT_NAMES) - SURNAMES_TOO - GIVEN_NAMES_TOO - PARTICLES_TOO) == []


def test_a_phrase_names_one_role() -> None:
    counts = Counter(phrase for phrases in ROLES.values() for phrase in phrases)
    assert [phrase for phrase, count in counts.items() if count > 1] == []


def test_a_role_of_one_word_is_no_sure_given_name() -> None:
    roles = {phrase for phrases in ROLES.values() for phrase in phrases if " " not in phrase}
    assert sorted(roles & _SURE_GIVEN_NAMES) == []
