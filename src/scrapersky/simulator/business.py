"""What is true about a simulated business."""

from dataclasses import dataclass
from typing import Literal

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
