"""Two places that may be one business: found by what they share, noted, and merged where that is certain."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import floor
from typing import Any
from uuid import UUID

from sqlalchemy import BigInteger, Select, Text, any_, bindparam, literal, or_, select, update
from sqlalchemy.dialects.postgresql import ARRAY, insert
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import and_updated_at
from scrapersky.models import Place, PlacePair
from scrapersky.models.place import SPOTS_PER_ROW, SQUARES_PER_DEGREE
from scrapersky.services.places.certain_pairs import merge_certain_pairs
from scrapersky.services.places.likeness import LIKELY, Compared, compared, likeness_of

MOST_NEIGHBOURS = 20_000
# A number, website or name that so many share is a chain's or a portal's and tells nobody apart.
MOST_SHARING = 60

_COLUMNS = (
    Place.id,
    Place.source,
    Place.name,
    Place.phone,
    Place.website,
    Place.address,
    Place.facts,
    Place.latitude,
    Place.longitude,
    Place.spot,
    Place.match_keys,
)
_Row = Mapping[str, Any]


async def compare_places(session: AsyncSession, tenant_id: UUID, ids: Sequence[UUID]) -> int:
    """Compare these places with others that share something with them, and merge those that are certainly one.

    What was decided about a pair stays; of an open one the likeness is told anew. Returns how many pairs are likely.
    """
    if not ids:
        return 0
    wanted = Place.id == any_(literal(list(ids), ARRAY(Place.id.type)))
    places = await _read(session, select(*_COLUMNS).where(wanted).order_by(Place.id))
    forms = {place["id"]: compared(place) for place in places}
    await _keep_keys(session, places, forms)
    neighbours = await _neighbours(session, tenant_id, places, forms)
    forms |= {other["id"]: compared(other) for other in neighbours if other["id"] not in forms}
    rows = []
    for first, second in candidates([*places, *neighbours], forms, {place["id"] for place in places}):
        found = likeness_of(forms[first], forms[second])
        if found.score >= LIKELY:
            pair = {"tenant_id": tenant_id, "first_id": first, "second_id": second}
            rows.append(pair | {"likeness": found.score, "why": found.why})
    if rows:
        noted = insert(PlacePair)
        updated = {name: noted.excluded[name] for name in ("likeness", "why")}
        noted = noted.on_conflict_do_update(
            index_elements=["first_id", "second_id"], set_=and_updated_at(updated), where=PlacePair.decision == "open"
        )
        await session.execute(noted, rows)
        await merge_certain_pairs(session, tenant_id, list(ids))
    return len(rows)


async def _keep_keys(session: AsyncSession, places: Sequence[_Row], forms: Mapping[UUID, Compared]) -> None:
    changed = [
        {"row": place["id"], "keys": keys}
        for place in places
        for keys in [sorted(set(forms[place["id"]].shared_keys()))]
        if keys != place["match_keys"]
    ]
    if changed:
        table: Any = Place.__table__
        keeping = update(table).where(table.c.id == bindparam("row"))
        connection = await session.connection()
        await connection.execute(keeping.values(match_keys=bindparam("keys", type_=ARRAY(Text))), changed)


async def _neighbours(
    session: AsyncSession, tenant_id: UUID, places: Sequence[_Row], forms: Mapping[UUID, Compared]
) -> Sequence[_Row]:
    """Those in the squares around, and those with a key in common: at a million found as quickly as at ten."""
    keys = sorted({key for place in places for key in forms[place["id"]].shared_keys()})
    spots = sorted({spot for place in places for spot in _spots(place)})
    shared = Place.match_keys.overlap(literal(keys, ARRAY(Text)))
    near = Place.spot == any_(literal(spots, ARRAY(BigInteger)))
    known = [place["id"] for place in places]
    sharing = select(*_COLUMNS).where(Place.tenant_id == tenant_id, or_(shared, near), Place.id.not_in(known))
    return await _read(session, sharing.limit(MOST_NEIGHBOURS))


async def _read(session: AsyncSession, wanted: Select[Any]) -> list[_Row]:
    names = [column.key for column in _COLUMNS]
    return [dict(zip(names, row, strict=True)) for row in await session.execute(wanted)]


def _spots(place: _Row) -> Iterator[int]:
    return spots_around(place["latitude"], place["longitude"]) if place["spot"] is not None else iter(())


def spots_around(latitude: float, longitude: float) -> Iterator[int]:
    row, column = floor(latitude * SQUARES_PER_DEGREE), floor(longitude * SQUARES_PER_DEGREE)
    for north, east in product((-1, 0, 1), repeat=2):
        yield (row + north) * SPOTS_PER_ROW + column + east


def candidates(places: Sequence[_Row], forms: Mapping[UUID, Compared], asked: set[UUID]) -> Iterator[tuple[UUID, UUID]]:
    """Pairs of different sources that share a key or are near, each once, at least one of them asked about."""
    by_key: dict[str | int, list[_Row]] = defaultdict(list)
    for place in places:
        for key in (*forms[place["id"]].shared_keys(), *([place["spot"]] if place["spot"] is not None else [])):
            by_key[key].append(place)
    seen: set[tuple[UUID, UUID]] = set()
    for place in (each for each in places if each["id"] in asked):
        keys: list[str | int] = [*forms[place["id"]].shared_keys(), *_spots(place)]
        for key in keys:
            sharing = by_key.get(key, [])
            if isinstance(key, str) and len(sharing) > MOST_SHARING:
                continue
            seen.update(_ordered(place["id"], other["id"]) for other in sharing if other["source"] != place["source"])
    yield from sorted(seen)


def _ordered(first: UUID, second: UUID) -> tuple[UUID, UUID]:
    return (first, second) if first < second else (second, first)
