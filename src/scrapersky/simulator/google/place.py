"""A business as Google shows it: every field it has, for a mask to choose from."""

from dataclasses import dataclass

import phonenumbers

from scrapersky.simulator.addresses import one_line_address, street_line
from scrapersky.simulator.business import SimulatedBusiness
from scrapersky.simulator.dice import Dice
from scrapersky.simulator.google.opening_hours import opening_hours
from scrapersky.simulator.google.plus_codes import plus_code
from scrapersky.simulator.json_values import JsonObject, JsonValue
from scrapersky.simulator.vocabulary.categories import BY_KEY
from scrapersky.simulator.vocabulary.cities import CITIES
from scrapersky.simulator.vocabulary.countries import COUNTRIES

_STATUS = {
    "open": "OPERATIONAL",
    "closed_temporarily": "CLOSED_TEMPORARILY",
    "closed_permanently": "CLOSED_PERMANENTLY",
}
PRICE_LEVELS = (
    "PRICE_LEVEL_INEXPENSIVE",
    "PRICE_LEVEL_MODERATE",
    "PRICE_LEVEL_EXPENSIVE",
    "PRICE_LEVEL_VERY_EXPENSIVE",
)
_VISITS_CUSTOMERS = frozenset({"plumber", "electrician", "roofer"})
_SERVES_FOOD = frozenset({"restaurant", "cafe", "bakery"})
_REGION_NAMES = {(city.country, city.region): city.region_name for city in CITIES}
_VIEWPORT_MARGIN = 0.0013


@dataclass(frozen=True, slots=True)
class Popularity:
    """What visitors think, which only Google knows. No ratings at all is common."""

    rating: float | None
    rating_count: int
    price_level: str | None


def popularity(seed: int, business: SimulatedBusiness) -> Popularity:
    dice = Dice(seed, "popularity", business.number)
    count = int(3 / (1 - dice.fraction()) ** 1.2) if dice.chance(0.92) else 0
    rating = min(50, 30 + dice.below(12) + dice.below(11)) / 10 if count else None
    level = dice.choice(PRICE_LEVELS) if business.category in _SERVES_FOOD and dice.chance(0.7) else None
    return Popularity(rating, min(count, 40_000), level)


def is_service_area_business(seed: int, business: SimulatedBusiness) -> bool:
    """Comes to its customers, and so has no address that Google would show."""
    return business.category in _VISITS_CUSTOMERS and Dice(seed, "service area", business.number).chance(0.25)


def types_of(category_key: str) -> tuple[str, ...]:
    category = BY_KEY[category_key]
    return (category.google_type, *category.google_parents, "point_of_interest", "establishment")


def place_json(seed: int, business: SimulatedBusiness, language: str = "en") -> JsonObject:
    """All fields. A field that is not known is absent, as in the real answers."""
    category = BY_KEY[business.category]
    country = COUNTRIES[business.country]
    place: JsonObject = {
        "name": f"places/{business.id}",
        "id": business.id,
        "types": list(types_of(business.category)),
        "displayName": {"text": business.name, "languageCode": business.language},
        "primaryType": category.google_type,
        "primaryTypeDisplayName": _type_name(business.category, language),
        "businessStatus": _STATUS[business.status],
        "googleMapsUri": f"https://maps.google.com/?cid={business.number + 10**17}",
        "utcOffsetMinutes": country.utc_offset_minutes,
        "timeZone": {"id": country.time_zone},
        "iconMaskBaseUri": "https://maps.gstatic.com/mapfiles/place_api/icons/v2/generic_pinlet",
        "iconBackgroundColor": "#7B9EB0",
    }
    if is_service_area_business(seed, business):
        place["pureServiceAreaBusiness"] = True
    else:
        place |= _whereabouts(business)
    return place | _contact(business) | _opinions(seed, business) | _photos(seed, business)


def _type_name(category_key: str, language: str) -> JsonValue:
    words = BY_KEY[category_key].words
    known = language.split("-", maxsplit=1)[0].lower()
    known = known if known in words else "en"
    return {"text": words[known][0].capitalize(), "languageCode": language if known != "en" else "en-US"}


