"""One row, as a person sees, corrects and follows it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal
from uuid import UUID

from pydantic import BaseModel
from pydantic_core import to_jsonable_python
from sqlalchemy import RowMapping, cast, insert, select, update
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import (
    Actor,
    AnyWorkflow,
    Change,
    Curation,
    Registry,
    Run,
    curations_of,
    is_plain,
)
from scrapersky.curation_sdk.errors import BadRequest, CurationError, RowsNotFound
from scrapersky.curation_sdk.lists.listing import item_columns

MOST_HISTORY = 100


class ValueRefused(CurationError):
    """The database's own rules forbid the value."""

    http_status = 409
    code = "value_refused"

    def __init__(self, fields: Iterable[str]) -> None:
        super().__init__(
            f"{', '.join(fields)} cannot be this: another row has the same value, or it is none that may be here."
        )


@dataclass(frozen=True, slots=True)
class Rows:
    """One tenant's rows of one workflow, one at a time, inside the request's transaction."""

    session: AsyncSession
    workflow: AnyWorkflow
    actor: Actor

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

    async def detail(self, row_id: UUID, registry: Registry) -> dict[str, Any]:
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
        }

    async def _one(self, row_id: UUID, columns: Sequence[Any]) -> RowMapping:
        found = (await self.session.execute(select(*columns).where(*self._mine(row_id)))).mappings().first()
        if found is None:
            raise self._missing(row_id)
        return found

    async def edit(self, row_id: UUID, edit: BaseModel) -> None:
        """Each value becomes a person's: what it was is kept, and workers leave it alone from now on."""
        given = {name: getattr(edit, name) for name in edit.model_fields_set}
        if not given:
            raise BadRequest(f"Nothing to change; send one or more of: {', '.join(type(edit).model_fields)}.")
        await self.require(row_id, lock_for="change")
        model = self.workflow.model
        former = await self._one(row_id, [getattr(model, name) for name in given])
        changes = [self._change(row_id, name, former[name], value) for name, value in given.items()]
        changes = [change for change in changes if change["before"] != change["after"]]
        if changes:
            await self.session.execute(insert(Change), changes)
        await self._write(row_id, given)

    async def _write(self, row_id: UUID, given: dict[str, Any]) -> None:
        model = self.workflow.model
        values = dict(given)
        if _keeps_provenance(model):
            edited = (await self._one(row_id, [model.edited_fields]))["edited_fields"]
            values["edited_fields"] = sorted({*edited, *given})
        if "provenance" in model.__table__.c:
            values["provenance"] = model.provenance.op("||")(cast(dict.fromkeys(given, "person"), JSONB))
        statement = update(model).where(*self._mine(row_id)).values(values)
        try:
            await self.session.execute(statement.execution_options(synchronize_session=False))
        except IntegrityError as error:
            raise ValueRefused(given) from error

    def _change(self, row_id: UUID, name: str, before: Any, after: Any) -> dict[str, Any]:
        return {
            "tenant_id": self.actor.tenant_id,
            "table_name": self.workflow.names.table,
            "row_id": row_id,
            "field": name,
            "before": _as_text(before),
            "after": _as_text(after),
            "made_by": self.actor.name,
        }

    async def runs(self, row_id: UUID) -> list[Run]:
        """The newest first, of every workflow on the table."""
        await self.require(row_id)
        mine = select(Run).where(Run.row_id == row_id, Run.tenant_id == self.actor.tenant_id)
        return list(await self.session.scalars(mine.order_by(Run.id.desc()).limit(MOST_HISTORY)))

    async def changes(self, row_id: UUID) -> list[Change]:
        await self.require(row_id)
        mine = select(Change).where(Change.row_id == row_id, Change.tenant_id == self.actor.tenant_id)
        return list(await self.session.scalars(mine.order_by(Change.id.desc()).limit(MOST_HISTORY)))


def _detail_columns(model: type[Any], states: Sequence[Curation]) -> list[Any]:
    """Under labels that say which part of the answer each belongs to."""
    machinery = {"tenant_id", "edited_fields"}.union(*(each.column_names for each in curations_of(model)))
    plain = [column for column in model.__table__.columns if is_plain(column) and column.key not in machinery]
    provenance = [model.edited_fields.label("provenance/edited_fields")] if _keeps_provenance(model) else []
    return [
        *(column.label(f"row/{column.key}") for column in plain),
        *(each.state.label(f"state/{each.name}") for each in states),
        *provenance,
    ]


def _keeps_provenance(model: type[Any]) -> bool:
    return "edited_fields" in model.__table__.c


def _as_text(value: Any) -> str | None:
    return None if value is None else str(to_jsonable_python(value))
