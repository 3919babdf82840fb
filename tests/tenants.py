"""A tenant that has something in every table that belongs to a tenant, and a picture of all of it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import ColumnElement, Table, func, insert, literal, literal_column, select, union_all, update
from sqlalchemy.ext.asyncio import AsyncSession
from tests.lineages import Family, make_family

from scrapersky.curation_sdk.declaring.registry import Registry
from scrapersky.curation_sdk.declaring.statuses import State
from scrapersky.curation_sdk.declaring.tables import (
    Batch,
    BatchRow,
    Change,
    KeptRule,
    ReviewClaim,
    RowMark,
    Run,
    SdkBase,
    TenantPause,
)
from scrapersky.models import (
    ApiCall,
    AuditEntry,
    Base,
    Budget,
    Delivery,
    ExportOrder,
    NamedToken,
    Place,
    PlacePair,
    PlaceSearch,
    Preference,
    SavedView,
    SearchReport,
    SearchSchedule,
    SignIn,
    Suppression,
    TenantTarget,
    User,
)

Picture = dict[str, list[tuple[Any, ...]]]


@dataclass(frozen=True)
class Estate:
    """What a tenant has, by the names that requests use. `word` is in whatever of it has words."""

    word: str
    ids: Mapping[str, UUID]
    place_id: str
    run_id: str


def tenant_tables() -> list[Table]:
    tables = [*Base.metadata.tables.values(), *SdkBase.metadata.tables.values()]
    return [table for table in tables if "tenant_id" in table.c]


async def picture_of(session: AsyncSession, tenant_id: UUID) -> Picture:
    """Every row of a tenant, and what hangs on them without saying whose it is."""
    return {
        table.name: sorted(map(tuple, await session.execute(select(table).where(*ours))), key=str)
        for table, ours in _tables_of(tenant_id)
    }


async def versions_of(session: AsyncSession, tenant_id: UUID) -> str:
    """The same as before only where no row of the picture was written since, which takes one look instead of forty."""
    versions = [
        select(func.string_agg(literal_column(f"{table.name}.ctid::text || {table.name}.xmin::text"), literal(" ")))
        .select_from(table)
        .where(*ours)
        for table, ours in _tables_of(tenant_id)
    ]
    return str((await session.execute(union_all(*versions))).scalars().all())


def _tables_of(tenant_id: UUID) -> Iterator[tuple[Table, list[ColumnElement[bool]]]]:
    """Each with what makes a row of it the tenant's."""
    for table in tenant_tables():
        # That somebody was refused is written down, and is no change of what there was.
        is_of_request = [table.c.request_id.is_(None)] if table is AuditEntry.__table__ else []
        yield table, [table.c.tenant_id == tenant_id, *is_of_request]
    people = select(User.id).where(User.tenant_id == tenant_id)
    for name in (Preference.__tablename__, NamedToken.__tablename__, SignIn.__tablename__):
        table = Base.metadata.tables[name]
        yield table, [table.c.user_id.in_(people)]
    batches = select(Batch.id).where(Batch.tenant_id == tenant_id)
    yield SdkBase.metadata.tables[BatchRow.__tablename__], [BatchRow.batch_id.in_(batches)]


async def make_estate(session: AsyncSession, registry: Registry, owner: User, word: str, shelf: Path) -> Estate:
    family = await make_family(session, owner.tenant_id, word)
    ids = {"user": owner.id, "list": family.list_id, "search": family.search_id}
    ids |= await _decisions(session, registry, owner, word, family)
    ids |= await _kept(session, owner, word, shelf)
    pair, place_id = await _pair(session, owner.tenant_id, word, family)
    for workflow in registry:
        rows = {family.search_id} if workflow.name == "single_search" else family.rows[workflow.names.kebab]
        ids[workflow.names.kebab] = ids[workflow.names.table] = min(rows)
    await _handed_over(session, owner.tenant_id, word, ids["contact-delivery"])
    now = (await session.execute(select(func.now()))).scalar_one()
    return Estate(word, ids | {"pair": pair}, place_id, f"{int(now.timestamp()) // 60}..deep_scan")


