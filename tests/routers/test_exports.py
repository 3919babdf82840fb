"""Exports and the suppression list over HTTP."""

import asyncio
import csv
import io
import zipfile
from collections.abc import AsyncGenerator
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from tests.contacts import make_contact
from tests.lineages import make_family
from tests.routers.test_auth import bearer

from scrapersky.app.product import Product
from scrapersky.curation_sdk.lists.filters import Filter
from scrapersky.models import User
from scrapersky.routers.exports import Downloads, TooManyDownloads
from scrapersky.routers.sessions import Reception
from scrapersky.services.exports import export as export_service
from scrapersky.services.exports.bounds import ExportTooSlow
from scrapersky.services.exports.choices import Format
from scrapersky.services.exports.export import export_to
from scrapersky.services.exports.jobs import Wanted
from scrapersky.services.exports.xlsx import XlsxWriter

PATH = "/api/v3/exports"
LIST = "/api/v3/suppressions"


@pytest.fixture
async def token(product: Product, reception: Reception, ana: User) -> dict[str, str]:
    async with product.sessions.begin() as session:
        for number in range(3):
            await make_contact(session, ana.tenant_id, email=f"ana{number}@cedar.example")
    return bearer(reception, ana)


def rows(answer: httpx.Response) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))


async def test_contacts_are_sent_as_a_file(client: httpx.AsyncClient, token: dict[str, str]) -> None:
    answer = await client.get(f"{PATH}/contacts", headers=token)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"] == 'attachment; filename="contacts.csv"'
    assert [row["email"][:4] for row in rows(answer)] == ["ana0", "ana1", "ana2"]
    lines = await client.get(f"{PATH}/contacts?format=jsonl&filter=search=ana1", headers=token)
    assert lines.json()["email"] == "ana1@cedar.example"
    book = await client.get(f"{PATH}/contacts?format=xlsx", headers=token)
    assert "xl/workbook.xml" in zipfile.ZipFile(io.BytesIO(book.content)).namelist()


async def test_an_export_of_nothing_has_the_columns(client: httpx.AsyncClient, token: dict[str, str]) -> None:
    answer = await client.get(f"{PATH}/businesses", headers=token)
    assert answer.content.startswith(b"\xef\xbb\xbfname,website")
    bare = await client.get(f"{PATH}/businesses?bom=false", headers=token)
    assert bare.content == answer.content.removeprefix(b"\xef\xbb\xbf")
    assert rows(answer) == []


@pytest.mark.parametrize(
    "address", ["contacts?filter=shoe=9", "contacts?filter=nonsense", "shoes", "contacts?format=pdf"]
)
async def test_what_cannot_be_exported_is_told_before_anything_is_sent(
    client: httpx.AsyncClient, token: dict[str, str], address: str
) -> None:
    answer = await client.get(f"{PATH}/{address}", headers=token)
    assert answer.status_code == 422
    assert answer.json()["error"]["message"]


async def test_who_is_put_on_the_list_is_in_no_export_until_taken_off(
    client: httpx.AsyncClient, token: dict[str, str]
) -> None:
    wanted = {"kind": "email", "values": ["nonsense", "ANA1@cedar.example"], "reason": "asked"}
    added = await client.post(LIST, json=wanted, headers=token)
    assert added.status_code == 201
    (entry,) = added.json()["items"]
    assert added.json()["refused"] == [{"line": 1, "reason": "'nonsense' is not an e-mail address."}]
    assert (entry["value"], entry["reason"], entry["added_by"]) == ("ana1@cedar.example", "asked", "ana")
    assert [row["email"][:4] for row in rows(await client.get(f"{PATH}/contacts", headers=token))] == ["ana0", "ana2"]
    listed = (await client.get(LIST, params={"kind": "email"}, headers=token)).json()
    assert (listed["total"], listed["items"]) == (1, [entry])
    assert (await client.get(LIST, params={"kind": "phone"}, headers=token)).json()["total"] == 0
    assert (await client.delete(f"{LIST}/{entry['id']}", headers=token)).status_code == 204
    assert (await client.delete(f"{LIST}/{entry['id']}", headers=token)).status_code == 404
    assert len(rows(await client.get(f"{PATH}/contacts", headers=token))) == 3


async def test_who_is_put_on_the_list_waits_for_no_decision_any_more(
    client: httpx.AsyncClient, token: dict[str, str]
) -> None:
    tab = "/api/v3/contact-delivery/list"
    for kind, value, left in (("email", "ana1@Cedar.example", ["ana0", "ana2"]), ("domain", "cedar.example", [])):
        await client.post(LIST, json={"kind": kind, "values": [value]}, headers=token)
        waiting = (await client.get(tab, params={"status_filter": "New"}, headers=token)).json()["items"]
        assert sorted(row["email"][:4] for row in waiting) == left
    skipped = (await client.get(tab, params={"status_filter": "Skipped"}, headers=token)).json()["items"]
    assert len(skipped) == 3


