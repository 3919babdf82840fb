"""A rule decides as a person does: in a batch that says whose it is, and that can be taken back."""

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.decisions import Decision, change_status
from scrapersky.curation_sdk.declaring import Actor, RuleAction, Settable, State
from scrapersky.curation_sdk.rules.book import ReadRule
from scrapersky.curation_sdk.rules.choosing import Choice

MOST_AT_ONCE = 5_000
STATUSES = {RuleAction.QUEUE: Settable.QUEUED, RuleAction.SKIP: Settable.SKIPPED}


@dataclass(frozen=True, slots=True)
class RuleMark:
    """What a batch says of the rule that made it; a run's rules are kept nowhere and have a name only."""

    name: str
    id: UUID | None = None
    version: int | None = None


async def decide(
    session: AsyncSession, choice: Choice, read: ReadRule, actor: Actor, mark: RuleMark | None = None
) -> int:
    """Decide about some thousands of rows in the caller's transaction, and say how many. Nothing is decided twice:
    rows that somebody decided about meanwhile are left as they are.
    """
    ids = list(await session.scalars(choice.rows(read).order_by(read.workflow.curation.id).limit(MOST_AT_ONCE)))
    if not ids:
        return 0
    by = mark or RuleMark(read.rule.name)
    decision = Decision(STATUSES[read.rule.action], only_from=State.NEW)
    facts = {"rule": by.name, "rule_id": by.id, "rule_version": by.version}
    changed = await change_status(session, read.workflow, actor, ids, decision, **facts)
    return len(changed.updated_ids)
