"""Who must be left alone: domains that are not fetched; addresses and numbers neither kept, delivered nor exported."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from uuid import UUID

from sqlalchemy import Uuid, and_, any_, bindparam, delete, func, or_, select
from sqlalchemy.dialects.postgresql import ARRAY, TEXT, insert
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.clients.delivery import OutgoingContact
from scrapersky.curation_sdk.declaring import Actor
from scrapersky.curation_sdk.errors import RowsNotFound
from scrapersky.curation_sdk.queue import bound_by
from scrapersky.models import Suppression
from scrapersky.services.suppression.kinds import SuppressionKind
from scrapersky.services.suppression.marks import Mark, NotSuppressible, marks_of, marks_of_host

LONGEST_REASON = 500
ERASED = "erased on request"


# Made once: what pages show is looked up for every group of them.
_LISTED = select(Suppression.kind, Suppression.value, Suppression.reason).where(
    Suppression.tenant_id == bindparam("tenant", type_=Uuid),
    or_(
        *(
            and_(
                Suppression.kind == kind.value,
                Suppression.value == any_(bindparam(f"{kind.value}s", type_=ARRAY(TEXT))),
            )
            for kind in SuppressionKind
        )
    ),
)
_NOBODY: dict[str, list[str]] = {f"{kind.value}s": [] for kind in SuppressionKind}


async def suppressed_marks(session: AsyncSession, tenant_id: UUID, marks: Iterable[Mark]) -> Mapping[Mark, str | None]:
    """Which of these are on the tenant's list, with the reason given; one query however many there are."""
    by_kind: dict[SuppressionKind, dict[str, Mark]] = {}
    for mark in set(marks):
        by_kind.setdefault(mark.kind, {}).update({mark.value: mark, mark.hashed(tenant_id): mark})
    if not by_kind:
        return {}
    spelled = {f"{kind.value}s": list(values) for kind, values in by_kind.items()}
    rows = await session.execute(_LISTED, _NOBODY | spelled | {"tenant": tenant_id})
    return {by_kind[SuppressionKind(kind)][value]: reason for kind, value, reason in rows}


def why_suppressed(mark: Mark, reason: str | None) -> str:
    if reason == ERASED:
        return f"The {mark.kind.value} was {ERASED}."
    return f"The {mark.kind.value} {mark.value} is on the suppression list{f': {reason}' if reason else ''}."


A_MOMENT = 1.0
MOST_DOMAINS = 1_000


class SuppressionsNow:
    """The list as it is at the moment of sending or fetching: rows wait for a long time after they were loaded."""

    def __init__(self, engine: AsyncEngine, clock: Callable[[], float] = time.monotonic) -> None:
        self._engine = engine
        self._clock = clock
        self._domains: dict[UUID, tuple[float, frozenset[str] | None]] = {}

    async def of_contact(self, tenant_id: UUID, contact: OutgoingContact) -> str | None:
        return await self._why(tenant_id, marks_of(contact, contact.domain))

    async def of_host(self, tenant_id: UUID, host: str) -> str | None:
        """Which domains are listed is read once in a moment: many pages are fetched in it."""
        marks = list(marks_of_host(host))
        listed = await self._listed_domains(tenant_id)
        if listed is not None and not any({mark.value, mark.hashed(tenant_id)} & listed for mark in marks):
            return None
        return await self._why(tenant_id, marks)

    async def _listed_domains(self, tenant_id: UUID) -> frozenset[str] | None:
        """As they are in the list; None where there are too many to have at hand."""
        now = self._clock()
        read, listed = self._domains.get(tenant_id, (now - A_MOMENT, None))
        if now - read >= A_MOMENT:
            if listed is not None:
                self._domains[tenant_id] = now, listed  # who comes while it is read need not read it too
            chosen = Suppression.tenant_id == tenant_id, Suppression.kind == SuppressionKind.DOMAIN.value
            async with self._of(tenant_id) as session:
                values = (await session.scalars(select(Suppression.value).where(*chosen).limit(MOST_DOMAINS + 1))).all()
            listed = frozenset(values) if len(values) <= MOST_DOMAINS else None
            self._domains[tenant_id] = now, listed
        return listed

    def _of(self, tenant_id: UUID) -> AsyncSession:
        return AsyncSession(self._engine, **bound_by(lambda: tenant_id))

    async def _why(self, tenant_id: UUID, marks: Iterable[Mark]) -> str | None:
        async with self._of(tenant_id) as session:
            listed = await suppressed_marks(session, tenant_id, marks)
        return next((why_suppressed(mark, reason) for mark, reason in listed.items()), None)


async def suppressions(
    session: AsyncSession, tenant_id: UUID, kind: SuppressionKind | None, *, limit: int, offset: int
) -> tuple[Sequence[Suppression], int]:
    """A part of the list, in its order, and how long the whole is."""
    chosen = [Suppression.tenant_id == tenant_id, *([Suppression.kind == kind.value] if kind else [])]
    total = await session.scalar(select(func.count()).select_from(Suppression).where(*chosen))
    in_order = select(Suppression).where(*chosen).order_by(Suppression.kind, Suppression.value)
    return (await session.scalars(in_order.limit(limit).offset(offset))).all(), total or 0


async def suppress(
    session: AsyncSession, actor: Actor, marks: Sequence[Mark], reason: str | None = None
) -> list[Suppression]:
    """Put these on the list; what is on it already stays as it is. Returns all of them as they are now."""
    if reason == ERASED:
        raise NotSuppressible(f"{ERASED!r} is what scrapersky erase writes; give another reason.")
    unique = sorted(set(marks), key=lambda mark: (mark.kind, mark.value))
    rows = [
        {"tenant_id": actor.tenant_id, "kind": each.kind.value, "value": each.value, "reason": reason}
        | {"added_by": actor.name}
        for each in unique
    ]
    await session.execute(insert(Suppression).values(rows).on_conflict_do_nothing())
    found = await session.scalars(
        select(Suppression)
        .where(Suppression.tenant_id == actor.tenant_id)
        .where(or_(*(and_(Suppression.kind == m.kind.value, Suppression.value == m.value) for m in unique)))
        .order_by(Suppression.kind, Suppression.value)
    )
    return list(found)


async def release(session: AsyncSession, actor: Actor, suppression_id: UUID) -> Suppression:
    """The entry that is gone."""
    gone: Suppression | None = await session.scalar(
        delete(Suppression)
        .where(Suppression.id == suppression_id, Suppression.tenant_id == actor.tenant_id)
        .returning(Suppression)
    )
    if gone is None:
        raise RowsNotFound(f"There is no suppression {suppression_id}.")
    return gone
