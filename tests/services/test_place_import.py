"""Places from a file, row by row."""

import io

from sqlalchemy import func, select
from tests.businesses import make_tenant
from tests.conftest import Sessions
from tests.fake_places import fake_clients

from scrapersky.curation_sdk import Nothing
from scrapersky.curation_sdk.declaring.actor import Actor
from scrapersky.models import List, Place, PlaceSearch, PlaceSearchResult
from scrapersky.services.imports.files import FileImport, open_file
from scrapersky.services.imports.places import PlaceImporter
from scrapersky.services.imports.results import ImportedRow, Verdict
from scrapersky.services.searches.visit import SearchInput
from scrapersky.services.single_search_service import search_places

FILE = b"id,name,lat,lon\n1,Cedar,30.2,-97.7\n,,\n2,Oak,30.3,-97.7\n2,Oak & Co,30.3,-97.7\n3,,1,1\n"


async def importer(sessions: Sessions, *, queue: bool = False, list_name: str | None = None) -> PlaceImporter:
    async with sessions.begin() as session:
        return PlaceImporter(Actor(await make_tenant(session), "test"), "clients.csv", queue, list_name)


async def run(sessions: Sessions, importing: PlaceImporter, body: bytes = FILE) -> list[ImportedRow]:
    table = await open_file(io.BytesIO(body), importing.subject)
    return [row async for row in FileImport(sessions, importing, table).run()]


async def test_every_row_gets_its_result_and_a_second_import_adds_nothing(sessions: Sessions) -> None:
    importing = await importer(sessions, list_name="Acme")
    first = await run(sessions, importing)
    assert [(row.line, row.verdict) for row in first] == [
        (2, Verdict.ADDED),
        (4, Verdict.ADDED),
        (5, Verdict.REPEATED),
        (6, Verdict.REFUSED),
    ]
    again = await run(sessions, importing)
    assert [row.verdict for row in again] == [Verdict.KNOWN, Verdict.KNOWN, Verdict.REPEATED, Verdict.REFUSED]
    changed = await run(sessions, importing, FILE.replace(b"Cedar", b"Cedar Ltd"))
    assert [row.verdict for row in changed] == [Verdict.UPDATED, Verdict.KNOWN, Verdict.REPEATED, Verdict.REFUSED]
    async with sessions() as session:
        names = set(await session.scalars(select(Place.name)))
        links = await session.scalar(select(func.count()).select_from(PlaceSearchResult))
        (search,) = await session.scalars(select(PlaceSearch))
        (kept,) = await session.scalars(select(List))
    assert (names, links, search.results, search.list_id) == ({"Cedar Ltd", "Oak & Co"}, 2, 2, kept.id)


async def test_rows_are_queued_only_if_nobody_decided_about_them(sessions: Sessions) -> None:
    importing = await importer(sessions, queue=True)
    await run(sessions, importing)
    async with sessions() as session:
        assert set(await session.scalars(select(Place.deep_scan.state))) == {"Queued"}


async def test_a_file_is_no_source_that_could_be_asked_again(sessions: Sessions) -> None:
    found = await search_places(SearchInput(PlaceSearch(source="file"), frozenset()), fake_clients())
    assert isinstance(found, Nothing)
    assert "import it again" in (found.note or "")
