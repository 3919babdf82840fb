"""PgBouncer in transaction mode between us and the database: no prepared statements, no LISTEN, and all goes well."""

import asyncio
import os
import pwd
import shutil
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from tempfile import mkdtemp

import pytest
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.curation_sdk.widgets import (
    Workshop,
    at_once,
    create_tables,
    eventually,
    queue_widgets,
    states,
    widget_polish,
)

from scrapersky.curation_sdk import Schedule
from scrapersky.curation_sdk.lease import Lease
from scrapersky.curation_sdk.scheduler import Schedulers
from scrapersky.curation_sdk.scheduler_loop import Runtime
from scrapersky.db.engine import make_engine

SERVER_USER = "pgserver"  # as whom the embedded server runs when we are root; its socket is its own

pytestmark = pytest.mark.skipif(
    shutil.which("pgbouncer") is None, reason="pgbouncer is not installed (Debian: pgbouncer)"
)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def answers(port: int) -> bool:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    await writer.wait_closed()
    return True


@pytest.fixture
async def pooled(database_url: str) -> AsyncIterator[AsyncEngine]:
    """An engine whose every connection goes through PgBouncer."""
    url = make_url(database_url)
    folder, port = Path(mkdtemp(prefix="scrapersky-pooler-")), free_port()
    (folder / "users").write_text('"postgres" ""\n')
    (folder / "pgbouncer.ini").write_text(
        f"[databases]\n{url.database} = host={url.query['host']} user=postgres\n"
        f"[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\n"
        f"auth_type = any\nauth_file = {folder / 'users'}\npool_mode = transaction\ndefault_pool_size = 4\n"
        "server_reset_query =\nlogfile =\npidfile =\n"
    )
    as_someone = ["-u", SERVER_USER] if os.geteuid() == 0 else []
    if as_someone:
        os.chown(folder, pwd.getpwnam(SERVER_USER).pw_uid, -1)
    process = await asyncio.create_subprocess_exec(
        "pgbouncer", "-q", *as_someone, str(folder / "pgbouncer.ini"), stderr=asyncio.subprocess.DEVNULL
    )

    async def is_up() -> bool:
        return await answers(port)

    await eventually(is_up)
    engine = make_engine(f"postgresql://postgres@127.0.0.1:{port}/{url.database}", pooler=True)
    yield engine
    await engine.dispose()
    process.terminate()
    await process.wait()
    shutil.rmtree(folder, ignore_errors=True)


async def test_rows_are_claimed_and_completed_through_a_pooler(engine: AsyncEngine, pooled: AsyncEngine) -> None:
    await create_tables(engine)
    schedulers = Schedulers(Runtime(pooled, Workshop(at_once), Lease(pooled), listens=False))
    schedulers.setup(widget_polish, Schedule(interval_minutes=60, batch_size=10, concurrency=10))
    await schedulers.start()
    await queue_widgets(pooled, *map(str, range(50)))

    async def all_done() -> bool:
        return await states(engine) == {"Complete": 50}

    await eventually(all_done, within=20)
    await schedulers.stop()
