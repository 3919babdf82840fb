"""Postal addresses as each country writes them."""

from html import escape

from scrapersky.simulator.business import SimulatedBusiness
from scrapersky.simulator.vocabulary.countries import COUNTRIES


def street_line(business: SimulatedBusiness) -> str:
    line = COUNTRIES[business.country].street_line
    return line.format(street=business.street, house_number=business.house_number)


def city_line(business: SimulatedBusiness) -> str:
    line = COUNTRIES[business.country].city_line
    return line.format(city=business.city, region=business.region, postal_code=business.postal_code)


def address_line(business: SimulatedBusiness) -> str:
    """The normalised form that the truth gives: street, then city, on one line."""
    return f"{street_line(business)}, {city_line(business)}"


def address_html(business: SimulatedBusiness) -> str:
    return f"{escape(street_line(business))}<br>{escape(city_line(business))}"


def schema_address(business: SimulatedBusiness) -> dict[str, str]:
    return {
        "@type": "PostalAddress",
        "streetAddress": street_line(business),
        "postalCode": business.postal_code,
        "addressLocality": business.city,
        "addressRegion": business.region,
        "addressCountry": business.country,
    }
