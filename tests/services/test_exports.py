"""Rows into files: every format, any text, nobody who asked to be left alone."""

import asyncio
import csv
import gc
import io
import os
import re
import threading
import tracemalloc
import zipfile
from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any
from uuid import UUID

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncSession
from tests.businesses import make_business, make_tenant
from tests.conftest import Sessions
from tests.contacts import make_contact
from tests.domains import make_domain

from scrapersky.curation_sdk.declaring.actor import Actor
from scrapersky.curation_sdk.errors import BadRequest
from scrapersky.curation_sdk.lists.filters import Filter
from scrapersky.models import List, Page, Place, PlaceSearch, PlaceSearchResult
from scrapersky.services.exports import export as export_service
from scrapersky.services.exports import spool as export_spool
from scrapersky.services.exports import xlsx as export_xlsx
from scrapersky.services.exports.bounds import ExportTooSlow
from scrapersky.services.exports.cells import formula_safe
from scrapersky.services.exports.choices import Exportable, Format
from scrapersky.services.exports.export import (
    CHUNK,
    Export,
    Exported,
    export_to,
    export_to_file,
    make_export,
)
from scrapersky.services.exports.files import NoPlaceForFile
from scrapersky.services.exports.filters import read_filter
from scrapersky.services.exports.formats import ParquetMissing, writer_for
from scrapersky.services.exports.meanings import MEANINGS
from scrapersky.services.exports.spool import pieces_of
from scrapersky.services.exports.stream import StoppableStream
from scrapersky.services.exports.tables import CellKind, export_table
from scrapersky.services.exports.xlsx import XlsxWriter
from scrapersky.services.suppression.entries import suppress
from scrapersky.services.suppression.kinds import SuppressionKind
from scrapersky.services.suppression.marks import Mark
from scrapersky.workflows.wf9_contact_delivery import contact_delivery

KINDS = {
    "text": CellKind.TEXT,
    "number": CellKind.NUMBER,
    "moment": CellKind.MOMENT,
    "many": CellKind.LIST,
    "object": CellKind.JSON,
}
MOMENT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def written(file_format: Format, rows: Sequence[Sequence[Any]], kinds: dict[str, CellKind] | None = None) -> bytes:
    stream = io.BytesIO()
    writer = writer_for(file_format, kinds or KINDS, stream)
    writer.write(rows)
    writer.close()
    return stream.getvalue()


def csv_rows(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))


async def exported(
    sessions: Sessions, tenant_id: UUID, name: Exportable = Exportable.CONTACTS, wanted: Filter | None = None
) -> list[dict[str, str]]:
    stream = io.BytesIO()
    export = make_export(name, tenant_id, contact_delivery, wanted)
    await export_to(stream, export, Format.CSV, sessions)
    return csv_rows(stream.getvalue())


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "\uff1d"])
def test_a_cell_that_a_spreadsheet_would_run_is_quoted(start: str) -> None:
    hostile = f"{start}HYPERLINK(1)"
    (row,) = csv_rows(written(Format.CSV, [[hostile, -1.5, MOMENT, [hostile], {"a": 1}]]))
    assert (row["text"], row["many"]) == (f"'{hostile}", f"'{hostile}")
    assert (row["number"], row["moment"], row["object"]) == ("-1.5", "2026-01-02T03:04:05Z", '{"a":1}')


@given(st.lists(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=20), max_size=5))
def test_any_text_comes_back_from_csv_as_it_was_or_quoted(texts: list[str]) -> None:
    rows = csv_rows(
        written(Format.CSV, [[text, "x"] for text in texts], {"text": CellKind.TEXT, "mark": CellKind.TEXT})
    )
    assert [row["text"] for row in rows] == [formula_safe(text) for text in texts]
    running = [row["text"] for row in rows if row["text"][:1] in tuple("=+-@\t\r\n")]
    assert [text for text in running if not re.fullmatch(r"[+-][0-9 .,]+", text)] == []


