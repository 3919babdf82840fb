"""What an endpoint asks for as its parameters: who calls it and may, and the session that it works in."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Annotated

from fastapi import Depends, Request
from fastapi.security import APIKeyCookie, HTTPBearer
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.accounts.sign_in import Visitor
from scrapersky.curation_sdk.declaring import Actor
from scrapersky.curation_sdk.http import Access, requires
from scrapersky.models.user import Role, User
from scrapersky.routers.sessions import COOKIE, Authenticator, actor_of
from scrapersky.routers.shared_answers import shared_answers_of
from scrapersky.routers.trail import leave_entry

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
