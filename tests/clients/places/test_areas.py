"""Boxes, circles and polygons."""

from hypothesis import given
from hypothesis import strategies as st

from scrapersky.clients.places.areas import Area, Box, distance

latitudes = st.floats(-80, 80)
longitudes = st.floats(-179, 179)


shares = st.tuples(st.floats(0, 1), st.floats(0, 1))


@given(st.floats(-80, 70), longitudes, st.floats(0.01, 9), st.floats(0.01, 100), shares)
def test_every_point_of_a_box_is_in_a_quarter_of_it(
    south: float, west: float, height: float, width: float, share: tuple[float, float]
) -> None:
    up, along = share
    box = Box(south, west, south + height, (west + width + 180) % 360 - 180)
    point = (south + height * up, (west + width * along + 180) % 360 - 180)
    assert not box.contains(point) or any(
        quarter.contains(point) or _is_at_edge(quarter, point) for quarter in map(box.quarter, "0123")
    )


def _is_at_edge(box: Box, point: tuple[float, float]) -> bool:
    """Within the rounding of a float."""
    grown = Box(box.south - 1e-9, box.west - 1e-9, box.north + 1e-9, box.east + 1e-9)
    return grown.contains(point)


def test_a_box_may_cross_the_180th_meridian() -> None:
    fiji = Box(-20, 177, -15, -178)
    assert fiji.width == 5
    assert fiji.contains((-17, 179))
    assert fiji.contains((-17, -179))
    assert not fiji.contains((-17, 0))
    assert fiji.at("1") == Box(-20, 179.5, -17.5, -178)


@given(latitudes, longitudes, st.floats(100, 50_000), st.floats(0, 1), st.floats(0, 1))
def test_a_circle_touches_every_cell_that_holds_a_point_of_it(
    latitude: float, longitude: float, radius: float, up: float, along: float
) -> None:
    circle = Area.circle((latitude, longitude), radius)
    box = circle.box
    point = (box.south + (box.north - box.south) * up, box.west + box.width * along)
    if circle.contains(point):
        assert all(circle.touches(quarter) for quarter in map(box.quarter, "0123") if quarter.contains(point))


def test_a_polygon_leaves_out_cells_far_from_it() -> None:
    corner = Area.of_polygon([(0.0, 0.0), (0.0, 1.0), (1.0, 0.0)])
    assert corner.contains((0.2, 0.2))
    assert not corner.contains((0.9, 0.9))
    touched = {a + b for a in "0123" for b in "0123" if corner.touches(corner.box.at(a + b))}
    assert touched.isdisjoint({"33", "31", "32"})
    assert {"00", "03", "12", "21"} <= touched


def test_a_long_thin_polygon_touches_every_small_cell_it_crosses() -> None:
    strip = Area.of_polygon([(0.0, 0.0), (0.0001, 0.0), (1.0, 1.0)])
    assert all(strip.touches(strip.box.at(path)) for path in ("00000000", "33330000", "33333333", "03030303"))
    assert not strip.touches(strip.box.at("11111111"))


def test_a_shape_survives_being_kept() -> None:
    for area in (
        Area(Box(1, 2, 3, 4), "Here", "US", 7),
        Area.circle((30, -97), 500, "There"),
        Area.of_polygon([(0, 0), (0, 1), (1, 0)]),
    ):
        assert Area.from_json(area.as_json()) == area


def test_distances_are_metres_also_across_the_180th_meridian() -> None:
    assert 222 < distance((0, 179.999), (0, -179.999)) < 223