@pytest.mark.parametrize(
    ("text", "in_csv"),
    [
        ("+49 89 9017238", "+49 89 9017238"),
        ("-12.5", "-12.5"),
        ("+1 512 555 0100 ext. 7", "+1 512 555 0100 ext. 7"),
        ("+1-512-555-0100", "'+1-512-555-0100"),
        ("+49 89+cmd|'/C calc'!A0", "'+49 89+cmd|'/C calc'!A0"),
        ("-A1", "'-A1"),
        ("+", "'+"),
    ],
)
def test_a_number_is_no_formula_and_what_begins_like_one_is(text: str, in_csv: str) -> None:
    (row,) = csv_rows(written(Format.CSV, [[text]], {"text": CellKind.TEXT}))
    assert row["text"] == in_csv


def test_json_lines_keep_types_and_have_every_column() -> None:
    (line,) = written(Format.JSONL, [["=1+1", None, MOMENT, ["a"], {"b": 2}]]).splitlines()
    assert orjson.loads(line) == {
        "text": "=1+1",
        "number": None,
        "moment": "2026-01-02T03:04:05Z",
        "many": ["a"],
        "object": {"b": 2},
    }


def sheet(content: bytes, number: int = 1) -> str:
    with zipfile.ZipFile(io.BytesIO(content)) as book:
        return book.read(f"xl/worksheets/sheet{number}.xml").decode()


@pytest.mark.parametrize("separator", [";", "\t", "\n", "\r\n"])
def test_where_semicolons_separate_no_formula_begins_inside_a_cell(separator: str) -> None:
    written = io.BytesIO()
    writer = writer_for(Format.CSV, {"object": CellKind.JSON, "name": CellKind.TEXT}, written)
    hostile = ["=cmd|' /C calc'!A0", "@SUM(1)", "-1+1", "+1", "\uff1d1", "\uff0b1", "\uff0d1", "\uff201"]
    writer.write([({"a": ";=1"}, separator.join(["Acme", *hostile]))])
    writer.close()
    cells = [cell.strip() for line in written.getvalue().decode().splitlines() for cell in re.split(r"[;\t]", line)]
    assert len(cells) > 9
    assert not [cell for cell in cells if cell.startswith(tuple("=@+-\uff1d\uff0b\uff0d\uff20"))]


def test_moments_are_told_in_universal_time_and_nothing_is_an_empty_cell() -> None:
    two_hours_east = datetime(2026, 1, 2, 3, 4, 5, tzinfo=timezone(timedelta(hours=2)))
    (row,) = csv_rows(written(Format.CSV, [["a", 1.5, two_hours_east, [], {}]]))
    assert (row["moment"], row["many"], row["object"]) == ("2026-01-02T01:04:05Z", "", "")


def test_a_spreadsheet_has_texts_and_no_formula() -> None:
    long_ago = datetime(1800, 1, 1, tzinfo=UTC)
    content = written(
        Format.XLSX,
        [
            ["=1+1", 2.5, MOMENT, ["-a"], {}],
            ["x" * 40_000, None, long_ago, [], {}],
            ["https://a.example/", 0, None, [], {}],
            ["not a number", float("nan"), None, [], {}],
        ],
    )
    xml = sheet(content)
    assert "<f>" not in xml
    assert "=1+1" in xml
    assert "1800-01-01T00:00:00Z" in xml
    assert "x" * 32_767 in xml
    assert "x" * 32_768 not in xml
    with zipfile.ZipFile(io.BytesIO(content)) as book:
        assert 'quotePrefix="1"' in book.read("xl/styles.xml").decode()


def test_a_sheet_that_is_full_is_followed_by_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export_xlsx, "MOST_SHEET_ROWS", 3)
    content = written(Format.XLSX, [[f"row {n}"] for n in range(5)], {"text": CellKind.TEXT})
    found = [[f"row {n}" for n in range(5) if f"row {n}<" in sheet(content, number)] for number in (1, 2, 3)]
    assert found == [["row 0", "row 1"], ["row 2", "row 3"], ["row 4"]]


