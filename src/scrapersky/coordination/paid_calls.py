"""The ledger of what all workers pay for, and the budgets that it is held against."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, Select, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.clients.places.errors import BudgetUsedUp
from scrapersky.clients.places.payer import Payer
from scrapersky.curation_sdk.declaring import KeptRule, earliest_id
from scrapersky.curation_sdk.plurals import plural
from scrapersky.curation_sdk.queue import bound_by
from scrapersky.models import ApiCall, Budget, PlaceSearch, PlaceSearchResult


class DatabasePaidCalls:
    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._reading = engine.execution_options(isolation_level="AUTOCOMMIT")

    async def since(self, source: str, midnight: datetime) -> int:
        counted = select(func.sum(ApiCall.calls)).where(ApiCall.id >= earliest_id(midnight), ApiCall.source == source)
        async with AsyncSession(self._reading) as session:
            return int(await session.scalar(counted) or 0)

    async def pay(self, payer: Payer, cost_micros: int) -> None:
        """Written before the request is sent: a worker that is killed then has paid for one that was not.

        Who has budgets pays one request at a time, so that together they never go over.
        """
        try:
            async with self._of(payer) as session, session.begin():
                await self._pay(session, payer, cost_micros)
        except BudgetUsedUp as error:
            if not error.is_of_search:
                await self._let_rules_rest(payer, str(error))
            raise

    def _of(self, payer: Payer) -> AsyncSession:
        return AsyncSession(self._engine, **bound_by(lambda: payer.tenant_id))

    async def _pay(self, session: AsyncSession, payer: Payer, cost_micros: int) -> None:
        search_id = await _search_of(session, payer)
        at_source = or_(Budget.source.is_(None), Budget.source == payer.source)
        budgets = list(await session.scalars(select(Budget).where(Budget.tenant_id == payer.tenant_id, at_source)))
        if budgets:
            key = func.hashtextextended(f"budgets {payer.tenant_id}", 0)
            await session.execute(select(func.pg_advisory_xact_lock(key)))
        for budget in budgets:
            if budget.per == "month" or search_id is not None:
                await _hold_against(session, budget, search_id, cost_micros)
        values = {"tenant_id": payer.tenant_id, "source": payer.source, "calls": 1, "cost_micros": cost_micros}
        values |= {"workflow": payer.workflow, "row_id": payer.row_id, "search_id": search_id}
        await session.execute(insert(ApiCall).values(values))

    async def _let_rules_rest(self, payer: Payer, reason: str) -> None:
        """What they would queue could not be paid for. A person lets them go on."""
        at_work = (
            KeptRule.tenant_id == payer.tenant_id,
            KeptRule.workflow == payer.workflow,
            KeptRule.suspended.is_(None),
            KeptRule.removed_at.is_(None),
        )
        async with self._of(payer) as session, session.begin():
            await session.execute(update(KeptRule).where(*at_work).values(suspended=reason))


async def _search_of(session: AsyncSession, payer: Payer) -> UUID | None:
    """A search pays for itself and for its places' details; for a place of several, the latest that found it.

    None for what no search led to, or does not pay for: checks of mailboxes, places from files.
    """
    if payer.workflow == PlaceSearch.single_search.name:
        return payer.row_id
    found = select(PlaceSearchResult.place_search_id).where(PlaceSearchResult.place_id == payer.row_id)
    return await session.scalar(found.order_by(PlaceSearchResult.found_at.desc()).limit(1))


async def _hold_against(session: AsyncSession, budget: Budget, search_id: UUID | None, cost_micros: int) -> None:
    now = (await session.scalars(select(func.now()))).one()
    calls, micros = (await session.execute(spent(budget, now, search_id))).one()
    is_over = budget.most_calls is not None and calls + 1 > budget.most_calls
    if is_over or (budget.most_micros is not None and micros + cost_micros > budget.most_micros):
        raise BudgetUsedUp(_words(budget, calls, micros, cost_micros), is_of_search=budget.per == "search")


async def over_budget(
    session: AsyncSession, tenant_id: UUID, source: str, *, micros: tuple[int, int], search_id: UUID | None
) -> str | None:
    """Whether what costs from so much to so much would go over a budget; `search_id` is the search to be run again."""
    least, most = micros
    at_source = or_(Budget.source.is_(None), Budget.source == source)
    now = (await session.scalars(select(func.now()))).one()
    kept = (Budget.tenant_id == tenant_id, at_source, Budget.most_micros.is_not(None))
    for budget in await session.scalars(select(Budget).where(*kept).order_by(Budget.per.desc(), Budget.most_micros)):
        left = budget.most_micros or 0
        if budget.per == "month" or search_id is not None:
            left -= (await session.execute(spent(budget, now, search_id))).one()[1]
        if most > left:
            goes = "goes" if least > left else "may go"
            when = "this month" if budget.per == "month" else "on this search"
            return (
                f"It {goes} above the budget for {budget.source or 'all sources'}: {dollars(max(left, 0))} may be spent"
                f" {when}. The search waits, queued, when that is used up."
            )
    return None


def spent(budget: Budget, now: datetime, search_id: UUID | None = None) -> Select[int, int]:
    """Calls and millionths of a dollar that count towards a budget."""
    conditions: list[ColumnElement[bool]] = [ApiCall.tenant_id == budget.tenant_id]
    if budget.source is not None:
        conditions.append(ApiCall.source == budget.source)
    if budget.per == "search":
        conditions.append(ApiCall.search_id == search_id)
    else:
        month = now.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
        conditions.append(ApiCall.id >= earliest_id(month))
    calls, micros = func.sum(ApiCall.calls), func.sum(ApiCall.cost_micros)
    return select(func.coalesce(calls, 0), func.coalesce(micros, 0)).where(*conditions)


def _words(budget: Budget, calls: int, micros: int, cost_micros: int) -> str:
    where = budget.source or "all sources"
    when = "this month" if budget.per == "month" else "on this search"
    most = [dollars(budget.most_micros)] if budget.most_micros is not None else []
    most += [plural(budget.most_calls, "request")] if budget.most_calls is not None else []
    bound = " and ".join(most)
    told = f"is used up: {dollars(micros)} and {plural(calls, 'request')} {when}, of {bound}"
    if not calls:
        told = f"allows {bound} {when}, less than the first request needs, which costs {dollars(cost_micros)}"
    return f"The budget for {where} {told}. Raise it to let this go on; it looks again by itself."


def dollars(micros: int) -> str:
    """
    >>> dollars(35_000), dollars(1_200_000)
    ('$0.035', '$1.20')
    """
    return f"${micros / 1_000_000:,.3f}".removesuffix("0")
