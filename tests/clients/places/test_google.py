"""Google Places against the simulated one."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson
import pytest
from google.maps.places_v1 import Place
from tests.simulated import Internet, simulated_internet

from scrapersky.clients.places.areas import Area, Box
from scrapersky.clients.places.errors import (
    AccessRefused,
    KeyRefused,
    PlaceGone,
    PlaceSourceError,
    QuotaExhausted,
    RequestRefused,
    SourceNotConfigured,
)
from scrapersky.clients.places.found_place import DETAIL_FIELDS, FoundPlace
from scrapersky.clients.places.google.answers import read_place
from scrapersky.clients.places.google.refusals import midnight_pacific_after, refusal
from scrapersky.clients.places.prices import google_prices
from scrapersky.clients.places.source import PlaceQuery, PlaceSource
from scrapersky.simulator.business import SimulatedBusiness
from scrapersky.simulator.google.service import (
    KEY_WITH_BILLING_DISABLED,
    KEY_WITH_SERVICE_BLOCKED,
    VALID_KEY,
    GoogleQuotas,
    Quota,
)
from scrapersky.simulator.google.tiers import billed_tier
from scrapersky.simulator.simulator import SimulatedLimits

AUSTIN = Area(Box(30.1072, -97.9131, 30.4272, -97.5731), "Austin", "US")
DENTISTS = PlaceQuery("dentists", country="US")


def google(internet: Internet) -> PlaceSource:
    assert internet.clients.places is not None
    return internet.clients.places.by_name["google"]


@pytest.fixture
async def internet() -> AsyncIterator[Internet]:
    async with simulated_internet(businesses=5_000) as internet:
        yield internet


async def test_a_probe_is_free_and_says_when_there_may_be_more(internet: Internet) -> None:
    probe = await google(internet).probe(DENTISTS, AUSTIN)
    assert (len(set(probe.ids)), probe.is_saturated, probe.requests) == (60, True, 3)
    small = await google(internet).probe(DENTISTS, Area(AUSTIN.box.at("000")))
    assert not small.is_saturated
    masks = {request.header("X-Goog-FieldMask") for request in internet.simulator.requests}
    assert masks == {"places.id,nextPageToken"}


def says_the_same(place: FoundPlace, business: SimulatedBusiness) -> None:
    assert (place.name, place.phone) == (business.name, business.phone)
    assert place.website == (business.website.listed_url if business.website else None)
    assert (place.latitude, place.longitude) == (business.latitude, business.longitude)
    assert (place.city, place.region, place.postal_code, place.country) == ("Austin", "TX", business.postal_code, "US")
    assert place.street == f"{business.house_number} {business.street}"
    assert (place.opening_hours is None) == (not business.opening_hours)


async def test_a_listing_brings_what_is_true_and_tells_its_price(internet: Internet) -> None:
    listing = await google(internet).listing(DENTISTS, AUSTIN)
    assert (len(listing.places), listing.requests, listing.cost_micros) == (60, 3, 105_000)
    for place in listing.places:
        business = internet.simulator.world.by_place_id(place.place_id)
        assert business is not None
        says_the_same(place, business)
        assert place.attribution == "Google Maps"
        assert place.expires_at == place.fetched_at + timedelta(days=30)


async def test_fewer_are_asked_for_when_fewer_are_wanted(internet: Internet) -> None:
    listing = await google(internet).listing(DENTISTS, AUSTIN, most=25)
    assert (len(listing.places), listing.requests) == (25, 2)


async def test_details_cost_what_their_fields_cost(internet: Internet) -> None:
    (place, *_) = (await google(internet).listing(DENTISTS, AUSTIN, most=1)).places
    for fields, price, sku in (
        ({"location"}, 5_000, "Place Details Essentials"),
        ({"name", "location"}, 17_000, "Place Details Pro"),
        ({"phone"}, 20_000, "Place Details Enterprise"),
    ):
        details = await google(internet).details(place.place_id, frozenset(fields))
        assert details.cost_micros == price, sku
        assert details.places[0].known_fields == fields
        assert details.places[0].phone == (place.phone if "phone" in fields else None)


def test_our_prices_are_those_of_the_bill() -> None:
    """The simulator's tiers were written from the same documentation by others; ours agree for every field."""
    by_tier = {0: 0, 1: 5_000, 2: 17_000, 3: 20_000}
    for name in (each for names in google_prices().mask.values() for each in names):
        assert google_prices().cost_micros("details", [name]) == by_tier[billed_tier("GetPlace", frozenset({name}))]


