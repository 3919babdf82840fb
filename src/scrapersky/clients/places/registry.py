"""The place sources that come with the product. Each registers by an entry point, as a package's does."""

from dataclasses import dataclass

IMPORTED = "file"
"""What places are said to come from that a person imported."""
OWN_SITE = "website"
"""What a place is said to come from that the business's own website describes."""
RESERVED = (IMPORTED, OWN_SITE, "simulator")
"""What searches can be said to come from besides; no source may be called so."""


@dataclass(frozen=True, slots=True)
class RegisteredSource:
    """`made_by` is written as entry points are; it makes the source, whose terms say what asking costs.

    Where several sources know a business, the one with more `trust` tells of it. `is_mappable`: whether its places may
    be drawn on a map that is not its own, which is known even while nobody can ask it.
    """

    name: str
    made_by: str
    summary: str
    trust: int
    is_mappable: bool = True


GOOGLE = RegisteredSource(
    "google",
    "scrapersky.clients.places.google.source:GooglePlaces",
    "needs GOOGLE_PLACES_API_KEY and costs money",
    trust=40,
    is_mappable=False,
)
OVERPASS = RegisteredSource(
    "overpass", "scrapersky.clients.places.overpass.source:Overpass", "OpenStreetMap: free, no key", trust=10
)
OVERTURE = RegisteredSource(
    "overture", "scrapersky.clients.places.overture.source:Overture", "free, needs OVERTURE_PATH", trust=20
)
SOURCES = (GOOGLE, OVERPASS, OVERTURE)
SOURCE_NAMES = tuple(source.name for source in SOURCES)
_TRUST = {source.name: source.trust for source in SOURCES} | {IMPORTED: 30, OWN_SITE: 35}


def trust_in(source: str) -> int:
    """Those of packages come after ours.

    >>> sorted(("chamber", "overpass", "file", "google"), key=trust_in, reverse=True)
    ['google', 'file', 'overpass', 'chamber']
    """
    return _TRUST.get(source, 0)
