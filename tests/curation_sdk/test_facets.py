"""Which values the matching rows have."""

from typing import Any

import pytest
from sqlalchemy import func, insert, literal_column, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.curation_sdk.orchard import STRANGER, TENANT, Orchard, Tree, Variety, add, keep, look
from tests.curation_sdk.test_search_clauses import settle

from scrapersky.curation_sdk import Workflow
from scrapersky.curation_sdk.declaring.outcomes import Shortfall
from scrapersky.curation_sdk.declaring.registry import Registry
from scrapersky.curation_sdk.declaring.shown_columns import ColumnDisplay, ColumnKind, looked_up
from scrapersky.curation_sdk.declaring.statuses import State
from scrapersky.curation_sdk.declaring.workflow import AnyWorkflow
from scrapersky.curation_sdk.lists import facet_counts
from scrapersky.curation_sdk.lists.facets import Facet, Facets, read_facets
from scrapersky.curation_sdk.lists.filters import Filter
from scrapersky.curation_sdk.testing.applications import app_of, client_of

care: AnyWorkflow = Workflow(
    code="WF92",
    title="Tree care",
    curation=Tree.tree_care,
    produces=Variety,
    shows=(Tree.name, Tree.height, Tree.size),
    computed=(looked_up("orchard", Orchard.name, by=Tree.orchard_id),),
    looks={"size": ColumnDisplay(choices=("small", "large"))},
    shortfall=Shortfall("left as it was", ("no_ladder",)),
    facets=("orchard", "size", "height", "outcome", "cause"),
    searches=Tree.words,
    work=look,
    save=keep,
)


async def faceted(engine: AsyncEngine, wanted: Filter | None = None) -> Facets:
    async with AsyncSession(engine) as session:
        return await read_facets(session, care, TENANT, wanted or Filter())


def named(found: Facets, name: str) -> Facet:
    return next(field for field in found.fields if field.name == name)


def values(found: Facets, name: str) -> dict[Any, int]:
    return {each.value: each.count for each in named(found, name).values}


async def test_values_are_counted_for_the_filter(orchard: AsyncEngine) -> None:
    north, south = await add(orchard, Orchard, [{"name": "North"}, {"name": "South"}])
    rows: list[dict[str, Any]] = [
        {"name": "oak 1", "orchard_id": north, "size": "small", "height": 1},
        {"name": "oak 2", "orchard_id": north, "size": "large", "height": 1},
        {"name": "elm", "orchard_id": south, "size": None, "height": 40},
        {"name": "yew", "orchard_id": None, "size": "small", "height": None},
    ]
    ids = await add(orchard, Tree, rows)
    await add(orchard, Tree, [{"name": "oak", "size": "foreign"}], STRANGER)
    error = {"processing_status": "Error", "processing_error": "https://a.example answered HTTP 503."}
    await settle(orchard, ids[0], None, **error, outcome="bad_status")
    found = await faceted(orchard)
    assert (found.matching, found.sampled) == (4, False)
    assert found.states == dict.fromkeys(State, 0) | {State.NEW: 3, State.ERROR: 1}
    assert values(found, "orchard") == {"North": 2, "South": 1, None: 1}
    assert values(found, "size") == {"small": 2, "large": 1, None: 1}
    assert values(found, "height") == {1: 2, 40: 1, None: 1}
    assert values(found, "outcome") == {None: 3, "bad_status": 1}
    assert values(found, "cause") == {None: 3, "address answered HTTP 503.": 1}
    narrowed = await faceted(orchard, Filter(states=(State.NEW,), search="oak"))
    assert (narrowed.matching, values(narrowed, "size")) == (1, {"large": 1})
    assert narrowed.states[State.ERROR] == 1
    assert (await faceted(orchard, Filter(search="nothing"))).matching == 0


async def test_rows_that_are_done_for_nothing_are_counted_apart_in_a_search_too(orchard: AsyncEngine) -> None:
    oak, old_oak, elm, _ = await add(orchard, Tree, [{"name": name} for name in ("oak", "old oak", "elm", "yew")])
    for each, outcome in ((oak, "no_ladder"), (old_oak, None), (elm, "no_ladder")):
        await settle(orchard, each, None, processing_status="Complete", outcome=outcome)
    for wanted, counted in ((Filter(), (3, 2)), (Filter(search="oak"), (2, 1)), (Filter((State.NEW,), "oak"), (2, 1))):
        found = await faceted(orchard, wanted)
        assert (found.states[State.COMPLETE], found.fell_short) == counted


