"""What every workflow's processing promises."""

# ruff: noqa: S101  these are tests
from dataclasses import replace
from typing import Any
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.curation_sdk.declaring import AnyWorkflow, Ending, Run
from scrapersky.curation_sdk.errors import CurationError
from scrapersky.curation_sdk.queue import Drained, Lease, Runtime, run_job_loop
from scrapersky.curation_sdk.testing.rows import RowConformance


class SchedulerConformance(RowConformance):
    """From queued to done, over a real queue. Needs a fixture `engine`; `clients` is what `work` is given."""

    clients: Any = None

    async def drain(self, engine: AsyncEngine, workflow: AnyWorkflow | None = None) -> Drained:
        lease = Lease(engine)
        await lease.acquire()
        runtime = Runtime(engine, self.clients, lease)
        return await run_job_loop(workflow or self.workflow, self.workflow.schedule, runtime)

    async def runs(self, engine: AsyncEngine, row_id: UUID) -> list[Run]:
        async with AsyncSession(engine) as session:
            return list(await session.scalars(select(Run).where(Run.row_id == row_id).order_by(Run.id)))

    async def produced_rows(self, engine: AsyncEngine) -> int:
        product = self.workflow.produces or self.workflow.model
        async with AsyncSession(engine) as session:
            return await session.scalar(select(func.count()).select_from(product)) or 0

    async def test_a_queued_row_is_completed_and_its_run_recorded(self, engine: AsyncEngine) -> None:
        tenant_id, (row_id,) = await self.tenant_with_rows(engine, 1)
        await self.decide(engine, tenant_id, [row_id])
        drained = await self.drain(engine)
        assert (drained.claimed, drained.complete) == (1, 1)
        row = await self.look(engine, row_id)
        assert (row["curation_status"], row["processing_status"]) == ("Queued", "Complete")
        assert (row["state"], row["error"], row["attempts"]) == ("Complete", None, 1)
        (run,) = await self.runs(engine, row_id)
        assert (run.ending, run.workflow, run.tenant_id) == (Ending.COMPLETE, self.workflow.name, tenant_id)

    async def test_a_row_that_nobody_queued_is_left_alone(self, engine: AsyncEngine) -> None:
        _, (row_id,) = await self.tenant_with_rows(engine, 1)
        assert (await self.drain(engine)).claimed == 0
        assert (await self.look(engine, row_id))["state"] == "New"

    async def test_one_rows_failure_is_its_own_and_says_why(self, engine: AsyncEngine) -> None:
        tenant_id, ids = await self.tenant_with_rows(engine, 3)
        await self.decide(engine, tenant_id, ids)
        drained = await self.drain(engine, self._failing_once())
        assert (drained.complete, drained.failed) == (2, 1)
        rows = [await self.look(engine, row_id) for row_id in ids]
        (failed,) = (row for row in rows if row["state"] == "Error")
        assert failed["error"] == "The test broke this row."
        assert (failed["curation_status"], failed["processing_status"]) == ("Queued", "Error")

    def _failing_once(self) -> AnyWorkflow:
        failures = iter([CurationError("The test broke this row.")])

        async def work(row: Any, clients: Any) -> Any:
            for failure in failures:
                raise failure
            return await self.workflow.work(row, clients)

        return replace(self.workflow, work=work)

    async def test_a_failed_row_is_completed_when_it_is_queued_again(self, engine: AsyncEngine) -> None:
        tenant_id, ids = await self.tenant_with_rows(engine, 1)
        await self.decide(engine, tenant_id, ids)
        await self.drain(engine, self._failing_once())
        await self.decide(engine, tenant_id, ids)
        await self.drain(engine)
        row = await self.look(engine, ids[0])
        assert (row["state"], row["error"]) == ("Complete", None)

    async def test_processing_a_row_twice_adds_nothing(self, engine: AsyncEngine) -> None:
        tenant_id, ids = await self.tenant_with_rows(engine, 2)
        await self.decide(engine, tenant_id, ids)
        await self.drain(engine)
        before = await self.produced_rows(engine)
        await self.decide(engine, tenant_id, ids)
        await self.drain(engine)
        assert await self.produced_rows(engine) == before
        assert {(await self.look(engine, row_id))["state"] for row_id in ids} == {"Complete"}
