"""What comes of one list or search goes on by itself: a rule for each stage that was chosen, whoever looks on."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from uuid import UUID

from sqlalchemy import Select, func, insert, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import Actor, AnyWorkflow, KeptRule, Rule, RuleAction, note
from scrapersky.curation_sdk.lists import Origin, paths_up
from scrapersky.curation_sdk.queue import SETTINGS_CHANNEL, notify
from scrapersky.curation_sdk.rules.book import RuleBook
from scrapersky.curation_sdk.rules.fields import RuleFields
from scrapersky.curation_sdk.rules.store import lock_rules, remember, rules_at_work

_LONGEST_LABEL = 50


def _rules_for(tenant_id: UUID, origin: Origin) -> Select[KeptRule]:
    mine = KeptRule.tenant_id == tenant_id, KeptRule.for_origin == str(origin)
    return select(KeptRule).where(*mine, KeptRule.removed_at.is_(None))


async def going_on(session: AsyncSession, tenant_id: UUID, origin: Origin) -> list[str]:
    """The workflows in which all that comes of it is queued."""
    active = _rules_for(tenant_id, origin).where(KeptRule.suspended.is_(None), KeptRule.is_at_work())
    return sorted({rule.workflow for rule in await session.scalars(active)})


async def rules_for_origins(session: AsyncSession, tenant_id: UUID) -> list[KeptRule]:
    """What decides at present about what comes of single lists and searches."""
    kept = await rules_at_work(session, tenant_id, KeptRule.is_at_work())
    return [rule for rule in kept if rule.for_origin is not None]


@dataclass(frozen=True, slots=True)
class OriginRules:
    """One person's choice for one list or search, inside the request's transaction.

    `skips` are conditions by workflow: of what comes there, such rows are skipped and all others queued.
    """

    session: AsyncSession
    fields: RuleFields
    actor: Actor
    skips: Mapping[str, str] = field(default_factory=dict)

    async def choose(self, origin: Origin, label: str, workflows: Collection[str]) -> None:
        """From now on in these workflows, and in no others."""
        await lock_rules(self.session, self.actor.tenant_id)
        kept = (await self.session.scalars(_rules_for(self.actor.tenant_id, origin).with_for_update())).all()
        for rule in kept:
            rule.changed_by, rule.changed_at = self.actor.name, func.now()
            rule.suspended = None
            if rule.workflow not in workflows:
                rule.removed_at = func.now()
        for name in sorted(set(workflows) - {rule.workflow for rule in kept}):
            for rule_wanted in self._wanted(self.fields.registry[name], origin, label):
                await self._add(name, rule_wanted, origin)
        note(origin=str(origin), workflows=", ".join(sorted(workflows)))
        await notify(self.session, SETTINGS_CHANNEL, "rules")

    def _wanted(self, workflow: AnyWorkflow, origin: Origin, label: str) -> list[Rule]:
        mine, left_out = self._condition(workflow, origin), self.skips.get(workflow.name)
        if left_out is None:
            return [Rule(_name("Go on with", label, origin), mine)]
        return [
            Rule(_name("Go on with", label, origin), f"{mine} and not ({left_out})"),
            Rule(_name("Leave out of", label, origin), f"{mine} and ({left_out})", RuleAction.SKIP),
        ]

    async def _add(self, workflow: str, rule: Rule, origin: Origin) -> None:
        RuleBook(self.fields, {workflow: [rule]})
        values = {"tenant_id": self.actor.tenant_id, "workflow": workflow, "name": rule.name, "place": 0}
        made = insert(KeptRule).values(
            **values, written=rule.written(), for_origin=str(origin), changed_by=self.actor.name
        )
        rule_id = (await self.session.execute(made.returning(KeptRule.id))).scalar_one()
        await remember(self.session, rule_id, 1, rule, self.actor)

    def _condition(self, workflow: AnyWorkflow, origin: Origin) -> str:
        """A search is itself the row of its own stage."""
        above = {table.name for table in paths_up(workflow.model.__table__, self.fields.links)}
        return f'origin = "{origin}"' if origin.table in above else f'id = "{origin.id}"'


def _name(what: str, label: str, origin: Origin) -> str:
    """
    >>> _name("Go on with", "dentists in Austin, TX", Origin("place_searches", UUID(int=0xABCDEF)))
    'Go on with dentists in Austin, TX (abcdef)'
    """
    words = "".join(each if each.isprintable() else " " for each in label)
    return f"{what} {words[:_LONGEST_LABEL].strip()} ({origin.id.hex[-6:]})"
