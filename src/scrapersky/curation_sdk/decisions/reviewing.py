"""Two people who review the same list are given different rows: each holds what is before them, for a short while."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from sqlalchemy import delete, func, or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import Actor, AnyWorkflow, ReviewClaim, and_updated_at

HELD_FOR = timedelta(minutes=2)
MOST_HELD = 100


async def hold_rows(session: AsyncSession, workflow: AnyWorkflow, actor: Actor, ids: Sequence[UUID]) -> set[UUID]:
    """Which of them the person holds now; the others are somebody else's. Held again, they are held for longer.

    In the order of their ids, so that two who ask at once wait for each other instead of for ever.
    """
    wanted = {
        "tenant_id": actor.tenant_id,
        "workflow": workflow.name,
        "held_by": actor.name,
        "held_until": func.now() + HELD_FOR,
    }
    curation = workflow.curation
    own = select(curation.id).where(curation.tenant_id == actor.tenant_id, curation.id.in_(ids))
    there = sorted((await session.scalars(own)).all())
    if not there:
        return set()
    holding = insert(ReviewClaim).values([wanted | {"row_id": each} for each in there])
    held = holding.on_conflict_do_update(
        index_elements=["tenant_id", "workflow", "row_id"],
        set_=and_updated_at({"held_by": holding.excluded.held_by, "held_until": holding.excluded.held_until}),
        where=or_(ReviewClaim.held_by == actor.name, ReviewClaim.held_until < func.now()),
    )
    return set((await session.scalars(held.returning(ReviewClaim.row_id))).all())


async def let_go(session: AsyncSession, workflow: AnyWorkflow, actor: Actor, ids: Sequence[UUID]) -> None:
    """What nobody renewed goes as well."""
    mine = ReviewClaim.held_by == actor.name
    await session.execute(
        delete(ReviewClaim).where(
            ReviewClaim.tenant_id == actor.tenant_id,
            ReviewClaim.workflow == workflow.name,
            or_(mine & ReviewClaim.row_id.in_(ids), ReviewClaim.held_until < func.now()),
        )
    )


async def holders(session: AsyncSession, workflow: AnyWorkflow, actor: Actor) -> list[str]:
    """Who else reviews this workflow now."""
    held = select(ReviewClaim.held_by).where(
        ReviewClaim.tenant_id == actor.tenant_id,
        ReviewClaim.workflow == workflow.name,
        ReviewClaim.held_by != actor.name,
        ReviewClaim.held_until >= func.now(),
    )
    return sorted((await session.scalars(held.distinct())).all())
