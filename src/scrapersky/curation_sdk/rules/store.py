"""The rules of a tenant: applied as a whole, kept in every version, suspended and resumed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import ColumnElement, Select, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import Actor, Batch, KeptRule, Rule, RuleVersion
from scrapersky.curation_sdk.errors import CurationError, RowsNotFound
from scrapersky.curation_sdk.queue import SETTINGS_CHANNEL, notify
from scrapersky.curation_sdk.rules.book import RuleBook
from scrapersky.curation_sdk.rules.files import Rules, WrittenRule

LONGEST_REASON = 500
MOST_NAMED = 5


class RulesChanged(CurationError):
    """Somebody else changed the rules after they were read; nothing is applied."""

    http_status = 409

    def __init__(self, others: Sequence["RuleDifference"], people: Sequence[str]) -> None:
        names = ", ".join(f"{each.workflow} {each.name!r}" for each in others[:MOST_NAMED])
        more = f" and {len(others) - MOST_NAMED} more" if len(others) > MOST_NAMED else ""
        by = f" by {' and '.join(people)}" if people else ""
        super().__init__(
            f"The rules were changed{by} since you read them: {names}{more}. Yours are not saved."
            " Look at theirs, then save again."
        )


@dataclass(frozen=True, slots=True)
class RuleDifference:
    """What applying some rules would do to one: `what` is added, changed, moved or removed."""

    what: str
    workflow: str
    name: str
    before: Rule | None = None
    after: Rule | None = None

    def in_words(self) -> list[str]:
        """
        >>> RuleDifference("changed", "deep_scan", "Good", Rule("Good", "a > 3"), Rule("Good", "a > 4")).in_words()
        ['changed deep_scan: Good', '  - when: a > 3', '  + when: a > 4']
        """
        before = self.before.written() if self.before else {}
        after = self.after.written() if self.after else {}
        keys = [key for key in dict.fromkeys([*before, *after]) if key != "name" and before.get(key) != after.get(key)]
        lines = [
            f"  {sign} {key}: {side[key]}"
            for key in keys
            for sign, side in (("-", before), ("+", after))
            if key in side
        ]
        return [f"{self.what} {self.workflow}: {self.name}", *lines]


def rule_of(kept: KeptRule) -> Rule:
    return WrittenRule.model_validate(kept.written).rule()


def by_workflow(kept: Sequence[KeptRule]) -> dict[str, list[Rule]]:
    rules: dict[str, list[Rule]] = {}
    for each in kept:
        rules.setdefault(each.workflow, []).append(rule_of(each))
    return rules


async def kept_rules(session: AsyncSession, tenant_id: UUID, *, lock: bool = False) -> list[KeptRule]:
    """In the order in which they are asked."""
    wanted = _present(tenant_id).where(KeptRule.for_origin.is_(None)).order_by(KeptRule.workflow, KeptRule.place)
    return list(await session.scalars(wanted.with_for_update() if lock else wanted))


def _present(tenant_id: UUID) -> Select[KeptRule]:
    return select(KeptRule).where(KeptRule.tenant_id == tenant_id, KeptRule.removed_at.is_(None))


async def rules_at_work(session: AsyncSession, tenant_id: UUID, at_work: ColumnElement[bool]) -> list[KeptRule]:
    """The tenant's own in their order, then those for single lists and searches; none that rests."""
    active = _present(tenant_id).where(KeptRule.suspended.is_(None), at_work)
    first = KeptRule.for_origin.is_not(None)
    return list(await session.scalars(active.order_by(first, KeptRule.workflow, KeptRule.place, KeptRule.id)))


def differences(kept: Sequence[KeptRule], wanted: Rules) -> list[RuleDifference]:
    there = {(each.workflow, each.name): each for each in kept}
    found = list(_new_ones(there, wanted))
    gone = [each for each in kept if each.name not in {rule.name for rule in wanted.get(each.workflow, ())}]
    return found + [RuleDifference("removed", each.workflow, each.name, before=rule_of(each)) for each in gone]


def _new_ones(there: Mapping[tuple[str, str], KeptRule], wanted: Rules) -> Iterator[RuleDifference]:
    for workflow, rules in wanted.items():
        for place, rule in enumerate(rules):
            known = there.get((workflow, rule.name))
            if known is None:
                yield RuleDifference("added", workflow, rule.name, after=rule)
            elif known.written != rule.written():
                yield RuleDifference("changed", workflow, rule.name, rule_of(known), rule)
            elif known.place != place:
                yield RuleDifference("moved", workflow, rule.name, rule_of(known), rule)


