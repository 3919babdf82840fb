"""The installation over HTTP; for admins."""

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from scrapersky.curation_sdk.queue import Sessions
from scrapersky.routers.access import Operator
from scrapersky.services.diagnostics import bundle
from scrapersky.services.installation import SystemFault, SystemTable, SystemWorker, examine_installation


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


@dataclass(frozen=True, slots=True)
class Machine:
    """What the process itself knows. `settings` are without secrets."""

    folder: Path
    settings: Mapping[str, Any]
    faults: Mapping[str, str]
    ui_stamp: str | None = None
    started: float = 0.0


def system_router(machine_of: Callable[[Request], Machine], sessions_of: Callable[[Request], Sessions]) -> APIRouter:
    """`sessions_of` gives sessions across tenants: the installation is everybody's."""
    router = APIRouter(prefix="/api/v3/system", tags=["Settings"])

    @router.get("", operation_id="get_system", summary="Versions, sizes and workers")
    async def system(asking: Request, _: Operator) -> System:
        machine = machine_of(asking)
        async with sessions_of(asking)() as session:
            found = asdict(await examine_installation(session, machine.folder))
        uptime = round(time.monotonic() - machine.started, 1)
        return System.model_validate({**found, "ui_stamp": machine.ui_stamp, "uptime_seconds": uptime})

    @router.get(
        "/diagnostics",
        operation_id="download_diagnostics",
        summary="A bundle that tells what is wrong, without secrets",
        response_class=Response,
        responses={200: {"content": {"application/zip": {}}}},
    )
    async def diagnostics(asking: Request, actor: Operator) -> Response:
        machine = machine_of(asking)
        async with sessions_of(asking)() as session:
            found = await examine_installation(session, machine.folder)
            content = await bundle(session, actor.tenant_id, found, machine.settings, machine.faults)
        name = f"scrapersky-diagnostics-{datetime.now(UTC):%Y%m%d-%H%M}.zip"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(content, media_type="application/zip", headers=headers)

    return router
