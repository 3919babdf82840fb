"""A tenant's own targets in the database, and those of a process, which deliver by them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import orjson
from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from scrapersky.clients.delivery import DeliveryTarget
from scrapersky.clients.fetching.guard import OwnServices
from scrapersky.curation_sdk.declaring import Actor, and_updated_at
from scrapersky.curation_sdk.queue import of_tenant
from scrapersky.models import TenantTarget
from scrapersky.services.delivery_targets.forms import FORMS, NoSuchForm, form_named
from scrapersky.services.delivery_targets.seals import SealedElsewhere, Seals

Sessions = async_sessionmaker[AsyncSession]


async def targets_of(session: AsyncSession, tenant_id: UUID) -> Sequence[TenantTarget]:
    own = select(TenantTarget).where(TenantTarget.tenant_id == tenant_id).order_by(TenantTarget.name)
    return (await session.scalars(own)).all()


async def target_names(session: AsyncSession, tenant_id: UUID, installation: Iterable[DeliveryTarget]) -> list[str]:
    own = [row.name for row in await targets_of(session, tenant_id)]
    return list(dict.fromkeys([*own, *(target.name for target in installation)]))


async def set_up(
    session: AsyncSession,
    seals: Seals,
    actor: Actor,
    name: str,
    given: Mapping[str, Any],
    *,
    own: OwnServices = frozenset(),
) -> None:
    """What is not given stays as it was: nobody types a key again to change an address."""
    form = form_named(name)
    locked = select(TenantTarget).where(TenantTarget.tenant_id == actor.tenant_id, TenantTarget.name == name)
    row = await session.scalar(locked.with_for_update())
    values = form.checked(given, values_of(row, seals) if row else {}, own)
    written = {"sealed": _sealed(seals, actor.tenant_id, values), "changed_by": actor.name}
    statement = insert(TenantTarget).values(tenant_id=actor.tenant_id, name=name, **written)
    keys = [TenantTarget.tenant_id, TenantTarget.name]
    await session.execute(statement.on_conflict_do_update(index_elements=keys, set_=and_updated_at(written)))


async def take_down(session: AsyncSession, actor: Actor, name: str) -> None:
    mine = TenantTarget.tenant_id == actor.tenant_id, TenantTarget.name == name
    if await session.scalar(delete(TenantTarget).where(*mine).returning(TenantTarget.name)) is None:
        raise NoSuchForm(name)


async def seal_anew(sessions: Sessions, seals: Seals) -> int:
    """Of all tenants, in one transaction: either all are sealed with the first key, or none was touched."""
    async with sessions.begin() as session:
        rows = (await session.scalars(select(TenantTarget).with_for_update())).all()
        for row in rows:
            row.sealed = seals.sealed_anew(row.sealed, row.name)
    return len(rows)


def _sealed(seals: Seals, tenant_id: UUID, values: Mapping[str, Any]) -> bytes:
    """With whose it is: a row that was copied to another tenant opens for nobody."""
    return seals.seal(orjson.dumps({"tenant": str(tenant_id), "values": dict(values)}))


def values_of(row: TenantTarget, seals: Seals) -> dict[str, Any]:
    opened = orjson.loads(seals.open(row.sealed, row.name))
    if opened["tenant"] != str(row.tenant_id):
        raise SealedElsewhere(row.name)
    values: dict[str, Any] = opened["values"]
    return values


@dataclass(frozen=True, slots=True)
class OwnTargets:
    """Of each tenant, as a process uses them; the installation's serve whoever has none of the same name.

    One that was not changed stays the same: it gathers contacts and knows how long its service wants to be left alone.
    """

    sessions: Sessions
    seals: Seals
    installation: tuple[DeliveryTarget, ...] = ()
    _made: dict[tuple[UUID, str], tuple[bytes, DeliveryTarget]] = field(default_factory=dict, repr=False)

    async def of(self, tenant_id: UUID) -> tuple[DeliveryTarget, ...]:
        async with of_tenant(self.sessions, tenant_id)() as session:
            rows = await targets_of(session, tenant_id)
        own = {row.name: self._target(row) for row in rows if row.name in FORMS}
        return (*own.values(), *(each for each in self.installation if each.name not in own))

    def _target(self, row: TenantTarget) -> DeliveryTarget:
        key = row.tenant_id, row.name
        sealed, target = self._made.get(key, (b"", None))
        if target is None or sealed != row.sealed:
            target = FORMS[row.name].target(values_of(row, self.seals))
            self._made[key] = row.sealed, target
        return target
