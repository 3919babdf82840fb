"""Rows that workers took or finished, or that a person corrected."""

from collections import defaultdict
from collections.abc import AsyncIterator, Iterable
from typing import Any
from uuid import UUID

from sqlalchemy import Select, Text, Uuid, any_, cast, literal, select, union_all

from scrapersky.curation_sdk.declaring import AnyWorkflow, Change, Registry, Run, id_ago, title_of
from scrapersky.curation_sdk.lists import array
from scrapersky.curation_sdk.live.events import MOST_ROWS, BulkEvent, Event, LiveRow, News, Poll, RowsEvent
from scrapersky.curation_sdk.queue import PROCESSING

# A key is given before its transaction commits, so what is new may have a key that is a few seconds old.
SECONDS_BACK = 5.0
MOST_READ = 2000

Touched = dict[tuple[UUID, str], dict[UUID, None]]
"""Ids by tenant and workflow, in the order in which they were met."""


class WatchedRows:
    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._known = {workflow.name for workflow in registry}
        self._seen: set[UUID] = set()
        self._in_work: set[tuple[UUID, UUID]] = set()
        self._by_table: dict[str, list[str]] = defaultdict(list)
        for workflow in registry:
            self._by_table[workflow.names.table].append(workflow.name)

    async def news(self, look: Poll) -> Iterable[News]:
        touched: Touched = defaultdict(dict)
        await self._read_history(look, touched)
        await self._read_in_work(look, touched)
        events = list[News]()
        for (tenant_id, name), ids in touched.items():
            events += [
                (tenant_id, event) async for event in self._events(look, tenant_id, self._registry[name], list(ids))
            ]
        return events

    async def _read_history(self, look: Poll, touched: Touched) -> None:
        since = id_ago(look.now, SECONDS_BACK)
        runs = await look.session.execute(_newest(look, Run, Run.workflow, since))
        changes = await look.session.execute(_newest(look, Change, Change.table_name, since))
        met = [(key, tenant_id, [name], row_id) for key, tenant_id, name, row_id in runs]
        met += [(key, tenant_id, self._by_table[name], row_id) for key, tenant_id, name, row_id in changes]
        for key, tenant_id, names, row_id in met:
            if key not in self._seen:
                for name in self._known.intersection(names):
                    touched[tenant_id, name][row_id] = None
        self._seen = {key for key in self._seen if key > since} | {key for key, *_ in met}

    async def _read_in_work(self, look: Poll, touched: Touched) -> None:
        """A row that was taken is in no history yet."""
        if not len(self._registry):
            return
        taken = list(await look.session.execute(union_all(*(_in_work(look, workflow) for workflow in self._registry))))
        for name, tenant_id, row_id, claim in taken:
            if (row_id, claim) not in self._in_work:
                touched[tenant_id, name][row_id] = None
        self._in_work = {(row_id, claim) for _, _, row_id, claim in taken}

    async def _events(
        self, look: Poll, tenant_id: UUID, workflow: AnyWorkflow, ids: list[UUID]
    ) -> AsyncIterator[Event]:
        if len(ids) > MOST_ROWS:
            yield BulkEvent(workflow=workflow.name, batch_id=None, state="changed", count=len(ids))
        rows = await look.session.execute(_live_rows(workflow, tenant_id, ids[:MOST_ROWS]))
        live = [LiveRow.model_validate(dict(row)) for row in rows.mappings()]
        if live:
            yield RowsEvent(workflow=workflow.name, rows=live)


def _newest(look: Poll, table: Any, name: Any, since: UUID) -> Select[Any]:
    mine = table.tenant_id == any_(array(look.tenants))
    newest = select(table.id, table.tenant_id, name, table.row_id).where(table.id > since, mine)
    return newest.order_by(table.id.desc()).limit(MOST_READ)


def _in_work(look: Poll, workflow: AnyWorkflow) -> Select[Any]:
    curation = workflow.curation
    in_work = (
        select(
            literal(workflow.name, Text).label("workflow"),
            curation.tenant_id.label("tenant_id"),
            curation.id.label("id"),
            cast(curation.claim, Uuid).label("claim"),
        )
        .where(curation.processing_status == PROCESSING, curation.tenant_id == any_(array(look.tenants)))
        .order_by(curation.claimed_at.desc(), curation.id)
        .limit(MOST_ROWS)
        .subquery()
    )
    return select(*in_work.c)


def _live_rows(workflow: AnyWorkflow, tenant_id: UUID, ids: list[UUID]) -> Select[Any]:
    curation = workflow.curation
    shown: list[Any] = [
        curation.id.label("id"),
        curation.state.label("state"),
        cast(curation.curation_status, Text).label("curation_status"),
        cast(curation.processing_status, Text).label("processing_status"),
        curation.processing_error.label("error"),
        curation.outcome.label("outcome"),
        curation.attempts.label("attempts"),
        curation.updated_at.label("updated_at"),
        title_of(workflow).label("title"),
    ]
    return select(*shown).where(curation.id == any_(array(ids)), curation.tenant_id == tenant_id)
