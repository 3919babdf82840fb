"""What a rule would do before it does: how many rows now, which for example, how long, at what price; and how often it
would have decided as people did.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from pydantic import BaseModel, Field
from sqlalchemy import ColumnElement, Select, case, func, literal, select
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import AnyWorkflow, Batch, BatchRow, RuleAction, Settable, State, title_of
from scrapersky.curation_sdk.monitor import Forecast, forecast
from scrapersky.curation_sdk.plurals import plural
from scrapersky.curation_sdk.rules.book import ReadRule
from scrapersky.curation_sdk.rules.choosing import STATUSES, Choice
from scrapersky.curation_sdk.rules.time_limit import TimeLimit

MOST_SHOWN = 12
MOST_SECONDS = 12.0


class RowSample(BaseModel):
    id: UUID
    title: str


class Disagreement(RowSample):
    decided: str = Field(description="What a person decided.")
    rule_says: str = Field(description="What the rule decides; `New` where it leaves the row to people.")


class Replay(BaseModel):
    """What people decided by themselves, and whether the rule would have done the same."""

    decisions: int
    agreeing: int
    differing: list[Disagreement]
    words: str


class RulePreview(BaseModel):
    """`least` and `most` are the same where nothing is waited for: then so many rows are decided about, exactly."""

    workflow: str
    name: str
    least: int = Field(description="Rows it takes now.")
    most: int = Field(description="Rows it takes when all it waits for is done.")
    matching: int = Field(description="Rows its condition holds for, whatever its limits.")
    sample: list[RowSample]
    forecast: Forecast | None = Field(description="Nothing for a rule that skips.")
    replay: Replay
    words: str


@dataclass(frozen=True, slots=True)
class Previewer:
    """Of rules that may be anybody's: all that one asks for takes so long at most, and no longer."""

    session: AsyncSession
    choice: Choice
    limit: TimeLimit = field(default_factory=lambda: TimeLimit(MOST_SECONDS))

    async def of(self, read: ReadRule) -> RulePreview:
        """Raises RuleTooSlow."""
        choice, workflow = self.choice, read.workflow
        least = await self._count(choice.rows(read))
        most = await self._count(choice.rows(read, waits=False)) if read.rule.after else least
        matching = await self._count(choice.rows(read, is_limited=False)) if read.has_limits else least
        queues = read.rule.action is RuleAction.QUEUE
        expected = await forecast(self.session, workflow, choice.scope.tenant_id, most) if queues else None
        amount = plural(least, "row becomes", "rows become")
        amount = amount if least == most else f"{least:,} to {most:,} rows become"
        words = f"{amount} {STATUSES[read.rule.action]}" + (
            f", of {matching:,} that it holds for." if matching != most else "."
        )
        return RulePreview(
            workflow=workflow.name,
            name=read.rule.name,
            least=least,
            most=most,
            matching=matching,
            sample=await self._sample(read),
            forecast=expected,
            replay=await self._replay(read),
            words=words,
        )

    async def _count(self, rows: Select[Any]) -> int:
        async with self.limit.over(self.session):
            return await self.session.scalar(select(func.count()).select_from(rows.subquery())) or 0

    async def _sample(self, read: ReadRule) -> list[RowSample]:
        curation = read.workflow.curation
        rows = self.choice.rows(read).add_columns(title_of(read.workflow)).order_by(curation.id).limit(MOST_SHOWN)
        async with self.limit.over(self.session):
            found = (await self.session.execute(rows)).all()
        return [RowSample(id=row_id, title=title or str(row_id)) for row_id, title in found]

    async def _replay(self, read: ReadRule) -> Replay:
        """On the rows as they are now: what was known when the person decided is not kept."""
        says = _said(read, self.choice.matches(read))
        decided = self._decided_by_people(read.workflow)
        curation = read.workflow.curation
        joined = (
            select(curation.id, title_of(read.workflow).label("title"), decided.c.status, says.label("says"))
            .join(decided, decided.c.row_id == curation.id)
            .where(curation.tenant_id == self.choice.scope.tenant_id)
            .subquery()
        )
        agrees = joined.c.status == joined.c.says
        counted = select(func.count(), func.count().filter(agrees)).select_from(joined)
        others = select(joined).where(~agrees).order_by(joined.c.id).limit(MOST_SHOWN)
        async with self.limit.over(self.session):
            decisions, agreeing = (await self.session.execute(counted)).one()
            differ = (await self.session.execute(others)).all()
        decides = STATUSES[read.rule.action].value
        differing = [
            Disagreement(
                id=row_id, title=title or str(row_id), decided=status, rule_says=said if said == decides else State.NEW
            )
            for row_id, title, status, said in differ
        ]
        return Replay(
            decisions=decisions,
            agreeing=agreeing,
            differing=differing,
            words=_agreement(decisions, agreeing, differing),
        )

    def _decided_by_people(self, workflow: AnyWorkflow) -> Any:
        """The latest decision about each row, where a person made it and it stands."""
        latest = (
            select(BatchRow.row_id, Batch.status, Batch.rule)
            .join(Batch, Batch.id == BatchRow.batch_id)
            .where(
                Batch.tenant_id == self.choice.scope.tenant_id,
                Batch.workflow == workflow.name,
                Batch.undone_at.is_(None),
            )
            .ext(distinct_on(BatchRow.row_id))
            .order_by(BatchRow.row_id, Batch.id.desc())
            .subquery()
        )
        wanted = (Settable.QUEUED.value, Settable.SKIPPED.value)
        return select(latest).where(latest.c.rule.is_(None), latest.c.status.in_(wanted)).subquery()


def _said(read: ReadRule, holds: ColumnElement[bool]) -> ColumnElement[str]:
    """A row that a rule leaves to people goes no further, as one that is skipped."""
    queued, skipped = literal(Settable.QUEUED.value), literal(Settable.SKIPPED.value)
    is_queue = read.rule.action is RuleAction.QUEUE
    return case((holds, queued if is_queue else skipped), else_=skipped if is_queue else queued)


def _agreement(decisions: int, agreeing: int, differing: Sequence[Disagreement]) -> str:
    if not decisions:
        return "Nobody decided about such rows by hand yet."
    rest = decisions - agreeing
    if rest in (0, decisions):
        yours = "your own decision" if decisions == 1 else f"all {decisions:,} of your own decisions"
        return f"It differs from {yours}." if rest else f"It agrees with {yours}."
    these = "this one" if rest == 1 else f"these {rest:,}"
    if rest > len(differing):
        these = f"{rest:,}, such as these {len(differing):,},"
    return f"It agrees with {agreeing:,} of your own {decisions:,} decisions; on {these} it differs."
