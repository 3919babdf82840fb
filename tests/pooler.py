"""PgBouncer between a test and its database: as a pooler, and as an end of TLS, which the embedded server is not."""

import asyncio
import os
import pwd
import shutil
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import mkdtemp

import pytest
from sqlalchemy.engine import make_url
from tests.curation_sdk.widgets import eventually

SERVER_USER = "pgserver"  # as whom the embedded server runs when we are root; its socket is its own

needs_pgbouncer = pytest.mark.skipif(
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


@asynccontextmanager
async def pooler(database_url: str, *settings: str, files: dict[str, bytes] | None = None) -> AsyncIterator[int]:
    """Its port. `files` lie beside its configuration, which `settings` add to."""
    url = make_url(database_url)
    folder, port = Path(mkdtemp(prefix="scrapersky-pooler-")), free_port()
    (folder / "users").write_text('"postgres" ""\n')
    for name, contents in (files or {}).items():
        (folder / name).write_bytes(contents)
    added = "".join(f"{line.format(folder=folder)}\n" for line in settings)
    (folder / "pgbouncer.ini").write_text(
        f"[databases]\n{url.database} = host={url.query['host']} user=postgres\n"
        f"[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\n"
        f"auth_type = any\nauth_file = {folder / 'users'}\npool_mode = transaction\ndefault_pool_size = 4\n"
        f"server_reset_query =\nlogfile =\npidfile =\n{added}"
    )
    as_someone = ["-u", SERVER_USER] if os.geteuid() == 0 else []
    if as_someone:
        os.chown(folder, pwd.getpwnam(SERVER_USER).pw_uid, -1)
    process = await asyncio.create_subprocess_exec(
        "pgbouncer", "-q", *as_someone, str(folder / "pgbouncer.ini"), stderr=asyncio.subprocess.DEVNULL
    )

    async def is_up() -> bool:
        return await answers(port)

    try:
        await eventually(is_up)
        yield port
    finally:
        process.terminate()
        await process.wait()
        shutil.rmtree(folder, ignore_errors=True)
