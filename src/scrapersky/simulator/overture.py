"""The world as an extract of Overture's places, in GeoParquet, to try that source without a network."""

import importlib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from struct import pack
from typing import Any
from uuid import UUID

import orjson

from scrapersky.simulator.addresses import street_line
from scrapersky.simulator.business import SimulatedBusiness
from scrapersky.simulator.dice import Dice, keyed_hash
from scrapersky.simulator.hearsay import as_known_by
from scrapersky.simulator.vocabulary.categories import BY_KEY
from scrapersky.simulator.world import World

SOURCE = "overture"
# Businesses of one town stand together, so that a search in it reads few of these.
ROWS_PER_GROUP = 5_000
_POINTS = {"encoding": "WKB", "geometry_types": ["Point"]}
_GEO = {"version": "1.1.0", "primary_column": "geometry", "columns": {"geometry": _POINTS}}
_LICENCE = "CDLA-Permissive-2.0"
_STATUS = {"open": "open", "closed_temporarily": "temporarily_closed", "closed_permanently": "permanently_closed"}


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
