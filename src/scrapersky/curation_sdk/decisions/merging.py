"""Rows that are one: one of them stays with the best of all, the others are skipped; one batch, taken back as one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import any_, insert, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.decisions.batch import Decision, change_rows, open_batch
from scrapersky.curation_sdk.decisions.editing import Editing
from scrapersky.curation_sdk.decisions.marks import together
from scrapersky.curation_sdk.decisions.row_values import MARKS, RowValues, TableValues
from scrapersky.curation_sdk.declaring import Actor, AnyWorkflow, Batch, Change, Settable, State, note
from scrapersky.curation_sdk.errors import BadRequest
from scrapersky.curation_sdk.lists import array
from scrapersky.curation_sdk.plurals import plural

MERGED = "merged"
_BUSY, _GONE = "A worker is busy with one of them. Try again in a moment.", "One of them was merged already."
_DECISION = Decision(Settable.SKIPPED, outcome=MERGED)


@dataclass(frozen=True, slots=True)
class Merge:
    """Which row stays, which go, and of which of them a value is taken; all other values are those of who stays."""

    keep: UUID
    others: Sequence[UUID]
    values: Mapping[str, UUID]

    @property
    def ids(self) -> tuple[UUID, ...]:
        return (self.keep, *self.others)


@dataclass(frozen=True, slots=True)
class MergedRows:
    """How many went, and by who was to stay why not."""

    gone: int
    refused: Mapping[UUID, str]
    batch_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class Merging:
    """Where one person merges rows of one workflow, inside the request's transaction."""

    session: AsyncSession
    workflow: AnyWorkflow
    actor: Actor

    async def merge(self, merges: Sequence[Merge]) -> MergedRows:
        """What cannot be merged now is told and stops none of the others."""
        fields = [*dict.fromkeys(field for one in merges for field in one.values), *MARKS]
        table = TableValues(self.session, self.workflow, self.actor.tenant_id)
        rows = await table.read([each for one in merges for each in one.ids], fields)
        refused = self._refusals(merges, await self._busy(list(rows)), rows)
        going = [one for one in merges if one.keep not in refused]
        if not going:
            return MergedRows(0, refused)
        changes = [change for one in going for change in self._changes(one, rows)]
        changed = {one.keep for one in going} & {change["row_id"] for change in changes}
        gone = [each for one in going for each in one.others]
        what = f"merged into {plural(len(going), 'row')} that stay" if len(going) > 1 else "merged into one row"
        batch_id = await open_batch(self.session, self.workflow, self.actor, _DECISION, what=what)
        await change_rows(
            self.session, self.workflow, gone, _DECISION, tenant_id=self.actor.tenant_id, batch_id=batch_id
        )
        # Where the others went is told in their histories, and nothing to take back.
        told = [change | {"batch_id": batch_id if change["row_id"] in changed else None} for change in changes]
        await self.session.execute(insert(Change), told)
        await table.write({row_id: rows[row_id] for row_id in sorted(changed)}, fields)
        count = len(gone) + len(changed)
        await self.session.execute(update(Batch).where(Batch.id == batch_id).values(total=count, done=count))
        note(rows=count)
        return MergedRows(len(gone), refused, batch_id)

    async def _busy(self, ids: Sequence[UUID]) -> Mapping[UUID, str]:
        """The rows are locked by now."""
        curation = self.workflow.curation
        wanted = select(curation.id, curation.state, curation.outcome).where(curation.id == any_(array(ids)))
        why = {
            row_id: _BUSY if state == State.PROCESSING else _GONE if outcome == MERGED else None
            for row_id, state, outcome in await self.session.execute(wanted)
        }
        return {row_id: reason for row_id, reason in why.items() if reason}

    @staticmethod
    def _refusals(merges: Sequence[Merge], busy: Mapping[UUID, str], rows: Mapping[UUID, RowValues]) -> dict[UUID, str]:
        refused: dict[UUID, str] = {}
        taken: set[UUID] = set()
        for one in merges:
            if not {*one.values.values()} <= {*one.ids}:
                raise BadRequest("A value can only be taken of one of the rows that are merged.")
            if any(each not in rows for each in one.ids):
                refused[one.keep] = "One of them is not there any more."
            elif not taken.isdisjoint(one.ids) or len({*one.ids}) < len(one.ids):
                refused[one.keep] = "One of them is named twice."
            elif why := next((busy[each] for each in one.ids if each in busy), None):
                refused[one.keep] = why
            else:
                taken.update(one.ids)
        return refused

    def _changes(self, one: Merge, rows: Mapping[UUID, RowValues]) -> Iterator[dict[str, Any]]:
        """The row that stays becomes as it is wanted, and the others' histories say where they went."""
        kept, editing = rows[one.keep], Editing(self.session, self.workflow, self.actor)
        fields = [*one.values, *MARKS]
        before = {field: (kept.text_of(field), kept.former_of(field)) for field in fields}
        for field, source in one.values.items():
            if kept.values[field] != rows[source].values[field]:
                kept.put(field, rows[source].values[field])
        kept.marks = together([rows[each].marks for each in one.ids])
        for field in fields:
            if before[field][0] != kept.text_of(field):
                yield editing.change(one.keep, field, *before[field], kept.text_of(field))
        for each in one.others:
            yield editing.change(each, MERGED, None, None, kept.title or str(one.keep))
