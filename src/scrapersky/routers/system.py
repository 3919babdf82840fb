"""The installation over HTTP; for admins."""

import time
from dataclasses import asdict
from datetime import UTC, datetime

from fastapi import APIRouter, Response
from pydantic import BaseModel, Field

from scrapersky.routers.access import Operator
from scrapersky.routers.application import Held
from scrapersky.services.diagnostics import bundle
from scrapersky.services.installation import (
    SystemFault,
    SystemTable,
    SystemWorker,
    examine_installation,
    without_secrets,
)


class System(BaseModel):
    version: str
    python: str
    postgres: str
    database_bytes: int
    disk_free_bytes: int | None = Field(description="Where the data folder is.")
    workers: list[SystemWorker]
    faults: list[SystemFault] = Field(description="The latest first.")
    schema_files: int
    ui_stamp: str | None = Field(description="Which build of the web application is served.")
    uptime_seconds: float
    tables: list[SystemTable] = Field(description="None where several tenants share them.")


router = APIRouter(prefix="/api/v3/system", tags=["Settings"])


@router.get("", operation_id="get_system", summary="Versions, sizes and workers")
async def system(held: Held, _: Operator) -> System:
    async with held.sessions() as session:
        found = asdict(await examine_installation(session, held.settings.scrapersky_data))
    uptime = round(time.monotonic() - held.started, 1)
    return System.model_validate({**found, "ui_stamp": held.ui_stamp, "uptime_seconds": uptime})


@router.get(
    "/diagnostics",
    operation_id="download_diagnostics",
    summary="A bundle that tells what is wrong, without secrets",
    response_class=Response,
    responses={200: {"content": {"application/zip": {}}}},
)
async def diagnostics(held: Held, actor: Operator) -> Response:
    async with held.sessions() as session:
        found = await examine_installation(session, held.settings.scrapersky_data)
        content = await bundle(session, actor.tenant_id, found, without_secrets(held.settings), held.faults)
    name = f"scrapersky-diagnostics-{datetime.now(UTC):%Y%m%d-%H%M}.zip"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type="application/zip", headers=headers)
