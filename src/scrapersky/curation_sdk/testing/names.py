"""The names that the specification promises, spelled out a second time so that a change of the rules is noticed."""

# ruff: noqa: S101  these are tests
import re
from typing import Any
from uuid import uuid4

from apscheduler.schedulers.asyncio import AsyncIOScheduler
from fastapi import FastAPI
from sqlalchemy import Connection, inspect
from sqlalchemy.ext.asyncio import AsyncEngine

from scrapersky.curation_sdk.declaring import documented_settings
from scrapersky.curation_sdk.queue import Lease, Runtime, WorkflowScheduler
from scrapersky.curation_sdk.testing.applications import app_of, client_of
from scrapersky.curation_sdk.testing.rows import Conformance


class NamesConformance(Conformance):
    """The checklist for one workflow: columns, types, classes, functions, job, settings, addresses, elements."""

    @property
    def title(self) -> str:
        return "".join(word.capitalize() for word in self.workflow.name.split("_"))  # PageCuration

    @property
    def singular(self) -> str:
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", self.workflow.model.__name__).lower()  # page

    @property
    def owns_the_table(self) -> bool:
        return self.workflow.model.__curations__[0] is self.workflow.curation

    async def test_the_promised_columns_are_in_the_database(self, engine: AsyncEngine) -> None:
        columns, labels = await self._described(engine)
        name = self.workflow.name
        curation, processing = columns[f"{name}_curation_status"], columns[f"{name}_processing_status"]
        assert not curation["nullable"]
        assert curation["default"].startswith("'New'")
        assert processing["nullable"]
        assert columns[f"{name}_processing_error"]["nullable"]
        assert not columns[f"{name}_updated_at"]["nullable"]
        assert columns[f"{name}_updated_at"]["type"].timezone
        assert curation["type"].name == f"{self.title}CurationStatus".lower()
        assert processing["type"].name == f"{self.title}ProcessingStatus".lower()
        assert labels[curation["type"].name] == ["New", "Queued", "Processing", "Complete", "Error", "Skipped"]
        assert labels[processing["type"].name] == ["Queued", "Processing", "Complete", "Error"]

    async def test_both_statuses_are_indexed(self, engine: AsyncEngine) -> None:
        table = self.workflow.model.__tablename__
        async with engine.connect() as connection:
            indexes = await connection.run_sync(lambda sync: inspect(sync).get_indexes(table))
        by_name = {index["name"]: index for index in indexes}
        listed = by_name[f"ix_{self.workflow.name}_list"]
        assert listed["column_names"][:3] == ["tenant_id", f"{self.workflow.name}_state", "id"]
        assert f"ix_{self.workflow.name}_processing_queue" in by_name

    async def _described(self, engine: AsyncEngine) -> tuple[dict[str, Any], dict[str, list[str]]]:
        def describe(connection: Connection) -> tuple[dict[str, Any], dict[str, list[str]]]:
            inspector: Any = inspect(connection)
            columns = inspector.get_columns(self.workflow.model.__tablename__)
            types = {enum["name"]: enum["labels"] for enum in inspector.get_enums()}
            return {column["name"]: column for column in columns}, types

        async with engine.connect() as connection:
            return await connection.run_sync(describe)

    def test_the_status_classes_have_the_promised_members(self) -> None:
        curation, processing = self.workflow.curation.curation_enum, self.workflow.curation.processing_enum
        assert curation.__name__ == f"{self.title}CurationStatus"
        assert processing.__name__ == f"{self.title}ProcessingStatus"
        assert [status.value for status in curation] == ["New", "Queued", "Processing", "Complete", "Error", "Skipped"]
        assert [status.value for status in processing] == ["Queued", "Processing", "Complete", "Error"]

    async def test_the_endpoints_are_where_and_what_was_promised(self, engine: AsyncEngine) -> None:
        app = app_of(self.registry, engine)
        document = app.openapi()
        paths, root = document["paths"], f"/api/v3/{self.workflow.name.replace('_', '-')}"
        assert {"get"} <= paths[f"{root}/list"].keys()
        assert {"put"} <= paths[f"{root}/status"].keys()
        parameters = {parameter["name"] for parameter in paths[f"{root}/list"]["get"]["parameters"]}
        assert {"status_filter", "page", "size"} <= parameters
        subject = self.singular if self.owns_the_table else self.workflow.name
        assert paths[f"{root}/status"]["put"]["operationId"] == f"update_{subject}_status_batch"
        if self.owns_the_table:
            await self._see_the_tables_path(app)
        schemas = document["components"]["schemas"]
        assert f"{self.title}BatchStatusUpdateRequest" in schemas
        assert {"message", "updated_ids", "updated_count", "queued_count"} <= schemas[
            f"{self.title}BatchStatusUpdateResponse"
        ]["properties"].keys()

    async def _see_the_tables_path(self, app: FastAPI) -> None:
        path = f"/{self.workflow.model.__tablename__.replace('_', '-')}"
        async with client_of(app, uuid4()) as client:
            listed = await client.get(f"{path}/list", params={"status_filter": "New", "page": 1, "size": 1})
            decided = await client.put(f"{path}/status", json={"ids": [str(uuid4())], "status": "Queued"})
        assert (listed.status_code, listed.json()["size"]) == (200, 1)
        assert (decided.status_code, decided.json()["error"]["code"]) == (404, "not_found")

    async def test_the_scheduler_registers_the_promised_job(self, engine: AsyncEngine) -> None:
        jobs = AsyncIOScheduler()
        runtime = Runtime(engine, None, Lease(engine))
        WorkflowScheduler(self.workflow, self.workflow.schedule, runtime).setup(jobs)
        (job,) = jobs.get_jobs()
        assert (job.id, job.name) == (f"{self.workflow.name}_scheduler", f"process_{self.workflow.name}_queue")

    def test_functions_and_settings_have_the_promised_names(self) -> None:
        name, names = self.workflow.name, self.workflow.names
        assert names.setup_scheduler == f"setup_{name}_scheduler"
        assert names.process_single == f"process_single_{self.singular}_for_{name}"
        settings = {setting for setting, _, _ in documented_settings(self.workflow)}
        prefix = f"{name.upper()}_SCHEDULER_"
        assert {prefix + field for field in ("INTERVAL_MINUTES", "BATCH_SIZE", "MAX_INSTANCES")} <= settings

    def test_the_elements_in_the_browser_have_the_promised_ids(self) -> None:
        kebab, camel = self.workflow.name.replace("_", "-"), self.title[0].lower() + self.title[1:]
        names = self.workflow.names
        plural = self.workflow.model.__tablename__.replace("_", "-") if self.owns_the_table else kebab
        assert (names.tab, names.table_element) == (f"{kebab}-tab", f"{camel}Table")
        assert names.table_body_element == f"{camel}TableBody"
        assert names.select_all_checkbox == f"selectAll{self.title}Checkbox"
        assert names.row_checkbox_class == f"{camel}-item-checkbox"
        assert names.status_button("selected") == f"update-{plural}-status-selected"
