"""PostgreSQL's own programs: those of the server's version, found and run."""

import asyncio
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import BinaryIO
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from scrapersky.db.embedded import pgserver
from scrapersky.db.parameters import POOLER
from scrapersky.errors import ScraperSkyError

_SYSTEM = Path("/usr/lib/postgresql")


class NoClientProgram(ScraperSkyError):
    """No program of PostgreSQL's on this machine can talk to a server of that version."""

    def __init__(self, name: str, major: int) -> None:
        super().__init__(
            f"The server is PostgreSQL {major}, and no {name} of that version or a later one is on this machine."
            f" Install PostgreSQL's client programs, such as the package postgresql-client-{major}, and try again."
        )


class ClientProgramFailed(ScraperSkyError):
    """The program ended with an error; its own words say which."""


async def server_major(engine: AsyncEngine) -> int:
    async with engine.connect() as connection:
        number = await connection.scalar(select(func.current_setting("server_version_num")))
    return int(number or 0) // 10_000


def client_program(name: str, major: int) -> Path:
    """Of the server's version, or of the next later one: a later program reads an earlier server, never the reverse."""
    able = [(version, path) for path in _installed(name) if (version := _major_of(path)) >= major]
    if not able:
        raise NoClientProgram(name, major)
    return min(able, key=lambda each: each[0])[1]


def _installed(name: str) -> Iterator[Path]:
    """On the path, where distributions put each version, and what comes with the embedded server."""
    if on_path := shutil.which(name):
        yield Path(on_path)
    yield from _SYSTEM.glob(f"*/bin/{name}")
    yield from Path(str(pgserver().__file__)).parent.glob(f"pginstall*/bin/{name}")


@cache
def _major_of(program: Path) -> int:
    try:
        printed = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return 0
    version = re.search(r"\) (\d+)", printed)
    return int(version[1]) if version else 0


async def run_program(
    program: Path, *options: str, address: str | None = None, source: BinaryIO | None = None, to: BinaryIO | None = None
) -> str:
    """What it prints, unless that goes `to` a file. The environment tells the password: others cannot look there."""
    database, secrets = _without_password(address) if address else (None, {})
    ending = (f"--dbname={database}",) if database else ()
    process = await asyncio.create_subprocess_exec(
        program,
        *options,
        *ending,
        stdin=source or asyncio.subprocess.DEVNULL,
        stdout=to or asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=os.environ | secrets,
        start_new_session=True,  # Ctrl-C is ours: it is ended below, whole
    )
    try:
        printed, complaint = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        words = " ".join(complaint.decode("utf-8", "replace").split())
        raise ClientProgramFailed(f"{program.name} failed: {words or f'exit code {process.returncode}'}")
    return (printed or b"").decode("utf-8", "replace")


def _without_password(address: str) -> tuple[str, dict[str, str]]:
    """
    >>> _without_password("postgresql+asyncpg://me:s%40fe@db/sky?pgbouncer=true&sslmode=require")
    ('postgresql://me@db/sky?sslmode=require', {'PGPASSWORD': 's@fe'})
    """
    parts = urlsplit(address)
    person, at, places = parts.netloc.rpartition("@")
    user, _, password = person.partition(":")
    given = dict(parse_qsl(parts.query, keep_blank_values=True))
    password = unquote(password) or given.pop("password", "")
    query = urlencode({name: value for name, value in given.items() if name not in (POOLER, "password")})
    clean = parts._replace(scheme="postgresql", netloc=f"{user}{at}{places}", query=query).geturl()
    # Without a place before the path, two slashes are lost.
    clean = clean if "://" in clean else clean.replace("postgresql:", "postgresql://", 1)
    return clean, {"PGPASSWORD": password} if password else {}