async def _decisions(
    session: AsyncSession, registry: Registry, owner: User, word: str, family: Family
) -> dict[str, UUID]:
    """A batch about a place, a job that is under way, and rows that failed, with their history."""
    tenant_id, place = owner.tenant_id, min(family.rows["deep-scan"])
    decided = {"tenant_id": tenant_id, "workflow": "deep_scan", "status": "Queued", "made_by": owner.name}
    batch, job = [await _made(session, Batch, **decided, total=1, done=1, state=state) for state in ("done", "running")]
    former = {"curation_status": "New", "priority": 0, "attempts": 0, "run_again": False}
    await session.execute(insert(BatchRow).values(batch_id=batch, row_id=place, **former))
    held = {"tenant_id": tenant_id, "workflow": "deep_scan", "row_id": place, "held_by": word}
    resting = {"tenant_id": tenant_id, "workflow": "page_curation", "paused_by": word}
    await session.execute(insert(TenantPause).values(resting))
    await session.execute(insert(ReviewClaim).values(held | {"held_until": func.now()}))
    mark = {"table_name": "places_staging", "row_id": place, "tags": [word], "note": word}
    await session.execute(insert(RowMark).values(tenant_id=tenant_id, **mark))
    change = {"table_name": "places_staging", "field": "name", "before": word, "after": word, "made_by": owner.name}
    await _made(session, Change, tenant_id=tenant_id, row_id=place, **change)
    now = await session.scalar(select(Batch.made_at).where(Batch.id == batch))
    for workflow in registry:
        ids = [family.search_id] if workflow.name == "single_search" else sorted(family.rows[workflow.names.kebab])
        failure = {"outcome": "timeout", "message": f"{word} did not answer"}
        run = {"tenant_id": tenant_id, "workflow": workflow.name, "row_id": ids[-1], "attempt": 1, **failure}
        await _made(session, Run, **run, ending="error", started_at=now, ended_at=now)
        curation = workflow.curation
        failed = {curation.curation_status: "Error", curation.processing_error: failure["message"]}
        failed |= {curation.outcome: "timeout", curation.processing_status: "Error"}
        await session.execute(update(workflow.model).where(workflow.model.id == ids[-1]).values(failed))
    rule = {"workflow": "deep_scan", "name": word, "place": 0, "written": {"name": word}, "changed_by": owner.name}
    rule_id = await _made(session, KeptRule, tenant_id=tenant_id, **rule, suspended=word)
    return {"batch": batch, "job": job, "rule": rule_id}


async def _kept(session: AsyncSession, owner: User, word: str, shelf: Path) -> dict[str, UUID]:
    """Views, preferences, an export with its file, and somebody who asked to be left alone."""
    tenant_id = owner.tenant_id
    view = {"tenant_id": tenant_id, "user_id": owner.id, "workflow": "deep_scan", "shared": True}
    content = {"status": [State.NEW.value], "search": word}
    order = {"workflow": "contact_delivery", "format": "csv", "filter": {"search": word}, "filter_in_words": word}
    export = await _made(
        session,
        ExportOrder,
        tenant_id=tenant_id,
        **order,
        file_name=f"{word}.csv",
        made_by=owner.name,
        state="ready",
        rows=1,
    )
    _write(shelf / f"{export}.csv", word)
    later = func.now() + timedelta(days=1)
    signed_in = {"until": later, "address": word, "agent": word}
    token = {"name": word, "digest": word.encode(), "scopes": ["read"], "expires_at": later}
    await session.execute(insert(Preference).values(user_id=owner.id, content={"recent": [word]}))
    return {
        "entry": await _made(
            session, AuditEntry, tenant_id=tenant_id, user_id=owner.id, operation=word, outcome="done"
        ),
        "session": await _made(session, SignIn, id=uuid4(), user_id=owner.id, **signed_in),
        "token": await _made(session, NamedToken, id=uuid4(), user_id=owner.id, **token),
        "view": await _made(session, SavedView, **view, name=word, content=content),
        "export": export,
        "suppression": await _made(
            session, Suppression, tenant_id=tenant_id, kind="email", value=f"{word}@cedar.example"
        ),
    }


async def _pair(session: AsyncSession, tenant_id: UUID, word: str, family: Family) -> tuple[UUID, str]:
    first, second = sorted(family.rows["deep-scan"])
    named = {"name": word, "source": "overpass", "latitude": 30.27, "longitude": -97.74}
    await session.execute(update(Place).where(Place.id.in_([first, second])).values(named))
    place_id = (await session.execute(select(Place.place_id).where(Place.id == first))).scalar_one()
    pair = {"tenant_id": tenant_id, "first_id": first, "second_id": second, "likeness": 0.9, "why": word}
    return await _made(session, PlacePair, **pair), place_id


async def _handed_over(session: AsyncSession, tenant_id: UUID, word: str, contact: UUID) -> None:
    await _made(session, ApiCall, tenant_id=tenant_id, source=word, calls=7, cost_micros=7_000)
    search_id = await session.scalar(select(PlaceSearch.id).where(PlaceSearch.tenant_id == tenant_id).limit(1))
    repeated = {"tenant_id": tenant_id, "search_id": search_id}
    schedule = {"every_days": 7, "next_at": func.now() + timedelta(days=7), "made_by": word}
    await session.execute(insert(SearchSchedule).values(**repeated, **schedule))
    told = {"since": func.now(), "until": func.now(), "new_businesses": 7, "closed_businesses": 7, "new_people": 7}
    await _made(session, SearchReport, **repeated, **told)
    await _made(session, Budget, tenant_id=tenant_id, source=word, per="month", most_calls=7, changed_by=word)
    sealed = {"name": "brevo", "sealed": word.encode(), "changed_by": word}
    await session.execute(insert(TenantTarget).values(tenant_id=tenant_id, **sealed))
    await _made(session, Delivery, tenant_id=tenant_id, contact_id=contact, target=word, idempotency_key=word)


async def _made(session: AsyncSession, model: type[Any], **values: Any) -> UUID:
    made: UUID = (await session.execute(insert(model).values(values).returning(model.id))).scalar_one()
    return made


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
