"""Files that are older than a suppression of somebody who may be in them: they are withheld, and made again."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, any_, func, literal, or_, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import Registry, links_of
from scrapersky.curation_sdk.lists import Filter, where
from scrapersky.models import Contact, Domain, ExportOrder, Suppression
from scrapersky.services.suppression.contacts import contacts_of, is_domain_of
from scrapersky.services.suppression.kinds import SuppressionKind
from scrapersky.services.suppression.marks import Mark

Marks = frozenset[Mark]


@dataclass(frozen=True, slots=True)
class NewlySuppressed:
    """What was put on a tenant's list after files were written. Erasing lets every file go by itself."""

    session: AsyncSession
    tenant_id: UUID
    registry: Registry
    _contacts: dict[Marks, list[UUID]] = field(default_factory=dict)

    async def counts(self, orders: Sequence[ExportOrder]) -> dict[UUID, int]:
        """By the order, how many of its rows: none are missed, but some of these may not be in the file."""
        ready = {order.id: order for order in orders if order.state == "ready" and order.begun_at is not None}
        since = min((order.begun_at for order in ready.values() if order.begun_at), default=None)
        if since is None:
            return {}
        listed = select(Suppression.created_at, Suppression.kind, Suppression.value).where(
            Suppression.tenant_id == self.tenant_id, Suppression.created_at >= since, Suppression.is_hashed.is_(False)
        )
        entries = [(at, Mark(SuppressionKind(kind), value)) for at, kind, value in await self.session.execute(listed)]
        return {
            order_id: await self._count(order, _since(order.begun_at, entries)) for order_id, order in ready.items()
        }

    async def _count(self, order: ExportOrder, marks: Marks) -> int:
        workflow = self.registry[order.workflow]
        suppressed = await self._is_suppressed(workflow.model, marks)
        if suppressed is None:
            return 0
        # What was filtered by may have changed since, as the state of who is suppressed does; where rows are from not.
        origin = Filter(origin=Filter.from_json(order.filter).origin)
        named = select(func.unnest(ExportOrder.row_ids)).where(ExportOrder.id == order.id)
        are_named = select(ExportOrder.row_ids.is_(None)).where(ExportOrder.id == order.id).scalar_subquery()
        counted = select(func.count()).where(
            *where(workflow, self.tenant_id, origin, links_of(self.registry)),
            suppressed,
            or_(are_named, workflow.curation.id.in_(named)),
            workflow.model.created_at <= order.ready_at,
        )
        return await self.session.scalar(counted.select_from(workflow.model)) or 0

    async def _is_suppressed(self, model: type[Any], marks: Marks) -> ColumnElement[bool] | None:
        """Contacts are known by all that reaches them, other rows by their domain."""
        if model is Contact:
            if marks not in self._contacts:
                self._contacts[marks] = await contacts_of(self.session, self.tenant_id, marks) if marks else []
            found = self._contacts[marks]
            return Contact.id == any_(literal(found, ARRAY(Contact.id.type))) if found else None
        domains = [mark.value for mark in marks if mark.kind is SuppressionKind.DOMAIN]
        whose = model.id if model is Domain else getattr(model, "domain_id", None)
        if not domains or whose is None:
            return None
        own: ColumnElement[bool] = whose.in_(
            select(Domain.id).where(Domain.tenant_id == self.tenant_id, is_domain_of(domains))
        )
        return own


def _since(begun_at: datetime | None, entries: Sequence[tuple[datetime, Mark]]) -> Marks:
    return frozenset(mark for at, mark in entries if begun_at is not None and at >= begun_at)
