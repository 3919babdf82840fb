"""Pages of a list: complete, in order, and found by an index at any depth."""

import time
from base64 import urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from unittest.mock import AsyncMock
from uuid import UUID, uuid4

import pytest
from sqlalchemy import Uuid, func, insert, literal_column, select, true
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.curation_sdk.orchard import (
    STRANGER,
    TENANT,
    Tree,
    Variety,
    add,
    add_trees,
    plant_trees,
    tree_care,
    tree_survey,
    variety_tasting,
)
from tests.curation_sdk.test_search_clauses import settle
from tests.statements import nodes_of

from scrapersky.curation_sdk.decisions.batch import Decision, change_status
from scrapersky.curation_sdk.declaring.actor import Actor
from scrapersky.curation_sdk.declaring.statuses import Settable, State
from scrapersky.curation_sdk.declaring.tables import RowMark
from scrapersky.curation_sdk.declaring.workflow import AnyWorkflow
from scrapersky.curation_sdk.errors import BadRequest
from scrapersky.curation_sdk.http.schemas import schemas_of
from scrapersky.curation_sdk.lists import counting, kept_statements, ordered_keys
from scrapersky.curation_sdk.lists.counting import Total, count_rows, plan_of
from scrapersky.curation_sdk.lists.filters import Filter, where
from scrapersky.curation_sdk.lists.kept_statements import ask
from scrapersky.curation_sdk.lists.keyset import Cursor, read_order
from scrapersky.curation_sdk.lists.listing import ListPage, Paging, list_rows
from scrapersky.curation_sdk.lists.ordered_keys import OrderedKeys, Stretch


async def page_of(engine: AsyncEngine, wanted: Filter | None = None, **paging: Any) -> ListPage:
    async with AsyncSession(engine) as session:
        return await list_rows(session, tree_care, TENANT, wanted or Filter(), Paging(**paging))


async def walk(engine: AsyncEngine, sort: str, size: int, direction: str, after: str | None) -> list[list[UUID]]:
    """The pages from one end, or from a cursor, to the other end."""
    pages = []
    while True:
        page = await page_of(engine, sort=sort, size=size, after=after)
        pages.append([item["id"] for item in page.items])
        after = getattr(page, direction)
        if after is None:
            return pages


def flat(pages: Sequence[Sequence[UUID]]) -> list[UUID]:
    return [each for page in pages for each in page]


async def test_walking_by_cursor_meets_every_row_once_in_order_both_ways(orchard: AsyncEngine) -> None:
    heights = [3, None, 1, 3, None, 2, 3, 1, None]
    rows = [{"name": "oak" if number % 2 else "elm", "height": height} for number, height in enumerate(heights)]
    ids = await add(orchard, Tree, rows)
    await add_trees(orchard, "not ours", tenant_id=STRANGER)
    created = list(range(len(ids)))
    upwards = {
        "id": created,
        "name": sorted(created, key=lambda each: (rows[each]["name"], each)),
        "height": sorted(created, key=lambda each: (heights[each] is None, heights[each] or 0, each)),
    }
    for sort, positions in upwards.items():
        for size in (1, 2, 4, 50):
            await _check_walk(orchard, sort, size, [ids[each] for each in positions])
            await _check_walk(orchard, f"-{sort}", size, [ids[each] for each in reversed(positions)])


async def _check_walk(orchard: AsyncEngine, sort: str, size: int, expected: list[UUID]) -> None:
    forward = await walk(orchard, sort, size, "next", None)
    assert flat(forward) == expected, (sort, size)
    second = (await page_of(orchard, sort=sort, size=size)).next
    if second is None:
        return
    last = await page_of(orchard, sort=sort, size=size, after=second)
    while last.next is not None:
        last = await page_of(orchard, sort=sort, size=size, after=last.next)
    backward = await walk(orchard, sort, size, "previous", last.previous)
    assert flat(backward[::-1]) == expected[: len(flat(backward))]
    assert len(flat(backward)) == len(expected) - len(last.items)


async def test_pages_by_number_and_by_cursor_agree(orchard: AsyncEngine) -> None:
    await add_trees(orchard, *map(str, range(7)))
    first = await page_of(orchard, size=3)
    by_number = await page_of(orchard, size=3, page=2)
    by_cursor = await page_of(orchard, size=3, after=first.next)
    assert [item["id"] for item in by_number.items] == [item["id"] for item in by_cursor.items]
    assert first.previous is None
    assert by_number.previous is not None
    assert (await page_of(orchard, size=3, page=9)).items == []


