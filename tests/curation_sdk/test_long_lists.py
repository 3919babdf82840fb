"""Lists of many rows: each page and each count is found by an index."""

import os
from functools import partial
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.curation_sdk.orchard import TENANT, Tree, plant_trees, tree_care, tree_survey
from tests.curation_sdk.test_listing import page_of
from tests.statements import nodes_of

from scrapersky.curation_sdk.decisions.batch import Decision, change_status
from scrapersky.curation_sdk.declaring.actor import Actor
from scrapersky.curation_sdk.declaring.statuses import Settable, State
from scrapersky.curation_sdk.declaring.tables import RowMark
from scrapersky.curation_sdk.declaring.workflow import AnyWorkflow
from scrapersky.curation_sdk.lists.counting import capped_count, plan_of
from scrapersky.curation_sdk.lists.filters import Filter, where
from scrapersky.curation_sdk.lists.finding import found_statement
from scrapersky.curation_sdk.lists.keyset import beyond, read_cursor, read_order
from scrapersky.curation_sdk.lists.listing import Paging, items_statement, list_rows
from scrapersky.curation_sdk.lists.ordered_keys import ARRAYS_KEEP_ORDER, OrderedKeys, Stretch
from scrapersky.curation_sdk.lists.search.words import has_words
from scrapersky.testing import make_template

# What an array finds has no order before; the planner may then prefer another index that has it.
needs_ordered_arrays = pytest.mark.skipif(
    int(os.environ.get("PGSERVER_POSTGRES_VERSION", "18")) < ARRAYS_KEEP_ORDER[0],
    reason="this plan needs PostgreSQL 17",
)


@pytest.fixture(scope="session")
def template(server_url: str, template: str) -> str:
    """Written once, and copied for each test."""
    return make_template(server_url, "template_forest", partial(plant_trees, count=20_000), base=template)


STATES = [(), (State.NEW,), (State.SKIPPED,), (State.NEW, State.SKIPPED, State.ERROR)]


@needs_ordered_arrays
async def test_a_page_is_read_in_order_from_the_index_of_states(orchard: AsyncEngine) -> None:
    for sort in ("id", "-id"):
        for states in STATES:
            plan = await _plan(orchard, Filter(states=states), sort, None)
            _assert_read_in_order(plan, "ix_tree_care_list")
            deep = await page_of(orchard, sort=sort, page=2)
            plan = await _plan(orchard, Filter(states=states), sort, deep.next)
            _assert_read_in_order(plan, "ix_tree_care_list")


@pytest.mark.parametrize("sort", ["height", "-height"])
async def test_a_sorted_page_begins_at_its_cursor_in_the_columns_index(orchard: AsyncEngine, sort: str) -> None:
    deep = await page_of(orchard, sort=sort, page=100)
    _assert_read_in_order(await _plan(orchard, Filter(), sort, deep.next), "ix_trees_height")


async def test_a_page_sorted_by_a_text_begins_at_its_cursor_too(orchard: AsyncEngine) -> None:
    deep = await page_of(orchard, sort="name", page=100)
    _assert_read_in_order(await _plan(orchard, Filter(), "name", deep.next), "ix_trees_name")


@pytest.mark.parametrize("word", ["nosuchtree", "tree"])
async def test_a_word_finds_rows_by_its_index_however_few_are_asked_for(orchard: AsyncEngine, word: str) -> None:
    await _vacuum(orchard)
    statement = found_statement(tree_care, TENANT, has_words(tree_care, TENANT, word))
    async with AsyncSession(orchard) as session:
        nodes = nodes_of(await plan_of(session, statement))
        assert len((await session.execute(statement)).all()) == (8 if word == "tree" else 0)
    if word != "tree":
        assert "ix_trees_words" in {node.get("Index Name") for node in nodes}
        assert not any(node["Node Type"] == "Seq Scan" for node in nodes)


