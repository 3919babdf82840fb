"""Places from CSV, XLSX and JSON files, tidy or not."""

import io
from datetime import UTC, datetime

import orjson
import pytest
from tests.spreadsheets import Lines, workbook_of

from scrapersky.clients.places.found_place import FoundPlace
from scrapersky.clients.places.place_files import place_in
from scrapersky.extract.submitted.file_kinds import FileUnreadable
from scrapersky.extract.submitted.headings import Subject
from scrapersky.extract.submitted.tables import UnknownColumns, open_table

NOW = datetime(2026, 1, 1, tzinfo=UTC)
Rows = list[tuple[int, FoundPlace | str]]


def read(body: bytes) -> Rows:
    try:
        table = open_table(io.BytesIO(body), Subject.PLACES)
    except UnknownColumns as unknown:
        raise FileUnreadable(str(unknown.table.columns)) from unknown
    return [(row.line, place_in(row, "places", NOW)) for row in table.rows()]


def names(rows: Rows) -> list[str | None]:
    return [place.name for _, place in rows if isinstance(place, FoundPlace)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_a_csv_is_read_in_the_encoding_it_has(encoding: str) -> None:
    rows = read("Company name;Lat;Lng;ZIP\nMüller & Söhne;30,25;-97,74;78701\n".encode(encoding))
    ((line, place),) = rows
    assert isinstance(place, FoundPlace)
    assert (line, place.name, place.latitude, place.longitude) == (2, "Müller & Söhne", 30.25, -97.74)
    assert place.postal_code == "78701"


def test_one_bad_row_spoils_no_other() -> None:
    rows = read(b"name,lat,lon\nCedar,30,-97\n,1,2\nOak,99,0\nElm,,\n")
    assert names(rows) == ["Cedar", "Elm"]
    assert [(line, told) for line, told in rows if isinstance(told, str)] == [
        (3, "has no name"),
        (4, "has a latitude and longitude that are nowhere on earth"),
    ]


def test_a_file_without_names_says_what_it_found() -> None:
    with pytest.raises(FileUnreadable, match=r"colour.*size"):
        read(b"colour,size\nred,1\n")


@pytest.mark.parametrize(
    "body",
    [
        b'[{"name": "Cedar", "lat": 30.1, "lon": -97}, 7, {"name": ""}]',
        b'{"name": "Cedar", "lat": 30.1, "lon": -97}\n7\n{"name": ""}\n',
    ],
)
def test_json_is_a_list_or_one_object_a_line(body: bytes) -> None:
    rows = read(body)
    assert names(rows) == ["Cedar"]
    assert [told for _, told in rows if isinstance(told, str)] == ["is neither a JSON object nor a text", "has no name"]


def test_geojson_has_its_point() -> None:
    feature = {
        "type": "Feature",
        "geometry": {"type": "Point", "coordinates": [-97.7, 30.2]},
        "properties": {"name": "Oak"},
    }
    for body in (
        orjson.dumps({"type": "FeatureCollection", "features": [feature]}),
        orjson.dumps({"type": "FeatureCollection", "features": [feature]}, option=orjson.OPT_INDENT_2),
    ):
        ((_, place),) = read(body)
        assert isinstance(place, FoundPlace)
        assert (place.name, place.latitude, place.longitude) == ("Oak", 30.2, -97.7)


@pytest.mark.parametrize("body", [b"[1, 2", b"{", b'{"features": 3,\n "a": 1}', b'"text"'])
def test_broken_json_is_said(body: bytes) -> None:
    with pytest.raises(FileUnreadable):
        read(body)


def test_a_workbooks_sheet_is_read_with_its_gaps() -> None:
    lines: Lines = [["Name", None, "Phone Number"], [], ["Cedar", None, 5125550100], [None, "Cedar"], [None, None, 1]]
    ((line, place), *others) = read(workbook_of({"Empty": [], "Places": lines}))
    assert isinstance(place, FoundPlace)
    assert (line, place.name, place.phone) == (3, "Cedar", "5125550100")
    assert others == [(4, "has no name"), (5, "has no name")]


def test_a_workbook_that_is_a_trap_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two cells in opposite corners of a sheet would take half a terabyte, and end the process."""
    assert len(read(workbook_of({"Usual": [["name"], *([["x"]] * 100)]}))) == 100
    far: list[list[str | None]] = [["name"], *([[]] * 1_000), [None] * 9_999 + ["x"]]
    for body in (b"PK\x03\x04 and no more", workbook_of({"Far": far}), b"\xd0\xcf\x11\xe0 an old one"):
        with pytest.raises(FileUnreadable):
            read(body)
    monkeypatch.setattr("scrapersky.extract.submitted.xlsx_rows.LARGEST_PART", 10_000)
    with pytest.raises(FileUnreadable, match="unpacks to more"):
        read(workbook_of({"Long": [["name"], *([["x"]] * 5_000)]}))


def test_the_same_row_is_the_same_place() -> None:
    (one,), (two,), (other,) = (
        read(f"name,city\n{row}\n".encode()) for row in ("Cedar,Austin", "CEDAR , austin", "Cedar,Dallas")
    )
    assert isinstance(one[1], FoundPlace)
    assert isinstance(two[1], FoundPlace)
    assert isinstance(other[1], FoundPlace)
    assert one[1].place_id == two[1].place_id != other[1].place_id


def test_a_phone_is_international_where_the_country_is_known() -> None:
    rows = read(b"name,phone,country\nCedar,(512) 555-0100,us\nOak,(512) 555-0100,\n")
    assert [place.phone for _, place in rows if isinstance(place, FoundPlace)] == ["+15125550100", "(512) 555-0100"]
