"""Workbooks as spreadsheet programs and libraries write them, imported over HTTP.

The one of LibreOffice begins with an empty sheet, and its rows with an empty line that has only a colour.
"""

import io
import zipfile
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.routers.test_auth import bearer

from scrapersky.models.user import User
from scrapersky.routers.auth import Reception

WORKBOOKS = Path(__file__).parents[1] / "workbooks"
WRITERS = ("libreoffice", "xlsxwriter")


@pytest.fixture
def headers(reception: Reception, ana: User) -> dict[str, str]:
    return dict(bearer(reception, ana))


@pytest.mark.parametrize("writer", WRITERS)
async def test_businesses_of_a_workbook_are_imported(
    client: httpx.AsyncClient, headers: dict[str, str], writer: str
) -> None:
    found = await uploaded(client, headers, "local-businesses", workbook(writer))
    assert (found["added"], found["refused"]) == (2, 0)
    listed = (await client.get("/api/v3/domain-extraction/list", headers=headers)).json()["items"]
    assert {(row["name"], row["website"], row["phone"], row["city"]) for row in listed} == {
        ("Acme Dental", "https://acme.example/", "5125550100", "Austin"),
        ("Müller & Söhne", "https://mueller.example/", "+49301234567", "Berlin"),
    }


@pytest.mark.parametrize("writer", WRITERS)
async def test_addresses_of_a_workbook_are_imported(
    client: httpx.AsyncClient, headers: dict[str, str], writer: str
) -> None:
    found = await uploaded(client, headers, "domains", workbook(writer))
    assert (found["added"], found["refused"]) == (2, 0)


async def test_a_workbook_of_addresses_alone_needs_no_header(
    client: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    cells = "".join(
        f'<row r="{line}"><c r="A{line}" t="inlineStr"><is><t>{domain}.example</t></is></c></row>'
        for line, domain in enumerate(("acme", "bolt"), 1)
    )
    found = await uploaded(client, headers, "domains", book(f"<worksheet><sheetData>{cells}</sheetData></worksheet>"))
    assert [(row["line"], row["verdict"]) for row in found["rows"]] == [(1, "added"), (2, "added")]


async def test_a_zip_that_is_no_workbook_is_refused_in_words(
    client: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as other:
        other.writestr("readme.txt", "name")
    for path in ("domains", "local-businesses"):
        answer = await client.post(
            f"/api/v3/{path}/import", files={"file": ("a.xlsx", stream.getvalue())}, headers=headers
        )
        assert answer.status_code == 422, answer.text
        assert answer.json()["error"]["message"] == "The file is a zip, and no XLSX workbook."


def workbook(writer: str) -> bytes:
    return (WORKBOOKS / f"{writer}.xlsx").read_bytes()


def book(sheet: str) -> bytes:
    """The least that is a workbook."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as written:
        relation = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="rId1"'
        written.writestr("xl/workbook.xml", f'<workbook><sheets><sheet name="A" {relation}/></sheets></workbook>')
        target = '<Relationship Id="rId1" Target="/xl/worksheets/sheet1.xml"/>'
        written.writestr("xl/_rels/workbook.xml.rels", f"<Relationships>{target}</Relationships>")
        written.writestr("xl/worksheets/sheet1.xml", sheet)
    return stream.getvalue()


async def uploaded(client: httpx.AsyncClient, headers: dict[str, str], path: str, content: bytes) -> dict[str, Any]:
    answer = await client.post(f"/api/v3/{path}/import", files={"file": ("file.xlsx", content)}, headers=headers)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found
