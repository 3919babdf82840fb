"""Circles and rectangles in requests."""

from scrapersky.simulator.google.body_fields import Fields, unknown_name
from scrapersky.simulator.google.errors import invalid_argument
from scrapersky.simulator.shapes import Area, Circle, Rectangle

_LARGEST_RADIUS = 50_000


def read_area(fields: Fields, name: str, *, circles: bool) -> Area | None:
    """The one shape a location field holds. A restriction of Text Search takes no circle."""
    shapes = fields.inner(name)
    if len(shapes.values) > 1:
        raise invalid_argument(f"Only one shape can be set in '{name}'.")
    for shape in shapes.values:
        if shape == "rectangle":
            return _rectangle(shapes.inner(shape))
        if shape == "circle" and circles:
            return _circle(shapes.inner(shape))
        raise unknown_name(shape, name)
    return None


def _circle(shape: Fields) -> Circle:
    radius = shape.number("radius")
    if not 0 <= radius <= _LARGEST_RADIUS:
        raise invalid_argument("Radius must be between 0 and 50000 meters (inclusive).")
    return Circle(*_point(shape.inner("center")), radius)


def _rectangle(shape: Fields) -> Rectangle:
    south, west = _point(shape.inner("low"))
    north, east = _point(shape.inner("high"))
    if south > north:
        raise invalid_argument("Invalid rectangle: low.latitude is greater than high.latitude.")
    if ((east - west) % 360 or (360 if west < east else 0)) > 180:
        raise invalid_argument("Invalid rectangle: it is wider than 180 degrees.")
    return Rectangle(south, west, north, east)


def _point(point: Fields) -> tuple[float, float]:
    latitude, longitude = point.number("latitude"), point.number("longitude")
    if not (-90 <= latitude <= 90 and -180 <= longitude <= 180):
        raise invalid_argument("Latitude must be in [-90, 90] and longitude in [-180, 180].")
    return latitude, longitude
