"""Reads kept pages again: with extractors that have learned something, and without asking any site.

Rows keep their states and the queue is left alone. One group after the other, in the order of ids; after each the place
is noted, so that whoever was stopped, or killed, goes on from there.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, func, or_, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.curation_sdk import CurationError, Saved
from scrapersky.curation_sdk.declaring import AnyWorkflow, readable
from scrapersky.curation_sdk.queue import WorkEngine, bound_by
from scrapersky.models import PageContent

log = logging.getLogger(__name__)

GROUP = 100
FIRST = UUID(int=0)

Found = Mapping[UUID, Any]


@dataclass(slots=True)
class Progress:
    """`after` is the last row that is done; `total` was counted when it began."""

    total: int = 0
    done: int = 0
    new: int = 0
    failed: int = 0
    after: UUID = FIRST
    until: UUID | None = None
    reasons: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Reprocessing:
    """`workflow` reads kept HTML; its `load`, `work` and `save` are what a worker would call."""

    workflow: AnyWorkflow
    engine: AsyncEngine
    elsewhere: WorkEngine
    note: Callable[[Progress], None]

    async def begin(self) -> Progress:
        async with AsyncSession(self.engine) as session:
            chosen = select(func.count()).where(*_kept(FIRST, None))
            last = select(PageContent.id).where(*_kept(FIRST, None)).order_by(PageContent.id.desc()).limit(1)
            return Progress(await session.scalar(chosen) or 0, until=await session.scalar(last))

    async def run(self, progress: Progress) -> None:
        """To the end, whatever single pages do. The next group is worked on while one is saved."""
        if progress.until is None:
            return
        ahead: asyncio.Task[Found] | None = None
        before: Sequence[PageContent] = ()
        try:
            async for group in self._groups(progress.after, progress.until):
                working = asyncio.create_task(self._work(group))
                if ahead is not None:
                    await self._save(before, await ahead, progress)
                before, ahead = group, working
            if ahead is not None:
                await self._save(before, await ahead, progress)
        finally:
            if ahead is not None:
                ahead.cancel()

    async def _groups(self, after: UUID, until: UUID) -> AsyncIterator[Sequence[PageContent]]:
        while True:
            rows = select(PageContent).where(*_kept(after, until)).order_by(PageContent.id).limit(GROUP)
            async with AsyncSession(self.engine, expire_on_commit=False) as session:
                group = (await session.scalars(rows)).all()
            if not group:
                return
            yield group
            after = group[-1].id

    async def _work(self, group: Sequence[PageContent]) -> Found:
        """What each gave, or what it raised."""
        assert self.workflow.load is not None  # noqa: S101  it reads HTML that is in the rows
        given: dict[UUID, Any] = {}
        for tenant_id, rows in _by_tenant(group).items():
            async with self._session(tenant_id) as session:
                given |= await self.workflow.load(session, rows)
        return dict(await asyncio.gather(*(self._work_on(row, given[row.id]) for row in group if row.id in given)))

    async def _work_on(self, row: PageContent, given: Any) -> tuple[UUID, Any]:
        try:
            return row.id, await self.elsewhere.work(self.workflow, given, row.tenant_id)
        except CurationError as error:
            return row.id, error

    async def _save(self, group: Sequence[PageContent], found: Found, progress: Progress) -> None:
        for tenant_id, rows in _by_tenant(group).items():
            kept = [row for row in rows if not isinstance(found.get(row.id), (CurationError, type(None)))]
            for row in rows:
                if isinstance(error := found.get(row.id), CurationError):
                    _fail(progress, row, error.outcome, error)
            await self._save_rows(tenant_id, kept, found, progress)
        progress.done += len(group)
        progress.after = group[-1].id
        self.note(progress)

    async def _save_rows(self, tenant_id: UUID, rows: Sequence[PageContent], found: Found, progress: Progress) -> None:
        """In one transaction; where that is refused, one by one. By domain, since each locks its own."""
        in_order = sorted(rows, key=lambda row: (row.domain_id, row.id))
        try:
            async with self._session(tenant_id) as session, session.begin():
                saved = [await self.workflow.save(session, row, found[row.id]) for row in in_order]
        except SQLAlchemyError as error:
            if len(rows) == 1:
                _fail(progress, rows[0], "database", error)
            else:
                for row in in_order:
                    await self._save_rows(tenant_id, [row], found, progress)
        else:
            progress.new += sum(each.produced if isinstance(each, Saved) else each for each in saved)

    def _session(self, tenant_id: UUID) -> AsyncSession:
        return AsyncSession(self.engine, expire_on_commit=False, **bound_by(partial(_same, tenant_id), in_tables=True))


def _kept(after: UUID, until: UUID | None) -> list[ColumnElement[bool]]:
    """Pages that were looked at for contacts, and whose HTML is there to be looked at again."""
    kept = or_(PageContent.html.is_not(None), PageContent.html_place.is_not(None))
    span = [PageContent.id > after] + ([] if until is None else [PageContent.id <= until])
    return [kept, PageContent.contact_curation.state == "Complete", *span]


def _by_tenant(group: Sequence[PageContent]) -> dict[UUID, list[PageContent]]:
    rows: dict[UUID, list[PageContent]] = {}
    for row in group:
        rows.setdefault(row.tenant_id, []).append(row)
    return rows


def _same(tenant_id: UUID) -> UUID:
    return tenant_id


def _fail(progress: Progress, row: PageContent, outcome: str, error: BaseException) -> None:
    progress.failed += 1
    progress.reasons[outcome] += 1
    log.warning("page %s could not be read again: %s", row.url, readable(error))
