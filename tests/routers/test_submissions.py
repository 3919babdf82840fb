"""Domains, sitemaps and pages handed in over HTTP."""

import httpx
import pytest
from tests.routers.test_auth import bearer

from scrapersky.models import User
from scrapersky.routers.imports import LARGEST_FILE
from scrapersky.routers.inbound import MOST_ADDRESSES
from scrapersky.routers.sessions import Reception

PATHS = ("domains", "sitemap-files", "pages")


@pytest.fixture
def headers(reception: Reception, ana: User) -> dict[str, str]:
    return dict(bearer(reception, ana))


@pytest.mark.parametrize("path", PATHS)
async def test_each_address_gets_its_result(client: httpx.AsyncClient, headers: dict[str, str], path: str) -> None:
    body = {"addresses": ["https://acme.example/a", "https://www.facebook.com/acme", "", "https://acme.example/a"]}
    answer = await client.post(f"/api/v3/{path}/submit", json=body, headers=headers)
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert (found["added"], found["known"], found["refused"]) == (1, 1, 2)
    assert [(row["line"], row["reason"]) for row in found["rows"]] == [
        (1, None),
        (2, "is only a Facebook page"),
        (3, "has no address"),
        (4, None),
    ]
    assert found["rows"][0]["id"] == found["rows"][3]["id"]


async def test_submitted_domains_are_listed_and_queued(client: httpx.AsyncClient, headers: dict[str, str]) -> None:
    body = {"addresses": ["acme.example"], "queue": True}
    row = (await client.post("/api/v3/domains/submit", json=body, headers=headers)).json()["rows"][0]
    listed = (await client.get("/api/v3/domains/list", params={"status_filter": "Queued"}, headers=headers)).json()
    assert [(item["id"], item["name"]) for item in listed["items"]] == [(row["id"], "acme.example")]


@pytest.mark.parametrize("path", PATHS)
async def test_a_file_is_imported_row_by_row(client: httpx.AsyncClient, headers: dict[str, str], path: str) -> None:
    files = {"file": ("list.csv", b"url\nhttps://acme.example/a\nnonsense\n")}
    data = {"into": path.removesuffix("-files") + "s" if path.endswith("-files") else path, "queue": "true"}
    answer = await client.post("/api/v3/imports", data=data, files=files, headers=headers)
    assert answer.status_code == 200, answer.text
    assert [(row["line"], row["verdict"]) for row in answer.json()["rows"]] == [(2, "added"), (3, "refused")]


async def test_what_cannot_be_carried_out_changes_nothing(client: httpx.AsyncClient, headers: dict[str, str]) -> None:
    wrong: tuple[dict[str, object], ...] = (
        {"addresses": []},
        {"addresses": ["a.example"] * (MOST_ADDRESSES + 1)},
        {"addresses": ["a.example\0"]},
        {"addresses": "a.example"},
        {"addresses": ["a.example"], "more": 1},
    )
    for body in wrong:
        assert (await client.post("/api/v3/domains/submit", json=body, headers=headers)).status_code == 422
    for content in (b"title,size\n1,2\n", b"x" * (LARGEST_FILE + 1)):
        files = {"file": ("x.csv", content)}
        assert (
            await client.post("/api/v3/imports", data={"into": "domains"}, files=files, headers=headers)
        ).status_code == 422
    assert (await client.get("/api/v3/domains/list", headers=headers)).json()["total"] == 0
