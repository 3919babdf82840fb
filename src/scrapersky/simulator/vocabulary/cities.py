"""Cities: where they are, how large, and which numbers their phones and post codes start with."""

from dataclasses import dataclass

from scrapersky.simulator.vocabulary.word_files import rows_in


@dataclass(frozen=True, slots=True, eq=False)
class City:
    """`phone` and `postal_code` are patterns (see `patterns`); the city is the rectangle around its centre."""

    name: str
    country: str
    region: str
    region_name: str
    latitude: float
    longitude: float
    half_height: float
    half_width: float
    phone: str
    postal_code: str
    weight: int
    osm_relation: int
    other_name: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name, self.other_name) if self.other_name else (self.name,)


# The first city is the one demonstrations search in, so that even small worlds have something there.
CITIES = tuple(rows_in("cities.csv", City))
