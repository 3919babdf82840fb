"""Carrying out a decision: at once while it is small, as a job when it is large; and saying what came of it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.decisions.batch import Changed, Decision, change_status, open_batch
from scrapersky.curation_sdk.decisions.drift import refuse_drift
from scrapersky.curation_sdk.decisions.jobs import job_of
from scrapersky.curation_sdk.decisions.overtaking import lock_unless_overtaken, overtaken_words
from scrapersky.curation_sdk.decisions.payloads import (
    MOST_AT_ONCE,
    BatchStatusUpdateRequest,
    BatchStatusUpdateResponse,
    Deciding,
    FilterStatusUpdateRequest,
    OvertakenRow,
    RefusedRow,
)
from scrapersky.curation_sdk.decisions.refusing import (
    LOOKED_AT_ONCE,
    RowsRefused,
    count_refused,
    refused_rows,
    refused_words,
)
from scrapersky.curation_sdk.declaring import Actor, AnyWorkflow, Link, Settable, is_contended, was_cut_off
from scrapersky.curation_sdk.errors import BadRequest, RowsNotFound
from scrapersky.curation_sdk.lists import SelectedRows, Selection, existing_ids
from scrapersky.curation_sdk.plurals import plural

MOST_TRIES = 3
MOST_LOOKED_AT = 2_000  # refused rows, before whoever tries a few is told that none of them may be queued


@dataclass(frozen=True, slots=True)
class RowDecisions:
    """Where one person decides about one workflow's rows, inside the request's transaction."""

    session: AsyncSession
    workflow: AnyWorkflow
    actor: Actor
    links: Sequence[Link] = ()

    async def decide_by_ids(self, request: BatchStatusUpdateRequest) -> BatchStatusUpdateResponse:
        """404 when none of the ids is the tenant's, 409 when those that are may not be; otherwise both are reported."""
        ids = list(dict.fromkeys(request.ids))
        if len(ids) > MOST_AT_ONCE:
            if request.seen:
                raise BadRequest(f"With `seen`, at most {MOST_AT_ONCE:,} rows are decided about at once; send fewer.")
            found = await existing_ids(self.session, self.workflow, self.actor.tenant_id, ids)
            if len(found) > MOST_AT_ONCE:
                answer = await self._open_job(request, total=len(found), row_ids=found)
                answer.not_found = _missing(ids, found)
                return answer
        refused = await self._refused(ids, request.status)
        allowed = _missing(ids, refused)
        changed, overtaken = await self._change(allowed, request)
        if changed is None and not overtaken:
            nothing = f"None of the {plural(len(ids), 'row')} exists in {self.workflow.names.table}."
            raise RowsRefused(refused) if refused else RowsNotFound(nothing)
        if changed is not None:
            await count_refused(self.session, changed.batch_id, refused)
        return _answer(changed, allowed, refused, overtaken)

    async def _refused(self, ids: Sequence[UUID], status: Settable) -> dict[UUID, str]:
        return await refused_rows(self.session, self.workflow, self.actor.tenant_id, ids, status)

    async def _change(
        self, ids: Sequence[UUID], request: BatchStatusUpdateRequest
    ) -> tuple[Changed | None, list[OvertakenRow]]:
        """Where a worker writes the same rows at the same moment, the database lets one of the two begin again."""
        for _ in range(MOST_TRIES - 1):
            try:
                async with self.session.begin_nested():
                    return await self._change_once(ids, request)
            except DBAPIError as error:
                if was_cut_off(error) or not is_contended(error):
                    raise
        return await self._change_once(ids, request)

    async def _change_once(
        self, ids: Sequence[UUID], request: BatchStatusUpdateRequest
    ) -> tuple[Changed | None, list[OvertakenRow]]:
        overtaken: list[OvertakenRow] = []
        if request.seen:
            seen = {each.id: each.updated_at for each in request.seen}
            ids, overtaken = await lock_unless_overtaken(self.session, self.workflow, self.actor, ids, seen)
            if not ids and overtaken:
                return None, overtaken
        decision = replace(_decision(request), sitting=request.sitting)
        changed = await change_status(self.session, self.workflow, self.actor, ids, decision)
        return changed if changed.updated_ids else None, overtaken

    async def decide_by_filter(self, request: FilterStatusUpdateRequest) -> BatchStatusUpdateResponse:
        """Refused when the number of rows has drifted from what the person saw."""
        now = await self.session.scalar(select(func.now()))
        request.filter = request.filter.pinned(self.workflow, now) if now else request.filter
        selection = Selection(request.filter, request.exclude_ids)
        selected = SelectedRows(self.workflow, self.actor.tenant_id, selection, self.links)
        matching = await selected.count(self.session)
        affected = min(matching, request.limit or matching)
        if request.dry_run:
            told = self._foretold(request.status, affected, "row would become", "rows would become")
            answer = BatchStatusUpdateResponse(message=f"{told}.")
        else:
            refuse_drift(request.expected_count, matching)
            answer = await self._change_selected(request, selected, affected)
        answer.matching_count, answer.filter_in_words = matching, request.filter.in_words(self.workflow)
        return answer

    async def _change_selected(
        self, request: FilterStatusUpdateRequest, selected: SelectedRows, affected: int
    ) -> BatchStatusUpdateResponse:
        written: dict[str, Any] = {"filter": request.filter.to_json(), "excepted": len(request.exclude_ids)}
        if affected > MOST_AT_ONCE and request.limit is None:
            # The job ends with the newest row of now: what is found while it runs was not decided about.
            (newest,) = await selected.newest(self.session, 1)
            facts = {"filter": written | {"through": str(newest)}, "row_ids": request.exclude_ids or None}
            return await self._open_job(request, total=affected, **facts)
        if affected > MOST_AT_ONCE:
            ids = await selected.newest(self.session, request.limit)
            return await self._open_job(request, total=len(ids), row_ids=sorted(ids))
        allowed, refused = await self._newest_allowed(selected, request)
        ids = await selected.lock(self.session, allowed)
        if not ids and refused:
            raise RowsRefused(refused, of_newest=bool(request.limit) and len(refused) >= MOST_LOOKED_AT)
        if not ids:
            return BatchStatusUpdateResponse(message="No row matches, so nothing was changed.")
        decision = _decision(request)
        changed = await change_status(self.session, self.workflow, self.actor, ids, decision, filter=written)
        await count_refused(self.session, changed.batch_id, refused)
        return _answer(changed, changed.updated_ids, refused)

    async def _newest_allowed(
        self, selected: SelectedRows, request: FilterStatusUpdateRequest
    ) -> tuple[list[UUID], dict[UUID, str]]:
        """As many as were asked for, though newer ones are refused: these are told with them."""
        limit = request.limit or 0
        page = await selected.newest(self.session, request.limit)
        refused = await self._refused(page, request.status)
        allowed = _missing(page, refused)
        while page and len(allowed) < limit and len(refused) < MOST_LOOKED_AT:
            page = await selected.newest(self.session, LOOKED_AT_ONCE, before=page[-1])
            refused |= await self._refused(page, request.status)
            allowed += _missing(page, refused)
        if limit and len(allowed) >= limit:
            allowed = allowed[:limit]
            refused = {row_id: reason for row_id, reason in refused.items() if row_id > allowed[-1]}
        return allowed, refused

    async def _open_job(self, request: Deciding, *, total: int, **facts: Any) -> BatchStatusUpdateResponse:
        batch_id = await open_batch(
            self.session, self.workflow, self.actor, _decision(request), state="running", total=total, **facts
        )
        told = self._foretold(request.status, total, "row becomes", "rows become")
        return BatchStatusUpdateResponse(
            message=f"{told}, a few thousand at a time.",
            batch_id=batch_id,
            undo_token=str(batch_id),
            job=await job_of(self.session, self.actor, batch_id),
        )

    def _foretold(self, status: Settable, count: int, *verbs: str) -> str:
        """Which of the rows may not be queued is found when they would be."""
        words = f"{plural(count, *verbs)} {status}"
        return f"Up to {words}" if self.workflow.refuses and status is Settable.QUEUED else words


