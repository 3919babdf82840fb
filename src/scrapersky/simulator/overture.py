"""The world as an extract of Overture's places, in GeoParquet, to try that source without a network.

Sources know a business by hearsay: they abbreviate, mistype, geocode badly and keep numbers that have changed.
"""

import importlib
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from math import cos, radians
from pathlib import Path
from struct import pack
from typing import Any
from uuid import UUID

import orjson

from scrapersky.simulator.business import SimulatedBusiness, street_line
from scrapersky.simulator.dice import Dice, keyed_hash
from scrapersky.simulator.identity import slug
from scrapersky.simulator.vocabulary import BY_KEY, COUNTRIES
from scrapersky.simulator.world import World

SOURCE = "overture"
# Businesses of one town stand together, so that a search in it reads few of these.
ROWS_PER_GROUP = 5_000
_POINTS = {"encoding": "WKB", "geometry_types": ["Point"]}
_GEO = {"version": "1.1.0", "primary_column": "geometry", "columns": {"geometry": _POINTS}}
_LICENCE = "CDLA-Permissive-2.0"
_STATUS = {"open": "open", "closed_temporarily": "temporarily_closed", "closed_permanently": "permanently_closed"}
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


def write_overture(world: World, path: Path) -> int:
    """Returns how many places there are: nine in ten businesses, as the source knows them."""
    arrow, parquet = importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
    known = (row for business in world if (row := overture_row(world.seed, business)))
    schema = _schema(arrow).with_metadata({b"geo": orjson.dumps(_GEO)})
    count = 0
    with parquet.ParquetWriter(path, schema) as writer:
        while rows := list(islice(known, ROWS_PER_GROUP)):
            writer.write_table(arrow.Table.from_pylist(rows, schema=schema))
            count += len(rows)
    return count


def overture_row(seed: int, business: SimulatedBusiness) -> dict[str, Any] | None:
    if not Dice(seed, "overture", business.number).chance(0.9):
        return None
    known = as_known_by(SOURCE, seed, business)
    kind, longitude, latitude = BY_KEY[known.category], known.longitude, known.latitude
    return {
        "id": str(UUID(int=keyed_hash(seed, "gers", business.number) << 64 | business.number, version=4)),
        "geometry": pack("<BIdd", 1, 1, longitude, latitude),
        "bbox": {"xmin": longitude, "xmax": longitude, "ymin": latitude, "ymax": latitude},
        "names": {"primary": known.name},
        "categories": {"primary": kind.google_type, "alternate": None},
        "taxonomy": {"primary": kind.google_type, "hierarchy": [*reversed(kind.google_parents), kind.google_type]},
        "basic_category": kind.google_type,
        "confidence": 0.0 if known.status == "closed_permanently" else 0.9,
        "operating_status": _STATUS[known.status],
        "websites": [known.website.listed_url] if known.website else None,
        "socials": [profile.url for profile in known.socials] or None,
        "emails": None,
        "phones": [known.phone] if known.phone else None,
        "addresses": list(_addresses(known)),
        "sources": [{"property": "", "dataset": "simulated", "license": _LICENCE, "record_id": business.id}],
    }


def _addresses(business: SimulatedBusiness) -> Iterator[dict[str, str]]:
    yield {
        "freeform": street_line(business),
        "locality": business.city,
        "postcode": business.postal_code,
        "region": f"{business.country}-{business.region}",
        "country": business.country,
    }


def _schema(arrow: Any) -> Any:
    text, texts, number = arrow.string(), arrow.list_(arrow.string()), arrow.float64()

    def texts_of(*names: str) -> Any:
        return arrow.struct([(name, text) for name in names])

    return arrow.schema(
        [
            ("id", text),
            ("geometry", arrow.binary()),
            ("bbox", arrow.struct([(name, number) for name in ("xmin", "xmax", "ymin", "ymax")])),
            ("names", texts_of("primary")),
            ("categories", arrow.struct([("primary", text), ("alternate", texts)])),
            ("taxonomy", arrow.struct([("primary", text), ("hierarchy", texts)])),
            ("basic_category", text),
            ("confidence", number),
            ("operating_status", text),
            *((name, texts) for name in ("websites", "socials", "emails", "phones")),
            ("addresses", arrow.list_(texts_of("freeform", "locality", "postcode", "region", "country"))),
            ("sources", arrow.list_(texts_of("property", "dataset", "license", "record_id"))),
        ]
    )
