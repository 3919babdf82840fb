"""Rules at work: rows that appear are decided about as they come, by one process at a time."""

import asyncio
import logging
import time
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, func, select, true
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.curation_sdk.declaring import KeptRule
from scrapersky.curation_sdk.errors import CurationError, RowsNotFound
from scrapersky.curation_sdk.queue import Background, Listener, bound_by, paused_workflows, sessions_of
from scrapersky.curation_sdk.rules.book import RuleBook
from scrapersky.curation_sdk.rules.choosing import Choice, RuleMark, decide, rows_now
from scrapersky.curation_sdk.rules.fields import RuleFields
from scrapersky.curation_sdk.rules.store import by_workflow, rules_at_work, suspend_for
from scrapersky.curation_sdk.rules.time_limit import TimeLimit

log = logging.getLogger(__name__)

POLL_SECONDS = 1.0
SHARE_OF_TIME = 0.2
# A round that waited for a database that others kept busy is no reason to let people wait for minutes.
LONGEST_REST = 30.0
STATEMENT_SECONDS = 20.0
PATIENCE = 120.0
Edition = tuple[tuple[UUID, int, int], ...]


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
        self._books: dict[UUID, tuple[Edition, RuleBook]] = {}

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
        await asyncio.sleep(min(took / SHARE_OF_TIME - took, LONGEST_REST))
        with suppress(TimeoutError):
            async with asyncio.timeout(self._poll_seconds):
                await self._woken.wait()
        self._woken.clear()

    async def decide_all(self) -> int:
        """One round: each active rule of each tenant once. Says how many rows were decided about."""
        async with AsyncSession(self._engine) as session:
            active = KeptRule.suspended.is_(None), KeptRule.removed_at.is_(None), KeptRule.is_at_work()
            tenants = list(await session.scalars(select(KeptRule.tenant_id).where(*active).distinct()))
        return sum([await self._decide_for(tenant_id) for tenant_id in sorted(tenants)])

    async def _decide_for(self, tenant_id: UUID) -> int:
        async with self._session_of(tenant_id) as session:
            active = [rule.id for rule in await rules_at_work(session, tenant_id, KeptRule.is_at_work())]
        return sum([await self._decide_by(tenant_id, rule_id) for rule_id in active])

    async def _decide_by(self, tenant_id: UUID, rule_id: UUID) -> int:
        """In a transaction of its own. A rule that cannot be carried out rests, and says why; others go on."""
        try:
            async with self._session_of(tenant_id) as session, session.begin():
                return await self._decide_locked(session, tenant_id, rule_id)
        except CurationError as error:
            reason = str(error)
            log.warning("the rule %s rests: %s", rule_id, reason)
        async with self._session_of(tenant_id) as session, session.begin():
            await suspend_for(session, rule_id, reason)
        return 0

    def _session_of(self, tenant_id: UUID) -> AsyncSession:
        return AsyncSession(self._engine, **bound_by(lambda: tenant_id))

    async def _decide_locked(self, session: AsyncSession, tenant_id: UUID, rule_id: UUID) -> int:
        key = func.hashtextextended(f"rules {tenant_id}", 0)
        if not await session.scalar(select(func.pg_try_advisory_xact_lock(key))):
            return 0
        kept = await rules_at_work(session, tenant_id, KeptRule.is_at_work())
        wanted = next((rule for rule in kept if rule.id == rule_id), None)
        if wanted is None or wanted.workflow not in {each.name for each in self._fields.registry}:
            return 0
        # One for a single search has the tenant's own before it, and no other search's.
        asked = [rule for rule in kept if rule is wanted or rule.for_origin is None]
        book = self._book(tenant_id if wanted.for_origin is None else wanted.id, asked)
        read = next((each for each in book.of(wanted.workflow) if each.rule.name == wanted.name), None)
        if read is None:
            raise self._problem(wanted) or RowsNotFound(f"{wanted.name} is not among the rules.")
        stages = self._stages - await paused_workflows(session, tenant_id)
        # Only what the rule itself takes time for is limited: waiting for a person's decision is no fault of its.
        async with TimeLimit(self._statement_seconds).over(session):
            ids = await rows_now(session, Choice(book, TenantRows(tenant_id, stages)), read)
        return await decide(session, read, tenant_id, ids, RuleMark(wanted.name, wanted.id, wanted.version))

    def _book(self, whose: UUID, kept: Sequence[KeptRule]) -> RuleBook:
        """Read once for as long as they stay as they are. One of a package that is not there, or whose field is gone,
        keeps no other from its work.
        """
        edition = tuple((rule.id, rule.version, rule.place) for rule in kept)
        known = self._books.get(whose)
        if known is None or known[0] != edition:
            known = edition, RuleBook(self._fields, by_workflow([rule for rule in kept if not self._problem(rule)]))
            self._books[whose] = known
        return known[1]

    def _problem(self, rule: KeptRule) -> CurationError | None:
        try:
            RuleBook(self._fields, by_workflow([rule]))
        except CurationError as error:
            return error
        return None
