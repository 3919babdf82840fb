"""Businesses of the simulated world, as a file that `scrapersky import businesses` takes."""

import csv
import io
from collections.abc import Iterator
from itertools import islice

from scrapersky.simulator.business import SimulatedBusiness
from scrapersky.simulator.world import World

HEADER = ("id", "name", "website", "phone", "street", "city", "region", "postal_code", "country", "category")


def world_csv(world: World, count: int) -> io.BytesIO:
    """The first so many. Their websites are served by the simulator, so that every later step has something to read."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(HEADER)
    writer.writerows(_rows(islice(world, count)))
    return io.BytesIO(text.getvalue().encode())


def _rows(businesses: Iterator[SimulatedBusiness]) -> Iterator[tuple[str, ...]]:
    for business in businesses:
        yield (
            business.id,
            business.name,
            business.website.listed_url if business.website else "",
            business.phone or "",
            f"{business.house_number} {business.street}",
            business.city,
            business.region,
            business.postal_code,
            business.country,
            business.category,
        )
