"""All that a rule decided: how much of it can still be taken back, and taking it back."""

from collections.abc import Sequence
from uuid import UUID

from pydantic import BaseModel, Field
from sqlalchemy import any_, func, literal, select, update
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql import UUID as PG_UUID
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.decisions import MOST_AT_ONCE, take_back
from scrapersky.curation_sdk.declaring import Actor, AnyWorkflow, Batch, BatchRow, KeptRule, Registry, State
from scrapersky.curation_sdk.errors import RowsNotFound
from scrapersky.curation_sdk.plurals import plural
from scrapersky.curation_sdk.rules.store import suspend_rule

MOST_BATCHES_AT_ONCE = 100


class WayBack(BaseModel):
    """What taking back all that a rule decided would come to."""

    total: int = Field(description="Rows it decided about.")
    restorable: int | None = Field(
        description="Those that nobody touched since. Null where they are too many to count."
    )
    words: str


async def way_back(session: AsyncSession, registry: Registry, actor: Actor, rule_id: UUID) -> WayBack:
    """No more rows are looked at than are taken back at once."""
    mine = KeptRule.id == rule_id, KeptRule.tenant_id == actor.tenant_id
    workflow = await session.scalar(select(KeptRule.workflow).where(*mine))
    if workflow is None:
        raise RowsNotFound(f"There is no rule {rule_id}.")
    batches, total = await _batches(session, actor, rule_id)
    if _are_many(batches, total):
        words = f"It decided about {total:,} rows. Those that nobody touched since become what they were before."
        return WayBack(total=total, restorable=None, words=words)
    restorable, sent = await _counted(session, registry[workflow], actor, batches)
    return WayBack(total=total, restorable=restorable, words=_words(total, restorable, sent))


async def _counted(
    session: AsyncSession, workflow: AnyWorkflow, actor: Actor, batches: Sequence[UUID]
) -> tuple[int, int]:
    """How many are as the rule left them, and how many were sent."""
    curation = workflow.curation
    is_sent = curation.state == State.COMPLETE
    if workflow.shortfall:
        is_sent &= func.coalesce(curation.outcome, "").not_in(workflow.shortfall.outcomes)
    untouched = curation.updated_at == BatchRow.changed_at
    counted = (
        select(func.count().filter(untouched), func.count().filter(is_sent, ~untouched))
        .join(BatchRow, BatchRow.row_id == curation.id)
        .where(BatchRow.batch_id == any_(literal(list(batches), ARRAY(PG_UUID))), curation.tenant_id == actor.tenant_id)
    )
    restorable, sent = (await session.execute(counted)).one()
    return restorable, sent if workflow.hands_over else 0


def _words(total: int, restorable: int, sent: int) -> str:
    """
    >>> _words(21, 0, 21)
    'All 21 were sent already; there is nothing to take back.'
    >>> _words(3, 2, 0)
    'Of the 3 rows it decided about 2 become what they were before; the other was worked on or decided anew since.'
    >>> _words(1, 1, 0)
    'The row it decided about becomes what it was before.'
    """
    others = total - restorable
    since = "sent already" if sent == others else "worked on or decided anew since"
    if total == 0:
        return "It decided about no row that was not taken back."
    if restorable == 0:
        all_of_it = "Its only row was" if total == 1 else f"All {total:,} were"
        return f"{all_of_it} {since}; there is nothing to take back."
    became = "becomes what it was before" if restorable == 1 else "become what they were before"
    if others == 0:
        return f"{'The row' if total == 1 else f'All {total:,} rows'} it decided about {became}."
    rest = "the other was" if others == 1 else f"the other {others:,} were"
    return f"Of the {total:,} rows it decided about {restorable:,} {became}; {rest} {since}."


async def _batches(session: AsyncSession, actor: Actor, rule_id: UUID) -> tuple[list[UUID], int]:
    """What of its decisions stands, the newest first, and about how many rows."""
    mine = (
        select(Batch.id, Batch.done)
        .where(Batch.rule_id == rule_id, Batch.tenant_id == actor.tenant_id, Batch.undone_at.is_(None))
        .order_by(Batch.id.desc())
    )
    found = (await session.execute(mine)).all()
    return [batch_id for batch_id, _ in found], sum(done for _, done in found)


def _are_many(batches: Sequence[UUID], total: int) -> bool:
    return total > MOST_AT_ONCE or len(batches) > MOST_BATCHES_AT_ONCE


async def undo_rule(session: AsyncSession, registry: Registry, actor: Actor, rule_id: UUID) -> str:
    """Take back all that it decided, as far as nobody has touched the rows since; it rests, lest it decide again."""
    await suspend_rule(session, actor, rule_id, "what it had decided was taken back")
    batches, total = await _batches(session, actor, rule_id)
    if _are_many(batches, total):
        undoing = {"state": "undoing", "last_id": None, "lease_until": None, "undone_at": func.now()}
        await session.execute(update(Batch).where(Batch.id.in_(batches)).values(undoing))
        return f"{plural(total, 'row is', 'rows are')} being undone, a few thousand at a time. The rule is paused."
    undone = [await take_back(session, registry, actor, batch_id) for batch_id in batches]
    restored = sum(each.restored for each in undone)
    others = "" if restored == total else "; the others were worked on or decided anew since"
    return f"{restored:,} of {plural(total, 'row')} restored{others}. The rule is paused."
