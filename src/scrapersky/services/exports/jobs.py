"""Exports that are written in the background: ordering one, following it, cancelling it, letting its file go."""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from uuid import UUID

from sqlalchemy import ColumnElement, all_, any_, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import defer

from scrapersky.curation_sdk.declaring import Actor, AnyWorkflow, Registry, links_of
from scrapersky.curation_sdk.errors import BadRequest, RowsNotFound
from scrapersky.curation_sdk.lists import Filter, array, where
from scrapersky.curation_sdk.plurals import plural
from scrapersky.errors import ScraperSkyError
from scrapersky.extract.folding import folded
from scrapersky.models import ExportOrder, Tenant
from scrapersky.services.exports.choices import Exportable, Format, Preset
from scrapersky.services.exports.export import Export, with_preset
from scrapersky.services.exports.files import ExportFolder
from scrapersky.services.exports.formats import require_parquet
from scrapersky.services.exports.tables import workflow_table
from scrapersky.services.exports.withheld import NewlySuppressed
from scrapersky.services.searches.lists import label_of_source

MOST_UNFINISHED = 20
UNFINISHED = ("waiting", "running")
# Tens of thousands of ids are read by whoever writes the file, not by whoever looks how far it is.
WITHOUT_IDS = (defer(ExportOrder.row_ids), defer(ExportOrder.excluded_ids))
_NOT_IN_NAMES = re.compile(r"[^a-z0-9]+")
_IS_THERE = re.compile(r"([^;\s][^;]{0,80}) is not empty")
_ID = re.compile(r" [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class TooManyExports(ScraperSkyError):
    http_status = 409
    message = f"{MOST_UNFINISHED} exports are waiting or running already. Cancel one, or wait for it."


class TooMuchKept(ScraperSkyError):
    """The files wait on the disk that all tenants share."""

    http_status = 409

    def __init__(self, kept: int) -> None:
        super().__init__(f"Exports that are kept for you take {kept / 1e9:,.1f} GB. Delete some of them first.")


class NotReady(ScraperSkyError):
    """The file is not written yet, or never will be."""

    http_status = 409

    def __init__(self, order: ExportOrder) -> None:
        super().__init__(f"This export is {order.state}, so there is no file to fetch.")


class MadeBeforeSuppression(ScraperSkyError):
    """Somebody who may be in the file is to be left alone since."""

    http_status = 409

    def __init__(self, name: str, count: int) -> None:
        rows = plural(count, "row that may be in it is", "rows that may be in it are")
        super().__init__(f"{name} was made before a suppression: {rows} suppressed now. Make it again, without them.")


class FileGone(ScraperSkyError):
    http_status = 410

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is not kept here any more. Export it again.")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which rows of a tab as which kind of file; with ids only those, with columns only these and in this order.

    Those excluded were taken out of a selection of all that match. `origin` is what the list or search is called.
    """

    workflow: AnyWorkflow
    file_format: Format
    filter: Filter
    ids: Sequence[UUID] | None = None
    columns: Sequence[str] | None = None
    excluded: Sequence[UUID] = ()
    preset: Preset | None = None
    origin: str | None = None
    one_per_business: bool = False
    most_rows: int | None = None

    def export(self, tenant_id: UUID, registry: Registry) -> Export:
        conditions = where(self.workflow, tenant_id, self.filter, links_of(registry))
        if self.ids is not None:
            conditions = [*conditions, self.workflow.curation.id == any_(array(self.ids))]
        if self.excluded:
            conditions = [*conditions, self.workflow.curation.id != all_(array(self.excluded))]
        if self.one_per_business and self.workflow.names.table != Exportable.CONTACTS:
            raise BadRequest("One for each business is for contacts.")
        if self.preset and self.columns:
            raise BadRequest("Choose columns, or a preset, which has its own.")
        table = with_preset(workflow_table(self.workflow, self.columns), self.preset)
        return Export(table, tenant_id, conditions, self.one_per_business, self.most_rows)

    def in_words(self) -> str:
        words = self._chosen_in_words()
        words = f"{words}; the best of each business" if self.one_per_business else words
        return f"{words}; the first {self.most_rows:,}" if self.most_rows else words

    def _chosen_in_words(self) -> str:
        words = self.filter.in_words(self.workflow, self.origin)
        if self.ids is not None:
            chosen = f"{len(self.ids):,} chosen rows" if len(self.ids) != 1 else "1 chosen row"
            words = chosen if self.filter == Filter() else f"{chosen}; {words}"
        return f"{words}, except {len(self.excluded):,}" if self.excluded else words

    def file_name(self, today: datetime) -> str:
        """For people, with the search or the filter: contacts-best-50_new-has-e-mail_2026-03-01.csv."""
        is_of_people = self.workflow.names.table == Exportable.CONTACTS
        tab = "contacts" if is_of_people else self.workflow.names.kebab
        made = [self.preset if self.preset is not Preset.PLAIN else None, "best" if self.one_per_business else None]
        made.append(str(self.most_rows) if self.most_rows else None)
        named = _in_a_name(self.origin or "")
        told = [None if named and is_of_people and not made[0] else tab, *made]
        what = "-".join(filter(None, told))
        which = "" if self.ids is None and self.filter == Filter() else _in_a_name(self._chosen_in_words())
        parts = filter(None, (named, what) if named else (what, which))
        return f"{'_'.join(parts)}_{today:%Y-%m-%d}.{self.file_format.value}"


def _in_a_name(words: str) -> str:
    """
    >>> _in_a_name("New; from lists 019a86f2-5d3c-7c41-9d1e-2f0b6c1a7e55"), _in_a_name("Zahnärzte in Köln")
    ('new-from-lists', 'zahnarzte-in-koln')
    >>> _in_a_name("New; E-mail is not empty")
    'new-has-e-mail'
    """
    short = _IS_THERE.sub(r"has \1", _ID.sub("", folded(words)))
    return _NOT_IN_NAMES.sub("-", short).strip("-")[:60].strip("-")


def wanted_by(order: ExportOrder, registry: Registry) -> Wanted:
    workflow = registry[order.workflow]
    written = Filter.from_json(order.filter)
    preset = Preset(order.preset) if order.preset else None
    excluded = order.excluded_ids or ()
    return Wanted(
        workflow,
        Format(order.format),
        written,
        order.row_ids,
        order.columns,
        excluded,
        preset,
        one_per_business=order.one_per_business,
        most_rows=order.most_rows,
    )


@dataclass(frozen=True, slots=True)
class ExportOrders:
    """One tenant's exports, inside the request's transaction."""

    session: AsyncSession
    actor: Actor
    registry: Registry
    shelf: ExportFolder

    async def place(self, wanted: Wanted) -> ExportOrder:
        """What cannot be exported is refused now, not when nobody looks."""
        if wanted.file_format is Format.PARQUET:
            require_parquet()
        await self._refuse_too_many()
        now = (await self.session.scalars(select(func.now()))).one()
        pinned = replace(wanted, filter=wanted.filter.pinned(wanted.workflow, now), origin=await self._origin(wanted))
        pinned.export(self.actor.tenant_id, self.registry)
        order = ExportOrder(
            tenant_id=self.actor.tenant_id,
            workflow=pinned.workflow.name,
            format=pinned.file_format.value,
            filter=pinned.filter.to_json(),
            row_ids=None if pinned.ids is None else list(dict.fromkeys(pinned.ids)),
            excluded_ids=list(dict.fromkeys(pinned.excluded)) or None,
            columns=None if pinned.columns is None else list(pinned.columns),
            preset=pinned.preset,
            one_per_business=pinned.one_per_business,
            most_rows=pinned.most_rows,
            filter_in_words=pinned.in_words(),
            file_name=pinned.file_name(now),
            made_by=self.actor.name,
        )
        self.session.add(order)
        await self.session.flush()
        await self.session.refresh(order)
        return order

    async def _origin(self, wanted: Wanted) -> str | None:
        if wanted.filter.origin is not None:
            with suppress(RowsNotFound):  # rows may come from tables whose rows have no name
                return await label_of_source(self.session, self.actor.tenant_id, wanted.filter.origin)
        return None

    async def _refuse_too_many(self) -> None:
        """The tenant is locked, so that two who order at once are counted one after the other."""
        await self.session.execute(
            select(Tenant.id).where(Tenant.id == self.actor.tenant_id).with_for_update(key_share=True)
        )
        is_unfinished, is_ready = ExportOrder.state.in_(UNFINISHED), ExportOrder.state == "ready"
        counted = select(func.count().filter(is_unfinished), func.sum(ExportOrder.bytes).filter(is_ready)).where(
            self._mine(), or_(is_unfinished, is_ready)
        )
        unfinished, kept = (await self.session.execute(counted)).one()
        if unfinished >= MOST_UNFINISHED:
            raise TooManyExports
        if (kept or 0) >= self.shelf.most_bytes:
            raise TooMuchKept(int(kept or 0))

    async def repeat(self, order_id: UUID) -> ExportOrder:
        """The same rows, as they are now, as the same kind of file."""
        order = await self.one(order_id)
        await self.session.refresh(order, ["row_ids", "excluded_ids"])
        return await self.place(wanted_by(order, self.registry))

    async def listed(self, size: int, before: UUID | None) -> list[ExportOrder]:
        """The newest first."""
        newest = select(ExportOrder).where(self._mine()).order_by(ExportOrder.id.desc()).limit(size)
        if before is not None:
            newest = newest.where(ExportOrder.id < before)
        return list(await self.session.scalars(newest.options(*WITHOUT_IDS)))

    async def one(self, order_id: UUID, *, lock: bool = False) -> ExportOrder:
        found = select(ExportOrder).where(self._mine(), ExportOrder.id == order_id)
        found = found.options(*WITHOUT_IDS).execution_options(populate_existing=True)
        order = await self.session.scalar(found.with_for_update() if lock else found)
        if order is None:
            raise RowsNotFound(f"There is no export {order_id}.")
        return order

    async def let_go(self, order_id: UUID) -> ExportOrder:
        """Cancel what is not done, delete the file of what is; what has neither leaves the list."""
        order = await self.one(order_id, lock=True)
        if order.state in UNFINISHED:
            order.state, order.claim, order.lease_until = "cancelled", None, None
        elif order.state == "ready":
            order.state, order.expires_at = "expired", func.now()
            self.shelf.file(order).unlink(missing_ok=True)
        else:
            await self.session.delete(order)
            return order
        order.changed_at = func.now()
        await self.session.flush()
        await self.session.refresh(order)
        return order

    async def file(self, order_id: UUID) -> tuple[ExportOrder, Path]:
        order = await self.one(order_id)
        if order.state == "expired":
            raise FileGone(order.file_name)
        if order.state != "ready":
            raise NotReady(order)
        path = self.shelf.file(order)
        if not path.is_file():
            raise FileGone(order.file_name)
        if suppressed := (await self.suppressed_since([order])).get(order.id):
            raise MadeBeforeSuppression(order.file_name, suppressed)
        return order, path

    async def suppressed_since(self, orders: Sequence[ExportOrder]) -> dict[UUID, int]:
        """By the order, how many rows that may be in its file are suppressed now: it is not handed out any more."""
        return await NewlySuppressed(self.session, self.actor.tenant_id, self.registry).counts(orders)

    def _mine(self) -> ColumnElement[bool]:
        return ExportOrder.tenant_id == self.actor.tenant_id