async def test_a_histogram_has_every_number_once(orchard: AsyncEngine) -> None:
    heights = [0, 0, 7, 19, 20, 39, 99, None]
    await add(orchard, Tree, [{"name": "oak", "height": height} for height in heights])
    bins = named(await faceted(orchard), "height").histogram
    assert bins is not None
    assert len(bins) <= 20
    assert sum(each.count for each in bins) == 7
    assert (bins[0].start, bins[0].to, bins[0].count) == (0, 5, 2)
    for each in bins:
        inside = [height for height in heights if height is not None and each.start <= height < each.to]
        assert len(inside) == each.count


@pytest.mark.parametrize("heights", [[5], [5, 5], [-3, 4], [None]])
async def test_few_numbers_make_a_histogram_too(orchard: AsyncEngine, heights: list[int | None]) -> None:
    await add(orchard, Tree, [{"name": "oak", "height": height} for height in heights])
    bins = named(await faceted(orchard), "height").histogram or []
    assert sum(each.count for each in bins) == len([height for height in heights if height is not None])


async def test_more_values_than_are_shown_are_counted_as_others(orchard: AsyncEngine) -> None:
    await add(orchard, Tree, [{"name": "oak", "size": f"size {number}"} for number in range(20)])
    size = named(await faceted(orchard), "size")
    assert (len(size.values), size.other) == (12, 8)


async def test_many_rows_are_sampled_and_say_so(orchard: AsyncEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    number = func.generate_series(1, 3000).table_valued("value", name="number").render_derived()
    rows = select(literal_column(f"'{TENANT}'::uuid"), literal_column("'oak'"), number.c.value % 7)
    table: Any = Tree.__table__
    async with orchard.begin() as connection:
        await connection.execute(insert(table).from_select(["tenant_id", "name", "height"], rows))
        await connection.exec_driver_sql("ANALYZE trees")
    monkeypatch.setattr(facet_counts, "MOST_COUNTED", 2000)
    monkeypatch.setattr(facet_counts, "MOST_READ", 1000)
    monkeypatch.setattr(facet_counts, "FEW", 500)
    found = await faceted(orchard)
    assert found.sampled
    assert found.matching == 3000
    assert sum(values(found, "height").values()) == 1000
    searched = await faceted(orchard, Filter(search="height:>=0"))
    assert searched.sampled
    assert 2500 <= searched.matching == searched.states[State.NEW] <= 3500
    lately = await faceted(orchard, Filter(states=(State.NEW,), search="since:1h"))
    assert (lately.sampled, lately.matching, lately.states[State.NEW]) == (True, 3000, 3000)
    assert sum(values(lately, "height").values()) == 1000


async def test_rows_that_the_index_of_lists_finds_are_counted_alike_few_or_many(
    orchard: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = await add(orchard, Tree, [{"name": "oak", "size": f"size {number % 3}"} for number in range(9)])
    for number, row_id in enumerate(ids[:6]):
        outcome = "nothing_found" if number % 2 else None
        await settle(orchard, row_id, number % 2, processing_status="Complete", outcome=outcome)
    searches = ("outcome:nothing_found", "found:0", "-outcome:nothing_found since:1h", "found:>0 oak", "size:~2")
    by_key = [await faceted(orchard, Filter(search=search)) for search in searches]
    new = await faceted(orchard, Filter(states=(State.NEW,), search="outcome:none"))
    monkeypatch.setattr(facet_counts, "FEW", 0)
    assert [await faceted(orchard, Filter(search=search)) for search in searches] == by_key
    assert await faceted(orchard, Filter(states=(State.NEW,), search="outcome:none")) == new
    assert [found.matching for found in by_key] == [3, 3, 6, 3, 3]
    assert values(by_key[0], "size") == {"size 0": 1, "size 1": 1, "size 2": 1}
    assert (new.matching, new.states[State.NEW], new.states[State.COMPLETE]) == (3, 3, 3)


async def test_facets_are_an_endpoint_for_those_who_may_look(orchard: AsyncEngine) -> None:
    await add(orchard, Tree, [{"name": "oak", "height": 3}])
    async with client_of(app_of(Registry([care]), orchard), TENANT, "viewer") as client:
        answer = await client.get("/tree-care/facets", params={"status_filter": "New", "search": "height:>1"})
        told = answer.json()
        assert answer.status_code == 200, answer.text
        height = next(field for field in told["fields"] if field["name"] == "height")
        assert height["kind"] == ColumnKind.NUMBER
        assert height["histogram"] == [{"from": 3.0, "to": 4.0, "count": 1}]
        refused = await client.get("/tree-care/facets", params={"search": "height:tall"})
    assert refused.status_code == 400
    assert "Type height:>10" in refused.json()["detail"]
