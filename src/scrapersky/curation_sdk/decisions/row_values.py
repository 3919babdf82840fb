"""Values, tags and notes of some rows: as they are, as somebody wants them, and written."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from pydantic_core import to_jsonable_python
from sqlalchemy import any_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.decisions.marks import Marks, read_marks, write_marks
from scrapersky.curation_sdk.declaring import AnyWorkflow, Change, columns_by_key, reader_of, title_of
from scrapersky.curation_sdk.errors import CurationError
from scrapersky.curation_sdk.lists import array, keeps_provenance, read_line, tags_in_line

PERSON = "person"
MARKS = ("tags", "note")


class ValueRefused(CurationError):
    """The database's own rules forbid the value."""

    http_status = 409

    def __init__(self, fields: Iterable[str]) -> None:
        super().__init__(
            f"{', '.join(fields)} cannot be this: another row has the same value, or it is none that may be here."
        )


@dataclass(slots=True)
class RowValues:
    """One row. `edited` are the fields that are a person's, `provenance` says where each value is from."""

    title: str | None
    values: dict[str, Any]
    marks: Marks
    edited: set[str]
    provenance: dict[str, Any]

    def text_of(self, field: str) -> str | None:
        """As history has it."""
        if field in MARKS:
            return tags_in_line(list(self.marks.tags)) if field == "tags" else self.marks.note
        value = self.values[field]
        return None if value is None else str(to_jsonable_python(value))

    def former_of(self, field: str) -> dict[str, Any]:
        """What it takes to have it so again."""
        if field in MARKS:
            return {}
        value = to_jsonable_python(self.values[field])
        return {"value": value, "is_edited": field in self.edited, "source": self.provenance.get(field)}

    def put(self, field: str, value: Any) -> None:
        """By a person: workers leave it alone from then on."""
        self.values[field] = value
        self.edited.add(field)
        self.provenance[field] = PERSON


@dataclass(frozen=True, slots=True)
class TableValues:
    """Of one tenant's rows, in the caller's transaction."""

    session: AsyncSession
    workflow: AnyWorkflow
    tenant_id: UUID

    async def read(self, ids: Sequence[UUID], fields: Iterable[str]) -> dict[UUID, RowValues]:
        """Those that exist, locked in the order of their ids."""
        model: Any = self.workflow.model
        own = [name for name in dict.fromkeys(fields) if name not in MARKS]
        columns = [getattr(model, name).label(f"value/{name}") for name in own]
        columns += [getattr(model, name).label(name) for name in self._kept]
        mine = model.id == any_(array(ids)), model.tenant_id == self.tenant_id
        wanted = select(model.id.label("id"), title_of(self.workflow).label("title"), *columns).where(*mine)
        locked = wanted.order_by(model.id).with_for_update(key_share=True, of=model)
        rows = (await self.session.execute(locked)).mappings().all()
        marks = await read_marks(self.session, self.workflow.names.table, [row["id"] for row in rows])
        return {
            row["id"]: RowValues(
                row["title"],
                {name: row[f"value/{name}"] for name in own},
                marks.get(row["id"], Marks()),
                set(row.get("edited_fields") or ()),
                dict(row.get("provenance") or {}),
            )
            for row in rows
        }

    @property
    def _kept(self) -> list[str]:
        """What is kept of each value beside it, in tables that do."""
        model = self.workflow.model
        return [*(["edited_fields"] if keeps_provenance(model) else []), *self._sources]

    @property
    def _sources(self) -> list[str]:
        return ["provenance"] if "provenance" in self.workflow.model.__table__.c else []

    async def write(self, rows: Mapping[UUID, RowValues], fields: Iterable[str]) -> None:
        """These fields of these rows: one statement for all rows that become the same."""
        own = [name for name in dict.fromkeys(fields) if name not in MARKS]
        if own:
            await self._write_values(rows, own)
        marks = {row_id: row.marks for row_id, row in rows.items()}
        if set(fields) & set(MARKS):
            await write_marks(self.session, self.workflow.names.table, self.tenant_id, marks)

    async def _write_values(self, rows: Mapping[UUID, RowValues], own: Sequence[str]) -> None:
        alike: dict[str, list[UUID]] = defaultdict(list)
        becoming: dict[str, dict[str, Any]] = {}
        for row_id, row in rows.items():
            values = self._columns_of(row, own)
            key = repr(sorted(values.items()))
            becoming[key] = values
            alike[key].append(row_id)
        model: Any = self.workflow.model
        try:
            for key, ids in alike.items():
                changed = update(model).where(model.id == any_(array(ids))).values(becoming[key])
                await self.session.execute(changed.execution_options(synchronize_session=False))
        except IntegrityError as error:
            raise ValueRefused(own) from error

    def _columns_of(self, row: RowValues, own: Sequence[str]) -> dict[str, Any]:
        kept = {"edited_fields": sorted(row.edited), "provenance": row.provenance}
        return {name: row.values[name] for name in own} | {name: kept[name] for name in self._kept}

    def restore(self, row: RowValues, change: Change) -> bool:
        """As it was, whoever's it was; unless somebody changed it since."""
        if change.field == "tags":
            return _restore_tags(row, read_line(change.before), read_line(change.after))
        if row.text_of(change.field) != change.after:
            return False
        if change.field == "note":
            row.marks = Marks(row.marks.tags, change.before)
        else:
            self._restore_value(row, change.field, change.former or {})
        return True

    def _restore_value(self, row: RowValues, field: str, former: Mapping[str, Any]) -> None:
        (column,) = columns_by_key([getattr(self.workflow.model, field)]).values()
        row.values[field] = reader_of(column).validate_python(former["value"])
        if not former["is_edited"]:
            row.edited.discard(field)
        row.provenance.pop(field, None)
        if former["source"] is not None:
            row.provenance[field] = former["source"]


def _restore_tags(row: RowValues, before: Sequence[str], after: Sequence[str]) -> bool:
    """Those of the change only: others that came since stay."""
    there, came = set(row.marks.tags), set(after) - set(before)
    if not came <= there:
        return False
    row.marks = Marks(tuple(sorted(there - came | set(before) - set(after))), row.marks.note)
    return True
