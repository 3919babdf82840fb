"""The embedded server lets in whoever reaches its socket, so nobody else may."""

import asyncio
import os
import stat
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from unittest.mock import Mock

import asyncpg
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from scrapersky.accounts.tokens import KEY_FILE, signing_secret
from scrapersky.cli.doctor import check_folder
from scrapersky.cli.running import read_settings
from scrapersky.db import embedded
from scrapersky.db.client_programs import server_major
from scrapersky.db.embedded import (
    EmbeddedServer,
    EmbeddedServerFailed,
    alone,
    is_private,
    pgserver,
    remove_if_made,
    socket_folder,
)

pytestmark = pytest.mark.timeout(120)


@contextmanager
def masked(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def killed_process() -> int:
    """The number of one that had no time to say that it uses the server no more."""
    with subprocess.Popen(["sleep", "60"]) as process:  # noqa: S607  whichever there is
        process.kill()
    return process.pid


def socket_folder_of(url: str) -> Path:
    """As the server itself tells it over a connection."""

    async def ask() -> str:
        connection = await asyncpg.connect(url.replace("+asyncpg", ""))
        folder: str = await connection.fetchval("SELECT current_setting('unix_socket_directories')")
        await connection.close()
        return folder

    return Path(asyncio.run(ask()))


@pytest.mark.parametrize(
    ("name", "mask"), [("a" * 90, 0o000), ("a folder, with 'odd' signs & %41", 0o022)], ids=["long", "odd"]
)
def test_the_socket_and_the_lock_of_a_server_with_a_long_or_odd_path_are_ours_alone(
    tmp_path: Path, name: str, mask: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    everybodys = pgserver().postgres_server.PostgresServer._lock
    monkeypatch.setattr(everybodys, "acquire", Mock(side_effect=AssertionError("whoever holds it stops us")))
    server = EmbeddedServer(tmp_path / name / "postgres")
    with masked(mask):
        url = server.start()
    try:
        sockets = socket_folder_of(url)
        assert sockets != server.folder
        assert stat.S_IMODE(sockets.stat().st_mode) == 0o700
        assert stat.S_IMODE(server.folder.stat().st_mode) == 0o700
        (server.folder / ".handle_pids.json").write_text(f"[{os.getpid()}, {killed_process()}]")
    finally:
        server.stop()
    assert not sockets.exists()


def test_the_user_of_a_server_is_made_by_one_process_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lock = tmp_path / "lock"
    monkeypatch.setattr(embedded, "USER_LOCK", lock)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    package = Mock()
    monkeypatch.setattr(embedded, "pgserver", lambda: package)
    package.get_server.side_effect = RuntimeError("it began")
    with ThreadPoolExecutor(max_workers=1) as threads:
        with alone(lock):
            starting = threads.submit(EmbeddedServer(tmp_path / "postgres").start)
            with pytest.raises(TimeoutError):
                starting.result(timeout=0.2)
            package.get_server.assert_not_called()
        with pytest.raises(EmbeddedServerFailed, match="it began"):
            starting.result(timeout=60)
    assert stat.S_IMODE(lock.stat().st_mode) == 0o600


def test_the_path_of_a_server_may_have_spaces(tmp_path: Path) -> None:
    server = EmbeddedServer(tmp_path / "a b" / "postgres")
    assert socket_folder_of(server.start()) == server.folder
    server.stop()
    assert not (server.folder / "postmaster.pid").exists()


def test_a_server_whose_socket_others_can_reach_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shared = Path(mkdtemp(dir="/tmp"))
    shared.chmod(0o777)
    monkeypatch.setattr("scrapersky.db.embedded.socket_folder", lambda *_: shared)
    server = EmbeddedServer(tmp_path / "data" / "postgres")
    with pytest.raises(EmbeddedServerFailed, match="which is not this user's alone"):
        server.start()
    assert not (server.folder / "postmaster.pid").exists()
    shared.rmdir()


def test_a_link_or_an_open_folder_is_not_private(tmp_path: Path) -> None:
    ours = tmp_path / "ours"
    ours.mkdir(mode=0o700)
    assert is_private(ours, None)
    (tmp_path / "link").symlink_to(ours)
    assert not is_private(tmp_path / "link", None)
    ours.chmod(0o750)
    assert not is_private(ours, None)


def test_a_made_folder_is_removed_and_no_other(tmp_path: Path) -> None:
    made = socket_folder(tmp_path / ("a" * 90), None)
    remove_if_made(made)
    remove_if_made(tmp_path)
    assert (made.exists(), tmp_path.exists()) == (False, True)


@pytest.mark.parametrize("mask", [0o022, 0o000], ids=["umask 022", "umask 000"])
def test_the_data_folder_and_the_key_in_it_are_for_their_owner(tmp_path: Path, mask: int) -> None:
    data = tmp_path / "above" / "data"
    with masked(mask):
        signing_secret(read_settings(scrapersky_data=data))
    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    assert stat.S_IMODE((data / KEY_FILE).stat().st_mode) == 0o600


def test_the_doctor_sees_a_data_folder_that_everybody_may_write_to(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    found = check_folder(tmp_path)
    assert not found.is_well
    assert "chmod o-w" in found.remedy


async def test_the_server_of_the_tests_is_of_the_version_that_was_asked_for(engine: AsyncEngine) -> None:
    assert await server_major(engine) == int(os.environ.get("PGSERVER_POSTGRES_VERSION", "18"))
