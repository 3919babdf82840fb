"""The door: who a request comes from, by bearer token or by cookie, and what they may do."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from ipaddress import ip_address
from uuid import UUID

from fastapi import Request, Response
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker

from scrapersky.accounts.identity import IdentityProvider, is_of_provider, visitor_of_identity
from scrapersky.accounts.named_tokens import SAFE_METHODS, OutOfScope, scope_needed
from scrapersky.accounts.sign_in import Visitor, visitor_of_token
from scrapersky.accounts.throttle import Throttle
from scrapersky.accounts.tokens import AccessToken, NotSignedIn, TokenSigner
from scrapersky.accounts.users import OneTimeCode
from scrapersky.curation_sdk.declaring import Actor
from scrapersky.curation_sdk.queue import bound_by
from scrapersky.errors import ScraperSkyError
from scrapersky.models import Role, User
from scrapersky.roles import ADMINS
from scrapersky.routers.trail import trail_of

Sessions = async_sessionmaker[AsyncSession]

COOKIE = "sky_session"


class CrossSite(ScraperSkyError):
    """A request with a cookie that another site may have caused."""

    http_status = 403
    message = (
        "A request that changes something and comes with the cookie needs the header X-Requested-With: sky"
        " and an Origin that is this server's. Programs use Authorization: Bearer instead."
    )


@dataclass(frozen=True, slots=True)
class Authenticator:
    """Lets a request in, or not.

    A request has one connection at a time: a session takes its own when it is first asked something, and by then
    whoever looked at the token has given theirs back. With two each, requests that come together wait for one another.
    By then it is also known whose rows it may see. At the `door` that is not known: there people sign in, and tokens
    are looked at.
    """

    sessions: Sessions
    door: Sessions
    signer: TokenSigner
    is_pooled: bool = False
    provider: IdentityProvider | None = None
    _statements_of_requests: Sessions = field(init=False, repr=False)
    _statements_at_the_door: Sessions = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_statements_of_requests", _one_by_one(self.sessions))
        object.__setattr__(self, "_statements_at_the_door", _one_by_one(self.door))

    def reading(self, request: Request) -> AsyncSession:
        """Each statement by itself. Behind a pooler only a transaction can be told anything."""
        sessions = self.sessions if self.is_pooled else self._statements_of_requests
        return sessions(**bound_by(lambda: tenant_of(request)))

    @asynccontextmanager
    async def session(self, request: Request) -> AsyncIterator[AsyncSession]:
        """The transaction around a request: commits when the endpoint returns, rolls back when it raises."""
        async with self.sessions(**bound_by(lambda: tenant_of(request))) as session, session.begin():
            yield session

    async def visitor(self, request: Request, needed: Role = Role.VIEWER) -> Visitor:
        """Everybody comes in by here, with the role and the scope that the operation takes."""
        value = token_of(request)
        if self.provider is not None and is_of_provider(value):
            visitor = await visitor_of_identity(self.door, await self.provider.read(value))
        else:
            async with self._statements_at_the_door() as session:
                visitor = await visitor_of_token(session, self.signer, value)
        request.state.tenant_id = visitor.user.tenant_id
        trail_of(request).let_in(visitor)
        visitor.require(needed, scope_needed(request.method, request.scope["path"], needed))
        return visitor

    async def refuse_unsigned(self, request: Request) -> None:
        """By the signature alone, which no database is asked about."""
        value = token_of(request)
        if self.provider is not None and is_of_provider(value):
            await self.provider.read(value)
        else:
            self.signer.read(value)

    async def user_if_any(self, request: Request) -> User | None:
        """For pages, which show the sign-in form instead of an error."""
        try:
            return (await self.visitor(request)).user
        except (NotSignedIn, OutOfScope):
            return None


@dataclass(frozen=True, slots=True)
class Reception:
    """What signing in needs of the process. Without a code there is no first account to make."""

    authenticator: Authenticator
    throttle: Throttle
    code: OneTimeCode | None = None


def reception_of(request: Request) -> Reception:
    reception: Reception = request.app.state.reception
    return reception


def _one_by_one(sessions: Sessions) -> Sessions:
    engine: AsyncEngine = sessions.kw["bind"]
    alone = engine.execution_options(isolation_level="AUTOCOMMIT")
    return async_sessionmaker(**{**sessions.kw, "bind": alone})


def tenant_of(request: Request) -> UUID | None:
    """Whose rows the request may see, once it is known who asks."""
    tenant_id: UUID | None = getattr(request.state, "tenant_id", None)
    return tenant_id


def actor_of(visitor: Visitor) -> Actor:
    user = visitor.user
    return Actor(user.tenant_id, user.name, is_admin=user.role in ADMINS, is_operator=visitor.is_operator)


def bearer_of(request: Request) -> str | None:
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    return value.strip() or None if scheme.lower() == "bearer" else None


def token_of(request: Request) -> str:
    """The token a request shows. Browsers send cookies on their own, so it must be a page of ours that asked."""
    if bearer := bearer_of(request):
        return bearer
    cookie = request.cookies.get(cookie_name(request))
    if cookie is None:
        raise NotSignedIn("Sign in first, or send a token: Authorization: Bearer …")
    if request.method not in SAFE_METHODS and not comes_from_own_page(request):
        raise CrossSite
    return cookie


def comes_from_own_page(request: Request) -> bool:
    return request.headers.get("x-requested-with") == "sky" and has_own_origin(request)


def has_own_origin(request: Request) -> bool:
    origin = request.headers.get("origin")
    return origin is not None and origin.partition("://")[2].lower() == request.headers.get("host", "").lower()


def refuse_foreign_origin(request: Request) -> None:
    """For endpoints that set the cookie: another site must not sign a browser in or out."""
    if "origin" in request.headers and not has_own_origin(request):
        raise CrossSite


def cookie_name(request: Request) -> str:
    """Cookies know no ports: two servers on one machine would sign each other's users out under one name.

    With `__Host-` before it a browser takes the cookie from this very host only, so that a neighbour under the same
    domain cannot sign anybody in as somebody else. It goes with `Secure`, which loopback does without.
    """
    port = request.url.port
    name = COOKIE if port is None else f"{COOKIE}_{port}"
    return name if is_loopback(request.url.hostname) else f"__Host-{name}"


def set_cookie(request: Request, response: Response, token: AccessToken, signer: TokenSigner) -> None:
    response.set_cookie(
        cookie_name(request),
        token.value,
        max_age=int(signer.lifetime.total_seconds()),
        httponly=True,
        samesite="strict",
        secure=not is_loopback(request.url.hostname),
    )


def forget_cookie(request: Request, response: Response) -> None:
    name, is_secure = cookie_name(request), not is_loopback(request.url.hostname)
    response.delete_cookie(name, httponly=True, samesite="strict", secure=is_secure)


def is_loopback(host: str | None) -> bool:
    """Whether a host name means this machine.

    >>> is_loopback("localhost"), is_loopback("127.0.0.9"), is_loopback("sky.example")
    (True, True, False)
    """
    if host is None or host == "localhost":
        return host is not None
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
