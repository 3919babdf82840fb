"""Which rows a rule takes now: one statement, however many rows there are.

It decides about them as a person does: in a batch that says whose it is, and that can be taken back.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Protocol
from uuid import UUID

from sqlalchemy import ColumnElement, Select, SQLColumnExpression, and_, case, exists, false, func, literal, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.decisions import LONGEST_UNDO_SECONDS, Decision, change_status
from scrapersky.curation_sdk.declaring import (
    Actor,
    AnyWorkflow,
    Batch,
    BatchRow,
    Curation,
    Ending,
    RuleAction,
    Run,
    Settable,
    State,
)
from scrapersky.curation_sdk.rules.book import ReadRule, RuleBook, RuleOrder
from scrapersky.curation_sdk.rules.meaning import fails

MOST_AT_ONCE = 5_000
STATUSES = {RuleAction.QUEUE: Settable.QUEUED, RuleAction.SKIP: Settable.SKIPPED}


class RuleScope(Protocol):
    """Whose rows, and which. `stages` are the workflows at work; rows put off for over `patience` seconds are not
    waited for.
    """

    @property
    def tenant_id(self) -> UUID: ...
    @property
    def stages(self) -> Collection[str]: ...
    @property
    def patience(self) -> float: ...
    def led_to(self, model: type[Any]) -> ColumnElement[bool]: ...


@dataclass(frozen=True, slots=True)
class Choice:
    """What the rules of a book take of the rows in a scope."""

    book: RuleBook
    scope: RuleScope

    def rows(self, read: ReadRule, *, waits: bool = True, is_limited: bool = True) -> Select[Any]:
        """Ids of rows that nobody decided about. One that a person stopped is theirs, though it says New again.

        Unless it `waits`, those it takes when all that it waits for is done; unless it `is_limited`, whatever limits.
        """
        curation = read.workflow.curation
        stopped = exists().where(
            Run.row_id == curation.id, Run.workflow == curation.name, Run.ending == Ending.STOPPED.value
        )
        limits = self._limits(read, waits=waits) if is_limited else []
        free = ~stopped, ~self._is_just_reset(read.workflow)
        return select(curation.id).where(*self.new_rows(read.workflow), self.matches(read), *limits, *free)

    def _is_just_reset(self, workflow: AnyWorkflow) -> ColumnElement[bool]:
        """By a person who may still take it back: a rule waits as long as workers do, or undo would find nothing.

        From when the row itself was reset: a sitting in review that has it may have begun hours before.
        """
        ends = BatchRow.changed_at + func.make_interval(0, 0, 0, 0, 0, 0, Batch.undo_seconds)
        return exists().where(
            BatchRow.row_id == workflow.curation.id,
            Batch.id == BatchRow.batch_id,
            Batch.tenant_id == self.scope.tenant_id,
            func.coalesce(Batch.last_at, Batch.made_at)
            > func.now() - func.make_interval(0, 0, 0, 0, 0, 0, LONGEST_UNDO_SECONDS),
            Batch.workflow == workflow.name,
            Batch.status == Settable.NEW.value,
            ~Batch.by_machine,
            or_(ends > func.now(), and_(Batch.undo_seconds > 0, Batch.state == "running")),
        )

    def new_rows(self, workflow: AnyWorkflow) -> list[ColumnElement[bool]]:
        curation = workflow.curation
        return [
            curation.tenant_id == self.scope.tenant_id,
            self.scope.led_to(workflow.model),
            curation.state == State.NEW.value,
        ]

    def takes(self, read: ReadRule) -> ColumnElement[bool]:
        """Its condition, within its limits, and no rule before it has a say in the row."""
        return and_(self.matches(read), *self._limits(read, waits=True))

    def matches(self, read: ReadRule) -> ColumnElement[bool]:
        """Without its limits."""
        tenant_id = self.scope.tenant_id
        return and_(read.when.holds(tenant_id), *(each.when.fails(tenant_id) for each in self._before(read)))

    def _before(self, read: ReadRule) -> Sequence[ReadRule]:
        rules = self.book.of(read.workflow.name)
        return rules[: next((place for place, each in enumerate(rules) if each is read), 0)]

    def _limits(self, read: ReadRule, *, waits: bool) -> list[ColumnElement[bool]]:
        if read.group is None:
            return []
        limits: list[ColumnElement[bool]] = []
        if read.rule.after and waits:
            limits.append(or_(read.group.is_(None), read.group.not_in(self._groups_in_work(read))))
        if read.rule.at_most is not None:
            limits.append(read.workflow.curation.id.in_(self._best(read, read.group, read.rule.at_most)))
        return limits

    def _best(self, read: ReadRule, group: SQLColumnExpression[Any], most: int) -> Select[Any]:
        """The first of each group; rows decided on already count towards the number."""
        curation, model = read.workflow.curation, read.workflow.model
        values = [_sorted_by(each, self.scope.tenant_id) for each in read.first]
        order = [_directed(value, each) for value, each in zip(values, read.first, strict=True)]
        of_a_sort = [
            func.row_number().over(partition_by=(group, column), order_by=(*order, model.id))
            for column, _ in read.enough
        ]
        keys = [each.label(f"key_{place}") for place, each in enumerate(values)]
        sorts = [each.label(f"sort_{place}") for place, each in enumerate(of_a_sort)]
        is_new = (curation.state == State.NEW.value).label("is_new")
        rows = (
            select(model.id, group.label("group"), is_new, *keys, *sorts)
            .where(
                curation.tenant_id == self.scope.tenant_id,
                group.is_not(None),
                self.scope.led_to(model),
                self.matches(read),
            )
            .subquery()
            .c
        )
        decided = func.count().filter(~rows.is_new).over(partition_by=rows.group)
        is_one_of_many = [
            case((rows[f"sort_{place}"] > enough, 1), else_=0) for place, (_, enough) in enumerate(read.enough)
        ]
        in_order = [_directed(rows[key.name], each) for key, each in zip(keys, read.first, strict=True)]
        place = func.row_number().over(
            partition_by=(rows.group, rows.is_new), order_by=(*is_one_of_many, *in_order, rows.id)
        )
        ranked = select(rows.id, (place + decided).label("rank")).subquery()
        return select(ranked.c.id).where(ranked.c.rank <= most)

    def _groups_in_work(self, read: ReadRule) -> Select[Any]:
        """Groups of which more rows may come, or more become known of those that are there."""
        parts = [self._on_their_way(read, name, read.rule.per or "") for name in read.rule.after]
        known = [part for part in parts if part is not None]
        if not known:
            return select(read.workflow.curation.id).where(false())
        (first, *others) = known
        return select(first.union_all(*others).subquery())

    def _on_their_way(self, read: ReadRule, name: str, per: str) -> Select[Any] | None:
        """None where nobody works on the workflow. Of its own, a rule waits for what those before it take."""
        if name not in self.scope.stages:
            return None
        workflow = self.book.fields.registry[name]
        group = self.book.fields.group_key(workflow.model, per)
        if group is None:
            return None
        of_tenant = workflow.curation.tenant_id == self.scope.tenant_id
        rules = self._before(read) if name == read.workflow.name else self.book.of(name)
        return select(group).where(of_tenant, group.is_not(None), self._is_on_its_way(workflow, rules))

    def _is_on_its_way(self, workflow: AnyWorkflow, rules: Sequence[ReadRule]) -> ColumnElement[bool]:
        """In work, due soon, or about to be queued by a rule."""
        curation: Curation = workflow.curation
        soon = func.now() + func.make_interval(0, 0, 0, 0, 0, 0, self.scope.patience)
        is_due = and_(curation.state == State.QUEUED.value, curation.queue_order <= soon)
        taking = [each for each in rules if each.rule.action is RuleAction.QUEUE]
        is_taken = and_(curation.state == State.NEW.value, or_(false(), *(self.takes(each) for each in taking)))
        return or_(curation.state == State.PROCESSING.value, is_due, is_taken)


def _sorted_by(order: RuleOrder, tenant_id: UUID) -> ColumnElement[Any]:
    if order.condition is not None:
        return case((fails(order.condition.holds(tenant_id)), 1), else_=0)
    return literal(None) if order.column is None else order.column


def _directed(value: ColumnElement[Any], order: RuleOrder) -> ColumnElement[Any]:
    """What has no value comes last."""
    return value.desc().nulls_last() if order.is_downwards else value.asc().nulls_last()


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
