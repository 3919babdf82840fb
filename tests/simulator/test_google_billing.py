import pytest
from google.maps.places_v1 import Place
from tests.simulator.browser import Browser

from scrapersky.simulator.google.service import BILLED_HEADER
from scrapersky.simulator.google.tiers import PLACE_FIELDS
from scrapersky.simulator.simulator import Simulator

IN_AUSTIN = {"textQuery": "dentists in Austin, TX"}


@pytest.mark.parametrize(
    ("mask", "sku"),
    [
        ("places.id,places.name,nextPageToken", "Text Search Essentials (IDs Only)"),
        ("places.id,places.location", "Text Search Pro"),
        ("places.id,places.photos", "Text Search Pro"),
        ("places.displayName,places.formattedAddress", "Text Search Pro"),
        ("places.displayName,places.websiteUri", "Text Search Enterprise"),
        ("places.id,places.reviews", "Text Search Enterprise + Atmosphere"),
        ("*", "Text Search Enterprise + Atmosphere"),
    ],
)
async def test_a_search_is_billed_at_the_highest_tier_of_its_mask(browser: Browser, mask: str, sku: str) -> None:
    assert (await browser.search_text(IN_AUSTIN, mask)).headers[BILLED_HEADER] == sku


@pytest.mark.parametrize(
    ("mask", "sku"),
    [
        ("id,photos", "Place Details Essentials (IDs Only)"),
        ("id,location,types", "Place Details Essentials"),
        ("id,displayName", "Place Details Pro"),
        ("websiteUri", "Place Details Enterprise"),
        ("editorialSummary", "Place Details Enterprise + Atmosphere"),
    ],
)
async def test_details_are_billed_by_their_own_tiers(
    browser: Browser, simulator: Simulator, mask: str, sku: str
) -> None:
    answer = await browser.google("GET", f"places/{simulator.world.business(0).id}", mask)

    assert answer.headers[BILLED_HEADER] == sku


async def test_what_was_refused_is_not_billed(browser: Browser) -> None:
    assert BILLED_HEADER not in (await browser.search_text(IN_AUSTIN, "id")).headers


def test_every_field_of_a_place_has_a_tier() -> None:
    assert set(PLACE_FIELDS) == {field.json_name for field in Place.pb().DESCRIPTOR.fields}
