"""Addresses as they are written in each country."""

from html import escape

from scrapersky.simulator.business import SimulatedBusiness
from scrapersky.simulator.vocabulary import COUNTRIES


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
    return f"{address_line(business)}, {country}"


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