@pytest.mark.parametrize(
    ("key", "error", "outcome"),
    [
        ("nonsense", KeyRefused, "bad_key"),
        (KEY_WITH_BILLING_DISABLED, AccessRefused, "billing_disabled"),
        (KEY_WITH_SERVICE_BLOCKED, AccessRefused, "api_key_service_blocked"),
        (None, SourceNotConfigured, "not_configured"),
        (" ", SourceNotConfigured, "not_configured"),
        ("AIza\nX-Evil: 1", RequestRefused, "refused_request"),
    ],
)
async def test_a_key_that_is_refused_is_said_without_repeating_it(
    key: str | None, error: type[PlaceSourceError], outcome: str
) -> None:
    async with simulated_internet(businesses=10, google_places_api_key=key) as internet:
        with pytest.raises(error) as raised:
            await google(internet).probe(DENTISTS, AUSTIN)
    assert raised.value.outcome == outcome
    assert not raised.value.worth_retrying
    assert raised.value.costs_attempt
    if key and key.strip():
        assert key.split("\n", maxsplit=1)[0] not in str(raised.value)


async def test_a_days_quota_ends_at_midnight_in_california() -> None:
    limits = SimulatedLimits(google=GoogleQuotas(search_text=Quota(100, 2)))
    async with simulated_internet(businesses=5_000, limits=limits) as internet:
        with pytest.raises(QuotaExhausted, match="2 requests a day") as raised:
            await google(internet).probe(DENTISTS, AUSTIN)
    assert raised.value.window == "day"
    assert not raised.value.costs_attempt
    assert raised.value.retry_after is not None
    assert timedelta(0) < raised.value.retry_after <= timedelta(hours=25)
    assert "4815" not in str(raised.value)


def test_midnight_is_right_when_the_clocks_change() -> None:
    before = datetime(2026, 3, 8, 9, 30, tzinfo=UTC)  # 01:30 in California, half an hour before the change
    assert midnight_pacific_after(before) == datetime(2026, 3, 9, 7, tzinfo=UTC)


async def test_an_obsolete_place_is_gone(internet: Internet) -> None:
    known = (await google(internet).probe(DENTISTS, AUSTIN)).ids[0]
    async with simulated_internet(businesses=1) as other:
        with pytest.raises(PlaceGone):
            await google(other).details(known, frozenset(DETAIL_FIELDS))
    with pytest.raises(RequestRefused, match="Not a valid Place ID"):
        await google(internet).details("nonsense", frozenset(DETAIL_FIELDS))


