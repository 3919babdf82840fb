"""Runs over HTTP. FastAPI reads annotations when an endpoint is made, so they are real here."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import Actor, Registry, StoredText
from scrapersky.curation_sdk.http.access import Access
from scrapersky.curation_sdk.http.mount import Mount
from scrapersky.curation_sdk.monitor import MINUTE, Curves, RunHistory, RunKey, RunList, RunLog, TimeSpan, run_log


class RunMinutes(BaseModel):
    """Attempts per minute, however they ended."""

    from_: datetime = Field(alias="from")
    step: int = MINUTE
    workflows: dict[str, list[int]]


def runs_router(registry: Registry, curves_of: Callable[[Request], Curves], access: Access) -> APIRouter:
    mount = Mount("/runs", "Operations", access)
    _add_list(mount, registry)
    _add_minutes(mount, curves_of)
    _add_log(mount, registry)
    return mount.router


def _add_list(mount: Mount, registry: Registry) -> None:
    @mount.add(
        "GET",
        "",
        "list_runs",
        responses={404: {"description": "There is no such workflow"}},
        summary="What each worker did, by minute and workflow, newest first",
    )
    async def runs(
        session: AsyncSession,
        actor: Actor,
        workflow: Annotated[str | None, Query(max_length=100, description="Only this workflow's.")] = None,
        size: Annotated[int, Query(ge=1, le=100)] = 50,
        after: Annotated[str | None, Query(max_length=200, description="`next` of the page before.")] = None,
    ) -> RunList:
        name = registry[workflow].name if workflow else None
        return await RunHistory(session, actor.tenant_id).page(name, size, after)


def _add_minutes(mount: Mount, curves_of: Callable[[Request], Curves]) -> None:
    @mount.add("GET", "/minutes", "get_run_minutes", summary="Attempts per minute, by workflow")
    async def minutes(
        asking: Request, session: AsyncSession, actor: Actor, hours: Annotated[int, Query(ge=1, le=24)] = 1
    ) -> RunMinutes:
        now = (await session.scalars(select(func.clock_timestamp()))).one()
        span = TimeSpan.between(now - timedelta(hours=hours), now, MINUTE)
        counts = await curves_of(asking).attempts(session, actor.tenant_id, span)
        return RunMinutes.model_validate({"from": span.start, "workflows": counts})


def _add_log(mount: Mount, registry: Registry) -> None:
    @mount.add(
        "GET",
        "/{run_id}/log",
        "get_run_log",
        responses={404: {"description": "There is no such workflow"}},
        summary="What happened to each row in one run",
    )
    async def log(
        run_id: str,
        session: AsyncSession,
        actor: Actor,
        after: Annotated[UUID | None, Query(description="`next` of the lines before.")] = None,
        search: Annotated[StoredText, Query(max_length=200, description="Words in the message or the outcome.")] = "",
    ) -> RunLog:
        key = RunKey.read(run_id)
        return await run_log(session, registry, actor.tenant_id, key, after=after, search=search)
