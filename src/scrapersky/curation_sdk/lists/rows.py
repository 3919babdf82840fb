"""One row, as a person sees and follows it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal
from uuid import UUID

from sqlalchemy import RowMapping, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk import declaring
from scrapersky.curation_sdk.errors import RowsNotFound
from scrapersky.curation_sdk.lists.listing import item_columns

MOST_HISTORY = 100


@dataclass(frozen=True, slots=True)
class Rows:
    """One tenant's rows of one workflow, one at a time, inside the request's transaction."""

    session: AsyncSession
    workflow: declaring.AnyWorkflow
    actor: declaring.Actor

    def _mine(self, row_id: UUID) -> tuple[Any, Any]:
        model = self.workflow.model
        return model.id == row_id, model.tenant_id == self.actor.tenant_id

    def _missing(self, row_id: UUID) -> RowsNotFound:
        return RowsNotFound(f"There is no row {row_id} in {self.workflow.names.table}.")

    async def require(self, row_id: UUID, *, lock_for: Literal["change", "removal"] | None = None) -> None:
        """Locked, nobody else changes the row until the transaction ends, nor, for removal, adds to it."""
        wanted = select(self.workflow.model.id).where(*self._mine(row_id))
        if lock_for is not None:
            wanted = wanted.with_for_update(key_share=lock_for == "change")
        if await self.session.scalar(wanted) is None:
            raise self._missing(row_id)

    async def detail(self, row_id: UUID, registry: declaring.Registry) -> dict[str, Any]:
        """The item of the list, every readable column, and the states of all running workflows on the table."""
        model = self.workflow.model
        states = [each.curation for each in registry.curating(model)]
        found = await self._one(row_id, [*item_columns(self.workflow), *_detail_columns(model, states)])
        parts: dict[str, dict[str, Any]] = {"row": {}, "state": {}, "provenance": {}, "item": {}}
        for name, value in found.items():
            part, _, key = name.rpartition("/")
            parts[part or "item"][key] = value
        return {
            **parts["item"],
            "row": parts["row"],
            "states": parts["state"],
            "edited_fields": parts["provenance"].get("edited_fields", []),
            "refusal": await self._refusal(row_id),
        }

    async def _refusal(self, row_id: UUID) -> str | None:
        """Why the row may not be queued."""
        if self.workflow.refuses is None:
            return None
        return (await self.workflow.refuses(self.session, self.actor.tenant_id, [row_id])).get(row_id)

    async def _one(self, row_id: UUID, columns: Sequence[Any]) -> RowMapping:
        found = (await self.session.execute(select(*columns).where(*self._mine(row_id)))).mappings().first()
        if found is None:
            raise self._missing(row_id)
        return found

    async def runs(self, row_id: UUID) -> list[declaring.Run]:
        """The newest first, of every workflow on the table."""
        await self.require(row_id)
        mine = select(declaring.Run).where(
            declaring.Run.row_id == row_id, declaring.Run.tenant_id == self.actor.tenant_id
        )
        return list(await self.session.scalars(mine.order_by(declaring.Run.id.desc()).limit(MOST_HISTORY)))

    async def changes(self, row_id: UUID) -> list[declaring.Change]:
        await self.require(row_id)
        mine = select(declaring.Change).where(
            declaring.Change.row_id == row_id, declaring.Change.tenant_id == self.actor.tenant_id
        )
        return list(await self.session.scalars(mine.order_by(declaring.Change.id.desc()).limit(MOST_HISTORY)))


def _detail_columns(model: type[Any], states: Sequence[declaring.Curation]) -> list[Any]:
    """Under labels that say which part of the answer each belongs to."""
    machinery = {"tenant_id", "edited_fields"}.union(*(each.column_names for each in declaring.curations_of(model)))
    plain = [column for column in model.__table__.columns if declaring.is_plain(column) and column.key not in machinery]
    provenance = [model.edited_fields.label("provenance/edited_fields")] if keeps_provenance(model) else []
    return [
        *(column.label(f"row/{column.key}") for column in plain),
        *(each.state.label(f"state/{each.name}") for each in states),
        *provenance,
    ]


def keeps_provenance(model: type[Any]) -> bool:
    return "edited_fields" in model.__table__.c
