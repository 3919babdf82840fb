"""What the specification's functions stand on when nothing is given to them.

That is what runs on this event loop already: the application's or a worker's own. Where nothing does, it is opened by
the settings for the first who needs it, shared with those who come meanwhile, and closed after the last.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from scrapersky.app.internet import open_clients
from scrapersky.app.product import Product, goes_through_pooler, open_product
from scrapersky.config.settings import Settings
from scrapersky.curation_sdk.queue import Lease, Runtime


@dataclass(frozen=True, slots=True)
class Standing:
    product: Product
    runtime: Runtime


@dataclass(slots=True)
class _Ground:
    """One event loop's: what was put there, and what was opened because nothing was."""

    given: list[Standing] = field(default_factory=list)
    own: Standing | None = None
    users: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    closing: AsyncExitStack = field(default_factory=AsyncExitStack)

    async def take(self) -> Standing:
        async with self.lock:
            if self.own is None:
                self.own = await self.closing.enter_async_context(_open())
            self.users += 1
            return self.own

    async def let_go(self) -> None:
        async with self.lock:
            self.users -= 1
            if self.users == 0:
                self.own = None
                await self.closing.aclose()


# Not a product but where one is found: functions that take no arguments have nobody else to ask.
_grounds: WeakKeyDictionary[asyncio.AbstractEventLoop, _Ground] = WeakKeyDictionary()


def _ground() -> _Ground:
    return _grounds.setdefault(asyncio.get_running_loop(), _Ground())


@contextmanager
def standing_on(standing: Standing) -> Iterator[None]:
    """Calls on this event loop use this for as long as it lasts."""
    ground = _ground()
    ground.given.append(standing)
    try:
        yield
    finally:
        ground.given.remove(standing)


@asynccontextmanager
async def opened() -> AsyncIterator[Standing]:
    """Keeps it open: calls within need not open it again each."""
    ground = _ground()
    if ground.given:
        yield ground.given[-1]
        return
    standing = await ground.take()
    try:
        yield standing
    finally:
        await ground.let_go()


@asynccontextmanager
async def _open() -> AsyncIterator[Standing]:
    settings = Settings.model_validate({})
    async with (
        open_product(settings) as product,
        open_clients(settings, product.engine, product.internet) as clients,
        Lease(product.engine, settings.worker_lease_seconds).held() as lease,
    ):
        yield Standing(product, make_runtime(product, clients, lease))


def make_runtime(
    product: Product, clients: object, lease: Lease, concurrency: int | None = None, *, claims: bool = True
) -> Runtime:
    settings = product.settings
    return Runtime(
        product.engine,
        clients,
        lease,
        settings.shutdown_grace_seconds,
        listens=not goes_through_pooler(settings),
        concurrency=concurrency,
        claims=claims,
    )
