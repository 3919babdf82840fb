from collections import Counter
from time import perf_counter

import phonenumbers
import pytest
from email_validator import validate_email
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapersky.simulator.business import SimulatedBusiness
from scrapersky.simulator.numbering import Rectangle
from scrapersky.simulator.vocabulary import CATEGORIES, CITIES
from scrapersky.simulator.world import NoSuchBusiness, World

WORLD = World(seed=7, businesses=1_000_000)
AUSTIN, DENTIST = CITIES[0], CATEGORIES[0]
numbers = st.integers(0, WORLD.businesses - 1)


def phones_of(business: SimulatedBusiness) -> list[str]:
    found = (business.phone, business.fax, *(person.phone for person in business.people))
    return [phone for phone in found if phone]


@given(numbers)
@settings(max_examples=100, deadline=None)
def test_phones_are_valid_where_the_business_is(number: int) -> None:
    business = WORLD.business(number)

    for phone in phones_of(business):
        parsed = phonenumbers.parse(phone)
        assert phonenumbers.is_valid_number(parsed), phone
        assert phonenumbers.format_number(parsed, phonenumbers.PhoneNumberFormat.E164) == phone
        expected = {"US", "CA"} if business.country in ("US", "CA") else {business.country}
        assert phonenumbers.region_code_for_number(parsed) in expected


@given(numbers)
@settings(max_examples=100, deadline=None)
def test_email_addresses_are_valid_and_under_a_reserved_name(number: int) -> None:
    business = WORLD.business(number)

    for email in (*business.emails, *(person.email for person in business.people if person.email)):
        validate_email(email, check_deliverability=False)
        assert email.endswith(".example")


@given(numbers)
@settings(max_examples=100, deadline=None)
def test_a_business_is_found_by_its_host_and_by_its_place_id(number: int) -> None:
    business = WORLD.business(number)

    assert WORLD.by_place_id(business.id) == business
    if business.website and business.website.host:
        owner = WORLD.by_host(business.website.host)
        assert owner is not None
        assert owner == WORLD.by_host(f"www.{business.website.host}")
        assert business in WORLD.branches(owner)


@pytest.mark.parametrize(
    "host", ["", "example", ".example", "nobody.example", "austin-dental.example", "a-zzzzzzzzzzzz.example", "x-1.test"]
)
def test_a_host_that_was_never_given_belongs_to_nobody(host: str) -> None:
    assert WORLD.by_host(host) is None


def test_a_host_with_the_right_number_and_the_wrong_name_belongs_to_nobody() -> None:
    assert WORLD.by_host("some-other-name-0.example") is None


@pytest.mark.parametrize("place_id", ["", "foo", "ChIJ" + "A" * 23, "ChIJ" + "ä" * 23])
def test_a_place_id_that_was_never_issued_is_nobodys(place_id: str) -> None:
    assert WORLD.by_place_id(place_id) is None


def test_a_place_id_of_another_seed_is_nobodys() -> None:
    assert WORLD.by_place_id(World(8, 100).business(5).id) is None


def test_numbers_outside_the_world_name_nobody() -> None:
    with pytest.raises(NoSuchBusiness, match="0 to 99"):
        World(1, 100).business(100)


def test_a_world_needs_a_business() -> None:
    with pytest.raises(ValueError, match="1 to"):
        World(1, 0)


def test_every_city_and_category_gets_its_share_and_no_number_is_lost() -> None:
    blocks = [WORLD.numbering.block(city, category) for city in CITIES for category in CATEGORIES]

    assert sum(block.count for block in blocks) == WORLD.businesses
    assert all(block.count for block in blocks)
    assert WORLD.numbering.block(AUSTIN, DENTIST).count > 2_000


def test_the_countries_and_languages_of_the_world() -> None:
    locales = {f"{business.language}-{business.country}" for business in map(WORLD.business, range(0, 10**6, 997))}

    assert {"en-US", "en-GB", "de-DE", "fr-FR", "es-ES", "it-IT", "nl-NL", "pl-PL", "pt-PT", "sv-SE"} <= locales


def test_some_have_no_website_and_some_share_one() -> None:
    sample = [WORLD.business(number) for number in range(0, 10**6, 499)]
    kinds = Counter(business.website.kind if business.website else "none" for business in sample)
    pages = [business.website.pages for business in sample if business.website and business.website.host]

    assert {"none", "own", "social", "directory", "link_page", "builder"} == set(kinds)
    assert any(len(WORLD.branches(business)) > 1 for business in sample)
    assert min(pages) == 1
    assert sorted(pages)[len(pages) // 2] < 20
    assert max(pages) > 1_000


degrees = st.floats(-0.25, 0.25)


@given(degrees, degrees, degrees, degrees)
@settings(max_examples=20, deadline=None)
def test_a_rectangle_finds_exactly_what_lies_in_it(south: float, west: float, north: float, east: float) -> None:
    world = World(seed=3, businesses=20_000)
    area = Rectangle(
        AUSTIN.latitude + min(south, north),
        AUSTIN.longitude + min(west, east),
        AUSTIN.latitude + max(south, north),
        AUSTIN.longitude + max(west, east),
    )
    block = world.numbering.block(AUSTIN, DENTIST)

    found = [business.number for business in world.search(cities=(AUSTIN,), categories=(DENTIST,), area=area)]

    every = range(block.start, block.start + block.count)
    assert sorted(found) == [number for number in every if area.contains(*world.numbering.location(number))]


def test_a_search_looks_only_at_what_it_returns() -> None:
    start = perf_counter()

    found = [next(World(seed, 10**9).search(cities=(AUSTIN,), categories=(DENTIST,))) for seed in range(20)]

    assert len({business.id for business in found}) == 20
    assert perf_counter() - start < 10, "a scan would take days"


def test_branches_share_a_website_and_differ_in_everything_else() -> None:
    branches = next(group for group in map(WORLD.branches, WORLD) if len(group) > 1)

    assert len({branch.website for branch in branches}) == 1
    assert len({(branch.latitude, branch.longitude) for branch in branches}) == len(branches)
    assert {branch.chain_number for branch in branches} == {branches[0].number}
