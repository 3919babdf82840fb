"""What an endpoint asks for as its parameters: who calls it and may, its session, and what the application holds.

Applications may share their routes, so those hold nothing.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from fastapi import Depends, Request
from fastapi.security import APIKeyCookie, HTTPBearer
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker

from scrapersky.accounts.sign_in import Visitor
from scrapersky.clients.clients import Clients
from scrapersky.config.settings import Settings
from scrapersky.curation_sdk.declaring import Actor, Registry, Schedule
from scrapersky.curation_sdk.http import Access, requires
from scrapersky.curation_sdk.queue import Sessions, bound_by
from scrapersky.models import Role, User
from scrapersky.routers.sessions import COOKIE, Authenticator, actor_of, tenant_of
from scrapersky.routers.shared_answers import shared_answers_of
from scrapersky.routers.trail import leave_entry

if TYPE_CHECKING:
    from scrapersky.clients.tiles import Tiles
    from scrapersky.curation_sdk.monitor import FullOverviews
    from scrapersky.services.erasure.erase import Erasure
    from scrapersky.services.exports.files import ExportFolder

# Only for OpenAPI: they say how to show a token; `token_of` does the looking.
_BEARER = HTTPBearer(auto_error=False, description="A token from /api/v3/auth/login or `scrapersky token`.")
_COOKIE = APIKeyCookie(
    name=COOKIE,
    auto_error=False,
    description="Set by /api/v3/auth/login for browsers; with _ and the port, where there is one, and off this machine"
    " with __Host- before it.",
)
_Bearer = Annotated[object, Depends(_BEARER)]
_Cookie = Annotated[object, Depends(_COOKIE)]


def authenticator_of(request: Request) -> Authenticator:
    """Of the application that the request came to: applications may share their routes."""
    authenticator: Authenticator = request.app.state.reception.authenticator
    return authenticator


async def _session(request: Request) -> AsyncIterator[AsyncSession]:
    authenticator = authenticator_of(request)
    async with authenticator.session(request) as session:
        yield session
        await leave_entry(request, session, authenticator.signer)


async def _reading(request: Request) -> AsyncIterator[AsyncSession]:
    async with authenticator_of(request).reading(request) as session:
        yield session


async def _visitor(request: Request, _bearer: _Bearer = None, _cookie: _Cookie = None) -> Visitor:
    return await authenticator_of(request).visitor(request)


async def _user(request: Request, _bearer: _Bearer = None, _cookie: _Cookie = None) -> User:
    return (await authenticator_of(request).visitor(request)).user


async def _person(request: Request, _bearer: _Bearer = None, _cookie: _Cookie = None) -> Visitor:
    visitor = await authenticator_of(request).visitor(request)
    visitor.refuse_if_named()
    return visitor


def _actor_with(needed: Role) -> Callable[..., Awaitable[Actor]]:
    """A dependency that gives the actor if their role reaches so far."""

    async def actor(request: Request, _bearer: _Bearer = None, _cookie: _Cookie = None) -> Actor:
        return actor_of(await authenticator_of(request).visitor(request, needed))

    return actor


ACCESS = Access(
    session=_session,
    viewer=_actor_with(Role.VIEWER),
    curator=_actor_with(Role.CURATOR),
    admin=_actor_with(Role.ADMIN),
    operator=_actor_with(Role.OPERATOR),
    reading=_reading,
    sharing=lambda request, actor, make: shared_answers_of(request).get(request, actor.tenant_id, make),
)
"""What the derived endpoints ask of the product."""

Session = Annotated[AsyncSession, requires(ACCESS.session)]
"""The request's transaction: it commits when the endpoint returns."""
Reading = Annotated[AsyncSession, requires(ACCESS.reader)]
"""For what changes nothing: each statement stands by itself."""

Viewer = Annotated[Actor, requires(ACCESS.viewer)]
Curator = Annotated[Actor, requires(ACCESS.curator)]
Admin = Annotated[Actor, requires(ACCESS.admin)]
Operator = Annotated[Actor, requires(ACCESS.for_all)]

SignedIn = Annotated[Visitor, Depends(_visitor)]
SignedInUser = Annotated[User, Depends(_user)]
SignedInPerson = Annotated[Visitor, Depends(_person)]
"""Who signed in themselves: no script's token."""


@dataclass(frozen=True, slots=True)
class AppState:
    """`sessions` go across tenants, for what is told about the whole installation; `patient` is for what takes long."""

    settings: Settings
    faults: Mapping[str, str]
    sessions: Sessions
    patient: AsyncEngine
    full_overviews: "Callable[[], FullOverviews]"
    shelf: "ExportFolder"
    sources: Sequence[str]
    schedules: Mapping[str, Schedule]
    tiles: "Tiles | None"
    open_erasure: Callable[[], AbstractAsyncContextManager["Erasure"]]
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
