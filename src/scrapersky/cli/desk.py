"""Where an operator sees to what belongs to one tenant, by hand."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.accounts.users import tenant_named
from scrapersky.app.product import Product, open_product
from scrapersky.cli.running import read_settings, run
from scrapersky.curation_sdk.declaring import Actor

OPERATOR = "operator"


@dataclass(frozen=True, slots=True)
class Desk:
    """All that is done at it is one transaction."""

    product: Product
    session: AsyncSession
    actor: Actor


def at_desk(tenant: str | None, work: Callable[[Desk], Awaitable[None]]) -> None:
    async def open_and_work() -> None:
        async with open_product(read_settings()) as product, product.sessions.begin() as session:
            owner = await tenant_named(session, tenant)
            await work(Desk(product, session, Actor(owner.id, OPERATOR, is_admin=True)))

    run(open_and_work())
