"""A rule decides as a person does: in a batch that says whose it is, and that can be taken back."""

from collections.abc import Sequence
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

    @property
    def words(self) -> str:
        return f"rule {self.name}" if self.version is None else f"rule {self.name}, version {self.version}"


async def rows_now(session: AsyncSession, choice: Choice, read: ReadRule) -> Sequence[UUID]:
    """Some thousands of the rows that it takes."""
    return list(await session.scalars(choice.rows(read).order_by(read.workflow.curation.id).limit(MOST_AT_ONCE)))


async def decide(session: AsyncSession, read: ReadRule, tenant_id: UUID, ids: Sequence[UUID], mark: RuleMark) -> int:
    """In the caller's transaction; says how many. Rows that somebody decided about meanwhile are left as they are."""
    if not ids:
        return 0
    decision = Decision(STATUSES[read.rule.action], only_from=State.NEW)
    facts = {"rule": mark.name, "rule_id": mark.id, "rule_version": mark.version}
    changed = await change_status(
        session, read.workflow, Actor(tenant_id, mark.words, is_machine=True), ids, decision, **facts
    )
    return len(changed.updated_ids)
