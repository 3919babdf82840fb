"""Rules at work: rows that appear are decided about as they come, by one process at a time."""

import asyncio
import logging
import time
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, func, literal, select, true
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.curation_sdk.declaring import KeptRule, was_cut_off
from scrapersky.curation_sdk.errors import CurationError
from scrapersky.curation_sdk.queue import Background, Listener, paused_workflows, sessions_of
from scrapersky.curation_sdk.rules.book import ReadRule, RuleBook
from scrapersky.curation_sdk.rules.choosing import Choice
from scrapersky.curation_sdk.rules.deciding import RuleMark, decide, rows_now
from scrapersky.curation_sdk.rules.fields import RuleFields
from scrapersky.curation_sdk.rules.going_on import is_at_work
from scrapersky.curation_sdk.rules.store import by_workflow, rules_at_work, suspend_for

log = logging.getLogger(__name__)

POLL_SECONDS = 1.0
SHARE_OF_TIME = 0.2
STATEMENT_SECONDS = 20.0
PATIENCE = 120.0


class RuleTooSlow(CurationError):
    """Finding its rows took longer than a rule may take."""

    code = "rule_too_slow"

    def __init__(self, seconds: float) -> None:
        super().__init__(f"It took longer than {seconds:g} s to find its rows. Make its condition narrower.")


@dataclass(frozen=True, slots=True)
class TenantRows:
    """All rows of a tenant."""

    tenant_id: UUID
    stages: Collection[str] = ()
    patience: float = PATIENCE

    def led_to(self, _: type[Any]) -> ColumnElement[bool]:
        return true()


class RuleStream:
    """Decides by the active rules of all tenants until stopped. Several processes may run one each: a lock of the
    transaction keeps them apart, a tenant at a time, and ends with its holder.
    """

    def __init__(
        self,
        engine: AsyncEngine,
        fields: RuleFields,
        stages: Collection[str],
        *,
        listens: bool = True,
        poll_seconds: float = POLL_SECONDS,
        statement_seconds: float = STATEMENT_SECONDS,
    ) -> None:
        self._engine, self._fields, self._stages = engine, fields, frozenset(stages)
        self._listens, self._poll_seconds, self._statement_seconds = listens, poll_seconds, statement_seconds
        self._background = Background("rules", sessions_of(engine))
        self._woken = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._tasks = [asyncio.create_task(self._background.run(self._round_and_rest, 0), name="rules")]
        if self._listens:
            listener = Listener(self._engine, lambda *_: self._woken.set(), self._woken.set)
            self._tasks.append(asyncio.create_task(listener.listen(), name="rules listen"))

    async def stop(self) -> None:
        """What was not committed is decided elsewhere, or at the next start."""
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _round_and_rest(self) -> None:
        """A notification ends the rest; but rules over many rows take no more than their share of the time."""
        began = time.monotonic()
        await self.decide_all()
        took = time.monotonic() - began
        await asyncio.sleep(took / SHARE_OF_TIME - took)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._woken.wait(), self._poll_seconds)
        self._woken.clear()

    async def decide_all(self) -> int:
        """One round: each active rule of each tenant once. Says how many rows were decided about."""
        async with AsyncSession(self._engine) as session:
            active = KeptRule.suspended.is_(None), KeptRule.removed_at.is_(None), is_at_work()
            tenants = list(await session.scalars(select(KeptRule.tenant_id).where(*active).distinct()))
        return sum([await self._decide_for(tenant_id) for tenant_id in sorted(tenants)])

    async def _decide_for(self, tenant_id: UUID) -> int:
        async with AsyncSession(self._engine) as session:
            active = [rule.id for rule in await rules_at_work(session, tenant_id, is_at_work())]
        return sum([await self._decide_by(tenant_id, rule_id) for rule_id in active])

    async def _decide_by(self, tenant_id: UUID, rule_id: UUID) -> int:
        """In a transaction of its own. A rule that cannot be carried out rests, and says why; others go on."""
        try:
            async with AsyncSession(self._engine) as session, session.begin():
                return await self._decide_locked(session, tenant_id, rule_id)
        except CurationError as error:
            reason = str(error)
            log.warning("the rule %s rests: %s", rule_id, reason)
        async with AsyncSession(self._engine) as session, session.begin():
            await suspend_for(session, rule_id, reason)
        return 0

    async def _decide_locked(self, session: AsyncSession, tenant_id: UUID, rule_id: UUID) -> int:
        key = func.hashtextextended(f"rules {tenant_id}", 0)
        if not await session.scalar(select(func.pg_try_advisory_xact_lock(key))):
            return 0
        kept = await rules_at_work(session, tenant_id, is_at_work())
        wanted = next((rule for rule in kept if rule.id == rule_id), None)
        if wanted is None or wanted.workflow not in {each.name for each in self._fields.registry}:
            return 0
        # One for a single search has the tenant's own before it, and no other search's.
        others = [rule for rule in kept if rule.for_origin is None and rule is not wanted and self._is_sound(rule)]
        asked = [rule for rule in kept if rule is wanted or rule in others]
        book = RuleBook(self._fields, by_workflow(asked))
        read = next(each for each in book.of(wanted.workflow) if each.rule.name == wanted.name)
        stages = self._stages - await paused_workflows(session)
        ids = await self._choose(session, Choice(book, TenantRows(tenant_id, stages)), read)
        return await decide(session, read, tenant_id, ids, RuleMark(wanted.name, wanted.id, wanted.version))

    async def _choose(self, session: AsyncSession, choice: Choice, read: ReadRule) -> Sequence[UUID]:
        """Only what the rule itself takes time for is limited: waiting for a person's decision is no fault of its."""
        before = await session.scalar(select(func.current_setting("statement_timeout")))
        await _limit(session, f"{self._statement_seconds * 1000:.0f}")
        try:
            ids = await rows_now(session, choice, read)
        except DBAPIError as error:
            if not was_cut_off(error):
                raise
            raise RuleTooSlow(self._statement_seconds) from error
        await _limit(session, before or "0")
        return ids

    def _is_sound(self, rule: KeptRule) -> bool:
        """One of a package that is not there, or whose field is gone, keeps no other from its work."""
        try:
            RuleBook(self._fields, by_workflow([rule]))
        except CurationError:
            return False
        return True


async def _limit(session: AsyncSession, milliseconds: str) -> None:
    await session.execute(select(func.set_config("statement_timeout", milliseconds, literal(value=True))))