async def test_a_suppressed_website_is_in_the_export_of_no_tab(
    client: httpx.AsyncClient, product: Product, reception: Reception, ana: User
) -> None:
    async with product.sessions.begin() as session:
        await make_family(session, ana.tenant_id, "dentists")
    about_websites = [each for each in product.registry if each.name not in ("single_search", "deep_scan")]

    async def exported() -> list[int]:
        exports = [
            Wanted(each, Format.CSV, Filter()).export(ana.tenant_id, product.registry) for each in about_websites
        ]
        return [(await export_to(io.BytesIO(), each, Format.CSV, product.sessions)).rows for each in exports]

    counts = [2, 2, 2, 2, 4, 2, 2]
    assert await exported() == counts
    body = {"kind": "domain", "values": ["dentists-0.example", "https://www.dentists-1.example/"]}
    await client.post(LIST, json=body, headers=bearer(reception, ana))
    assert await exported() == [0] * len(counts)


async def test_each_line_is_put_on_the_list_as_what_it_looks_like(
    client: httpx.AsyncClient, token: dict[str, str]
) -> None:
    lines = ["Ana1@cedar.example", "www.acme.example", "nonsense", "+1 (512) 555-0100", "acme.example/Jane Doe"]
    added = (await client.post(LIST, json={"values": lines}, headers=token)).json()
    assert [(each["kind"], each["value"]) for each in added["items"]] == [
        ("domain", "acme.example"),
        ("email", "ana1@cedar.example"),
        ("person", "acme.example/jane doe"),
        ("phone", "+15125550100"),
    ]
    assert [each["line"] for each in added["refused"]] == [3]
    said = await client.post(LIST, json={"kind": "email", "values": ["acme.example"]}, headers=token)
    assert (said.status_code, "is not an e-mail address" in said.text) == (422, True)


@pytest.mark.parametrize(
    "body",
    [
        {"kind": "email", "values": ["nothing", "nonsense"]},
        {"kind": "shoe", "values": ["9"]},
        {"kind": "email", "values": []},
        {"kind": "domain", "values": ["a.example"], "reason": "x" * 501},
        {"kind": "domain", "values": ["a\u0000.example"]},
    ],
)
async def test_a_malformed_request_changes_nothing(
    client: httpx.AsyncClient, token: dict[str, str], body: dict[str, object]
) -> None:
    assert (await client.post(LIST, json=body, headers=token)).status_code == 422
    assert (await client.get(LIST, headers=token)).json()["total"] == 0


async def test_nobodys_downloads_take_every_connection(
    client: httpx.AsyncClient, token: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on, begun, chunks = asyncio.Event(), asyncio.Semaphore(0), export_service.Export.chunks

    async def slowly(self: export_service.Export, sessions: export_service.Sessions) -> Any:
        begun.release()
        await go_on.wait()
        async for each in chunks(self, sessions):
            yield each

    monkeypatch.setattr(export_service.Export, "chunks", slowly)
    downloads = [asyncio.create_task(client.get(f"{PATH}/contacts", headers=token)) for _ in range(2)]
    for _ in downloads:
        await asyncio.wait_for(begun.acquire(), 20)
    refused = await client.get(f"{PATH}/contacts", headers=token)
    assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too_many_downloads")
    go_on.set()
    assert [len(rows(await each)) for each in downloads] == [3, 3]
    assert (await client.get(f"{PATH}/contacts", headers=token)).status_code == 200


async def test_a_download_that_fails_is_not_put_together_first(
    client: httpx.AsyncClient, token: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def too_slow(*_: object) -> AsyncGenerator[list[Any], None]:
        yield []
        raise ExportTooSlow

    closed = list[str]()
    monkeypatch.setattr(export_service.Export, "chunks", too_slow)
    monkeypatch.setattr(XlsxWriter, "close", lambda _: closed.append("closed"))
    answer = await client.get(f"{PATH}/contacts?format=xlsx", headers=token)
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "export_too_slow")
    assert closed == []


async def test_a_download_that_is_given_up_makes_room() -> None:
    async def pieces() -> AsyncGenerator[bytes, None]:
        yield b"one"
        yield b"two"

    downloads = Downloads()
    sending = [downloads.counted(UUID(int=number), pieces()) for number in (1, 1, 2, 3)]
    for each in sending:
        await anext(each)
    for tenant in (1, 4):
        with pytest.raises(TooManyDownloads):
            await anext(downloads.counted(UUID(int=tenant), pieces()))
    await sending[0].aclose()
    assert await anext(downloads.counted(UUID(int=4), pieces())) == b"one"


async def test_a_download_that_is_given_up_lets_go_of_what_it_reads_at_once() -> None:
    closed = list[str]()

    async def pieces() -> AsyncGenerator[bytes, None]:
        try:
            yield b"a"
            yield b"b"
        finally:
            closed.append("the rows")

    reading = pieces()
    sending = Downloads().counted(uuid4(), reading)
    assert await anext(sending) == b"a"
    await sending.aclose()
    assert closed == ["the rows"]