def _decision(request: Deciding) -> Decision:
    return Decision(request.status, request.undo_seconds, request.priority, request.spread_seconds)


def _missing(wanted: Sequence[UUID], found: Iterable[UUID]) -> list[UUID]:
    there = set(found)
    return [each for each in wanted if each not in there]


def _answer(
    changed: Changed | None,
    wanted: Sequence[UUID],
    refused: Mapping[UUID, str],
    overtaken: Sequence[OvertakenRow] = (),
) -> BatchStatusUpdateResponse:
    answer = BatchStatusUpdateResponse(
        message="",
        refused=[RefusedRow(id=row_id, reason=reason) for row_id, reason in refused.items()],
        overtaken=list(overtaken),
    )
    if changed is not None:
        answer.updated_ids, answer.in_work = changed.updated_ids, changed.in_work
        answer.updated_count, answer.queued_count = len(changed.updated_ids), changed.queued_count
        answer.batch_id, answer.undo_token = changed.batch_id, str(changed.batch_id)
    answer.not_found = _missing(wanted, [*answer.updated_ids, *(each.id for each in overtaken)])
    answer.message = _message(changed, answer.not_found, refused, overtaken)
    return answer


def updated_words(count: int, noun: str, status: Settable) -> str:
    """How every answer to a decision begins.

    >>> updated_words(2, "row", Settable.QUEUED)
    'Updated 2 rows to Queued.'
    """
    return f"Updated {plural(count, noun)} to {status}."


def _message(
    changed: Changed | None, not_found: list[UUID], refused: Mapping[UUID, str], overtaken: Sequence[OvertakenRow]
) -> str:
    sentences = [updated_words(len(changed.updated_ids), "row", changed.status)] if changed else []
    if changed and changed.in_work:
        then = "and run again" if changed.queued_count else "and then stay as you decided"
        sentences.append(f"{plural(len(changed.in_work), 'in work finishes', 'in work finish')} first {then}.")
    if overtaken:
        sentences.append(overtaken_words(overtaken))
    if not_found:
        sentences.append(f"{len(not_found):,} not found.")
    if refused:
        sentences.append(refused_words(refused))
    return " ".join(sentences)