async def test_a_kept_statement_is_asked_anew_for_each_tenant_and_cursor(orchard: AsyncEngine) -> None:
    mine = await add_trees(orchard, "elm", "oak", "yew")
    theirs = await add_trees(orchard, "ash", "fir", "gum", "may", tenant_id=STRANGER)
    for _ in range(2):
        for tenant, ids in ((TENANT, mine), (STRANGER, theirs)):
            async with AsyncSession(orchard) as session:
                first = await list_rows(session, tree_care, tenant, Filter(), Paging(size=2))
                second = await list_rows(session, tree_care, tenant, Filter(), Paging(size=2, after=first.next))
            found = [item["id"] for page in (first, second) for item in page.items]
            assert found == list(reversed(ids))[:4]
            assert (first.total, second.total) == (Total(len(ids)), Total(len(ids)))


async def test_a_search_is_asked_anew_for_each_tenant_cursor_and_text(orchard: AsyncEngine) -> None:
    mine = await add(orchard, Tree, [{"name": "oak", "size": size} for size in ("small", "large", "small", "small")])
    theirs = await add(orchard, Tree, [{"name": "fir", "size": "small"}] * 3, STRANGER)
    for tenant, row_id in ((TENANT, mine[0]), (STRANGER, theirs[0])):
        mark = {"table_name": "trees", "row_id": row_id, "tags": ["old"]}
        async with AsyncSession(orchard) as session, session.begin():
            session.add(RowMark(tenant_id=tenant, **mark))
    small = [mine[3], mine[2], mine[0]]
    expected: tuple[tuple[UUID, Filter, list[UUID]], ...] = (
        (TENANT, Filter(search="tag:old"), [mine[0]]),
        (STRANGER, Filter(search="tag:old"), [theirs[0]]),
        (TENANT, Filter(search="size:small"), small),
        (TENANT, Filter(search="size:large"), [mine[1]]),
        (TENANT, Filter(states=(State.NEW,), search="size:small"), small),
        (TENANT, Filter(states=(State.ERROR,), search="size:small"), []),
        (TENANT, Filter(search="size:small", values={"name": "elm"}), []),
        (STRANGER, Filter(search="size:small"), list(reversed(theirs))),
    )
    for _ in range(2):
        for tenant, wanted, ids in expected:
            async with AsyncSession(orchard) as session:
                first = await list_rows(session, tree_care, tenant, wanted, Paging(size=2))
                found = [item["id"] for item in first.items]
                if first.next is not None:
                    second = await list_rows(session, tree_care, tenant, wanted, Paging(size=2, after=first.next))
                    found += [item["id"] for item in second.items]
            assert (found, first.total) == (ids, Total(len(ids))), wanted


async def test_a_span_until_now_is_counted_from_each_question(orchard: AsyncEngine) -> None:
    """`made` is compared with a key that this machine's clock makes: a kept statement would have an old one."""
    order = read_order(tree_care, "-id")
    assert OrderedKeys(tree_care, TENANT, Filter(search="size:small since:2h"), order).told is not None
    assert OrderedKeys(tree_care, TENANT, Filter(search="size:small Made:2h"), order).told is None


