"""Places from a file that somebody has: CSV, XLSX or JSON. What cannot be read is said row by row."""

import hashlib
from collections.abc import Iterable, Mapping
from datetime import datetime

from scrapersky.clients.places.found_place import DETAIL_FIELDS, FoundPlace
from scrapersky.clients.places.registry import IMPORTED
from scrapersky.extract.submitted.csv_rows import BadRow, GoodRow
from scrapersky.extract.submitted.headings import Subject
from scrapersky.extract.submitted.several import Several, read_emails, read_phones, read_websites

SOURCE = IMPORTED
LONGEST_CELL = 2_000
LONGEST_ID = 200
MADE = "row-"
_ADDRESS = ("full_address", "street", "city", "postal_code", "country")


def place_in(row: GoodRow | BadRow, title: str, fetched_at: datetime) -> FoundPlace | str:
    """A row's place, or the reason why it is none."""
    if isinstance(row, BadRow):
        return row.reason
    cells = {name: row.cells.get(name) or None for name in Subject.PLACES.fields}
    name = cells["name"]
    if name is None:
        return "has no name"
    if refusal := too_long(cells.items()):
        return refusal
    country = _country(cells["country"])
    read = reachable_by(row)
    point = read_point(cells["latitude"], cells["longitude"])
    if point is None and (cells["latitude"] or cells["longitude"]):
        return "has a latitude and longitude that are nowhere on earth"
    return FoundPlace(
        place_id=cells["id"] or identity_of(cells, _ADDRESS),
        attribution=title,
        fetched_at=fetched_at,
        known_fields=frozenset(DETAIL_FIELDS),
        name=name,
        address=cells["full_address"] or one_line(cells),
        street=cells["street"],
        city=cells["city"],
        region=cells["region"],
        postal_code=cells["postal_code"],
        country=country,
        latitude=point[0] if point else None,
        longitude=point[1] if point else None,
        category=cells["category"],
        categories=(cells["category"],) if cells["category"] else (),
        website=read["website"].first,
        phone=read["phone"].first,
        emails=tuple(read["email"].values),
        opening_hours=cells["opening_hours"],
    )


def _country(given: str | None) -> str | None:
    return given.upper() if given and len(given) == 2 else given


def reachable_by(row: GoodRow) -> dict[str, Several]:
    """What its cells hold, in which there may be several, or something else."""
    cells = {name: row.cells.get(name, "") for name in ("phone", "website", "email")}
    return {
        "phone": read_phones(cells["phone"], _country(row.country)),
        "website": read_websites(cells["website"]),
        "email": read_emails(cells["email"]),
    }


def read_point(latitude: str | None, longitude: str | None) -> tuple[float, float] | None:
    """Written with a comma where people do so.

    >>> read_point("30,25", "-97.7"), read_point("99", "0")
    ((30.25, -97.7), None)
    """
    try:
        point = float((latitude or "").replace(",", ".")), float((longitude or "").replace(",", "."))
    except ValueError:
        return None
    return point if -90 <= point[0] <= 90 and -180 <= point[1] <= 180 else None


def one_line(cells: Mapping[str, str | None]) -> str | None:
    parts = (cells.get(name) for name in ("street", "city", "region", "postal_code", "country"))
    return ", ".join(part for part in parts if part) or None


def too_long(cells: Iterable[tuple[str, str | None]]) -> str | None:
    for heading, cell in cells:
        longest = LONGEST_ID if heading == "id" else LONGEST_CELL
        if cell and len(cell) > longest:
            return f"has a {heading} of {len(cell):,} characters; at most {longest:,} are kept"
    return None


def identity_of(cells: Mapping[str, str | None], address: Iterable[str]) -> str:
    """What makes a row of a file without ids the same again: its name and address, or else its website and phone.

    >>> first, second = {"name": "Acme ", "city": "Ulm"}, {"name": "ACME", "city": "ulm"}
    >>> identity_of(first, ["city"]) == identity_of(second, ["city"])
    True
    """
    parts = [cells.get(name) or "" for name in address]
    rest = parts if any(parts) else [cells.get("website") or "", cells.get("phone") or ""]
    said = "\x1f".join(" ".join(part.casefold().split()) for part in (cells.get("name") or "", *rest))
    return MADE + hashlib.sha256(said.encode()).hexdigest()[:32]
