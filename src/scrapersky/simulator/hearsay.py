"""A business as a source knows it: sources abbreviate, mistype, geocode badly and keep numbers that have changed."""

from dataclasses import replace
from math import cos, radians

from scrapersky.simulator.business import SimulatedBusiness
from scrapersky.simulator.dice import Dice
from scrapersky.simulator.identity import slug
from scrapersky.simulator.vocabulary.countries import COUNTRIES

_METRES_PER_DEGREE = 111_320


def as_known_by(source: str, seed: int, business: SimulatedBusiness) -> SimulatedBusiness:
    """The same business with what this source has wrong or does not know; always the same for one source."""
    dice = Dice(seed, "hearsay", source, business.number)
    phone = business.phone
    if phone and dice.chance(0.06):
        phone = phone[:-3] + dice.digits(3)
    knows_website = dice.chance(0.92)
    latitude, longitude = _moved(dice, business)
    return replace(
        business,
        name=_spelling(dice, business),
        phone=phone if dice.chance(0.9) else None,
        website=business.website if knows_website else None,
        latitude=latitude,
        longitude=longitude,
        street=_short_street(business.street) if dice.chance(0.3) else business.street,
        house_number=business.house_number if dice.chance(0.97) else str(dice.between(1, 180)),
    )


def _moved(dice: Dice, business: SimulatedBusiness) -> tuple[float, float]:
    """Mostly the door or the roof; now and then only the middle of the street, or of the wrong one."""
    metres = dice.weighted(((12, 80), (60, 15), (220, 5)))
    north, east = (metres * (2 * dice.fraction() - 1) for _ in range(2))
    latitude = business.latitude + north / _METRES_PER_DEGREE
    longitude = business.longitude + east / (_METRES_PER_DEGREE * cos(radians(latitude)))
    return round(latitude, 7), round(longitude, 7)


def _short_street(street: str) -> str:
    for whole, short in ((" Street", " St"), (" Avenue", " Ave"), (" Road", " Rd"), ("straße", "str.")):
        street = street.replace(whole, short)
    return street


def _spelling(dice: Dice, business: SimulatedBusiness) -> str:
    name, forms = business.name, COUNTRIES[business.country].legal_forms
    if business.chain_number is not None and dice.chance(0.5):
        name = name.partition(" (")[0]
    bare = next((name.removesuffix(f" {form}") for form in forms if name.endswith(f" {form}")), name)
    typed = dice.between(1, max(1, len(name) - 2))
    return dice.weighted(
        (
            (name, 52),
            (bare if bare != name else f"{name} {dice.choice(forms)}", 14),
            (name.upper(), 6),
            (f"{bare} {business.city}", 6),
            (bare.replace(" & ", " and "), 6),
            (name[:typed] + name[typed + 1 :], 6),
            (slug(name).replace("-", " ").title(), 5),
            (bare.partition(" (")[0], 5),
        )
    )
