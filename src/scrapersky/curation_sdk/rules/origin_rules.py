"""What comes of one list or search goes on by itself: a rule for each stage that was chosen, whoever looks on."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import Select, func, insert, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import Actor, AnyWorkflow, KeptRule, Rule, note
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
    return sorted([rule.workflow for rule in await session.scalars(active)])


async def rules_for_origins(session: AsyncSession, tenant_id: UUID) -> list[KeptRule]:
    """What decides at present about what comes of single lists and searches."""
    kept = await rules_at_work(session, tenant_id, KeptRule.is_at_work())
    return [rule for rule in kept if rule.for_origin is not None]


@dataclass(frozen=True, slots=True)
class OriginRules:
    """One person's choice for one list or search, inside the request's transaction."""

    session: AsyncSession
    fields: RuleFields
    actor: Actor

    async def choose(self, origin: Origin, label: str, workflows: Collection[str]) -> None:
        """From now on in these workflows, and in no others."""
        await lock_rules(self.session, self.actor.tenant_id)
        kept = await self.session.scalars(_rules_for(self.actor.tenant_id, origin).with_for_update())
        there = {rule.workflow: rule for rule in kept}
        for name, rule in there.items():
            rule.changed_by, rule.changed_at = self.actor.name, func.now()
            rule.suspended = None
            if name not in workflows:
                rule.removed_at = func.now()
        for name in sorted(set(workflows) - set(there)):
            await self._add(self.fields.registry[name], origin, label)
        note(origin=str(origin), workflows=", ".join(sorted(workflows)))
        await notify(self.session, SETTINGS_CHANNEL, "rules")

    async def _add(self, workflow: AnyWorkflow, origin: Origin, label: str) -> None:
        rule = Rule(_name(label, origin), self._condition(workflow, origin))
        RuleBook(self.fields, {workflow.name: [rule]})
        values = {"tenant_id": self.actor.tenant_id, "workflow": workflow.name, "name": rule.name, "place": 0}
        made = insert(KeptRule).values(
            **values, written=rule.written(), for_origin=str(origin), changed_by=self.actor.name
        )
        rule_id = (await self.session.execute(made.returning(KeptRule.id))).scalar_one()
        await remember(self.session, rule_id, 1, rule, self.actor)

    def _condition(self, workflow: AnyWorkflow, origin: Origin) -> str:
        """A search is itself the row of its own stage."""
        above = {table.name for table in paths_up(workflow.model.__table__, self.fields.links)}
        return f'origin = "{origin}"' if origin.table in above else f'id = "{origin.id}"'


def _name(label: str, origin: Origin) -> str:
    """
    >>> _name("dentists in Austin, TX", Origin("place_searches", UUID(int=0xABCDEF)))
    'Go on with dentists in Austin, TX (abcdef)'
    """
    words = "".join(each if each.isprintable() else " " for each in label)
    return f"Go on with {words[:_LONGEST_LABEL].strip()} ({origin.id.hex[-6:]})"
