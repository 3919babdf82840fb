"""`scrapersky backup` and `restore`: what was written comes back, row by row, or nothing does."""

import asyncio
import signal
import time
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy import make_url, select
from tests.businesses import make_tenant
from tests.cli.conftest import Command
from tests.conftest import Sessions
from tests.lineages import make_family
from tests.process import PATIENCE, scrapersky

from scrapersky.curation_sdk.declaring.tables import SdkBase
from scrapersky.db.client_programs import NoClientProgram, client_program
from scrapersky.db.engine import make_engine
from scrapersky.db.scratch import create_database, drop_database
from scrapersky.models import Base
from scrapersky.testing import address_of

Contents = dict[str, tuple[int, str]]


async def contents(url: str) -> Contents:
    """How many rows each table has, and a checksum over them."""
    engine, found = make_engine(url), {}
    async with engine.connect() as connection:
        for table in (*Base.metadata.sorted_tables, *SdkBase.metadata.sorted_tables):
            rows = sorted(str(tuple(row)) for row in await connection.execute(select(table)))
            found[table.name] = len(rows), sha256("\n".join(rows).encode()).hexdigest()
    await engine.dispose()
    return found


@pytest.fixture
async def empty_url(server_url: str) -> AsyncIterator[str]:
    server = make_url(server_url)
    await create_database(server, "restored")
    yield address_of(server_url, "restored")
    await drop_database(server, "restored")


@pytest.fixture
async def family(sessions: Sessions) -> None:
    async with sessions.begin() as session:
        await make_family(session, await make_tenant(session), "acme")


@pytest.mark.usefixtures("family")
def test_a_backup_restored_elsewhere_is_the_same_row_by_row(
    command: Command, database_url: str, empty_url: str, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = asyncio.run(contents(database_url))
    assert before["contacts"][0] > 0
    ended = command("backup", "sky.backup")
    assert (ended.code, "Not in it: the key that signs tokens" in ended.out) == (0, True)
    assert (elsewhere / "sky.backup").stat().st_mode & 0o077 == 0
    assert command("backup", "sky.backup").code == 1
    refused = command("restore", "sky.backup")
    assert (refused.code, "tables already" in refused.err) == (1, True)
    monkeypatch.setenv("DATABASE_URL", empty_url)
    assert command("restore", "sky.backup").code == 0
    assert asyncio.run(contents(empty_url)) == before
    assert command("schema", "verify").code == 0


@pytest.mark.timeout(180)
def test_the_embedded_server_takes_the_backup_of_another(
    command: Command, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command("user", "add", "ana", "--password-stdin", given="correct horse battery")
    assert command("backup", "sky.backup").code == 0
    monkeypatch.delenv("DATABASE_URL")
    ended = command("restore", "sky.backup")
    assert ended.code == 0, ended.err
    assert '"name": "ana"' in command("user", "list", "--json").out
    assert command("backup", "again.backup").code == 0
    assert (elsewhere / "again.backup").read_bytes().startswith(b"PGDMP")


def test_what_is_no_backup_is_refused_and_half_of_one_changes_nothing(
    command: Command, empty_url: str, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command("backup", "sky.backup")
    whole = (elsewhere / "sky.backup").read_bytes()
    (elsewhere / "half.backup").write_bytes(whole[: len(whole) // 2])
    (elsewhere / "words.txt").write_text("no backup")
    monkeypatch.setenv("DATABASE_URL", empty_url)
    for name, words in (("words.txt", "is no backup"), ("none", "There is no file"), ("half.backup", "pg_restore")):
        ended = command("restore", name)
        assert (ended.code, words in ended.err) == (1, True), ended.err
    assert command("restore", "sky.backup").code == 0


@pytest.mark.timeout(180)
def test_a_backup_that_is_cut_off_leaves_no_file(database_url: str, tmp_path: Path) -> None:
    async def cut_off() -> int:
        address = database_url.replace("+asyncpg", "")
        holding, looking = await asyncpg.connect(address), await asyncpg.connect(address)
        try:
            async with holding.transaction():
                await holding.execute("LOCK TABLE contacts IN ACCESS EXCLUSIVE MODE")
                variables = {"DATABASE_URL": database_url, "SCRAPERSKY_DATA": str(tmp_path / "data")}
                with scrapersky("backup", "sky.backup", folder=tmp_path, **variables) as process:
                    await until_waiting(looking)
                    return await asyncio.to_thread(process.end, signal.SIGINT)
        finally:
            await holding.close()
            await looking.close()

    assert asyncio.run(cut_off()) == 130
    assert [file.name for file in tmp_path.iterdir() if "backup" in file.name] == []


async def until_waiting(connection: asyncpg.Connection) -> None:
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'pg_dump' AND wait_event_type = 'Lock'"
    deadline = time.monotonic() + PATIENCE
    while not await connection.fetchval(waiting):
        assert time.monotonic() < deadline
        await asyncio.sleep(0.05)


def test_a_server_newer_than_all_programs_says_what_to_install() -> None:
    with pytest.raises(NoClientProgram, match="postgresql-client-99"):
        client_program("pg_dump", 99)
