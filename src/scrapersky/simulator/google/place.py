"""A business as Google shows it, in the fields that the product asks for: a mask chooses from them."""

import phonenumbers

from scrapersky.simulator.business import END_OF_DAY, OpeningPeriod, SimulatedBusiness, one_line_address, street_line
from scrapersky.simulator.dice import Dice
from scrapersky.simulator.exchange import JsonObject, JsonValue
from scrapersky.simulator.vocabulary import BY_KEY, CITIES, COUNTRIES

_STATUS = {
    "open": "OPERATIONAL",
    "closed_temporarily": "CLOSED_TEMPORARILY",
    "closed_permanently": "CLOSED_PERMANENTLY",
}
_VISITS_CUSTOMERS = frozenset({"plumber", "electrician", "roofer"})
_REGION_NAMES = {(city.country, city.region): city.region_name for city in CITIES}


def is_service_area_business(seed: int, business: SimulatedBusiness) -> bool:
    """Comes to its customers, and so has no address that Google would show."""
    return business.category in _VISITS_CUSTOMERS and Dice(seed, "service area", business.number).chance(0.25)


def types_of(category_key: str) -> tuple[str, ...]:
    category = BY_KEY[category_key]
    return (category.google_type, *category.google_parents, "point_of_interest", "establishment")


def place_json(seed: int, business: SimulatedBusiness, language: str = "en") -> JsonObject:
    """All fields. A field that is not known is absent, as in the real answers."""
    category = BY_KEY[business.category]
    place: JsonObject = {
        "name": f"places/{business.id}",
        "id": business.id,
        "types": list(types_of(business.category)),
        "displayName": {"text": business.name, "languageCode": business.language},
        "primaryType": category.google_type,
        "primaryTypeDisplayName": _type_name(business.category, language),
        "businessStatus": _STATUS[business.status],
        "googleMapsUri": f"https://maps.google.com/?cid={business.number + 10**17}",
    }
    if is_service_area_business(seed, business):
        place["pureServiceAreaBusiness"] = True
    else:
        place |= _whereabouts(business)
    return place | _contact(business) | _rating(seed, business)


def _type_name(category_key: str, language: str) -> JsonValue:
    words = BY_KEY[category_key].words
    known = language.split("-", maxsplit=1)[0].lower()
    known = known if known in words else "en"
    return {"text": words[known][0].capitalize(), "languageCode": language if known != "en" else "en-US"}


def _whereabouts(business: SimulatedBusiness) -> JsonObject:
    return {
        "formattedAddress": one_line_address(business),
        "addressComponents": _address_components(business),
        "postalAddress": {
            "regionCode": business.country,
            "languageCode": business.language,
            "postalCode": business.postal_code,
            "administrativeArea": _REGION_NAMES[business.country, business.region],
            "locality": business.city,
            "addressLines": [street_line(business)],
        },
        "location": {"latitude": business.latitude, "longitude": business.longitude},
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
        contact["regularOpeningHours"] = opening_hours(business.opening_hours)
    return contact


def _rating(seed: int, business: SimulatedBusiness) -> JsonObject:
    """What visitors think, which only Google knows. No ratings at all is common."""
    dice = Dice(seed, "popularity", business.number)
    if not dice.chance(0.92):
        return {}
    count = min(40_000, int(3 / (1 - dice.fraction()) ** 1.2))
    return {"rating": min(50, 30 + dice.below(12) + dice.below(11)) / 10, "userRatingCount": count}


def opening_hours(periods: tuple[OpeningPeriod, ...]) -> JsonObject:
    whole_days = {period.day for period in periods if period.opens == 0 and period.closes >= END_OF_DAY}
    never_closes = len(whole_days) == 7
    return {"periods": [{"open": _point(6, 0)}] if never_closes else [_period(period) for period in periods]}


def _period(period: OpeningPeriod) -> JsonValue:
    return {"open": _point(period.day, period.opens), "close": _point(period.day, period.closes)}


def _point(day: int, minutes: int) -> JsonValue:
    return {"day": (day + 1) % 7, "hour": minutes // 60, "minute": minutes % 60}
