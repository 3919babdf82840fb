"""Places from a file that somebody has: CSV, XLSX or JSON. What cannot be read is said row by row."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import BinaryIO

from scrapersky.clients.places.found_place import DETAIL_FIELDS, FoundPlace
from scrapersky.clients.places.json_rows import JsonReader
from scrapersky.clients.places.registry import IMPORTED
from scrapersky.extract.phones.numbers import to_e164
from scrapersky.extract.submitted.csv_rows import BadRow, CsvReader, GoodRow
from scrapersky.extract.submitted.xlsx_rows import FileUnreadable, XlsxReader, is_workbook

SOURCE = IMPORTED
LONGEST_CELL = 2_000
LONGEST_ID = 200
NAMES: Mapping[str, Sequence[str]] = {
    "id": ("id", "place_id", "source_id"),
    "name": ("name", "title", "company", "company_name", "business_name"),
    "website": ("website", "url", "site", "web", "homepage", "domain"),
    "phone": ("phone", "telephone", "tel", "phone_number"),
    "email": ("email", "e_mail", "mail"),
    "address": ("address", "full_address", "formatted_address"),
    "street": ("street", "street_address", "address_line_1"),
    "city": ("city", "town", "locality"),
    "region": ("region", "state", "province"),
    "postal_code": ("postal_code", "postcode", "zip", "zip_code", "plz"),
    "country": ("country", "country_code"),
    "category": ("category", "type", "kind"),
    "latitude": ("latitude", "lat"),
    "longitude": ("longitude", "lon", "lng", "long"),
    "opening_hours": ("opening_hours", "hours"),
}
"""Our columns, and what files call them."""


class NoNameColumn(FileUnreadable):
    def __init__(self, columns: Sequence[str]) -> None:
        found = ", ".join(column[:40] for column in columns[:20] if column) or "none"
        super().__init__(f"The file must have a column of names. Found: {found}. Known: {', '.join(NAMES)}.")


class PlaceFile:
    """The format is found out from the first bytes, not from the file's name."""

    def __init__(self, stream: BinaryIO, title: str) -> None:
        self._title = title
        start = stream.read(64)
        stream.seek(0)
        self._reader: CsvReader | XlsxReader | JsonReader
        if is_workbook(stream):
            self._reader = XlsxReader(stream)
        elif start.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"[", b"{"):
            self._reader = JsonReader(stream)
        else:
            self._reader = CsvReader(stream)
        is_named = isinstance(self._reader, JsonReader) or set(NAMES["name"]) & set(self._reader.columns)
        if not is_named:
            raise NoNameColumn(self._reader.columns)

    def places(self, fetched_at: datetime) -> Iterator[tuple[int, FoundPlace | str]]:
        """Each row's line with its place, or with the reason why it is none."""
        for row in self._reader.rows():
            yield row.line, row.reason if isinstance(row, BadRow) else self._place(row, fetched_at)

    def _place(self, row: GoodRow, fetched_at: datetime) -> FoundPlace | str:
        cells = {ours: _first(row.cells, theirs) for ours, theirs in NAMES.items()}
        name = cells["name"]
        if name is None:
            return "has no name"
        for column, cell in cells.items():
            longest = LONGEST_ID if column == "id" else LONGEST_CELL
            if cell is not None and len(cell) > longest:
                return f"has a {column} of {len(cell):,} characters; at most {longest:,} are kept"
        country = _country(cells["country"])
        point = _point(cells["latitude"], cells["longitude"])
        if point is None and (cells["latitude"] or cells["longitude"]):
            return "has a latitude and longitude that are nowhere on earth"
        return FoundPlace(
            place_id=cells["id"] or identity_of(cells),
            attribution=self._title,
            fetched_at=fetched_at,
            known_fields=frozenset(DETAIL_FIELDS),
            name=name,
            address=cells["address"] or _one_line(cells),
            street=cells["street"],
            city=cells["city"],
            region=cells["region"],
            postal_code=cells["postal_code"],
            country=country,
            latitude=point[0] if point else None,
            longitude=point[1] if point else None,
            category=cells["category"],
            categories=(cells["category"],) if cells["category"] else (),
            website=cells["website"],
            phone=_phone(cells["phone"], country),
            emails=(cells["email"],) if cells["email"] else (),
            opening_hours=cells["opening_hours"],
        )


def _first(cells: Mapping[str, str], names: Sequence[str]) -> str | None:
    return next((cells[name] for name in names if cells.get(name)), None)


def _country(given: str | None) -> str | None:
    return given.upper() if given and len(given) == 2 else given


def _phone(given: str | None, country: str | None) -> str | None:
    """In its international form where the country tells what that is."""
    region = country if country and len(country) == 2 else None
    return (to_e164(given, region) or given) if given else None


def _point(latitude: str | None, longitude: str | None) -> tuple[float, float] | None:
    """Written with a comma where people do so."""
    try:
        point = float((latitude or "").replace(",", ".")), float((longitude or "").replace(",", "."))
    except ValueError:
        return None
    return point if -90 <= point[0] <= 90 and -180 <= point[1] <= 180 else None


def _one_line(cells: Mapping[str, str | None]) -> str | None:
    parts = (cells[name] for name in ("street", "city", "region", "postal_code", "country"))
    return ", ".join(part for part in parts if part) or None


def identity_of(cells: Mapping[str, str | None]) -> str:
    """What makes a place of a file without ids the same again: its name and address, or else its website and phone."""
    address = [cells.get(name) or "" for name in ("address", "street", "city", "postal_code", "country")]
    rest = address if any(address) else [cells.get("website") or "", cells.get("phone") or ""]
    said = "\x1f".join(" ".join(part.casefold().split()) for part in (cells.get("name") or "", *rest))
    return "row-" + hashlib.sha256(said.encode()).hexdigest()[:32]
