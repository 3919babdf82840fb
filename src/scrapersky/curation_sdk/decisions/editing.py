"""Changing values, tags and notes of one row or many: looked at before, remembered as a batch, and taken back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.decisions.drift import refuse_drift
from scrapersky.curation_sdk.decisions.marks import Marks
from scrapersky.curation_sdk.decisions.payloads import (
    MOST_EDITED,
    MOST_SAMPLES,
    EditSample,
    RowsEdited,
    RowsEditRequest,
)
from scrapersky.curation_sdk.decisions.row_values import RowValues, TableValues
from scrapersky.curation_sdk.declaring import Actor, AnyWorkflow, Batch, Change, Link, note
from scrapersky.curation_sdk.errors import BadRequest, RowsNotFound
from scrapersky.curation_sdk.lists import Filter, SelectedRows, Selection
from scrapersky.curation_sdk.plurals import plural

EDITED = "Edited"
_NOTHING_TO_CHANGE = "Nothing to change; send values, add_tags, remove_tags or a note."


@dataclass(frozen=True, slots=True)
class Editing:
    """Where one person changes values of one workflow's rows, inside the request's transaction."""

    session: AsyncSession
    workflow: AnyWorkflow
    actor: Actor
    links: Sequence[Link] = ()

    async def edit(self, request: RowsEditRequest) -> RowsEdited:
        fields = _fields_of(request)
        if not fields:
            raise BadRequest(_NOTHING_TO_CHANGE)
        ids, words = await self._meant(request)
        rows = await self._table.read(ids, fields)
        if request.ids and not rows:
            raise RowsNotFound(f"None of the {plural(len(ids), 'row')} exists in {self.workflow.names.table}.")
        changes = [change for row_id, row in rows.items() for change in self._changes(row_id, row, request)]
        changed = {change["row_id"] for change in changes}
        answer = RowsEdited(
            message=f"{plural(len(changed), 'row')} would change.",
            matching_count=len(rows),
            changed_count=len(changed),
            samples=[_sample(change, rows) for change in changes[:MOST_SAMPLES]],
            filter_in_words=words,
        )
        if not request.dry_run:
            await self._carry_out(request, {row_id: rows[row_id] for row_id in sorted(changed)}, changes, answer)
        return answer

    @property
    def _table(self) -> TableValues:
        return TableValues(self.session, self.workflow, self.actor.tenant_id)

    async def _meant(self, request: RowsEditRequest) -> tuple[list[UUID], str | None]:
        if request.filter is None:
            ids = list(dict.fromkeys(request.ids))
            _refuse_many(len(ids))
            return ids, None
        selection = Selection(request.filter, request.exclude_ids)
        selected = SelectedRows(self.workflow, self.actor.tenant_id, selection, self.links)
        matching = await selected.count(self.session)
        _refuse_many(matching)
        if not request.dry_run:
            refuse_drift(request.expected_count, matching)
        return await selected.newest(self.session, MOST_EDITED), request.filter.in_words(self.workflow)

    def _changes(self, row_id: UUID, row: RowValues, request: RowsEditRequest) -> list[dict[str, Any]]:
        """What differs afterwards. The row becomes as it is wanted."""
        fields = _fields_of(request)
        before = {field: (row.text_of(field), row.former_of(field)) for field in fields}
        for field, value in request.given.items():
            row.put(field, value)
        row.marks = _marks(row.marks, request)
        return [
            self.change(row_id, field, *before[field], row.text_of(field))
            for field in fields
            if before[field][0] != row.text_of(field)
        ]

    def change(
        self, row_id: UUID, field: str, before: str | None, former: Mapping[str, Any] | None, after: str | None
    ) -> dict[str, Any]:
        return {
            "tenant_id": self.actor.tenant_id,
            "table_name": self.workflow.names.table,
            "row_id": row_id,
            "field": field,
            "before": before,
            "after": after,
            "made_by": self.actor.name,
            "former": former,
        }

    async def _carry_out(
        self,
        request: RowsEditRequest,
        rows: Mapping[UUID, RowValues],
        changes: Sequence[dict[str, Any]],
        answer: RowsEdited,
    ) -> None:
        if not rows:
            answer.message = "Every row is so already, so nothing was changed."
            return
        batch_id = await self._open(request, len(rows))
        await self.session.execute(insert(Change), [change | {"batch_id": batch_id} for change in changes])
        await self._table.write(rows, _fields_of(request))
        note(workflow=self.workflow.name, status=EDITED, batch=str(batch_id), rows=len(rows))
        answer.message = f"{plural(len(rows), 'row')} changed: {_in_words(request)}."
        answer.batch_id, answer.undo_token = batch_id, str(batch_id)

    async def _open(self, request: RowsEditRequest, count: int) -> UUID:
        written = Filter.to_json(request.filter) if request.filter is not None else None
        opened = insert(Batch).values(
            tenant_id=self.actor.tenant_id,
            workflow=self.workflow.name,
            status=EDITED,
            what=_in_words(request),
            made_by=self.actor.name,
            filter=None if written is None else {"filter": written, "excepted": len(request.exclude_ids)},
            total=count,
            done=count,
        )
        return (await self.session.execute(opened.returning(Batch.id))).scalar_one()

    async def take_back(self, batch: Batch, only: Sequence[UUID] = ()) -> int:
        """Values that nobody has changed since; says of how many rows. The way back is in the history as well."""
        mine = select(Change).where(Change.batch_id == batch.id, Change.former.is_not(None)).order_by(Change.id)
        changes = list(await self.session.scalars(mine.where(Change.row_id.in_(only)) if only else mine))
        fields = list(dict.fromkeys(change.field for change in changes))
        rows = await self._table.read([change.row_id for change in changes], fields)
        restored, back = dict[UUID, RowValues](), list[dict[str, Any]]()
        for change in changes:
            row = rows.get(change.row_id)
            if row is None:
                continue
            now = row.text_of(change.field)
            if self._table.restore(row, change):
                back.append(self.change(change.row_id, change.field, now, None, row.text_of(change.field)))
                restored[change.row_id] = row
        if restored:
            await self._table.write(restored, fields)
            await self.session.execute(insert(Change), back)
        return len(restored)


def _refuse_many(count: int) -> None:
    if count > MOST_EDITED:
        raise BadRequest(f"{count:,} rows are too many to change at once; narrow the filter to {MOST_EDITED:,}.")


def _fields_of(request: RowsEditRequest) -> list[str]:
    tags = ["tags"] if request.add_tags or request.remove_tags else []
    return [*request.given, *tags, *(["note"] if "note" in request.model_fields_set else [])]


def _marks(marks: Marks, request: RowsEditRequest) -> Marks:
    tags = ({*marks.tags} | {*request.add_tags}) - {*request.remove_tags}
    note_ = (request.note or "").strip() or None if "note" in request.model_fields_set else marks.note
    return Marks(tuple(sorted(tags)), note_)


def _in_words(request: RowsEditRequest) -> str:
    """
    >>> _in_words(RowsEditRequest(ids=[], add_tags=["Berlin"], note=""))
    'tagged berlin; note removed'
    """
    words = [f"{name} is {'empty' if value is None else str(value)[:80]}" for name, value in request.given.items()]
    words += [f"tagged {', '.join(request.add_tags)}"] if request.add_tags else []
    words += [f"no longer tagged {', '.join(request.remove_tags)}"] if request.remove_tags else []
    if "note" in request.model_fields_set:
        words.append("note written" if request.note else "note removed")
    return "; ".join(words)


def _sample(change: Mapping[str, Any], rows: Mapping[UUID, RowValues]) -> EditSample:
    title = rows[change["row_id"]].title
    shown = {name: change[name] for name in ("field", "before", "after")}
    return EditSample(id=change["row_id"], title=title, **shown)
