"""Erasing somebody everywhere that we reach, so that reading the same pages again brings nothing back."""

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from uuid import UUID

from sqlalchemy import and_, delete, func, or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from scrapersky.clients.html.store import HtmlStores, KeptHtml, OuterHtmlStore
from scrapersky.curation_sdk.decisions import forget_marks
from scrapersky.curation_sdk.declaring import Actor
from scrapersky.curation_sdk.queue import of_tenant
from scrapersky.models import Contact, Delivery, ExportOrder, PageContent, Suppression
from scrapersky.services.erasure.kept_pages import kept_pages
from scrapersky.services.erasure.mentions import mentions_in, searched_tables
from scrapersky.services.erasure.subject import ErasureSubject
from scrapersky.services.exports.files import ExportFolder
from scrapersky.services.suppression.entries import ERASED
from scrapersky.services.suppression.kinds import SuppressionKind
from scrapersky.services.suppression.redaction import part_of

log = logging.getLogger(__name__)

NOT_REACHED = (
    "Backups: erase again after restoring one, the entry comes with backups made from now on.",
    "What was delivered or exported before: ask whoever has it to erase it.",
    "The database server's own files: what was deleted leaves them when it vacuums and recycles its write-ahead log.",
    "Lines that were logged, where you keep them; tables of installed packages; the accounts of your own people.",
    "Place sources: a later search may list a business under this name, website or number again.",
)


@dataclass(frozen=True, slots=True)
class Delivered:
    target: str
    delivered_at: datetime
    contact_id: UUID


@dataclass(slots=True)
class ErasureReport:
    """What was, or in a dry run would be, taken out. Nothing in it says who it was."""

    dry_run: bool
    contacts: int = 0
    deleted: Counter[str] = field(default_factory=Counter)
    redacted: Counter[str] = field(default_factory=Counter)
    pages: int = 0
    exports: int = 0
    files: int = 0
    entries: int = 0
    delivered: list[Delivered] = field(default_factory=list)
    not_reached: Sequence[str] = NOT_REACHED


@dataclass(frozen=True, slots=True)
class Erasure:
    """Where an installation keeps things. Whether a file is still named is asked across tenants: two may share it."""

    sessions: async_sessionmaker[AsyncSession]
    stores: HtmlStores
    shelves: Sequence[OuterHtmlStore]
    exports: ExportFolder
    delivered: Path | None = None

    async def run(
        self, actor: Actor, kind: SuppressionKind, text: str, *, domain: str | None = None, dry_run: bool
    ) -> ErasureReport:
        """Twice: a row that was in work meanwhile may have been written by who did not know yet."""
        report = ErasureReport(dry_run)
        own = of_tenant(self.sessions, actor.tenant_id)
        async with own() as session:
            subject = await ErasureSubject.find(session, actor.tenant_id, kind, text, domain)
        for again in (False,) if dry_run else (False, True):
            places: list[str] = []
            async with own() as session, session.begin() as transaction:
                await self._sweep(session, actor, subject, report, places)
                if dry_run:
                    await transaction.rollback()
            if not dry_run:
                report.files += await self._remove_unnamed(places)
                report.files += await asyncio.to_thread(self._remove_delivered, subject.contact_ids)
                log.info("erased on request%s: %s", " once more" if again else "", report.deleted + report.redacted)
        return report

    async def _sweep(
        self, session: AsyncSession, actor: Actor, subject: ErasureSubject, report: ErasureReport, places: list[str]
    ) -> None:
        report.entries += await _keep_out(session, actor, subject)
        report.delivered += await _delivered(session, subject)
        sites = PageContent.domain_id.in_(list(subject.sites)), PageContent.html_place.is_not(None)
        places += [place for place in await session.scalars(select(PageContent.html_place).where(*sites)) if place]
        async for page in kept_pages(session, subject, self.stores):
            report.pages += 1
            places += [page.place] if page.place else []
            # In a dry run it goes into its row, which is rolled back.
            await page.take_out(session, HtmlStores() if report.dry_run else self.stores)
        gone = await session.scalars(delete(Contact).where(Contact.id.in_(subject.contact_ids)).returning(Contact.id))
        report.contacts += len(gone.all())
        await forget_marks(session, subject.contact_ids)
        for table in searched_tables():
            async for mention in mentions_in(session, table, subject):
                (report.deleted if mention.is_nothing_else else report.redacted)[table.name] += 1
                await mention.take_out(session)
        if report.contacts:
            report.exports += await self._let_exports_go(session, actor.tenant_id, dry_run=report.dry_run)

    async def _let_exports_go(self, session: AsyncSession, tenant_id: UUID, *, dry_run: bool) -> int:
        """Files are made again in a moment; which of them has somebody in it would take longer to find out."""
        orders = await session.scalars(
            select(ExportOrder)
            .where(ExportOrder.tenant_id == tenant_id, ExportOrder.state.in_(("waiting", "running", "ready")))
            .with_for_update()
        )
        count = 0
        for order in orders:
            count += 1
            if not dry_run:
                self.exports.file(order).unlink(missing_ok=True)
            order.state = "expired" if order.state == "ready" else "cancelled"
            order.claim, order.lease_until, order.changed_at = None, None, func.now()
        return count

    def _remove_delivered(self, ids: Sequence[UUID]) -> int:
        """What a delivery to a folder has left there, if nobody has fetched it."""
        files = [file for each in ids if self.delivered and (file := self.delivered / f"{each}.json").exists()]
        for file in files:
            file.unlink(missing_ok=True)
        return len(files)

    async def _remove_unnamed(self, places: Sequence[str]) -> int:
        async with self.sessions() as session:
            named = select(PageContent.html_place).where(PageContent.html_place.in_(places))
            unnamed = set(places) - set(await session.scalars(named))
        for place in unnamed:
            for shelf in self.shelves:
                if shelf.holds(KeptHtml(place=place)):
                    await shelf.remove(place)
        return len(unnamed)


async def _keep_out(session: AsyncSession, actor: Actor, subject: ErasureSubject) -> int:
    """Hashes take the place of what the list has in clear."""
    marks = [part for mark in subject.marks for part in (mark, *part_of(mark))]
    in_clear = or_(*(and_(Suppression.kind == mark.kind.value, Suppression.value == mark.value) for mark in marks))
    await session.execute(delete(Suppression).where(Suppression.tenant_id == actor.tenant_id, in_clear))
    rows = [
        {"tenant_id": actor.tenant_id, "kind": mark.kind.value, "value": mark.hashed(actor.tenant_id)}
        | {"is_hashed": True, "reason": ERASED, "added_by": actor.name}
        for mark in marks
    ]
    kept = insert(Suppression).values(rows).on_conflict_do_nothing().returning(Suppression.id)
    return len((await session.scalars(kept)).all())


async def _delivered(session: AsyncSession, subject: ErasureSubject) -> list[Delivered]:
    rows = await session.execute(
        select(Delivery.target, Delivery.delivered_at, Delivery.contact_id)
        .where(Delivery.contact_id.in_(subject.contact_ids))
        .order_by(Delivery.delivered_at)
    )
    return [Delivered(*row) for row in rows]
