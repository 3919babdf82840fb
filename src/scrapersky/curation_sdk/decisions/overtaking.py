"""Rows about which somebody else decided since a person saw them: they stay as they are, and it is said who did."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ARRAY, DateTime, Text, any_, cast, func, literal, select
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.decisions.payloads import OvertakenRow
from scrapersky.curation_sdk.declaring import Actor, AnyWorkflow, Batch, BatchRow
from scrapersky.curation_sdk.lists import array
from scrapersky.curation_sdk.plurals import plural

MOST_NAMES = 2


async def lock_unless_overtaken(
    session: AsyncSession, workflow: AnyWorkflow, actor: Actor, ids: Sequence[UUID], seen: Mapping[UUID, datetime]
) -> tuple[list[UUID], list[OvertakenRow]]:
    """Which of them are there and may be decided about, and which were overtaken.

    Locked first, in id order: a statement that waits for a lock does not see what the other decision wrote elsewhere.
    """
    curation = workflow.curation
    locked = (
        select(curation.id, curation.updated_at)
        .where(curation.tenant_id == actor.tenant_id, curation.id == any_(array(ids)))
        .order_by(curation.id)
        .with_for_update(key_share=True)
    )
    found = dict((await session.execute(locked)).all())
    moved = {row_id: seen[row_id] for row_id, now in found.items() if seen.get(row_id, now) != now}
    overtaken = await _decided_since(session, workflow, actor, moved) if moved else []
    gone = {each.id for each in overtaken}
    return [row_id for row_id in found if row_id not in gone], overtaken


async def _decided_since(
    session: AsyncSession, workflow: AnyWorkflow, actor: Actor, seen: Mapping[UUID, datetime]
) -> list[OvertakenRow]:
    """A worker moves rows on without a decision. Of decisions the last counts: one's own, as when it is sent again,
    does not overtake, and one that was taken back is later than the row, which has its former time again.
    """
    curation = workflow.curation
    told = func.unnest(array(list(seen)), literal(list(seen.values()), ARRAY(DateTime(timezone=True)))).table_valued(
        "id", "at", name="told", joins_implicitly=True
    )
    told = told.render_derived()
    last: Any = (
        select(
            curation.id,
            curation.state.label("state"),
            cast(curation.curation_status, Text).label("curation_status"),
            curation.updated_at.label("updated_at"),
            Batch.made_by,
            BatchRow.changed_at.label("made_at"),
        )
        .ext(distinct_on(curation.id))
        .join(told, told.c.id == curation.id)
        .join(BatchRow, BatchRow.row_id == curation.id)
        .join(Batch, Batch.id == BatchRow.batch_id)
        .where(
            curation.tenant_id == actor.tenant_id,
            Batch.tenant_id == actor.tenant_id,
            Batch.workflow == workflow.name,
            BatchRow.changed_at > told.c.at,
            BatchRow.changed_at <= curation.updated_at,
        )
        .order_by(curation.id, BatchRow.changed_at.desc())
    )
    rows = (await session.execute(last)).mappings()
    return [OvertakenRow.model_validate(dict(row)) for row in rows if row["made_by"] != actor.name]


def overtaken_words(overtaken: Sequence[OvertakenRow]) -> str:
    """For whoever was late.

    >>> def by(name):
    ...     now = datetime.fromisoformat("2026-03-01T12:00:00Z")
    ...     decided = {"state": "Complete", "curation_status": "Queued", "updated_at": now, "made_at": now}
    ...     return OvertakenRow(id=UUID(int=1), made_by=name, **decided)
    >>> overtaken_words([by("ana")])
    'Not taken for 1 row: ana decided about it meanwhile, and it is Complete now.'
    >>> overtaken_words([by("ana"), by("ben"), by("ana")])
    'Not taken for 3 rows: ana and ben decided about them meanwhile.'
    >>> overtaken_words([by("ana"), by("ben"), by("eva"), by("kim")])
    'Not taken for 4 rows: ana, ben and 2 others decided about them meanwhile.'
    """
    names = list(dict.fromkeys(each.made_by for each in overtaken))
    others = len(names) - MOST_NAMES
    first = ", ".join(names[:MOST_NAMES])
    who = f"{first} and {plural(others, 'other')}" if others > 0 else " and ".join(names)
    one = f" about it meanwhile, and it is {overtaken[0].state} now." if len(overtaken) == 1 else ""
    return f"Not taken for {plural(len(overtaken), 'row')}: {who} decided{one or ' about them meanwhile.'}"
