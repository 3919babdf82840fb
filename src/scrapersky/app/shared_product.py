"""The product that the specification's functions use when none is given to them.

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
class SharedProduct:
    product: Product
    runtime: Runtime


@dataclass(slots=True)
class _LoopProducts:
    """One event loop's: what was put there, and what was opened because nothing was."""

    given: list[SharedProduct] = field(default_factory=list)
    own: SharedProduct | None = None
    users: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    closing: AsyncExitStack = field(default_factory=AsyncExitStack)

    async def take(self) -> SharedProduct:
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
_by_loop: WeakKeyDictionary[asyncio.AbstractEventLoop, _LoopProducts] = WeakKeyDictionary()


def _of_this_loop() -> _LoopProducts:
    return _by_loop.setdefault(asyncio.get_running_loop(), _LoopProducts())


@contextmanager
def using(shared: SharedProduct) -> Iterator[None]:
    """Calls on this event loop use this for as long as it lasts."""
    kept = _of_this_loop()
    kept.given.append(shared)
    try:
        yield
    finally:
        kept.given.remove(shared)


@asynccontextmanager
async def opened() -> AsyncIterator[SharedProduct]:
    """Keeps it open: calls within need not open it again each."""
    kept = _of_this_loop()
    if kept.given:
        yield kept.given[-1]
        return
    shared = await kept.take()
    try:
        yield shared
    finally:
        await asyncio.shield(kept.let_go())


@asynccontextmanager
async def _open() -> AsyncIterator[SharedProduct]:
    settings = Settings.model_validate({})
    async with (
        open_product(settings) as product,
        open_clients(settings, product.engine, product.internet) as clients,
        Lease(product.engine, settings.worker_lease_seconds).held() as lease,
    ):
        yield SharedProduct(product, make_runtime(product, clients, lease))


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
