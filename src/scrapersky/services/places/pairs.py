"""Two places that may be one business: noted for a person to decide."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import product
from math import floor
from typing import Any
from uuid import UUID

from sqlalchemy import BigInteger, any_, literal, select
from sqlalchemy.dialects.postgresql import ARRAY, insert
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.clients.places.areas import distance
from scrapersky.extract.domains import registrable_domain
from scrapersky.extract.folding import folded
from scrapersky.models.place import SPOTS_PER_ROW, SQUARES_PER_DEGREE, Place, PlacePair

FURTHEST_METRES = 150
LIKELY = 0.7
MOST_NEIGHBOURS = 20_000

_WORDS = re.compile(r"\w{1,60}")


@dataclass(frozen=True, slots=True)
class Likeness:
    """From 0 to 1, and the reasons, for the person who decides."""

    score: float
    why: str


async def note_likely_pairs(session: AsyncSession, tenant_id: UUID, ids: Sequence[UUID]) -> int:
    """Compare these places with their neighbours from other sources. What was decided about a pair stays."""
    if not ids:
        return 0
    places = list(await session.execute(select(*_COLUMNS).where(Place.id.in_(ids))))
    pairs = {
        pair: likeness
        for place, other in await _neighbours(session, tenant_id, places)
        if (likeness := likeness_of(place, other)) and likeness.score >= LIKELY
        for pair in [_ordered(place.id, other.id)]
    }
    rows = [
        {"tenant_id": tenant_id, "first_id": first, "second_id": second, "likeness": found.score, "why": found.why}
        for (first, second), found in sorted(pairs.items())
    ]
    if rows:
        await session.execute(insert(PlacePair).on_conflict_do_nothing(), rows)
    return len(rows)


_COLUMNS = (
    Place.id,
    Place.source,
    Place.name,
    Place.phone,
    Place.website,
    Place.latitude,
    Place.longitude,
    Place.spot,
)


def _ordered(first: UUID, second: UUID) -> tuple[UUID, UUID]:
    return (first, second) if first < second else (second, first)


async def _neighbours(session: AsyncSession, tenant_id: UUID, places: Sequence[Any]) -> list[tuple[Any, Any]]:
    """Everything in the nine squares around each, found by equality: at a million places as quick as at ten."""
    located = [place for place in places if place.spot is not None]
    around = {spot for place in located for spot in spots_around(place.latitude, place.longitude)}
    if not around:
        return []
    found = await session.execute(
        select(*_COLUMNS)
        .where(Place.tenant_id == tenant_id, Place.spot == any_(literal(sorted(around), ARRAY(BigInteger))))
        .limit(MOST_NEIGHBOURS)
    )
    by_spot: dict[int, list[Any]] = {}
    for other in found:
        by_spot.setdefault(other.spot, []).append(other)
    return [
        (place, other)
        for place in located
        for spot in spots_around(place.latitude, place.longitude)
        for other in by_spot.get(spot, ())
        if other.source != place.source
    ]


def spots_around(latitude: float, longitude: float) -> Iterator[int]:
    row, column = floor(latitude * SQUARES_PER_DEGREE), floor(longitude * SQUARES_PER_DEGREE)
    for north, east in product((-1, 0, 1), repeat=2):
        yield (row + north) * SPOTS_PER_ROW + column + east


def likeness_of(place: Any, other: Any) -> Likeness | None:
    """None beyond walking distance. A name alone must be nearly equal; a phone or website makes up for much."""
    metres = distance((place.latitude, place.longitude), (other.latitude, other.longitude))
    if metres > FURTHEST_METRES:
        return None
    names = name_likeness(place.name or "", other.name or "")
    same_phone = bool(place.phone) and place.phone == other.phone
    domain = registrable_domain(place.website) if place.website else None
    same_site = domain is not None and bool(other.website) and domain == registrable_domain(other.website)
    score = min(1.0, 0.8 * names + 0.2 * (1 - metres / FURTHEST_METRES) + 0.3 * same_phone + 0.2 * same_site)
    if names < 0.4 or (names < 0.75 and not same_phone and not same_site):
        return None
    reasons = [f"names {names:.0%} alike", f"{metres:.0f} m apart"]
    reasons += ["same phone"] * same_phone + ["same website"] * same_site
    return Likeness(round(score, 3), ", ".join(reasons))


def name_likeness(one: str, other: str) -> float:
    """Of the words in any order, without case and accents.

    >>> name_likeness("Cedar & Sons Dental", "Dental Cedar Sons"), name_likeness("Cedar", "Oak") < 0.4
    (1.0, True)
    """
    first, second = (" ".join(sorted(_WORDS.findall(folded(name[:200])))) for name in (one, other))
    return SequenceMatcher(None, first, second, autojunk=False).ratio() if first and second else 0.0
