"""Where an operator sees to what is in the database, by hand: commands that are one transaction."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import wraps
from inspect import signature
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.accounts.users import tenant_named
from scrapersky.app.product import Product, open_product
from scrapersky.cli.running import read_settings, run
from scrapersky.curation_sdk.declaring import Actor
from scrapersky.curation_sdk.queue import bind_session

OPERATOR = "operator"

Options = ParamSpec("Options")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Desk:
    """Where the rows of one tenant are seen to."""

    product: Product
    session: AsyncSession
    actor: Actor


def in_session(work: Callable[Concatenate[AsyncSession, Options], Awaitable[Result]]) -> Callable[Options, Result]:
    """Runs it in a transaction of its own; what it returns is true, what it says before its end may not be."""

    @wraps(work)
    def command(*arguments: Options.args, **options: Options.kwargs) -> Result:
        async def open_and_work() -> Result:
            async with open_product(read_settings()) as product, product.sessions.begin() as session:
                return await work(session, *arguments, **options)

        return run(open_and_work())

    command.__annotations__ = _options_of(work)
    return command


def at_desk(work: Callable[..., Awaitable[Result]]) -> Callable[..., Result]:
    """A command with an option `tenant`, which may be left out where there is one tenant only."""

    @wraps(work)
    def command(*, tenant: str | None, **options: Any) -> Result:
        async def open_and_work() -> Result:
            async with open_product(read_settings()) as product, product.sessions.begin() as session:
                owner = await tenant_named(session, tenant)
                await bind_session(session, owner.id)
                return await work(Desk(product, session, Actor(owner.id, OPERATOR, is_admin=True)), **options)

        return run(open_and_work())

    command.__annotations__ = _options_of(work) | {"tenant": str | None}
    return command


def _options_of(work: Callable[..., Any]) -> dict[str, Any]:
    """What a command is given: all but its first parameter, which the decorator gives."""
    first, *_ = signature(work).parameters
    return {name: kind for name, kind in work.__annotations__.items() if name != first}
