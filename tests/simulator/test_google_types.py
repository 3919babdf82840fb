"""Answers parse, with no field left over, into the types Google publishes."""

import json

import pytest
from google.maps.places_v1 import Place, SearchTextResponse
from google.protobuf.json_format import Parse
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapersky.simulator.exchange import SiteRequest
from scrapersky.simulator.google.service import VALID_KEY, GoogleQuotas, Quota, QuotaMeter, SimulatedGooglePlaces
from scrapersky.simulator.google.tiers import PLACE_FIELDS
from scrapersky.simulator.vocabulary import BY_KEY, CATEGORIES, CITIES, Category, City
from scrapersky.simulator.world import World

WORLD = World(seed=7, businesses=200_000)
ENDLESS = Quota(10**9, 10**9)
GOOGLE = SimulatedGooglePlaces(WORLD, QuotaMeter(GoogleQuotas(ENDLESS, ENDLESS)))

masks = st.lists(st.sampled_from(sorted(PLACE_FIELDS)), min_size=1, max_size=8)
languages = st.sampled_from(["en", "de", "fr", "pl", "pt-PT", "ja"])


def ask(method: str, path: str, mask: str, body: object = None) -> bytes:
    headers = {"x-goog-api-key": VALID_KEY, "x-goog-fieldmask": mask}
    content = b"" if body is None else json.dumps(body).encode()
    answer = GOOGLE.answer(SiteRequest(method, "places.googleapis.com", path, headers=headers, body=content))
    assert answer.status == 200, answer.body
    assert isinstance(answer.body, bytes)
    return answer.body


@given(st.integers(0, len(WORLD) - 1))
@settings(max_examples=60, deadline=None)
def test_every_field_of_any_place_has_its_type(number: int) -> None:
    business = WORLD.business(number)

    place = Place.pb(Place())
    Parse(ask("GET", f"/v1/places/{business.id}", "*"), place, ignore_unknown_fields=False)

    assert place.id == business.id
    assert place.display_name.text == business.name
    assert bool(place.website_uri) is (business.website is not None)


@given(st.sampled_from(CATEGORIES), st.sampled_from(CITIES), masks, languages)
@settings(max_examples=20, deadline=None)
def test_any_text_search_has_its_type(category: Category, city: City, fields: list[str], language: str) -> None:
    phrase = f"{category.key.replace('_', ' ')} in {city.name}"
    mask = ",".join(f"places.{name}" for name in fields)

    answer = ask("POST", "/v1/places:searchText", mask, {"textQuery": phrase, "languageCode": language})

    response = SearchTextResponse.pb(SearchTextResponse())
    Parse(answer, response, ignore_unknown_fields=False)
    assert 1 <= len(response.places) <= 20


@given(st.text(min_size=1, max_size=200))
@settings(max_examples=30, deadline=None)
def test_any_phrase_is_answered_or_refused(phrase: str) -> None:
    headers = {"x-goog-api-key": VALID_KEY, "x-goog-fieldmask": "places.id"}
    body = json.dumps({"textQuery": phrase}).encode()

    answer = GOOGLE.answer(SiteRequest("POST", "", "/v1/places:searchText", headers=headers, body=body))

    assert answer.status == (200 if phrase.strip() else 400)


@pytest.mark.parametrize("category", CATEGORIES, ids=lambda category: category.key)
def test_the_plural_of_a_category_finds_it_in_every_language(category: Category) -> None:
    for _, plural, _ in category.words.values():
        body = {"textQuery": f"{plural} in Austin"}
        assert b"places" in ask("POST", "/v1/places:searchText", "places.id", body), plural


def test_a_place_that_never_closes_has_one_period_without_an_end() -> None:
    business = next(b for b in WORLD.search(categories=(BY_KEY["hotel"],)) if len(b.opening_hours) == 7)

    place = json.loads(ask("GET", f"/v1/places/{business.id}", "regularOpeningHours"))

    assert place["regularOpeningHours"]["periods"] == [{"open": {"day": 0, "hour": 0, "minute": 0}}]
