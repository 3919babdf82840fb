"""Filtering by what rows come from."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from uuid import UUID, uuid4

import pytest
from httpx import AsyncClient
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.curation_sdk.orchard import (
    STRANGER,
    TENANT,
    Estate,
    Orchard,
    Tree,
    Variety,
    add,
    orchard_registry,
    tree_care,
    variety_tasting,
)

from scrapersky.curation_sdk.decisions import deciding
from scrapersky.curation_sdk.decisions.bulk import run_chunk
from scrapersky.curation_sdk.declaring.links import links_of
from scrapersky.curation_sdk.lists.origins import paths_up
from scrapersky.curation_sdk.testing import app_of, client_of


@dataclass(frozen=True)
class Planted:
    engine: AsyncEngine
    estate: UUID
    north: UUID
    south: UUID


@pytest.fixture
async def planted(engine: AsyncEngine) -> Planted:
    """The estate has the northern orchard only; both orchards have pears."""
    (estate,) = await add(engine, Estate, [{"name": "hill"}])
    north, south = await add(engine, Orchard, [{"name": "north", "estate_id": estate}, {"name": "south"}])
    pear, plum, quince = await add(engine, Variety, [{"name": "pear"}, {"name": "plum"}, {"name": "quince"}])
    planting = [("a", north, pear), ("b", north, plum), ("c", south, pear), ("d", south, None), ("e", None, quince)]
    await add(engine, Tree, [{"name": name, "orchard_id": where, "variety_id": what} for name, where, what in planting])
    return Planted(engine, estate, north, south)


@pytest.fixture
async def client(planted: Planted) -> AsyncIterator[AsyncClient]:
    async with client_of(app_of(orchard_registry(), planted.engine), TENANT) as client:
        yield client


async def names(client: AsyncClient, path: str, **query: str | int) -> list[str]:
    answer = await client.get(f"/{path}/list", params=query)
    assert answer.status_code == 200, answer.text
    assert answer.json()["total"] == len(answer.json()["items"]) or "size" in query
    return sorted(item["name"] for item in answer.json()["items"])


async def test_a_list_is_narrowed_to_what_descends_from_a_row(planted: Planted, client: AsyncClient) -> None:
    assert await names(client, "tree-care", origin=f"orchards:{planted.north}") == ["a", "b"]
    assert await names(client, "tree-care", origin=f"estates:{planted.estate}") == ["a", "b"]
    assert await names(client, "tree-survey", origin=f"orchards:{planted.south}", sort="id") == ["c", "d"]
    assert await names(client, "variety-tasting", origin=f"orchards:{planted.north}") == ["pear", "plum"]
    assert await names(client, "variety-tasting", origin=f"orchards:{planted.south}") == ["pear"]
    assert await names(client, "variety-tasting", origin=f"estates:{planted.estate}") == ["pear", "plum"]
    assert await names(client, "orchard-planting", origin=f"estates:{planted.estate}") == ["north"]
    assert await names(client, "tree-care", origin=f"orchards:{uuid4()}") == []


async def test_origins_go_with_other_filters_and_with_paging(planted: Planted, client: AsyncClient) -> None:
    origin = f"orchards:{planted.south}"
    assert await names(client, "tree-care", origin=origin, search="c") == ["c"]
    assert await names(client, "tree-care", origin=origin, status_filter="Queued") == []
    assert await names(client, "tree-care", origin=origin, sort="name", size=1, page=2) == ["d"]
    first = (await client.get("/tree-care/list", params={"origin": origin, "size": 1})).json()
    assert (first["items"][0]["name"], first["total"]) == ("d", 2)
    assert await names(client, "tree-care", origin=origin, size=1, after=first["next"]) == ["c"]


async def test_another_tenants_row_has_no_descendants(planted: Planted, client: AsyncClient) -> None:
    (theirs,) = await add(planted.engine, Orchard, [{"name": "theirs"}], STRANGER)
    await add(planted.engine, Tree, [{"name": "strayed", "orchard_id": theirs}])
    assert await names(client, "tree-care", origin=f"orchards:{theirs}") == []


@pytest.mark.parametrize(
    ("path", "origin", "words"),
    [
        ("tree-care", "clouds:{id}", "Tree care has no rows from 'clouds'; its rows come from: orchards, estates."),
        ("tree-care", "varieties:{id}", "its rows come from: orchards, estates."),
        ("tree-care", "trees:{id}", "its rows come from: orchards, estates."),
        ("orchard-planting", "trees:{id}", "its rows come from: estates."),
        ("tree-care", "orchards:12", "'orchards:12' names no row; write a table and an id, as in table:uuid"),
        ("tree-care", "orchards", "'orchards' names no row"),
        ("tree-care", "'; DROP TABLE trees; --:{id}", "has no rows from"),
    ],
)
async def test_an_origin_that_leads_nowhere_is_refused_in_words(
    client: AsyncClient, path: str, origin: str, words: str
) -> None:
    answer = await client.get(f"/{path}/list", params={"origin": origin.format(id=uuid4())})
    assert answer.status_code == 422
    assert words in answer.text


async def test_a_decision_by_filter_is_about_the_descendants_only(planted: Planted, client: AsyncClient) -> None:
    wanted = {"filter": {"origin": f"orchards:{planted.north}"}, "status": "Queued", "expected_count": 2}
    answer = (await client.put("/tree-care/status/by-filter", json=wanted)).json()
    assert (answer["updated_count"], answer["filter_in_words"]) == (2, f"from orchards {planted.north}")
    assert await names(client, "tree-care", status_filter="Queued") == ["a", "b"]


async def test_a_job_knows_where_its_rows_come_from(
    planted: Planted, client: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deciding, "MOST_AT_ONCE", 1)
    wanted = {"filter": {"origin": f"estates:{planted.estate}"}, "status": "Skipped", "expected_count": 2}
    answer = await client.put("/tree-care/status/by-filter", json=wanted)
    assert answer.status_code == 202
    async with AsyncSession(planted.engine) as session, session.begin():
        await run_chunk(session, orchard_registry(), UUID(answer.json()["batch_id"]))
    assert await names(client, "tree-care", status_filter="Skipped") == ["a", "b"]


def test_the_nearest_tables_come_first() -> None:
    links = links_of(orchard_registry())
    assert [table.name for table in paths_up(variety_tasting.model.__table__, links)] == [
        "trees",
        "orchards",
        "estates",
    ]
    assert [table.name for table in paths_up(tree_care.model.__table__, ())] == ["orchards", "varieties"]