async def test_what_became_of_rows_is_searched_for_in_the_index_of_lists_alone(orchard: AsyncEngine) -> None:
    """Of each, a few rows among many match: without this every row of the table would be read."""
    await _vacuum(orchard)
    for wanted in (
        Filter(search="outcome:nothing_found"),
        Filter(search="since:1h"),
        Filter(search="found:>2 outcome:none"),
        Filter(states=(State.NEW, State.SKIPPED), search="-outcome:nothing_found since:2026-01-01"),
        Filter(outcome="nothing_found"),
    ):
        async with AsyncSession(orchard) as session:
            counted = capped_count(tree_care, where(tree_care, TENANT, wanted), 100_000)
            nodes = nodes_of(await plan_of(session, counted)) + nodes_of(await _plan(orchard, wanted, "-id", None))
        scans = {node["Index Name"]: node["Node Type"] for node in nodes if "Index Name" in node}
        assert scans.get("ix_tree_care_list") == "Index Only Scan", (wanted, scans)
        assert not any(node["Node Type"] in ("Seq Scan", "Bitmap Heap Scan") for node in nodes), wanted


@pytest.mark.parametrize("sort", ["-id", "-height"])
@pytest.mark.parametrize("search", ["by:ana", "-by:ana", "batch:{batch}", "-batch:{batch}", "tag:may", "-tag:may"])
async def test_of_what_stands_in_another_table_for_most_rows_only_the_first_rows_own_is_read(
    orchard: AsyncEngine, search: str, sort: str
) -> None:
    wanted = Filter(search=search.format(batch=await _decide_about_most(orchard)))
    keys = OrderedKeys(tree_care, TENANT, wanted, read_order(tree_care, sort))
    async with AsyncSession(orchard) as session:
        nodes = nodes_of(await plan_of(session, keys.among_first(Stretch(beyond(keys.order, None), limit=51))))
    assert not any(node.get("Parent Relationship") == "SubPlan" for node in nodes)
    assert not any(node["Node Type"] == "Seq Scan" for node in nodes if node.get("Relation Name") != "batches")


async def _decide_about_most(engine: AsyncEngine) -> UUID:
    async with AsyncSession(engine) as session, session.begin():
        actor, most = Actor(TENANT, "ana"), (await session.scalars(select(Tree.id).where(Tree.height > 9))).all()
        changed = await change_status(session, tree_care, actor, most, Decision(Settable.SKIPPED))
        marks = [{"table_name": "trees", "row_id": each, "tenant_id": TENANT, "tags": ["may"]} for each in most]
        await session.execute(insert(RowMark), marks)
    await _vacuum(engine, "trees", "batches", "batch_rows", "row_marks")
    assert changed.batch_id is not None
    return changed.batch_id


async def _vacuum(engine: AsyncEngine, *tables: str) -> None:
    async with engine.connect() as connection:
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        await connection.exec_driver_sql(f"VACUUM ANALYZE {', '.join(tables or ('trees',))}")


@needs_ordered_arrays
@pytest.mark.parametrize("sort", ["height", "-height"])
async def test_in_the_workflows_own_order_each_state_is_read_from_its_index(orchard: AsyncEngine, sort: str) -> None:
    async with AsyncSession(orchard) as session:
        deep = await list_rows(session, tree_survey, TENANT, Filter(), Paging(page=100, sort=sort))
    for states in STATES:
        for after in (None, deep.next):
            plan = await _plan(orchard, Filter(states=states), sort, after, tree_survey)
            _assert_read_in_order(plan, "ix_tree_survey_ordered")


async def _plan(
    engine: AsyncEngine, wanted: Filter, sort: str, after: str | None, workflow: AnyWorkflow = tree_care
) -> dict[str, Any]:
    order = read_order(workflow, sort)
    cursor = read_cursor(order, after) if after else None
    keys = OrderedKeys(workflow, TENANT, wanted, order).in_order(Stretch(beyond(order, cursor), limit=51))
    async with AsyncSession(engine) as session:
        return await plan_of(session, items_statement(workflow, order, keys, back=False))


def _assert_read_in_order(plan: dict[str, Any], index: str) -> None:
    nodes = nodes_of(plan)
    assert not any(node["Node Type"] in ("Seq Scan", "Bitmap Heap Scan") for node in nodes)
    limited = [node for node in nodes if node["Node Type"] == "Limit" and "Scan" in node["Plans"][0]["Node Type"]]
    branches = [node["Plans"][0] for node in limited if node["Plans"][0]["Node Type"] != "Subquery Scan"]
    assert {branch["Index Name"] for branch in branches} == {index}
    assert sum(node.get("Index Name") == index for node in nodes) == len(branches)
