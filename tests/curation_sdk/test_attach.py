"""A workflow on a table of someone else's: attached to a model that is mapped already."""

from datetime import datetime
from uuid import UUID, uuid4

import pytest
from sqlalchemy import DateTime, Text, func, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from scrapersky.curation_sdk import Curation, DeclarationError, Workflow
from scrapersky.curation_sdk.declaring.registry import Registry
from scrapersky.curation_sdk.declaring.workflow import AnyWorkflow
from scrapersky.curation_sdk.queue.upserts import upsert
from scrapersky.curation_sdk.schema.ddl import type_statements, workflow_sql
from scrapersky.curation_sdk.schema.verification import verify
from scrapersky.curation_sdk.testing import NamesConformance, RouterConformance, SchedulerConformance


class ParcelBase(DeclarativeBase):
    pass


class Parcel(ParcelBase):
    """Curated by one workflow of its own."""

    __tablename__ = "parcels"

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    tenant_id: Mapped[UUID]
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    label: Mapped[str] = mapped_column(Text)

    parcel_sorting = Curation()


class Stamp(ParcelBase):
    __tablename__ = "stamps"

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    tenant_id: Mapped[UUID]
    parcel_id: Mapped[UUID] = mapped_column(unique=True)


PARCEL_STAMPING = Curation.attach(Parcel, "parcel_stamping")


async def read_label(parcel: Parcel, _: object) -> str:
    return parcel.label


async def keep_stamp(session: AsyncSession, parcel: Parcel, _: str) -> int:
    stamp = {"tenant_id": parcel.tenant_id, "parcel_id": parcel.id}
    return len(await upsert(session, Stamp, [stamp], key=("parcel_id",), update=()))


parcel_stamping: AnyWorkflow = Workflow(
    code="WFX1",
    title="Parcel stamping",
    curation=PARCEL_STAMPING,
    produces=Stamp,
    shows=(Parcel.label,),
    work=read_label,
    save=keep_stamp,
)


@pytest.fixture
async def engine(engine: AsyncEngine) -> AsyncEngine:
    """With the toy tables as the models had them before, and the attached workflow's SQL applied on top."""
    sql = workflow_sql(PARCEL_STAMPING, "WFX1")
    indexes = ParcelBase.metadata.tables["parcels"].indexes
    added = [index for index in indexes if str(index.name).startswith("ix_parcel_stamping")]
    async with engine.begin() as connection:
        for curation in (Parcel.parcel_sorting, PARCEL_STAMPING):
            for statement in type_statements(curation):
                await connection.exec_driver_sql(statement)
        await connection.run_sync(ParcelBase.metadata.create_all)
        for index in added:
            await connection.run_sync(index.drop)
        for name in ("ck_parcel_stamping_claim", "ck_parcel_stamping_queued"):
            await connection.exec_driver_sql(f"ALTER TABLE parcels DROP CONSTRAINT {name}")
        for key in PARCEL_STAMPING.column_names:
            await connection.exec_driver_sql(f"ALTER TABLE parcels DROP COLUMN IF EXISTS {key} CASCADE")
        for line in sql.splitlines():
            if line.startswith(("ALTER", "CREATE INDEX")):
                await connection.exec_driver_sql(line)
    return engine


async def make_parcel(session: AsyncSession, tenant_id: UUID, number: int) -> UUID:
    made = await session.execute(
        insert(Parcel).values(tenant_id=tenant_id, label=f"parcel {number}").returning(Parcel.id)
    )
    return made.scalar_one()


class TestAttachedNames(NamesConformance):
    workflow = parcel_stamping

    def test_the_tables_names_stay_with_its_first_workflow(self) -> None:
        assert Parcel.parcel_sorting.names.update_status_batch == "update_parcel_status_batch"
        assert PARCEL_STAMPING.names.update_status_batch == "update_parcel_stamping_status_batch"
        assert PARCEL_STAMPING.names.table_path is None


class TestAttachedScheduler(SchedulerConformance):
    workflow = parcel_stamping

    async def make_row(self, session: AsyncSession, tenant_id: UUID, number: int) -> UUID:
        return await make_parcel(session, tenant_id, number)


class TestAttachedRouter(RouterConformance):
    workflow = parcel_stamping

    async def make_row(self, session: AsyncSession, tenant_id: UUID, number: int) -> UUID:
        return await make_parcel(session, tenant_id, number)


async def test_the_attached_workflows_sql_makes_what_the_model_says(engine: AsyncEngine) -> None:
    assert await verify(engine, Registry([parcel_stamping])) == {}


async def test_without_its_sql_the_table_still_works_for_everyone_else(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        for key in PARCEL_STAMPING.column_names:
            await connection.exec_driver_sql(f"ALTER TABLE parcels DROP COLUMN IF EXISTS {key} CASCADE")
    async with AsyncSession(engine) as session, session.begin():
        await make_parcel(session, uuid4(), 0)
        (found,) = await session.scalars(select(Parcel))
        assert found.label == "parcel 0"
    assert list(await verify(engine, Registry([parcel_stamping]))) == ["parcel_stamping"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("parcel_sorting", "Parcel has a 'parcel_sorting' already"),
        ("label", "Parcel has a 'label' already"),
        ("Parcel Sorting", "type 'parcel_sorting' instead"),
    ],
)
def test_a_name_that_cannot_be_attached_is_refused(name: str, words: str) -> None:
    with pytest.raises(DeclarationError, match=words):
        Curation.attach(Parcel, name)


def test_a_class_without_a_table_is_refused() -> None:
    class Loose:
        pass

    with pytest.raises(DeclarationError, match="Loose has no table"):
        Curation.attach(Loose, "loose_work")
