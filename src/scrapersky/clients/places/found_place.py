"""A place as any source tells of it, in one vocabulary."""

from dataclasses import dataclass
from datetime import datetime

DETAIL_FIELDS = (
    "name",
    "address",
    "parts",
    "location",
    "category",
    "website",
    "phone",
    "opening_hours",
    "business_status",
    "rating",
    "maps_url",
)
"""What can be asked for. A place's `known_fields` are those that were, whether or not the source knew the answer."""


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """Phones are in E.164 where the country is known, hours in OpenStreetMap's notation, countries by ISO code.

    `expires_at` is when all but the id must be forgotten, as the source's terms have it; open data has none.
    """

    place_id: str
    attribution: str
    fetched_at: datetime
    known_fields: frozenset[str]
    expires_at: datetime | None = None
    name: str | None = None
    address: str | None = None
    street: str | None = None
    city: str | None = None
    region: str | None = None
    postal_code: str | None = None
    country: str | None = None
    latitude: float | None = None
    longitude: float | None = None
    category: str | None = None
    categories: tuple[str, ...] = ()
    website: str | None = None
    phone: str | None = None
    emails: tuple[str, ...] = ()
    socials: tuple[str, ...] = ()
    opening_hours: str | None = None
    business_status: str | None = None
    rating: float | None = None
    reviews: int | None = None
    maps_url: str | None = None

    @property
    def point(self) -> tuple[float, float] | None:
        return None if self.latitude is None or self.longitude is None else (self.latitude, self.longitude)
