"""Sessions and people for endpoints and jobs that somebody writes beside the product, by the specification's names."""

from collections.abc import AsyncIterator, Generator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import asdict, dataclass
from typing import Any

from fastapi import Request
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.accounts.sign_in import require_role
from scrapersky.accounts.tokens import make_signer
from scrapersky.app.product import Product
from scrapersky.app.shared_product import opened
from scrapersky.curation_sdk.declaring import Actor
from scrapersky.curation_sdk.queue import bound_by
from scrapersky.models import Role, User
from scrapersky.routers.access import authenticator_of
from scrapersky.routers.sessions import Authenticator, actor_of, tenant_of


@dataclass(frozen=True, slots=True, kw_only=True)
class UserInToken(Actor):
    """Who a request's token speaks of."""

    user: User

    @property
    def sub(self) -> str:
        return str(self.user.id)

    def refuse_unless_curator(self) -> None:
        require_role(self.user, Role.CURATOR)


@asynccontextmanager
async def _product_of(request: Request) -> AsyncIterator[Product]:
    """Of our own application, or what another stands on."""
    own: Product | None = getattr(request.app.state, "product", None)
    if own is not None:
        yield own
        return
    async with opened() as shared:
        yield shared.product


async def get_session_dependency(request: Request) -> AsyncIterator[AsyncSession]:
    """A session without a transaction: the endpoint begins it. Once it is known who asks, it sees their rows only."""
    bound = bound_by(lambda: tenant_of(request), in_tables=True)
    async with _product_of(request) as product, product.door(**bound) as session:
        yield session


async def get_current_active_user(request: Request) -> UserInToken:
    """By bearer token or cookie; 401 where there is none that holds."""
    if getattr(request.app.state, "product", None) is not None:
        visitor = await authenticator_of(request).visitor(request)
    else:
        async with opened() as shared:
            product = shared.product
            authenticator = Authenticator(product.requests, product.door, make_signer(product.settings))
            visitor = await authenticator.visitor(request)
    return UserInToken(**asdict(actor_of(visitor)), user=visitor.user)


class BackgroundSession(AsyncSession):
    """What it stands on stays open until it is closed."""

    def __init__(self, bind: Any, ground: AsyncExitStack) -> None:
        super().__init__(bind, expire_on_commit=False)
        self._ground = ground

    async def close(self) -> None:
        await super().close()
        await self._ground.aclose()


class OpeningSession:
    """Awaited, or entered: both give the session."""

    _session: AsyncSession

    def __await__(self) -> Generator[Any, None, AsyncSession]:
        return self._open().__await__()

    async def __aenter__(self) -> AsyncSession:
        self._session = await self._open()
        return self._session

    async def __aexit__(self, *_: object) -> None:
        await self._session.close()

    async def _open(self) -> AsyncSession:
        ground = AsyncExitStack()
        shared = await ground.enter_async_context(opened())
        return BackgroundSession(shared.product.engine, ground)


def get_background_session() -> OpeningSession:
    """`session = await get_background_session()`, to be closed; or `async with get_background_session() as session`."""
    return OpeningSession()