async def lock_rules(session: AsyncSession, tenant_id: UUID) -> None:
    """Until the transaction ends nobody else changes the tenant's rules, and none of them decides."""
    await session.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(f"rules {tenant_id}", 0))))


async def apply_rules(
    session: AsyncSession, book: RuleBook, actor: Actor, *, before: Rules | None = None
) -> list[RuleDifference]:
    """From now on the tenant's rules are those of the book and no others, in the caller's transaction.

    Where it is said what they were `before`, only if they still are. One that says something else than before begins
    anew, in its next version; one that is as it was stays suspended.
    """
    await lock_rules(session, actor.tenant_id)
    kept = await kept_rules(session, actor.tenant_id, lock=True)
    if before is not None:
        _refuse_changed(kept, before)
    wanted = {name: [read.rule for read in some] for name, some in book.by_workflow.items()}
    found = differences(kept, wanted)
    there = {(each.workflow, each.name): each for each in kept}
    for each in found:
        await _carry_out(session, actor, each, there.get((each.workflow, each.name)), wanted)
    if found:
        await notify(session, SETTINGS_CHANNEL, "rules")
    return found


def _refuse_changed(kept: Sequence[KeptRule], before: Rules) -> None:
    others = differences(kept, before)
    if others:
        names = {(each.workflow, each.name) for each in others}
        raise RulesChanged(others, sorted({rule.changed_by for rule in kept if (rule.workflow, rule.name) in names}))


async def _carry_out(
    session: AsyncSession, actor: Actor, each: RuleDifference, known: KeptRule | None, wanted: Rules
) -> None:
    if each.what == "removed" and known is not None:
        known.removed_at, known.changed_by = func.now(), actor.name
        return
    place = [rule.name for rule in wanted[each.workflow]].index(each.name)
    if each.after is None:
        return
    if known is None:
        values = {"tenant_id": actor.tenant_id, "workflow": each.workflow, "name": each.name, "place": place}
        made = insert(KeptRule).values(**values, written=each.after.written(), changed_by=actor.name)
        await remember(session, (await session.execute(made.returning(KeptRule.id))).scalar_one(), 1, each.after, actor)
        return
    known.place = place
    if each.what == "changed":
        known.version, known.written, known.suspended = known.version + 1, each.after.written(), None
        known.changed_by, known.changed_at = actor.name, func.now()
        await remember(session, known.id, known.version, each.after, actor)


async def remember(session: AsyncSession, rule_id: UUID, version: int, rule: Rule, actor: Actor) -> None:
    values = {"rule_id": rule_id, "version": version, "written": rule.written(), "made_by": actor.name}
    await session.execute(insert(RuleVersion).values(values))


async def own_rule(session: AsyncSession, actor: Actor, rule_id: UUID) -> KeptRule:
    """Also one that was removed: what it decided can still be taken back."""
    mine = select(KeptRule).where(KeptRule.id == rule_id, KeptRule.tenant_id == actor.tenant_id).with_for_update()
    rule = await session.scalar(mine.execution_options(populate_existing=True))
    if rule is None:
        raise RowsNotFound(f"There is no rule {rule_id}.")
    return rule


async def suspend_rule(session: AsyncSession, actor: Actor, rule_id: UUID, reason: str | None = None) -> KeptRule:
    rule = await own_rule(session, actor, rule_id)
    words = f"{actor.name} suspended it{f': {reason}' if reason else '.'}"
    rule.suspended, rule.changed_by = rule.suspended or words[:LONGEST_REASON], actor.name
    return rule


async def resume_rule(session: AsyncSession, actor: Actor, rule_id: UUID) -> KeptRule:
    rule = await own_rule(session, actor, rule_id)
    rule.suspended, rule.changed_by = None, actor.name
    await notify(session, SETTINGS_CHANNEL, "rules")
    return rule


async def suspend_for(session: AsyncSession, rule_id: UUID, reason: str) -> None:
    """By what watches over rules: its statement took too long, or its money is used up."""
    suspension = update(KeptRule).where(KeptRule.id == rule_id, KeptRule.suspended.is_(None))
    await session.execute(suspension.values(suspended=reason[:LONGEST_REASON]))


async def decided_counts(session: AsyncSession, tenant_id: UUID) -> dict[UUID, int]:
    """How many rows each rule decided about."""
    counted = (
        select(Batch.rule_id, func.sum(Batch.done - Batch.restored))
        .where(Batch.tenant_id == tenant_id, Batch.rule_id.is_not(None))
        .group_by(Batch.rule_id)
    )
    return {rule_id: int(count) for rule_id, count in await session.execute(counted) if rule_id is not None}
