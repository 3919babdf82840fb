"""Made-up businesses for the demonstration: the same every time, and as uneven as real ones."""

import csv
import io
from collections.abc import Iterator

_FIRST = (
    "Red Kite", "Harbor View", "Old Mill", "Cedar", "Blue Heron", "North Star", "Juniper", "Stone Bridge",
    "Silver Birch", "Maple Street",
    "Copper Kettle", "Lone Oak", "Bright Side", "Three Rivers", "Foxglove", "Hilltop", "Westgate",
    "Sunny Corner", "Willow Creek", "Iron Horse", "Daybreak", "Lantern", "Riverside",
)  # fmt: skip
_TRADES = (
    ("Dental", "Dentist"), ("Plumbing", "Plumber"), ("Bakery", "Bakery"), ("Fitness", "Gym"), ("Law Office", "Lawyer"),
    ("Auto Repair", "Car repair"), ("Florist", "Florist"), ("Veterinary", "Veterinarian"), ("Roofing", "Roofer"),
    ("Coffee", "Café"), ("Yoga", "Yoga studio"), ("Bookshop", "Book shop"), ("Optics", "Optician"),
)  # fmt: skip
_CITIES = (
    ("Austin", "TX", "787"), ("Round Rock", "TX", "786"), ("San Marcos", "TX", "786"), ("Georgetown", "TX", "786"),
    ("Cedar Park", "TX", "786"), ("Pflugerville", "TX", "786"), ("Kyle", "TX", "786"),
)  # fmt: skip
_STREETS = ("Main St", "Congress Ave", "Oak Ln", "River Rd", "Market St", "5th St", "Lamar Blvd", "Station Rd")

HEADER = ("id", "name", "website", "phone", "street", "city", "region", "postal_code", "country", "category")


def made_up_csv(count: int) -> io.BytesIO:
    """A file as `scrapersky import businesses` takes it."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(HEADER)
    writer.writerows(_rows(count))
    return io.BytesIO(text.getvalue().encode())


def _rows(count: int) -> Iterator[tuple[str, ...]]:
    for number in range(count):
        first = _FIRST[number % len(_FIRST)]
        trade, category = _TRADES[number * 7 % len(_TRADES)]
        city, region, zip_start = _CITIES[number * 3 % len(_CITIES)]
        name = f"{first} {trade}"
        yield (
            f"demo-{number:05}",
            name,
            _website(number, name),
            f"+1 512 555 {number % 10_000:04}",
            f"{100 + number * 13 % 9_000} {_STREETS[number % len(_STREETS)]}",
            city,
            region,
            f"{zip_start}{number % 100:02}",
            "US",
            category,
        )


def _website(number: int, name: str) -> str:
    """Some have none, some only a page elsewhere, some a mistake, and branches share one."""
    slug = name.lower().replace(" ", "-")
    match number % 20:
        case 3:
            return ""
        case 7:
            return f"https://www.facebook.com/{slug}"
        case 11:
            return f"www.{slug}-{number // 40}.example/contact?utm_source=maps"
        case 13:
            return "ask us by phone"
        case 17:
            return f"https://www.instagram.com/{slug.replace('-', '')}/"
        case _:
            return f"https://www.{slug}-{number // 40}.example/"
