"""What is true about a simulated business."""

from dataclasses import dataclass
from html import escape
from typing import Literal

from scrapersky.simulator.vocabulary import COUNTRIES

Status = Literal["open", "closed_temporarily", "closed_permanently"]
WebsiteKind = Literal["own", "social", "directory", "link_page", "builder"]
Platform = Literal[
    "wordpress", "wordpress_seo", "builder", "shop", "handwritten_1990s", "handwritten_2000s", "handwritten", "spa"
]


@dataclass(frozen=True, slots=True)
class SimulatedPerson:
    given: str
    family: str
    role: str
    email: str | None
    phone: str | None
    """In E.164."""

    @property
    def name(self) -> str:
        return f"{self.given} {self.family}"


@dataclass(frozen=True, slots=True)
class SocialProfile:
    network: Literal["facebook", "instagram", "linkedin", "x", "youtube", "tiktok"]
    url: str


END_OF_DAY = 1439
"""23:59, the usual way to write that a place does not close at midnight."""


@dataclass(frozen=True, slots=True)
class OpeningPeriod:
    """One stretch of a week. Monday is day 0; times are minutes after midnight, and a period never crosses it."""

    day: int
    opens: int
    closes: int


@dataclass(frozen=True, slots=True)
class Website:
    """Where a business is on the web.

    `listed_url` is what the place sources say, which may carry `www.`, `http:` or tracking parameters.
    Only kinds "own" and "builder" have a `host` (without `www.`) and are served; for the others it is empty.
    """

    kind: WebsiteKind
    listed_url: str
    host: str = ""
    https: bool = True
    platform: Platform = "handwritten"
    pages: int = 1


@dataclass(frozen=True, slots=True)
class SimulatedBusiness:
    """A business of the world. Phones and fax are in E.164; `id` is its place id, `country` its ISO code."""

    number: int
    id: str
    name: str
    category: str
    country: str
    language: str
    city: str
    region: str
    street: str
    house_number: str
    postal_code: str
    latitude: float
    longitude: float
    status: Status
    phone: str | None
    fax: str | None
    emails: tuple[str, ...]
    people: tuple[SimulatedPerson, ...]
    socials: tuple[SocialProfile, ...]
    opening_hours: tuple[OpeningPeriod, ...]
    website: Website | None
    chain_number: int | None = None
    """For a branch of a chain: the number of the business whose website all branches share (maybe itself)."""


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