def test_a_spreadsheet_may_be_larger_than_an_old_zip_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zipfile, "ZIP64_LIMIT", 10_000)
    content = written(Format.XLSX, [["x" * 10_000]] * 3, {"text": CellKind.TEXT})
    assert sheet(content).count("x" * 10_000) == 3


def test_a_spreadsheet_lays_its_rows_aside_where_it_is_told(tmp_path: Path) -> None:
    writer = writer_for(Format.XLSX, {"text": CellKind.TEXT}, io.BytesIO(), spool=tmp_path)
    assert [path.is_file() for path in tmp_path.glob("*/*")] == [True]
    writer.close()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("file_format", Format)
def test_what_is_discarded_leaves_nothing_and_is_not_made_whole(file_format: Format, tmp_path: Path) -> None:
    if file_format is Format.PARQUET:
        pytest.importorskip("pyarrow")
    stream = io.BytesIO()
    writer = writer_for(file_format, {"text": CellKind.TEXT}, stream, spool=tmp_path)
    writer.write([["a"]])
    size = len(stream.getvalue())
    writer.discard()
    writer.discard()
    assert (len(stream.getvalue()), list(tmp_path.iterdir())) == (size, [])
    stream.close()
    del writer
    gc.collect()  # what is forgotten does not try to write either


