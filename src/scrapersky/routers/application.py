"""What the application that a request came to holds. Applications may share their routes, so those hold nothing."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker

from scrapersky.clients.clients import Clients
from scrapersky.clients.tiles import Tiles
from scrapersky.config.settings import Settings
from scrapersky.curation_sdk.declaring import Registry, Schedule
from scrapersky.curation_sdk.monitor import FullOverviews
from scrapersky.curation_sdk.queue import Sessions, bound_by
from scrapersky.routers.sessions import tenant_of
from scrapersky.services.erasure.erase import Erasure
from scrapersky.services.exports.shelf import ExportFolder


@dataclass(frozen=True, slots=True)
class AppState:
    """`sessions` go across tenants, for what is told about the whole installation; `patient` is for what takes long."""

    settings: Settings
    faults: Mapping[str, str]
    sessions: Sessions
    patient: AsyncEngine
    full_overviews: FullOverviews
    shelf: ExportFolder
    sources: Sequence[str]
    schedules: Mapping[str, Schedule]
    tiles: Tiles | None
    open_erasure: Callable[[], AbstractAsyncContextManager[Erasure]]
    ui_stamp: str | None
    started: float


def app_state(request: Request) -> AppState:
    held: AppState = request.app.state.held
    return held


async def _held(request: Request) -> AppState:
    return app_state(request)


async def _registry(request: Request) -> Registry:
    registry: Registry = request.app.state.registry
    return registry


async def _clients(request: Request) -> Clients | None:
    return getattr(request.app.state, "clients", None)


async def _started_clients(request: Request) -> Clients:
    clients: Clients = request.app.state.clients
    return clients


async def _long_sessions(request: Request) -> Sessions:
    patient = app_state(request).patient
    return async_sessionmaker[AsyncSession](patient, expire_on_commit=False, **bound_by(lambda: tenant_of(request)))


Held = Annotated[AppState, Depends(_held)]
Workflows = Annotated[Registry, Depends(_registry)]
StartedClients = Annotated[Clients, Depends(_started_clients)]
RunningClients = Annotated[Clients | None, Depends(_clients)]
"""None until the application has started."""
LongSessions = Annotated[Sessions, Depends(_long_sessions)]
"""For what takes long; of the tenant of whoever asks."""