async def test_the_key_is_printed_nowhere(internet: Internet, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    await google(internet).probe(DENTISTS, AUSTIN)
    assert VALID_KEY not in caplog.text
    assert VALID_KEY not in repr(internet.clients.places) + repr(google(internet)) + repr(vars(google(internet)))


def test_a_refusal_does_not_repeat_the_projects_number() -> None:
    answer = {"error": {"message": "Requests from projects/481516234200 are blocked."}}
    assert "4815" not in str(refusal(403, answer, datetime.now(UTC)))


async def test_a_category_is_a_strict_filter(internet: Internet) -> None:
    listing = await google(internet).listing(PlaceQuery("restaurant", "restaurant", "US"), AUSTIN, most=20)
    assert {place.category for place in listing.places} == {"restaurant"}


def components(**parts: str) -> list[dict[str, Any]]:
    """`locality="Kyle"`, as Google lists it."""
    return [{"longText": value, "shortText": value, "types": [kind]} for kind, value in parts.items()]


ADDRESSES = {
    "Brooklyn has no locality": (
        {
            "postalAddress": {
                "regionCode": "US",
                "languageCode": "en-US",
                "postalCode": "11201",
                "administrativeArea": "New York",
                "locality": "Brooklyn",
                "addressLines": ["180 Montague St", "Suite 400"],
            },
            "addressComponents": components(
                subpremise="400",
                street_number="180",
                route="Montague Street",
                sublocality_level_1="Brooklyn",
                administrative_area_level_1="NY",
                country="US",
                postal_code="11201",
            ),
        },
        ("180 Montague St, Suite 400", "Brooklyn", "NY", "11201", "US"),
    ),
    "Brooklyn without a postal address": (
        {
            "addressComponents": components(
                subpremise="400",
                street_number="180",
                route="Montague Street",
                sublocality_level_1="Brooklyn",
                administrative_area_level_1="NY",
                country="US",
                postal_code="11201",
            )
        },
        ("180 Montague Street, 400", "Brooklyn", "NY", "11201", "US"),
    ),
    "in Brazil the city is an area of the second level": (
        {
            "postalAddress": {
                "regionCode": "BR",
                "postalCode": "01310-200",
                "administrativeArea": "SP",
                "locality": "São Paulo",
                "sublocality": "Bela Vista",
                "addressLines": ["Av. Paulista, 1578"],
            },
            "addressComponents": components(
                street_number="1578",
                route="Avenida Paulista",
                sublocality_level_1="Bela Vista",
                administrative_area_level_2="São Paulo",
                administrative_area_level_1="SP",
                country="BR",
                postal_code="01310-200",
            ),
        },
        ("Av. Paulista, 1578", "São Paulo", "SP", "01310-200", "BR"),
    ),
    "in Japan there is no street": (
        {
            "postalAddress": {
                "regionCode": "JP",
                "postalCode": "131-0045",
                "administrativeArea": "Tokyo",
                "addressLines": ["1-chōme-1-2 Oshiage, Sumida City"],
            },
            "addressComponents": components(
                premise="2",
                sublocality_level_2="Oshiage",
                locality="Sumida City",
                administrative_area_level_1="Tokyo",
                country="JP",
                postal_code="131-0045",
            ),
        },
        ("1-chōme-1-2 Oshiage, Sumida City", "Sumida City", "Tokyo", "131-0045", "JP"),
    ),
}


@pytest.mark.parametrize(("place", "parts"), ADDRESSES.values(), ids=ADDRESSES.keys())
def test_city_suite_and_street_are_read_wherever_the_place_is(place: dict[str, Any], parts: tuple[str, ...]) -> None:
    shown = {"id": "p"} | place
    Place.from_json(orjson.dumps(shown))  # Google's own model knows every field by that name
    found = read_place(shown, frozenset(DETAIL_FIELDS), datetime(2026, 1, 1, tzinfo=UTC), None)
    assert found is not None
    assert (found.street, found.city, found.region, found.postal_code, found.country) == parts


def refused(status: int, *details: dict[str, Any]) -> PlaceSourceError:
    answer = {"error": {"code": status, "message": "no", "details": list(details)}}
    return refusal(status, answer, datetime(2026, 1, 1, tzinfo=UTC))


@pytest.mark.parametrize("status", [429, 503])
def test_google_is_asked_again_when_it_says(status: int) -> None:
    pause = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "7.5s"}
    assert refused(status, pause).retry_after == timedelta(seconds=7.5)
    assert refused(status, pause | {"retryDelay": "soon"}).retry_after == (
        timedelta(minutes=1) if status == 429 else None
    )
    day = {"reason": "RATE_LIMIT_EXCEEDED", "metadata": {"quota_unit": "1/d/{project}"}}
    assert (refused(429, day, pause).retry_after or timedelta()) > timedelta(hours=1)
