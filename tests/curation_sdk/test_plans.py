"""The statements of the queue use their indexes, also with stale statistics and at every batch size."""

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from tests.curation_sdk.widgets import TENANT, Widget, add_widgets, decide, queue_widgets, widget_polish

from scrapersky.curation_sdk.decisions.undo import restore_statement
from scrapersky.curation_sdk.declaring.curation import Curation
from scrapersky.curation_sdk.declaring.outcomes import Attempt
from scrapersky.curation_sdk.lists.filters import Filter, where
from scrapersky.curation_sdk.queue.completion_statement import facts, settle_alike_statement, settle_statement
from scrapersky.curation_sdk.queue.loading import deciders_statement
from scrapersky.curation_sdk.queue.lost_rows import lost_statement
from scrapersky.curation_sdk.queue.statements import claim_statement, lock_statement
from scrapersky.testing import make_template

ROWS = 20_000


@pytest.fixture(scope="session")
def template(server_url: str, template: str) -> str:
    """Many rows that were never queued, a few that wait: written once, and copied for each test."""
    return make_template(server_url, "template_crowd", add_crowd, base=template)


async def add_crowd(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        rows = [{"tenant_id": TENANT, "name": str(number)} for number in range(ROWS)]
        await connection.execute(insert(Widget), rows)
    await queue_widgets(engine, *map(str, range(50)))


async def explain(connection: AsyncConnection, statement: Any, parameters: dict[str, Any]) -> str:
    """The plan of a prepared statement once PostgreSQL has stopped planning it anew."""
    compiled = statement.compile(connection.engine.sync_engine, compile_kwargs={"render_postcompile": True})
    values = [_spelled(parameters.get(name, compiled.params[name])) for name in compiled.positiontup]
    driver: Any = (await connection.get_raw_connection()).driver_connection
    await driver.execute("SET plan_cache_mode = force_generic_plan")
    await driver.execute(f"PREPARE examined AS {compiled}")
    rows = await driver.fetch(f"EXPLAIN EXECUTE examined ({', '.join(values)})")
    await driver.execute("DEALLOCATE examined")
    return "\n".join(row[0] for row in rows)


def _spelled(value: Any) -> str:
    if isinstance(value, list):
        return "'{" + ",".join(map(str, value)) + "}'"
    return f"'{value}'"


@pytest.mark.parametrize("batch", [1, 100, 1000])
async def test_a_claim_reads_the_queue_in_order_from_its_index(widgets: AsyncEngine, batch: int) -> None:
    async with widgets.connect() as connection:
        plan = await explain(
            connection,
            claim_statement(Widget.widget_polish, [Widget.name]),
            {"worker": uuid4(), "token": uuid4(), "batch": batch},
        )
    assert "ix_widget_polish_processing_queue" in plan
    assert "Seq Scan on widgets" not in plan
    (sorted_by,) = (line for line in plan.splitlines() if "Sort Key" in line)
    assert "claimed." in sorted_by  # what was claimed, not what waits


async def test_a_claim_that_is_spread_looks_up_each_row_once_by_its_key(widgets: AsyncEngine) -> None:
    """Many were queued at once, and the statistics are of a time when nothing waited."""
    async with widgets.connect() as connection:
        autocommit = await connection.execution_options(isolation_level="AUTOCOMMIT")
        await autocommit.exec_driver_sql("DELETE FROM widgets WHERE widget_polish_processing_status = 'Queued'")
        await autocommit.exec_driver_sql("VACUUM ANALYZE widgets")
    await queue_widgets(widgets, *map(str, range(2_000)))
    spread = claim_statement(Widget.widget_polish, [Widget.name], Widget.name)
    async with widgets.connect() as connection:
        plan = await explain(connection, spread, {"worker": uuid4(), "token": uuid4(), "batch": 100})
    assert "Seq Scan on widgets" not in plan
    assert "Join Filter" not in plan  # every row with every other


@pytest.mark.parametrize("batch", [1, 100, 1000])
async def test_completing_finds_its_rows_by_key(widgets: AsyncEngine, batch: int) -> None:
    ids: list[UUID] = [uuid4() for _ in range(batch)]
    async with widgets.connect() as connection:
        plan = await explain(connection, lock_statement(Widget.widget_polish), {"worker": uuid4(), "ids": ids})
    assert "Seq Scan on widgets" not in plan


@pytest.mark.parametrize(
    "settle", [settle_statement, settle_alike_statement, partial(settle_alike_statement, of_one_claim=True)]
)
@pytest.mark.parametrize("batch", [1, 100, 1000])
async def test_settling_looks_up_each_row_once_by_its_key(
    widgets: AsyncEngine, batch: int, settle: Callable[[Curation], Any]
) -> None:
    attempts = [Attempt(None, uuid4(), uuid4(), uuid4(), uuid4(), 1) for _ in range(batch)]
    async with widgets.connect() as connection:
        plan = await explain(connection, settle(Widget.widget_polish), facts(uuid4(), attempts))
    assert "Seq Scan on widgets" not in plan
    assert "Join Filter" not in plan  # every row with every other


@pytest.mark.parametrize("decided", ["Queued", "Skipped"])
async def test_rows_that_were_decided_so_are_found_in_the_index_of_lists(widgets: AsyncEngine, decided: str) -> None:
    wanted = where(widget_polish, TENANT, Filter(search=f"curation:{decided}"))
    statement = select(Widget.id).where(*wanted).order_by(Widget.id).limit(50)
    async with widgets.connect() as connection:
        plan = await explain(connection, statement, {})
    assert "ix_widget_polish_list" in plan
    (condition,) = (line for line in plan.splitlines() if "Index Cond" in line)
    assert "widget_polish_state" in condition


async def test_rescue_looks_only_at_rows_in_work(widgets: AsyncEngine) -> None:
    async with widgets.connect() as connection:
        plan = await explain(connection, lost_statement(Widget.widget_polish, 60), {})
    assert "ix_widget_polish_in_work" in plan


async def test_taking_back_and_asking_who_decided_look_up_each_row_once_by_its_key(widgets: AsyncEngine) -> None:
    """A batch that no statistics know of: the planner expects one row of it."""
    ids = await add_widgets(widgets, [str(number) for number in range(1000)])
    changed = await decide(widgets, ids)
    async with widgets.connect() as connection:
        plan = await explain(connection, restore_statement(Widget.widget_polish, changed.batch_id, ids), {})
        await connection.exec_driver_sql("SET enable_seqscan = off")  # as it would be with a million decided rows
        who = await explain(connection, deciders_statement(widget_polish), {"ids": ids[:20]})
    assert "Seq Scan on widgets" not in plan
    assert "Join Filter" not in plan  # every row with every other
    assert "ix_batch_rows_row" in who
