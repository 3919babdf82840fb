"""What every workflow's endpoints promise."""

# ruff: noqa: S101  these are tests
from typing import Any
from uuid import UUID, uuid4

from httpx import AsyncClient, Response
from sqlalchemy.ext.asyncio import AsyncEngine

from scrapersky.curation_sdk.declaring import Settable, State
from scrapersky.curation_sdk.http import schemas_of
from scrapersky.curation_sdk.testing.applications import app_of, client_of, paths_of
from scrapersky.curation_sdk.testing.rows import RowConformance


class RouterConformance(RowConformance):
    """Lists, decisions and refusals, over HTTP. Needs a fixture `engine`."""

    @property
    def path(self) -> str:
        return f"/{self.workflow.name.replace('_', '-')}"

    def client(self, engine: AsyncEngine, tenant_id: UUID, role: str = "curator") -> AsyncClient:
        return client_of(app_of(self.registry, engine), tenant_id, role)

    async def put(self, client: AsyncClient, ids: list[UUID], status: str = "Queued", **more: Any) -> Response:
        body = {"ids": [str(row_id) for row_id in ids], "status": status, **more}
        return await client.put(f"{self.path}/status", json=body)

    async def test_the_list_shows_the_tenants_rows_with_both_statuses_and_state(self, engine: AsyncEngine) -> None:
        tenant_id, ids = await self.tenant_with_rows(engine, 3)
        await self.tenant_with_rows(engine, 1)
        async with self.client(engine, tenant_id, "viewer") as client:
            page = (await client.get(f"{self.path}/list")).json()
        assert [item["id"] for item in page["items"]] == [str(row_id) for row_id in reversed(ids)]
        assert (page["total"], page["page"], page["size"]) == (3, 1, 50)
        model = schemas_of(self.workflow).page
        assert model.model_validate(page).model_dump(mode="json") == page, "values look as the model writes them"
        for item in page["items"]:
            assert item[f"{self.workflow.name}_curation_status"] == item["state"] == "New"
            assert item[f"{self.workflow.name}_processing_status"] is None
            assert item[f"{self.workflow.name}_processing_error"] is None

    async def test_the_list_filters_by_state_and_pages(self, engine: AsyncEngine) -> None:
        tenant_id, ids = await self.tenant_with_rows(engine, 3)
        await self.decide(engine, tenant_id, ids[:1], Settable.SKIPPED)
        async with self.client(engine, tenant_id) as client:
            for state in State:
                page = (await client.get(f"{self.path}/list", params={"status_filter": state})).json()
                assert page["total"] == {"New": 2, "Skipped": 1}.get(state, 0), state
            second = (await client.get(f"{self.path}/list", params={"page": 2, "size": 2})).json()
            assert [item["id"] for item in second["items"]] == [str(ids[0])]
            for wrong in ({"status_filter": "Archived"}, {"page": 0}, {"size": 0}, {"size": 101}, {"unknown": 1}):
                assert (await client.get(f"{self.path}/list", params=wrong)).status_code == 422, wrong

    async def test_queueing_sets_both_statuses_and_clears_the_error(self, engine: AsyncEngine) -> None:
        tenant_id, ids = await self.tenant_with_rows(engine, 2)
        async with self.client(engine, tenant_id) as client:
            answer = await self.put(client, ids)
        assert answer.status_code == 200, answer.text
        body = answer.json()
        assert sorted(body["updated_ids"]) == sorted(str(queued) for queued in ids)
        assert (body["updated_count"], body["queued_count"], body["not_found"]) == (2, 2, [])
        assert body["message"]
        for row_id in ids:
            row = await self.look(engine, row_id)
            assert (row["curation_status"], row["processing_status"], row["error"]) == ("Queued", "Queued", None)

    async def test_withdrawing_a_waiting_row_takes_it_out_of_the_queue(self, engine: AsyncEngine) -> None:
        tenant_id, ids = await self.tenant_with_rows(engine, 2)
        async with self.client(engine, tenant_id) as client:
            await self.put(client, ids)
            for row_id, status in zip(ids, ("New", "Skipped"), strict=True):
                body = (await self.put(client, [row_id], status)).json()
                assert (body["updated_count"], body["queued_count"]) == (1, 0)
                row = await self.look(engine, row_id)
                assert (row["curation_status"], row["processing_status"], row["state"]) == (status, None, status)

    async def test_unknown_and_foreign_ids_are_reported(self, engine: AsyncEngine) -> None:
        tenant_id, (mine,) = await self.tenant_with_rows(engine, 1)
        _, (foreign,) = await self.tenant_with_rows(engine, 1)
        unknown = uuid4()
        async with self.client(engine, tenant_id) as client:
            some = await self.put(client, [mine, foreign, unknown])
            none = await self.put(client, [foreign, unknown])
        assert some.json()["updated_ids"] == [str(mine)]
        assert some.json()["not_found"] == [str(foreign), str(unknown)]
        assert none.status_code == 404
        assert (await self.look(engine, foreign))["state"] == "New"

    async def test_a_malformed_request_changes_nothing(self, engine: AsyncEngine) -> None:
        tenant_id, (row_id,) = await self.tenant_with_rows(engine, 1)
        async with self.client(engine, tenant_id) as client:
            for status in ("Processing", "Complete", "Error", "Selected", "queued", ""):
                answer = await self.put(client, [row_id], status)
                assert answer.status_code == 422, status
                for settable in Settable:
                    assert settable in answer.text
            assert (await self.put(client, [])).status_code == 422
            assert (await self.put(client, [row_id], more="?")).status_code == 422
            assert (await client.put(f"{self.path}/status", json={"ids": ["7"], "status": "New"})).status_code == 422
        assert (await self.look(engine, row_id))["state"] == "New"

    async def test_a_broken_token_opens_nothing(self, engine: AsyncEngine) -> None:
        tenant_id, (row_id,) = await self.tenant_with_rows(engine, 1)
        app = app_of(self.registry, engine)
        async with client_of(app, tenant_id) as client:
            for path, operations in paths_of(app, self.registry).items():
                for method in operations:
                    address = f"http://test{path.replace('{row_id}', str(row_id))}"
                    answer = await client.request(method, address, headers={"Authorization": "Bearer broken"})
                    assert answer.status_code == 401, (method, path)

    async def test_a_viewer_changes_nothing(self, engine: AsyncEngine) -> None:
        tenant_id, ids = await self.tenant_with_rows(engine, 1)
        async with self.client(engine, tenant_id, "viewer") as client:
            assert (await self.put(client, ids)).status_code == 403
        assert (await self.look(engine, ids[0]))["state"] == "New"

    async def test_a_decision_can_be_taken_back(self, engine: AsyncEngine) -> None:
        tenant_id, ids = await self.tenant_with_rows(engine, 2)
        async with self.client(engine, tenant_id) as client:
            token = (await self.put(client, ids, undo_seconds=60)).json()["undo_token"]
            assert (await client.post(f"/undo/{token}")).json()["restored"] == 2
        assert {(await self.look(engine, row_id))["state"] for row_id in ids} == {"New"}

    async def test_a_row_has_a_detail_and_a_lineage(self, engine: AsyncEngine) -> None:
        tenant_id, (row_id,) = await self.tenant_with_rows(engine, 1)
        async with self.client(engine, tenant_id, "viewer") as client:
            detail = (await client.get(f"{self.path}/{row_id}")).json()
            steps = (await client.get(f"{self.path}/{row_id}/lineage")).json()
        assert detail["id"] == detail["row"]["id"] == str(row_id)
        assert detail["states"][self.workflow.name] == "New"
        assert [step["table"] for step in steps if step["depth"] == 0] == [self.workflow.model.__tablename__]
