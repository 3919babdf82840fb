"""The tests of a new workflow, as text with holes."""

from string import Template

ROWS = Template('''"""Rows that $name can complete, for its tests."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.testing import make_sample
$imports


async def make_tenant(session: AsyncSession) -> UUID:
    return await make_sample(session, Tenant)


async def make_row(session: AsyncSession, tenant_id: UUID, number: int) -> UUID:
    """Rows of different numbers differ."""
    row_id = await make_sample(session, $model, tenant_id=tenant_id, $sample_values)
$linked_rows    return row_id
''')

ROWS_IN_TEST = """
    async def make_tenant(self, session: AsyncSession) -> UUID:
        return await make_tenant(session)

    async def make_row(self, session: AsyncSession, tenant_id: UUID, number: int) -> UUID:
        return await make_row(session, tenant_id, number)
"""

TEST_SERVICE = Template('''"""What the service of $name does with one row."""

${pytest}from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.${name}_rows import make_row, make_tenant

from scrapersky.curation_sdk import Nothing
$imports


$reasons

async def test_saving_twice_gives_what_saving_once_gives(engine: AsyncEngine) -> None:
    async with AsyncSession(engine) as session, session.begin():
        row_id = await make_row(session, await make_tenant(session), 1)
    kept = []
    for _ in range(2):
        async with AsyncSession(engine) as session, session.begin():
            row = await session.get_one($model, row_id)
            given = (await load_$name(session, [row]))[row_id]
            result = await work_on_$name(given, None)
            assert not isinstance(result, Nothing)
            await save_$name(session, row, result)
        async with AsyncSession(engine) as session:
            kept.append([tuple(each) for each in await session.execute(select($kept_columns))])
    assert kept[0] == kept[1]
    assert kept[0]
''')

TEST_EMPTY = Template("""async def test_an_empty_row_completes_with_the_reason() -> None:
    found = await work_on_$name(${pascal}Input($nothings), None)
    assert isinstance(found, Nothing)
    assert found.reason == "empty"
""")

TEST_RULES = Template("""@pytest.mark.parametrize(
    ("given", "reason"),
    [
$cases
    ],
)
async def test_a_row_that_breaks_a_rule_completes_with_the_reason(given: ${pascal}Input, reason: str) -> None:
    found = await work_on_$name(given, None)
    assert isinstance(found, Nothing)
    assert found.reason == reason
""")

TEST_SCHEDULER = Template('''"""$title from queued to done."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession
from tests.${name}_rows import make_row, make_tenant

from scrapersky.curation_sdk.testing import SchedulerConformance
$imports


class Test${pascal}Scheduler(SchedulerConformance):
    workflow = $name
$rows''')

TEST_ROUTER = Template('''"""The endpoints of $name."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession
from tests.${name}_rows import make_row, make_tenant

from scrapersky.curation_sdk.testing import RouterConformance
$imports


class Test${pascal}Router(RouterConformance):
    workflow = $name
$rows''')

TEST_WORKFLOW = Template('''"""$title end to end: the promised names, and a row from New to Complete."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.${name}_rows import make_row, make_tenant

from scrapersky.curation_sdk.testing import NamesConformance, SchedulerConformance
$imports


class Test${pascal}Names(NamesConformance):
    workflow = $name


class Test${pascal}EndToEnd(SchedulerConformance):
    workflow = $name
$rows
    async def test_a_row_that_a_person_queued_says_what_came_of_it(self, engine: AsyncEngine) -> None:
        tenant_id, ids = await self.tenant_with_rows(engine, 2)
        await self.decide(engine, tenant_id, ids)
        await self.drain(engine)
        for row_id in ids:
            (run,) = await self.runs(engine, row_id)
            assert (run.outcome, run.produced) == (None, $produced)
''')
