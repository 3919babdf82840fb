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
from tests.spreadsheets import workbook_of

from scrapersky.models import User
from scrapersky.routers.sessions import Reception

WORKBOOKS = Path(__file__).parents[1] / "workbooks"
WRITERS = ("libreoffice", "xlsxwriter")


@pytest.fixture
def headers(reception: Reception, ana: User) -> dict[str, str]:
    return dict(bearer(reception, ana))


@pytest.mark.parametrize("writer", WRITERS)
async def test_businesses_of_a_workbook_are_imported(
    client: httpx.AsyncClient, headers: dict[str, str], writer: str
) -> None:
    found = await uploaded(client, headers, "businesses", workbook(writer))
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
    found = await uploaded(client, headers, "domains", workbook_of({"A": [["acme.example"], ["bolt.example"]]}))
    assert [(row["line"], row["verdict"]) for row in found["rows"]] == [(1, "added"), (2, "added")]


async def test_a_zip_that_is_no_workbook_is_refused_in_words(
    client: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as other:
        other.writestr("readme.txt", "name")
    for path in ("domains", "businesses"):
        answer = await client.post(
            "/api/v3/imports", data={"into": path}, files={"file": ("a.xlsx", stream.getvalue())}, headers=headers
        )
        assert answer.status_code == 422, answer.text
        assert answer.json()["error"]["message"].startswith("The file is a zip, and no XLSX workbook: unpack it")


def workbook(writer: str) -> bytes:
    return (WORKBOOKS / f"{writer}.xlsx").read_bytes()


async def uploaded(client: httpx.AsyncClient, headers: dict[str, str], path: str, content: bytes) -> dict[str, Any]:
    files = {"file": ("file.xlsx", content)}
    answer = await client.post("/api/v3/imports", data={"into": path}, files=files, headers=headers)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found