def _whereabouts(business: SimulatedBusiness) -> JsonObject:
    latitude, longitude = business.latitude, business.longitude
    global_code = plus_code(latitude, longitude)
    return {
        "formattedAddress": one_line_address(business),
        "shortFormattedAddress": f"{street_line(business)}, {business.city}",
        "adrFormatAddress": (
            f'<span class="street-address">{street_line(business)}</span>,'
            f' <span class="locality">{business.city}</span>'
        ),
        "addressComponents": _address_components(business),
        "postalAddress": {
            "regionCode": business.country,
            "languageCode": business.language,
            "postalCode": business.postal_code,
            "administrativeArea": _REGION_NAMES[business.country, business.region],
            "locality": business.city,
            "addressLines": [street_line(business)],
        },
        "plusCode": {
            "globalCode": global_code,
            "compoundCode": f"{global_code[4:]} {business.city}, {COUNTRIES[business.country].english_name}",
        },
        "location": {"latitude": latitude, "longitude": longitude},
        "viewport": {
            "low": {"latitude": latitude - _VIEWPORT_MARGIN, "longitude": longitude - _VIEWPORT_MARGIN},
            "high": {"latitude": latitude + _VIEWPORT_MARGIN, "longitude": longitude + _VIEWPORT_MARGIN},
        },
    }


def _address_components(business: SimulatedBusiness) -> JsonValue:
    country = COUNTRIES[business.country]
    region = _REGION_NAMES[business.country, business.region]
    rows: tuple[tuple[str, str, list[JsonValue]], ...] = (
        (business.house_number, business.house_number, ["street_number"]),
        (business.street, business.street, ["route"]),
        (business.city, business.city, ["locality", "political"]),
        (region, business.region, ["administrative_area_level_1", "political"]),
        (country.english_name, business.country, ["country", "political"]),
        (business.postal_code, business.postal_code, ["postal_code"]),
    )
    return [
        {"longText": long, "shortText": short, "types": types, "languageCode": business.language}
        for long, short, types in rows
    ]


def _contact(business: SimulatedBusiness) -> JsonObject:
    contact: JsonObject = {}
    if business.phone:
        number = phonenumbers.parse(business.phone)
        contact["nationalPhoneNumber"] = phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.NATIONAL)
        contact["internationalPhoneNumber"] = phonenumbers.format_number(
            number, phonenumbers.PhoneNumberFormat.INTERNATIONAL
        )
    if business.website:
        contact["websiteUri"] = business.website.listed_url
    if business.opening_hours:
        contact["regularOpeningHours"] = contact["currentOpeningHours"] = opening_hours(business.opening_hours)
    return contact


def _opinions(seed: int, business: SimulatedBusiness) -> JsonObject:
    known = popularity(seed, business)
    opinions: JsonObject = {}
    if known.rating is not None:
        opinions["rating"] = known.rating
        opinions["userRatingCount"] = known.rating_count
        opinions["reviews"] = [_review(seed, business, index) for index in range(min(5, known.rating_count))]
    if known.price_level:
        opinions["priceLevel"] = known.price_level
    if business.category in _SERVES_FOOD:
        dice = Dice(seed, "atmosphere", business.number)
        for name in ("takeout", "delivery", "dineIn", "servesCoffee", "outdoorSeating"):
            opinions[name] = dice.chance(0.6)
    return opinions


def _review(seed: int, business: SimulatedBusiness, index: int) -> JsonObject:
    dice = Dice(seed, "review", business.number, index)
    text = dice.choice(("Friendly and on time.", "Would come again.", "Long wait, good work.", "Fair price."))
    author = dice.choice(("A. Visitor", "J. Doe", "Local Guide", "M. Muster"))
    return {
        "name": f"places/{business.id}/reviews/{dice.bits():016x}",
        "rating": dice.between(1, 5),
        "relativePublishTimeDescription": "a month ago",
        "publishTime": f"2026-{dice.between(1, 9):02d}-{dice.between(1, 28):02d}T10:00:00Z",
        "text": {"text": text, "languageCode": "en"},
        "originalText": {"text": text, "languageCode": "en"},
        "authorAttribution": {"displayName": author, "uri": "https://www.google.com/maps/contrib/1"},
    }


def _photos(seed: int, business: SimulatedBusiness) -> JsonObject:
    dice = Dice(seed, "photos", business.number)
    photos: list[JsonValue] = [
        {"name": f"places/{business.id}/photos/{dice.bits():016x}", "widthPx": 4032, "heightPx": 3024}
        for _ in range(dice.below(11))
    ]
    return {"photos": photos} if photos else {}
