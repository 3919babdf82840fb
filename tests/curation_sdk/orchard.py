"""A product of several tables, linked in each way that tables can be: for the endpoints' tests."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    Computed,
    DateTime,
    ForeignKey,
    Index,
    Text,
    UniqueConstraint,
    func,
    insert,
    literal_column,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import ARRAY, TSVECTOR
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from scrapersky.curation_sdk import Curation, Nothing, Workflow
from scrapersky.curation_sdk.declaring.curation import curations_of
from scrapersky.curation_sdk.declaring.outcomes import Shortfall
from scrapersky.curation_sdk.declaring.registry import Registry
from scrapersky.curation_sdk.declaring.workflow import AnyWorkflow
from scrapersky.curation_sdk.lists.keyset import beginning
from scrapersky.curation_sdk.schema.ddl import type_statements

TENANT, STRANGER = UUID(int=1), UUID(int=2)


class OrchardBase(DeclarativeBase):
    type_annotation_map = {datetime: DateTime(timezone=True), str: Text, list[str]: ARRAY(Text)}  # noqa: RUF012


class Grown:
    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    tenant_id: Mapped[UUID]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    edited_fields: Mapped[list[str]] = mapped_column(server_default="{}")


class Estate(Grown, OrchardBase):
    """Groups orchards; no workflow knows of it."""

    __tablename__ = "estates"

    name: Mapped[str]


class Orchard(Grown, OrchardBase):
    """Has many trees: each tree names its orchard."""

    __tablename__ = "orchards"

    estate_id: Mapped[UUID | None] = mapped_column(ForeignKey("estates.id", ondelete="SET NULL"))
    name: Mapped[str]

    orchard_planting = Curation()


class Variety(Grown, OrchardBase):
    """Shared by trees: each tree names its variety."""

    __tablename__ = "varieties"
    __table_args__ = (UniqueConstraint("tenant_id", "id", name="uq_varieties_tenant"),)

    name: Mapped[str]

    variety_tasting = Curation()


class Tree(Grown, OrchardBase):
    __tablename__ = "trees"
    __table_args__ = (
        Index("ix_trees_height", "tenant_id", "height", "id"),
        Index("ix_trees_name", "tenant_id", beginning("name"), "id"),
        Index("ix_trees_words", "words", postgresql_using="gin"),
        Index("uq_trees_tag", "tenant_id", "tag", unique=True),
    )

    orchard_id: Mapped[UUID | None] = mapped_column(ForeignKey("orchards.id"))
    variety_id: Mapped[UUID | None] = mapped_column(ForeignKey("varieties.id", ondelete="SET NULL"))
    name: Mapped[str]
    height: Mapped[int | None]
    planted_at: Mapped[datetime | None]
    size: Mapped[str | None]
    tag: Mapped[str | None]
    words: Mapped[Any] = mapped_column(
        TSVECTOR,
        Computed("to_tsvector('simple', regexp_replace(name, '[^[:alnum:]]+', ' ', 'g'))", persisted=True),
        deferred=True,
    )

    tree_care = Curation()
    tree_survey = Curation(ordered_by="-height")


class Leaf(Grown, OrchardBase):
    """Belongs to a tree; no workflow knows of it."""

    __tablename__ = "leaves"

    tree_id: Mapped[UUID] = mapped_column(ForeignKey("trees.id", ondelete="CASCADE"))


class Jar(Grown, OrchardBase):
    """Made of several varieties, as `servings` says; names the first, if that is still there."""

    __tablename__ = "jars"

    label: Mapped[str]
    variety_id: Mapped[UUID | None] = mapped_column(ForeignKey("varieties.id", ondelete="SET NULL"))


class Serving(Grown, OrchardBase):
    __tablename__ = "servings"

    variety_id: Mapped[UUID] = mapped_column(ForeignKey("varieties.id", ondelete="CASCADE"))
    jar_id: Mapped[UUID] = mapped_column(ForeignKey("jars.id", ondelete="CASCADE"))


async def look(_: object, __: object) -> Nothing:
    return Nothing("looked")


async def keep(_: AsyncSession, __: object, ___: object) -> int:
    return 0


orchard_planting: AnyWorkflow = Workflow(
    code="WF91",
    title="Orchard planting",
    curation=Orchard.orchard_planting,
    produces=Tree,
    shows=(Orchard.name,),
    work=look,
    save=keep,
)
tree_care: AnyWorkflow = Workflow(
    code="WF92",
    title="Tree care",
    curation=Tree.tree_care,
    produces=Variety,
    shows=(Tree.name, Tree.height, Tree.planted_at, Tree.size),
    edits=(Tree.name, Tree.height, Tree.planted_at, Tree.tag),
    sorts=(Tree.name, Tree.height),
    searches=Tree.words,
    shortfall=Shortfall("left as it was", ("no_ladder",)),
    work=look,
    save=keep,
)
tree_survey: AnyWorkflow = Workflow(
    code="WF93",
    title="Tree survey",
    curation=Tree.tree_survey,
    shows=(Tree.name,),
    work=look,
    save=keep,
)
variety_tasting: AnyWorkflow = Workflow(
    code="WF94",
    title="Variety tasting",
    curation=Variety.variety_tasting,
    produces=Jar,
    shows=(Variety.name,),
    work=look,
    save=keep,
)


def orchard_registry() -> Registry:
    return Registry([orchard_planting, tree_care, tree_survey, variety_tasting])


async def create_orchard(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        for model in (Orchard, Variety, Tree):
            for curation in curations_of(model):
                for statement in type_statements(curation):
                    await connection.exec_driver_sql(statement)
        await connection.run_sync(OrchardBase.metadata.create_all)


async def add(
    engine: AsyncEngine, model: type[Any], rows: Sequence[Mapping[str, Any]], tenant_id: UUID = TENANT
) -> list[UUID]:
    """Their ids, in the order given."""
    values = [{"tenant_id": tenant_id, **row} for row in rows]
    async with AsyncSession(engine) as session, session.begin():
        made = await session.scalars(insert(model).returning(model.id, sort_by_parameter_order=True), values)
        return list(made)


async def add_trees(engine: AsyncEngine, *names: str, tenant_id: UUID = TENANT) -> list[UUID]:
    return await add(engine, Tree, [{"name": name} for name in names], tenant_id)


async def plant_trees(engine: AsyncEngine, count: int) -> None:
    """Many, and PostgreSQL knows what there is of which."""
    number = func.generate_series(1, count).table_valued("value", name="number").render_derived()
    name = func.concat("tree ", number.c.value, func.repeat(" leaf", 50))
    rows = select(literal_column(f"'{TENANT}'::uuid"), name, number.c.value % 100)
    table: Any = Tree.__table__
    async with engine.begin() as connection:
        await connection.execute(insert(table).from_select(["tenant_id", "name", "height"], rows))
        await connection.execute(update(table).where(table.c.height == 7).values(tree_care_curation_status="Skipped"))
        driver: Any = (await connection.get_raw_connection()).driver_connection
        # VACUUM calls no row visible to all whose commit is not on disk yet.
        await driver.execute("SET LOCAL synchronous_commit TO on")
        await driver.execute("ANALYZE trees")