async def test_a_guess_is_believed_for_a_minute(orchard: AsyncEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    ordered_keys._guesses.cache_clear()
    guess, seconds = AsyncMock(side_effect=[5, 5, 1, 1_000_000]), 60.0
    monkeypatch.setattr(ordered_keys, "guessed_rows", guess)
    monkeypatch.setattr(time, "monotonic", lambda: seconds)
    keys = OrderedKeys(tree_care, TENANT, Filter(search="size:medium"), read_order(tree_care, "-id"))
    async with AsyncSession(orchard) as session:
        assert [await keys.is_near(session, Stretch([true()], limit=51)) for _ in range(3)] == [True] * 3
        assert guess.await_count == 2
        seconds = 120.0
        assert not await keys.is_near(session, Stretch([true()], limit=51))


async def test_an_empty_page_has_a_total_too(orchard: AsyncEngine) -> None:
    await add_trees(orchard, "elm", "oak", "yew")
    page = await page_of(orchard, page=3, size=2)
    assert (list(page.items), page.total) == ([], Total(3))


async def test_an_offset_too_deep_is_refused_with_the_way_out(orchard: AsyncEngine) -> None:
    await page_of(orchard, page=1001, size=100)
    with pytest.raises(BadRequest, match="deeper than 100,000 rows; go on from a page with `after`, or filter"):
        await page_of(orchard, page=1002, size=100)


def _written(**fields: Any) -> str:
    return Cursor.model_validate({"id": uuid4(), "sort": "-id"} | fields).written()


@pytest.mark.parametrize(
    ("sort", "after"),
    [
        ("-id", "nonsense"),
        ("-id", "é"),
        ("-id", "A"),
        ("-id", urlsafe_b64encode(b"[]").decode()),
        ("-id", urlsafe_b64encode(b'{"sort": "-id", "id": "1; DROP TABLE trees"}').decode()),
        ("id", _written()),
        ("height", _written(sort="height", value="tall")),
        ("height", _written(sort="height", value=2**40)),
        ("name", _written(sort="name", value=None)),
        ("name", _written(sort="name", value="\x00")),
        ("nothing", _written(sort="nothing")),
        ("--id", _written(sort="--id")),
    ],
)
async def test_what_is_not_a_cursor_of_the_order_is_refused(orchard: AsyncEngine, sort: str, after: str) -> None:
    with pytest.raises(BadRequest):
        await page_of(orchard, sort=sort, after=after)


async def test_filters_join_and_never_leave_the_tenant(orchard: AsyncEngine) -> None:
    await add(orchard, Tree, [{"name": "oak", "height": 3}, {"name": "oak", "height": None}, {"name": "elm"}])
    await add(orchard, Tree, [{"name": "oak", "height": 3}], STRANGER)

    async def heights(**values: Any) -> list[int | None]:
        page = await page_of(orchard, Filter(values=values))
        return [item["height"] for item in page.items]

    assert await heights(name="oak") == [None, 3]
    assert await heights(name="oak", height=3) == [3]
    assert await heights(name="oak", height="3") == [3]
    assert await heights(name="oak", height=None) == [None]
    with pytest.raises(BadRequest, match="height cannot be 'tall': it must be a whole number"):
        await heights(height="tall")
    with pytest.raises(BadRequest, match="cannot be filtered by 'tenant_id'; there are: name, height"):
        await heights(tenant_id=str(STRANGER))


async def test_a_total_beyond_the_cap_is_the_planners_guess(orchard: AsyncEngine) -> None:
    await plant_trees(orchard, 3_000)
    async with AsyncSession(orchard) as session:
        assert await count_rows(session, tree_care, TENANT, Filter(), most=3_000) == Total(3_000)
        about = await count_rows(session, tree_care, TENANT, Filter(), most=100)
    assert about.is_estimate
    assert 2_000 < about.rows < 4_000


async def test_what_must_be_read_to_be_counted_is_guessed_sooner(
    orchard: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    await plant_trees(orchard, 3_000)
    monkeypatch.setattr(counting, "MOST_READ", 500)

    async def total(search: str, most: int) -> Total:
        async with AsyncSession(orchard) as session:
            return await count_rows(session, tree_care, TENANT, Filter(search=search), most=most)

    assert await total("height:<50", 2_000) == Total(1_500)
    about = await total("height:<50", 1_000)
    assert about.is_estimate
    assert 1_000 < about.rows < 2_000
    assert await total("since:1h", 4_000) == Total(3_000)


@pytest.mark.parametrize("sort", ["id", "-id"])
async def test_all_rows_are_read_by_their_tenants_key_where_the_table_has_one(orchard: AsyncEngine, sort: str) -> None:
    """Without a range for each state, which would have to be sorted together, also for a page that is deep."""
    numbers = func.generate_series(1, 20_000).table_valued("value", name="number").render_derived()
    table: Any = Variety.__table__
    named = select(literal_column(f"'{TENANT}'::uuid", Uuid), func.concat("variety ", numbers.c.value))
    async with orchard.begin() as connection:
        await connection.execute(insert(table).from_select(["tenant_id", "name"], named))
        driver: Any = (await connection.get_raw_connection()).driver_connection
        await driver.execute("ANALYZE varieties")
    order = read_order(variety_tasting, sort)
    keys = OrderedKeys(variety_tasting, TENANT, Filter(), order)
    async with AsyncSession(orchard) as session:
        for page in (Stretch([true()], limit=51), Stretch([true()], limit=51, offset=9_000)):
            nodes = nodes_of(await plan_of(session, keys.in_order(page)))
            assert {node["Node Type"] for node in nodes} <= {"Limit", "Index Scan", "Index Only Scan"}
        chosen = replace(keys, wanted=Filter(states=(State.NEW,))).in_order(page)
        nodes = nodes_of(await plan_of(session, chosen))
        assert "ix_variety_tasting_list" in {node.get("Index Name") for node in nodes}


async def test_a_text_too_long_for_an_index_is_sorted_by_its_beginning(orchard: AsyncEngine) -> None:
    incompressible = "".join(chr(0x4E00 + number * 7_919 % 20_000) for number in range(9_000))
    ids = await add_trees(orchard, "b" + incompressible, "a", "c")
    page = await page_of(orchard, sort="name", size=1)
    following = await page_of(orchard, sort="name", size=1, after=page.next)
    assert [page.items[0]["id"], following.items[0]["id"]] == [ids[1], ids[0]]


SEARCHES = [
    "",
    "size:small height:>2",
    "oak -size:small",
    "name:~2 height:none",
    "found:>3 size:small",
    "by:ana -tag:may",
]


@pytest.mark.parametrize("first_look", [0, 3, 1000])
@pytest.mark.parametrize("sort", ["-id", "height", "-height", "name"])
async def test_pages_are_the_same_wherever_rows_are_looked_for(
    orchard: AsyncEngine, monkeypatch: pytest.MonkeyPatch, sort: str, first_look: int
) -> None:
    """By an index, among the first rows in order, or among all: what is met is every matching row, in order."""
    monkeypatch.setattr(ordered_keys, "FIRST_LOOK", first_look)
    monkeypatch.setattr(kept_statements, "_kept", OrderedDict())  # statements have the number of the first look in them
    monkeypatch.setattr(OrderedKeys, "is_near", AsyncMock(return_value=first_look > 0))
    sizes, heights = ["small", None, "large"], [3, None, 1, 3, 2]
    rows = [{"name": f"oak {n % 4}", "height": heights[n % 5], "size": sizes[n % 3]} for n in range(30)]
    ids = await add(orchard, Tree, rows)
    async with AsyncSession(orchard) as session, session.begin():
        for workflow in (tree_care, tree_survey):
            await change_status(session, workflow, Actor(TENANT, "ana"), ids[:20], Decision(Settable.SKIPPED))
        session.add_all(RowMark(table_name="trees", row_id=each, tenant_id=TENANT, tags=["may"]) for each in ids[:9])
    for number, row_id in enumerate(ids[::2]):
        await settle(orchard, row_id, number, processing_status="Error" if number % 2 else "Complete")
    survey = replace(tree_survey, shows=tree_care.shows, sorts=(Tree.name,), searches=Tree.words)
    for workflow in (tree_care, survey):
        for search in SEARCHES:
            for states in ((), (State.NEW, State.ERROR)):
                wanted = Filter(states=states, search=search)
                async with AsyncSession(orchard) as session:
                    matching = set(await session.scalars(select(Tree.id).where(*where(workflow, TENANT, wanted))))
                    met = await _walk_through(session, workflow, wanted, sort)
                assert met == [each for each in _in_order(dict(zip(ids, rows, strict=True)), sort) if each in matching]


async def _walk_through(session: AsyncSession, workflow: AnyWorkflow, wanted: Filter, sort: str) -> list[UUID]:
    met: list[UUID] = []
    page = await list_rows(session, workflow, TENANT, wanted, Paging(size=4, sort=sort, with_total=False))
    while True:
        met += [item["id"] for item in page.items]
        if page.next is None:
            return met
        page = await list_rows(
            session, workflow, TENANT, wanted, Paging(size=4, sort=sort, after=page.next, with_total=False)
        )


def _in_order(rows: dict[UUID, dict[str, Any]], sort: str) -> list[UUID]:
    """Empty values last upwards, first downwards."""
    name = sort.removeprefix("-")

    def key(row_id: UUID) -> tuple[Any, ...]:
        value = rows[row_id].get(name, 0)
        return value is None, value or 0, row_id

    return sorted(rows, key=key, reverse=sort.startswith("-"))


async def test_a_rare_value_is_found_by_one_reading_and_a_common_one_on_the_way(orchard: AsyncEngine) -> None:
    await plant_trees(orchard, 50_000)
    page = Stretch([true()], limit=51)
    for search, many in (("size:large", False), ("name:~zzz", False), ("name:~tree", True)):
        keys = OrderedKeys(tree_care, TENANT, Filter(search=search), read_order(tree_care, "-id"))
        async with AsyncSession(orchard) as session:
            assert not keys.is_indexed
            assert await keys.is_near(session, page) is many, search
            rare = nodes_of(await plan_of(session, keys.sorted(page)))
            common = nodes_of(await plan_of(session, keys.among_first(page)))
        assert any(node["Node Type"] == "CTE Scan" for node in rare)
        assert not any(node.get("Index Name") == "ix_tree_care_list" for node in rare)
        if many:
            assert not any(node["Node Type"] == "Seq Scan" for node in common)


async def test_the_workflows_own_order_is_that_of_a_list_that_names_none(orchard: AsyncEngine) -> None:
    await add(orchard, Tree, [{"name": str(height), "height": height} for height in (2, 3, 1)])
    assert tree_survey.default_sort == "-height"
    assert schemas_of(tree_survey).list_query.model_validate({}).sort == "-height"
    assert schemas_of(tree_care).list_query.model_validate({}).sort == "-id"
    async with AsyncSession(orchard) as session:
        page = await list_rows(session, tree_survey, TENANT, Filter(), Paging(sort=tree_survey.default_sort))
    assert [item["name"] for item in page.items] == ["3", "2", "1"]


async def test_a_kept_statement_is_never_asked_for_its_first_asker(engine: AsyncEngine) -> None:
    async with AsyncSession(engine) as session:
        with pytest.raises(ValueError, match="name the one that is meant"):
            await ask(session, "a shape", lambda: select(Tree.id), {})
