"""What people put on rows of any stage: tags, which gather rows into lists, and a note."""

from typing import Annotated, Any
from uuid import UUID

from pydantic import AfterValidator, BaseModel, Field
from sqlalchemy import ColumnElement, Select, Text, cast, func, literal_column, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import Registry, RowMark, StoredText

LONGEST_TAG = 60
LONGEST_NOTE = 4_000
MOST_TAGS_TOLD = 500
_SEPARATOR = ", "


def read_tag(text: str) -> str:
    """In small letters, so that nobody keeps two lists of one name.

    >>> read_tag("  Call  in May ")
    'call in may'
    """
    tag = " ".join(text.lower().split())
    if not tag or tag == "none" or len(tag) > LONGEST_TAG or any(sign in tag for sign in ',"\\\0'):
        raise ValueError(
            f'a tag has 1 to {LONGEST_TAG} letters, is not "none", and has no comma, quote or backslash in it'
        )
    return tag


Tag = Annotated[StoredText, AfterValidator(read_tag)]
Note = Annotated[StoredText, Field(max_length=LONGEST_NOTE)]


class TagCount(BaseModel):
    """A tag, and how many rows of which table have it."""

    tag: str
    table: str
    count: int


def tags_in_line(tags: list[str]) -> str | None:
    """As history has them; `read_line` gives them back."""
    return _SEPARATOR.join(tags) or None


def read_line(line: str | None) -> list[str]:
    return line.split(_SEPARATOR) if line else []


def mark_columns(model: type[Any]) -> dict[str, ColumnElement[Any]]:
    """Read by key for the rows of a page, as computed columns are."""
    tags = func.coalesce(_mark(model, RowMark.tags), cast([], ARRAY(Text)), type_=ARRAY(Text))
    return {"tags": tags, "note": _mark(model, RowMark.note)}


def _mark(model: type[Any], value: Any) -> Any:
    row = RowMark.table_name == _table(model), RowMark.row_id == model.id
    return select(value).where(*row).correlate(model).scalar_subquery()


def is_marked(model: type[Any], tenant_id: UUID, *conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    """Whether a row has marks for which these conditions hold."""
    mine = RowMark.tenant_id == tenant_id, RowMark.table_name == _table(model)
    has_one: ColumnElement[bool] = model.id.in_(select(RowMark.row_id).where(*mine, *conditions))
    return has_one


def _table(model: type[Any]) -> ColumnElement[str]:
    return literal_column(f"'{model.__tablename__}'")


async def count_tags(session: AsyncSession, registry: Registry, tenant_id: UUID) -> list[TagCount]:
    """Those of tables that are curated, the commonest first."""
    tables = {workflow.names.table for workflow in registry}
    there = await session.execute(_tags_statement(tenant_id, tables))
    return [TagCount(tag=tag, table=table, count=count) for tag, table, count in there]


def _tags_statement(tenant_id: UUID, tables: set[str]) -> Select[Any]:
    tags = select(func.unnest(RowMark.tags).label("tag"), RowMark.table_name.label("of_table"))
    tag = tags.where(RowMark.tenant_id == tenant_id, RowMark.table_name.in_(tables)).subquery()
    count = func.count()
    grouped = select(tag.c.tag, tag.c.of_table, count).group_by(tag.c.tag, tag.c.of_table)
    return grouped.order_by(count.desc(), tag.c.tag).limit(MOST_TAGS_TOLD)
