"""The rows that one decision by filter is about, as they are now."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Select, all_, and_, any_, func, select, true
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import NEWEST_FIRST, AnyWorkflow, Link
from scrapersky.curation_sdk.lists.filters import Filter, where
from scrapersky.curation_sdk.lists.kept_statements import array
from scrapersky.curation_sdk.lists.keyset import read_order
from scrapersky.curation_sdk.lists.ordered_keys import OrderedKeys, Stretch


@dataclass(frozen=True, slots=True)
class Selection:
    """All that match, except some."""

    filter: Filter
    exclude_ids: Sequence[UUID] = ()


@dataclass(frozen=True, slots=True)
class SelectedRows:
    """A selection among one tenant's rows of one workflow."""

    workflow: AnyWorkflow
    tenant_id: UUID
    selection: Selection
    links: Sequence[Link] = ()

    @property
    def _clauses(self) -> list[ColumnElement[bool]]:
        return where(self.workflow, self.tenant_id, self.selection.filter, self.links)

    @property
    def _not_excluded(self) -> ColumnElement[bool]:
        excluded = self.selection.exclude_ids
        return self.workflow.curation.id != all_(array(excluded)) if excluded else true()

    async def count(self, session: AsyncSession) -> int:
        """Exactly, since someone is about to change them all."""
        counted = select(func.count()).select_from(self.workflow.model).where(*self._clauses, self._not_excluded)
        return await session.scalar(counted) or 0

    async def newest(self, session: AsyncSession, limit: int | None, before: UUID | None = None) -> list[UUID]:
        """Downwards in creation order, from before the one id."""
        place = and_(self._not_excluded, self.workflow.curation.id < before if before else true())
        return list(await session.scalars(self._keys(NEWEST_FIRST, place, limit)))

    async def next(self, session: AsyncSession, *, after: UUID | None, through: UUID | None, limit: int) -> list[UUID]:
        """Upwards in creation order, after the one id and through the other."""
        row_id = self.workflow.curation.id
        above = row_id > after if after else true()
        within = row_id <= through if through else true()
        return list(await session.scalars(self._keys("id", and_(self._not_excluded, above, within), limit)))

    def _keys(self, sort: str, place: ColumnElement[bool], limit: int | None) -> Select[Any]:
        order = read_order(self.workflow, sort)
        keys = OrderedKeys(self.workflow, self.tenant_id, self.selection.filter, order, self.links)
        return keys.in_order(Stretch([place], limit=limit))

    async def lock(self, session: AsyncSession, ids: Sequence[UUID]) -> list[UUID]:
        """Those that still match once nobody else can change them, locked in id order like everywhere."""
        row_id = self.workflow.curation.id
        still = select(row_id).where(row_id == any_(array(ids)), *self._clauses).order_by(row_id)
        return list(await session.scalars(still.with_for_update(key_share=True)))


async def existing_ids(
    session: AsyncSession, workflow: AnyWorkflow, tenant_id: UUID, ids: Sequence[UUID]
) -> list[UUID]:
    curation = workflow.curation
    owned = select(curation.id).where(curation.tenant_id == tenant_id, curation.id == any_(array(ids)))
    return list(await session.scalars(owned.order_by(curation.id)))
