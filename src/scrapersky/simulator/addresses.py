"""Addresses as they are written in each country."""

from scrapersky.simulator.business import SimulatedBusiness
from scrapersky.simulator.vocabulary.countries import COUNTRIES


def street_line(business: SimulatedBusiness) -> str:
    """Street and number in the order of the country: `12 Main Street`, `Hauptstraße 12`."""
    return COUNTRIES[business.country].street_line.format(street=business.street, house_number=business.house_number)


def city_line(business: SimulatedBusiness) -> str:
    """Post code and town in the order of the country: `Austin, TX 78701`, `10115 Berlin`."""
    return COUNTRIES[business.country].city_line.format(
        postal_code=business.postal_code, city=business.city, region=business.region
    )


def one_line_address(business: SimulatedBusiness) -> str:
    country = {"US": "USA", "GB": "UK"}.get(business.country, COUNTRIES[business.country].english_name)
    return f"{street_line(business)}, {city_line(business)}, {country}"