async def test_an_export_that_fails_is_not_put_together(
    sessions: Sessions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sessions.begin() as session:
        tenant_id = await make_tenant(session)
        await make_contact(session, tenant_id)
    asked = list[str]()

    def fails(self: XlsxWriter, rows: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(XlsxWriter, "write", fails)
    monkeypatch.setattr(XlsxWriter, "close", lambda _: asked.append("close"))
    with pytest.raises(NoPlaceForFile, match=r"a\.xlsx could not be written: No space left on device\."):
        await export_to_file(tmp_path / "a.xlsx", make_export(Exportable.CONTACTS, tenant_id), Format.XLSX, sessions)
    assert (asked, list(_paths(tmp_path))) == ([], [])


@pytest.mark.parametrize("away", [ConnectionRefusedError(111, "Connection refused"), TimeoutError()])
async def test_a_database_that_went_away_is_not_told_of_the_file(
    sessions: Sessions, tmp_path: Path, away: OSError
) -> None:
    class Away(Export):
        async def chunks(self, sessions: Sessions) -> AsyncGenerator[Sequence[Any], None]:
            raise away
            yield

    export = Away(export_table(Exportable.CONTACTS), UUID(int=1))
    with pytest.raises(type(away)):
        await export_to_file(tmp_path / "a.csv", export, Format.CSV, sessions)
    assert list(_paths(tmp_path)) == []


async def test_behind_a_link_rows_are_laid_aside_beside_the_file(
    sessions: Sessions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sessions.begin() as session:
        tenant_id = await make_tenant(session)
    links, files = tmp_path / "links", tmp_path / "files"
    links.mkdir()
    files.mkdir()
    (links / "a.xlsx").symlink_to(files / "b.xlsx")
    seen, close = list[Path](), XlsxWriter.close

    def look_and_close(self: XlsxWriter) -> None:
        seen.extend(tmp_path.rglob(".xlsx-*"))
        close(self)

    monkeypatch.setattr(XlsxWriter, "close", look_and_close)
    await export_to_file(links / "a.xlsx", make_export(Exportable.CONTACTS, tenant_id), Format.XLSX, sessions)
    assert [path.parent for path in seen] == [files]
    assert (links / "a.xlsx").is_symlink()
    assert (files / "b.xlsx").is_file()


async def test_a_cancelled_export_is_discarded_once_its_thread_is_done(
    sessions: Sessions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sessions.begin() as session:
        tenant_id = await make_tenant(session)
        await make_contact(session, tenant_id)
    happened, begun, go_on, discard = list[str](), threading.Event(), threading.Event(), XlsxWriter.discard

    def slowly(self: XlsxWriter, rows: object) -> None:
        begun.set()
        go_on.wait(10)
        happened.append("written")

    def discarding(self: XlsxWriter) -> None:
        happened.append("discarded")
        discard(self)

    monkeypatch.setattr(XlsxWriter, "write", slowly)
    monkeypatch.setattr(XlsxWriter, "close", lambda _: happened.append("closed"))
    monkeypatch.setattr(XlsxWriter, "discard", discarding)
    export = make_export(Exportable.CONTACTS, tenant_id)
    writing = asyncio.create_task(
        export_to(io.BytesIO(), export, Format.XLSX, sessions, spool=tmp_path),
    )
    assert await asyncio.to_thread(begun.wait, 10)
    writing.cancel()
    await asyncio.sleep(0.05)
    assert (happened, writing.done()) == ([], False)
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await writing
    assert (happened, list(_paths(tmp_path))) == (["written", "discarded"], [])


async def test_a_spreadsheet_that_is_being_put_together_is_stopped_in_the_middle(
    sessions: Sessions, tmp_path: Path
) -> None:
    async with sessions.begin() as session:
        tenant_id = await make_tenant(session)
        await make_contact(session, tenant_id)
    begun, go_on = threading.Event(), threading.Event()

    class Slow(io.BytesIO):
        def write(self, content: Any) -> int:
            begun.set()
            go_on.wait(10)
            return super().write(content)

    stream, export = Slow(), make_export(Exportable.CONTACTS, tenant_id)
    writing = asyncio.create_task(export_to(stream, export, Format.XLSX, sessions, spool=tmp_path))
    assert await asyncio.to_thread(begun.wait, 10)
    writing.cancel()
    await asyncio.sleep(0)
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await writing
    gc.collect()  # what is forgotten would end the file now
    assert len(stream.getvalue()) < 100, "the header of the first part, and no more"
    assert list(_paths(tmp_path)) == []


@pytest.mark.parametrize("file_format", Format)
def test_after_a_full_disk_nothing_tries_to_write_again(file_format: Format, tmp_path: Path) -> None:
    if file_format is Format.PARQUET:
        pytest.importorskip("pyarrow")

    class Full(io.BytesIO):
        def write(self, content: Any) -> int:
            raise OSError(28, "No space left on device")

    writer = None
    with pytest.raises(OSError, match="No space left"):  # noqa: PT012  each format fails at its own point
        writer = writer_for(file_format, KINDS, StoppableStream(Full()), spool=tmp_path)
        writer.write([["a", 1, MOMENT, [], {}]])
        writer.close()
    if writer is not None:
        writer.discard()
    del writer
    gc.collect()
    assert list(_paths(tmp_path)) == []


def _paths(folder: Path) -> list[Path]:
    return list(folder.iterdir())


def test_parquet_has_typed_columns(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    file = tmp_path / "rows.parquet"
    file.write_bytes(written(Format.PARQUET, [["=1", 2.5, MOMENT, ["a", "b"], {"c": 3}], [None] * 5]))
    assert parquet.read_table(file).to_pylist() == [
        {"text": "=1", "number": 2.5, "moment": MOMENT, "many": ["a", "b"], "object": '{"c":3}'},
        dict.fromkeys(KINDS),
    ]


def test_an_empty_object_is_one_in_parquet_and_no_cell_in_a_spreadsheet(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    file = tmp_path / "rows.parquet"
    rows: list[list[Any]] = [[{}], [[]], [None]]
    file.write_bytes(written(Format.PARQUET, rows, {"object": CellKind.JSON}))
    assert [row["object"] for row in parquet.read_table(file).to_pylist()] == ["{}", "[]", None]
    assert written(Format.CSV, rows, {"object": CellKind.JSON}) == b'\xef\xbb\xbfobject\r\n""\r\n""\r\n""\r\n'


def test_what_is_no_number_is_an_empty_cell() -> None:
    rows = [[float("nan"), "a"], [float("-inf"), "b"], [-1.5, "c"]]
    cells = csv_rows(written(Format.CSV, rows, {"number": CellKind.NUMBER, "mark": CellKind.TEXT}))
    assert [row["number"] for row in cells] == ["", "", "-1.5"]


def test_without_the_library_parquet_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(ParquetMissing, match=r"pip install scrapersky\[parquet\]"):
        writer_for(Format.PARQUET, KINDS, io.BytesIO())


IN_A_PERSONS_ORDER = {
    Exportable.CONTACTS: """
        name first_name last_name role email phone business business_street business_city business_region
        business_postal_code business_country business_category domain phone_kind fax whatsapp socials address
        verification verified_level verified_at confidence sightings source_url owner email_absence phone_absence tags
        note searches lists state outcome delivered_to delivered_at source source_id attribution created_at id
        extra_fields""",
    Exportable.BUSINESSES: """
        name website phone street city region postal_code country category categories latitude longitude
        opening_hours business_status rating reviews domain source source_id provenance attribution expires_at state
        outcome searches lists tags note created_at id extra_fields""",
    Exportable.DOMAINS: """
        name home_url final_url http_status title description language cms technologies robots_state parked
        checked_at businesses sources attribution state outcome searches lists tags note created_at id""",
    Exportable.PAGES: """
        domain url kind score changed_at title words contacts source_url state outcome searches lists tags note
        created_at id""",
}


@pytest.mark.parametrize("name", Exportable)
def test_columns_are_in_a_persons_order(name: Exportable) -> None:
    assert list(export_table(name).columns) == IN_A_PERSONS_ORDER[name].split()


@pytest.mark.parametrize("name", Exportable)
def test_every_column_is_explained_and_nothing_else(name: Exportable) -> None:
    assert set(MEANINGS[name]) == set(export_table(name).columns)
    assert all(meaning.endswith(".") for meaning in MEANINGS[name].values())


async def test_contacts_come_with_their_business_and_whom_to_credit(sessions: Sessions) -> None:
    async with sessions.begin() as session:
        tenant_id = await make_tenant(session)
        business_id = await make_business(session, tenant_id, city="Austin", attribution="© Somebody")
        domain_id = await make_domain(session, tenant_id, "cedar.example")
        await make_contact(session, tenant_id, domain_id=domain_id, local_business_id=business_id, phone="+15125550100")
        await make_contact(session, await make_tenant(session), email="other@tenant.example")
    (row,) = await exported(sessions, tenant_id)
    assert (row["email"], row["phone"], row["domain"]) == ("ana@cedar.example", "+1 512 555 0100", "cedar.example")
    assert (row["business"], row["business_city"]) == ("Cedar & Sons", "Austin")
    assert (row["source"], row["attribution"], row["state"]) == ("test", "© Somebody", "New")


async def test_a_contact_of_a_shared_domain_comes_with_all_its_businesses_and_what_they_agree_on(
    sessions: Sessions,
) -> None:
    async with sessions.begin() as session:
        tenant_id = await make_tenant(session)
        domain_id = await make_domain(session, tenant_id, "cedar.example")
        for name, street, credit in (("Cedar South", "1 Oak St", "© A"), ("Cedar North", "2 Elm St", "© B")):
            facts = {"name": name, "street": street, "city": "Austin", "attribution": credit}
            await make_business(session, tenant_id, domain_id=domain_id, **facts)
        await make_contact(session, tenant_id, domain_id=domain_id)
        many = await make_domain(session, tenant_id, "chain.example")
        for number in range(12):
            await make_business(session, tenant_id, domain_id=many, name=f"{number:02}")
        await make_contact(session, tenant_id, domain_id=many, email="bo@chain.example")
        await make_contact(session, tenant_id, email="none@alone.example")
    shared, chain, alone = await exported(sessions, tenant_id)
    assert (shared["business"], shared["attribution"]) == ("Cedar North; Cedar South", "© A; © B")
    assert (shared["business_city"], shared["business_street"], shared["source_id"]) == ("Austin", "", "")
    assert chain["business"] == "00; 01 and 10 more"
    assert (alone["business"], alone["attribution"]) == ("", "")


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["Sky (5th Street)", "Sky (Church Street)", "Sky"], "Sky (3 branches)"),
        ([f"Sky Dental - Town {number:02}" for number in range(12)], "Sky Dental (12 branches)"),
        (["Sky (Kyle)", "Sky | Buda", "Sky (Kyle)"], "Sky (3 branches)"),
        (["Sky (Kyle)", "Sky (Kyle)"], "Sky (Kyle)"),
        (["Müller-Lee", "Müller-Ray"], "Müller-Lee; Müller-Ray"),
        (["Sky (Kyle)", "Skyline (Kyle)", "Sky Dental"], "Sky (Kyle); Sky Dental and 1 more"),
    ],
)
async def test_the_branches_of_a_business_are_told_by_what_their_names_begin_with(
    sessions: Sessions, names: list[str], told: str
) -> None:
    async with sessions.begin() as session:
        tenant_id = await make_tenant(session)
        domain_id = await make_domain(session, tenant_id, "sky.example")
        for number, name in enumerate(names):
            await make_business(session, tenant_id, domain_id=domain_id, name=name, source_id=str(number))
        await make_contact(session, tenant_id, domain_id=domain_id)
    (row,) = await exported(sessions, tenant_id)
    assert row["business"] == told


async def test_every_row_names_the_searches_and_lists_that_it_comes_from(sessions: Sessions) -> None:
    async with sessions.begin() as session:
        tenant_id = await make_tenant(session)
        domain_id = await make_domain(session, tenant_id, "cedar.example")
        business_id = await make_business(session, tenant_id, domain_id=domain_id)
        await _find(session, tenant_id, business_id, "roofers in Waco, TX", None)
        await _find(session, tenant_id, business_id, "dentists in Austin, TX", "Spring")
        await make_contact(session, tenant_id, domain_id=domain_id)
        page = {"tenant_id": tenant_id, "domain_id": domain_id, "url": "https://cedar.example/contact"}
        await session.execute(insert(Page).values(page))
        await make_business(session, tenant_id, name="Imported from a file")
    for name in Exportable:
        first, *others = await exported(sessions, tenant_id, name)
        assert (first["searches"], first["lists"]) == ("dentists in Austin, TX; roofers in Waco, TX", "Spring")
        assert [(row["searches"], row["lists"]) for row in others] == [("", "")] * len(others)


async def _find(session: AsyncSession, tenant_id: UUID, business_id: UUID, phrase: str, list_name: str | None) -> None:
    list_id = None
    if list_name:
        named = insert(List).values(tenant_id=tenant_id, name=list_name).returning(List.id)
        list_id = (await session.execute(named)).scalar_one()
    what, _, area = phrase.partition(" in ")
    asked = {"tenant_id": tenant_id, "list_id": list_id, "source": "t", "phrase": phrase, "what": what, "area": area}
    search_id = (await session.execute(insert(PlaceSearch).values(asked).returning(PlaceSearch.id))).scalar_one()
    told = {"tenant_id": tenant_id, "source": "t", "place_id": phrase, "local_business_id": business_id}
    place_id = (await session.execute(insert(Place).values(told).returning(Place.id))).scalar_one()
    found = {"tenant_id": tenant_id, "place_search_id": search_id, "place_id": place_id}
    await session.execute(insert(PlaceSearchResult).values(found))


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (SuppressionKind.EMAIL, "ana@CEDAR.example"),
        (SuppressionKind.DOMAIN, "cedar.example"),
        (SuppressionKind.PHONE, "+15125550100"),
        (SuppressionKind.PERSON, "cedar.example/Ana López"),
    ],
)
async def test_who_is_on_the_list_is_in_no_export(sessions: Sessions, kind: SuppressionKind, value: str) -> None:
    async with sessions.begin() as session:
        tenant_id = await make_tenant(session)
        cedar = await make_domain(session, tenant_id, "cedar.example")
        await make_contact(session, tenant_id, domain_id=cedar, phone="+15125550100", name="Ana M. Lopez")
        await make_contact(session, tenant_id, email="bo@oak.example")
        await suppress(session, Actor(tenant_id, "ana"), [Mark.read(kind, value)])
    export, stream = make_export(Exportable.CONTACTS, tenant_id), io.BytesIO()
    done = await export_to(stream, export, Format.CSV, sessions)
    assert [row["email"] for row in csv_rows(stream.getvalue())] == ["bo@oak.example"]
    assert (done.rows, done.suppressed) == (1, 1)


async def test_every_table_is_exported(sessions: Sessions) -> None:
    async with sessions.begin() as session:
        tenant_id = await make_tenant(session)
        domain_id = await make_domain(session, tenant_id, "cedar.example")
        for source, credit in (("a", "© A"), ("b", "© B"), ("b", "© B")):
            await make_business(session, tenant_id, domain_id=domain_id, source=source, attribution=credit)
        url = "https://cedar.example/contact"
        await session.execute(insert(Page).values(tenant_id=tenant_id, domain_id=domain_id, url=url, kind="contact"))
    (domain,) = await exported(sessions, tenant_id, Exportable.DOMAINS)
    assert (domain["businesses"], domain["sources"], domain["attribution"]) == ("3", "a; b", "© A; © B")
    (page,) = await exported(sessions, tenant_id, Exportable.PAGES)
    assert (page["domain"], page["kind"]) == ("cedar.example", "contact")
    businesses = await exported(sessions, tenant_id, Exportable.BUSINESSES)
    assert [row["domain"] for row in businesses] == ["cedar.example"] * 3


async def test_the_filter_is_the_grids(sessions: Sessions) -> None:
    async with sessions.begin() as session:
        tenant_id = await make_tenant(session)
        for number in range(3):
            await make_contact(session, tenant_id, email=f"ana{number}@cedar.example", role="Owner" if number else None)

    async def emails(*conditions: str) -> list[str]:
        rows = await exported(sessions, tenant_id, wanted=read_filter(conditions))
        return [row["email"][:4] for row in rows]

    assert await emails() == ["ana0", "ana1", "ana2"]
    assert await emails("search=ana1") == ["ana1"]
    assert await emails("role=Owner", "state=new") == ["ana1", "ana2"]
    assert await emails("role=") == ["ana0"]
    assert await emails("state=complete") == []
    with pytest.raises(BadRequest, match="cannot be filtered by 'shoe'"):
        await emails("shoe=9")


@pytest.mark.parametrize("condition", ["state", "=x", "state=nonsense", "batch=1", "updated_since=soon"])
def test_a_filter_that_is_none_is_refused_in_words(condition: str) -> None:
    with pytest.raises(BadRequest):
        read_filter([condition])


async def many_contacts(sessions: Sessions, count: int) -> UUID:
    async with sessions.begin() as session:
        tenant_id = await make_tenant(session)
        domain_id = await make_domain(session, tenant_id)
        contact = export_table(Exportable.CONTACTS).model
        fixed = {"tenant_id": tenant_id, "domain_id": domain_id, "owner": "business"}
        for start in range(0, count, 1000):
            rows = [
                fixed | {"identity": str(n), "email": f"a{n}@cedar.example", "name": "Ana Lopez" * 5}
                for n in range(start, start + 1000)
            ]
            await session.execute(insert(contact), rows)
    return tenant_id


async def test_a_long_export_needs_no_more_memory_than_a_short_one(sessions: Sessions) -> None:
    tenant_id = await many_contacts(sessions, 4 * CHUNK)

    class Discarding(io.RawIOBase):
        def write(self, content: Any) -> int:
            return len(content)

    peaks = []
    for conditions in ([contact_delivery.model.identity < "2"], []):
        export = make_export(Exportable.CONTACTS, tenant_id)
        tracemalloc.start()
        chosen = type(export)(export.table, tenant_id, conditions)
        done = await export_to(Discarding(), chosen, Format.CSV, sessions)  # type: ignore[arg-type]  # bytes go nowhere
        peaks.append((done.rows, tracemalloc.get_traced_memory()[1]))
        tracemalloc.stop()
    (few, small), (all_of_them, large) = peaks
    assert few < all_of_them / 4 < all_of_them == 4 * CHUNK
    assert large < 4 * small


@pytest.fixture
def is_over(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Set once an export for a reader is written, or has failed."""
    over = asyncio.Event()

    async def watched(*arguments: Any, **options: Any) -> None:
        try:
            await export_to(*arguments, **options)
        finally:
            over.set()

    monkeypatch.setattr(export_spool, "export_to", watched)
    return over


@pytest.mark.parametrize("file_format", [Format.CSV, Format.JSONL, Format.XLSX])
async def test_a_reader_who_stops_for_a_while_keeps_no_transaction_open_and_misses_nothing(
    sessions: Sessions, is_over: asyncio.Event, monkeypatch: pytest.MonkeyPatch, file_format: Format
) -> None:
    monkeypatch.setattr(export_service, "CHUNK", 1)
    async with sessions.begin() as session:
        tenant_id = await make_tenant(session)
        for number in range(3):
            await make_contact(session, tenant_id, email=f"ana{number}@cedar.example", role=os.urandom(40_000).hex())
    export = make_export(Exportable.CONTACTS, tenant_id)
    pieces = pieces_of(export, file_format, sessions)
    first = await anext(pieces)
    await asyncio.wait_for(is_over.wait(), 20)
    content = first + b"".join([piece async for piece in pieces])
    whole = io.BytesIO()
    await export_to(whole, make_export(Exportable.CONTACTS, tenant_id), file_format, sessions)
    assert export.exported.rows == 3
    if file_format is Format.XLSX:
        assert sheet(content) == sheet(whole.getvalue())
    else:
        assert content == whole.getvalue()


async def test_a_reader_is_told_what_went_wrong_and_who_goes_away_ends_the_reading(
    sessions: Sessions, is_over: asyncio.Event
) -> None:
    ended = list[str]()

    class Failing(Export):
        async def chunks(self, sessions: Sessions) -> AsyncGenerator[Sequence[Any], None]:
            try:
                yield [["x" * 40_000] * len(self.table.columns)]
                await asyncio.sleep(self.exported.rows)
                raise ExportTooSlow
            finally:
                ended.append("the rows")

    table = export_table(Exportable.CONTACTS)
    kept = replace(table, columns={"name": table.columns["name"]})
    pieces = pieces_of(Failing(kept, UUID(int=1)), Format.JSONL, sessions)
    assert (await anext(pieces)).startswith(b'{"name":"xxx')
    await asyncio.wait_for(is_over.wait(), 20)
    with pytest.raises(ExportTooSlow):
        await anext(pieces)
    waiting = pieces_of(Failing(kept, UUID(int=1), exported=Exported(rows=600)), Format.JSONL, sessions)
    assert await anext(waiting)
    await waiting.aclose()
    assert ended == ["the rows"] * 2


async def test_a_file_is_there_when_it_is_whole_and_not_before(sessions: Sessions, tmp_path: Path) -> None:
    async with sessions.begin() as session:
        tenant_id = await make_tenant(session)
        await make_contact(session, tenant_id)
    file = tmp_path / "contacts.csv"
    await export_to_file(file, make_export(Exportable.CONTACTS, tenant_id), Format.CSV, sessions)
    assert len(csv_rows(file.read_bytes())) == 1
    assert os.listdir(tmp_path) == [file.name]  # noqa: PTH208  a test may block
