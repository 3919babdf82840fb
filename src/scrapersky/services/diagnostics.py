"""A bundle that tells someone else what is wrong, without any secret in it."""

import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any
from uuid import UUID

from pydantic_core import to_jsonable_python
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import Ending, Run
from scrapersky.curation_sdk.queue import bind_session, settings_of, stored_schedules
from scrapersky.db.schema import AppliedFile
from scrapersky.services.installation import InstallationFacts

MOST_ERRORS = 500
MOST_READ = 50_000


async def bundle(
    session: AsyncSession,
    tenant_id: UUID,
    installation: InstallationFacts,
    settings: Mapping[str, Any],
    faults: Mapping[str, str],
) -> bytes:
    """A zip of JSON files. Errors are the tenant's own; the rest is the installation's."""
    parts = {
        "versions": asdict(installation),
        "settings": settings,
        "workflows": await _workflows(session, faults),
        "schema_log": await _schema_log(session),
    }
    await bind_session(session, tenant_id)
    parts["errors"] = await _errors(session, tenant_id)
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as bundled:
        for name, content in parts.items():
            bundled.writestr(f"{name}.json", json.dumps(to_jsonable_python(content), indent=2, ensure_ascii=False))
    return written.getvalue()


async def _workflows(session: AsyncSession, faults: Mapping[str, str]) -> dict[str, Any]:
    stored = await stored_schedules(session)
    paused = [name for name, each in (await settings_of(session)).items() if each.paused]
    return {"stored_settings": stored, "paused": paused, "do_not_run": dict(faults)}


async def _schema_log(session: AsyncSession) -> list[dict[str, Any]]:
    files = await session.scalars(select(AppliedFile).order_by(AppliedFile.applied_at, AppliedFile.name))
    return [{"name": each.name, "checksum": each.checksum, "applied_at": each.applied_at} for each in files]


async def _errors(session: AsyncSession, tenant_id: UUID) -> list[dict[str, Any]]:
    """The newest among the last attempts."""
    latest = (
        select(Run.id, Run.tenant_id, Run.workflow, Run.ending, Run.outcome, Run.message, Run.attempt, Run.ended_at)
        .order_by(Run.id.desc())
        .limit(MOST_READ)
        .subquery()
    )
    failed = (
        select(latest.c.ended_at, latest.c.workflow, latest.c.outcome, latest.c.message, latest.c.attempt)
        .where(latest.c.tenant_id == tenant_id, latest.c.ending == Ending.ERROR.value)
        .order_by(latest.c.id.desc())
        .limit(MOST_ERRORS)
    )
    return [dict(row) for row in (await session.execute(failed)).mappings()]
