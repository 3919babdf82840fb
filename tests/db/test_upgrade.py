"""A database of version 0.1 is brought up to date while its workers run, and keeps what it had."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import pytest
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.curation_sdk.widgets import eventually

from scrapersky.app.extensions import apply_all_schemas, load_extensions
from scrapersky.curation_sdk.declaring.registry import Registry
from scrapersky.curation_sdk.queue import Lease, lease, rescue
from scrapersky.curation_sdk.queue.queue import Queue
from scrapersky.curation_sdk.schema import verify
from scrapersky.db.engine import make_engine
from scrapersky.db.schema import schema_files
from scrapersky.db.scratch import administer
from scrapersky.workflows import product_workflows

DUMP = Path(__file__).with_name("version_0_1.sql")
# As version 0.1 sent them.
REGISTER = """INSERT INTO workers (id, host, pid, promises, lease_until)
              VALUES ($1, 'host', 1, '{}', now() + make_interval(secs => 3))"""
EXTEND = "UPDATE workers SET lease_until = now() + make_interval(secs => 3) WHERE id = $1 RETURNING id"
CLAIM = """UPDATE domains
              SET domain_curation_curation_status = 'Queued', domain_curation_processing_status = 'Processing',
                  domain_curation_attempts = domain_curation_attempts + 1, domain_curation_worker = $1,
                  domain_curation_claim = $2, domain_curation_claimed_at = now(), domain_curation_updated_at = now()
            WHERE id = (SELECT min(id::text)::uuid FROM domains) RETURNING id"""


@pytest.fixture
async def old(server_url: str) -> AsyncIterator[AsyncEngine]:
    server = make_url(server_url)
    await administer(server, "CREATE DATABASE old_version")
    own = server.set(database="old_version")
    _, begins, function = schema_files()[0].sql.partition("DO $$")  # which servers before 18 had then
    await administer(own, begins + function)
    await administer(own, DUMP.read_text(encoding="utf-8"))
    engine = make_engine(server_url.replace("/postgres?", "/old_version?"))
    yield engine
    await engine.dispose()
    await administer(server, "DROP DATABASE old_version WITH (FORCE)")


async def connected(engine: AsyncEngine) -> Any:
    return await asyncpg.connect(engine.url.set(drivername="postgresql").render_as_string(hide_password=False))


async def rows_of(connection: Any) -> dict[str, list[dict[str, Any]]]:
    """Of every table that version 0.1 had, but for what is written by who runs it."""
    made = DUMP.read_text(encoding="utf-8").split("CREATE TABLE public.")[1:]
    tables = {each.partition(" ")[0] for each in made} - {"workers", "schema_log"}
    found = {name: await connection.fetch(f"SELECT to_jsonb(t) AS row FROM {name} t ORDER BY 1") for name in tables}  # noqa: S608
    return {name: [json.loads(each["row"]) for each in rows] for name, rows in found.items()}


def are_kept(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> bool:
    """Every row with every value that it had; columns may have come."""
    shown = [{name: str(value) for name, value in row.items()}.items() for row in after]
    old = [{name: str(value) for name, value in row.items()}.items() for row in before]
    return len(old) == len(shown) and all(any(row <= new for new in shown) for row in old)


async def test_a_database_of_version_0_1_is_upgraded_while_its_worker_runs(old: AsyncEngine) -> None:
    worker, connection = uuid4(), await connected(old)
    await connection.execute(REGISTER, worker)
    held: UUID = await connection.fetchval(CLAIM, worker, uuid4())
    before = await rows_of(connection)
    assert all(before[name] for name in ("contacts", "page_contents", "runs", "batches", "users", "deliveries"))

    async def beat_until_refused() -> str:
        while True:
            try:
                assert await connection.fetchval(EXTEND, worker) == worker
            except asyncpg.PostgresError as refusal:
                return str(refusal)
            await asyncio.sleep(0.01)

    beating = asyncio.create_task(beat_until_refused())
    names, failed = await apply_all_schemas(old, load_extensions())
    assert ("0020_protocol.sql" in names, failed) == (True, {})
    assert "This worker speaks protocol 1 of the queue, and this database protocol 2.\nHINT:  Stop it" in await beating
    after = await rows_of(connection)
    assert [name for name in before if not are_kept(before[name], after[name])] == []
    await connection.close()
    registry = Registry(product_workflows())
    assert await verify(old, registry) == {}
    await goes_on_with(held, old, registry)


async def goes_on_with(held: UUID, engine: AsyncEngine, registry: Registry) -> None:
    """The old worker's lease ends, and a new one takes its row."""
    workflow = registry["domain_curation"]
    ours = Lease(engine)
    await ours.acquire()

    async def is_rescued() -> bool:
        return await rescue(workflow, workflow.schedule, engine) == 1

    await eventually(is_rescued, within=60)
    attempts = await Queue(workflow, engine).claim(ours.worker, 5, only=held)
    assert [attempt.row_id for attempt in attempts] == [held]
    await ours.release()


async def test_where_workers_and_the_schema_wait_for_one_another_it_is_applied_anew(old: AsyncEngine) -> None:
    connection, looking = await connected(old), await connected(old)
    await connection.execute("SET deadlock_timeout = '10s'")
    transaction = connection.transaction()
    await transaction.start()
    await connection.execute("UPDATE suppressions SET reason = 'held'")
    applying = asyncio.create_task(apply_all_schemas(old, load_extensions()))

    async def waits() -> bool:
        return bool(await looking.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"))

    await eventually(waits, within=60)
    await connection.execute("SELECT count(*) FROM contacts")  # which the schema has locked by now
    await transaction.commit()
    assert "0020_protocol.sql" in (await applying)[0]
    await connection.close()
    await looking.close()


async def test_a_worker_of_another_protocol_is_told_so_and_takes_nothing(
    engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lease, "PROTOCOL", 3)
    with pytest.raises(lease.OtherProtocol, match=r"speak protocol .* Nothing was taken\. Install that version"):
        await Lease(engine).acquire()
