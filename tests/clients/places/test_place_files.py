"""Places from CSV, XLSX and JSON files, tidy or not."""

import io
import zipfile
from datetime import UTC, datetime

import orjson
import pytest

from scrapersky.clients.places.found_place import FoundPlace
from scrapersky.clients.places.place_files import PlaceFile
from scrapersky.extract.submitted.xlsx_rows import FileUnreadable

NOW = datetime(2026, 1, 1, tzinfo=UTC)
Rows = list[tuple[int, FoundPlace | str]]


def read(body: bytes) -> Rows:
    return list(PlaceFile(io.BytesIO(body), "places").places(NOW))


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
    with pytest.raises(FileUnreadable, match="Found: colour, size"):
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
    assert [told for _, told in rows if isinstance(told, str)] == ["is no object", "has no name"]


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


def workbook(sheet: str, strings: str = "", compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", compression) as book:
        relations = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
        sheets = "".join(f'<sheet name="{number}" r:id="rId{number}"/>' for number in (1, 2))
        book.writestr("xl/workbook.xml", f"<workbook {relations}><sheets>{sheets}</sheets></workbook>")
        targets = "".join(f'<Relationship Id="rId{n}" Target="worksheets/sheet{n}.xml"/>' for n in (1, 2))
        book.writestr("xl/_rels/workbook.xml.rels", f"<Relationships>{targets}</Relationships>")
        book.writestr("xl/worksheets/sheet2.xml", "<worksheet/>")
        book.writestr("xl/worksheets/sheet1.xml", sheet.replace("<worksheet>", f'<worksheet xmlns="{space}">'))
        if strings:
            book.writestr("xl/sharedStrings.xml", f'<sst xmlns="{space}">{strings}</sst>')
    return stream.getvalue()


HEADER = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>Phone Number</t></is></c></row>'


def test_a_workbooks_first_sheet_is_read_with_its_gaps() -> None:
    cells = (
        '<c r="A3" t="s"><v>1</v></c><c r="C3"><v>5125550100</v></c>',
        '<c r="B4" t="s"><v>1</v></c>',
        '<c r="A5" t="e"><v>#N/A</v></c><c r="C5"><v>1</v></c>',
    )
    rows = "".join(f'<row r="{number}">{cell}</row>' for number, cell in enumerate(cells, start=3))
    strings = "<si><t>Name</t></si><si><r><t>Ced</t></r><r><t>ar</t></r></si>"
    found = read(workbook(f"<worksheet><sheetData>{HEADER}{rows}</sheetData></worksheet>", strings))
    ((line, place), *others) = found
    assert isinstance(place, FoundPlace)
    assert (line, place.name, place.phone) == (3, "Cedar", "5125550100")
    assert others == [(4, "has no name"), (5, "has no name")]


def test_a_workbook_that_is_a_trap_is_refused() -> None:
    entity = '<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet><sheetData/></worksheet>'
    for body in (workbook(entity), workbook("<worksheet><row"), b"PK\x03\x04 and no more", workbook("")):
        with pytest.raises(FileUnreadable):
            read(body)


def test_a_workbook_that_unpacks_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scrapersky.extract.submitted.xlsx_rows.LARGEST_PART", 1_000_000)
    bomb = "<worksheet><sheetData>" + " " * 5_000_000
    with pytest.raises(FileUnreadable, match="1 MB"):
        read(workbook(bomb))


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
