"""The installation over HTTP; for admins."""

import time
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import Field

from scrapersky.routers.access import Held, Operator
from scrapersky.services.installation import InstallationFacts, bundle, examine_installation, without_secrets


@dataclass(frozen=True, slots=True)
class System(InstallationFacts):
    ui_stamp: Annotated[str | None, Field(description="Which build of the web application is served.")]
    uptime_seconds: float


router = APIRouter(prefix="/api/v3/system", tags=["Settings"])


@router.get("", operation_id="get_system", summary="Versions, sizes and workers")
async def system(held: Held, _: Operator) -> System:
    async with held.sessions() as session:
        found = await examine_installation(session, held.settings.scrapersky_data)
    uptime = round(time.monotonic() - held.started, 1)
    facts = {each.name: getattr(found, each.name) for each in fields(found)}
    return System(**facts, ui_stamp=held.ui_stamp, uptime_seconds=uptime)


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
