"""`scrapersky doctor`: what is wrong with this installation, and what to do."""

import json
import shutil
import socket
import stat
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import typer
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.app.extensions import all_schema_files, load_extensions
from scrapersky.app.internet import additions_left_out
from scrapersky.app.product import open_database
from scrapersky.cli.running import read_settings, run, say, write_json
from scrapersky.cli.settings_checks import what_answers, wrong_settings
from scrapersky.config.settings import Settings
from scrapersky.curation_sdk import CurationError
from scrapersky.curation_sdk.plurals import plural
from scrapersky.curation_sdk.queue import settings_of
from scrapersky.db.embedded import psql
from scrapersky.db.schema import SchemaNewer, pending_files, refuse_newer
from scrapersky.db.second_line import find_second_line
from scrapersky.routers.health import PRODUCT
from scrapersky.services.installation import faults_of

OLDEST_POSTGRES = 16
LEAST_FREE_GIGABYTES = 1.0
UP_TO_DATE = "up to date"
EMBEDDED = "embedded"


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One thing looked at. `remedy` says what to do when it is not well."""

    what: str
    is_well: bool
    found: str
    remedy: str = ""


def doctor(*, as_json: bool) -> None:
    settings = read_settings()

    async def work() -> list[Diagnosis]:
        return [finding async for finding in examine(settings)]

    findings = run(work())
    if as_json:
        write_json(findings)
    else:
        for finding in findings:
            _print(finding)
    if not all(finding.is_well for finding in findings):
        raise typer.Exit(1)


async def examine(settings: Settings) -> AsyncIterator[Diagnosis]:
    yield check_python()
    folder = check_folder(settings.scrapersky_data)
    yield folder
    yield check_disk(settings.scrapersky_data)
    yield check_port(settings.host, settings.port)
    yield check_time_zone()
    for finding in check_settings(settings):
        yield finding
    async for finding in check_extensions(settings):
        yield finding
    if settings.database_url or folder.is_well:
        async for finding in check_database(settings):
            yield finding


def check_python() -> Diagnosis:
    is_well = sys.version_info >= (3, 11)
    return Diagnosis("Python", is_well, sys.version.split()[0], "Install Python 3.11 or newer.")


def check_folder(folder: Path) -> Diagnosis:
    remedy = "Set SCRAPERSKY_DATA to a folder that this user may write to."
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if folder.stat().st_mode & stat.S_IWOTH:
            found, remedy = f"{folder}: everybody may write to it, also to its keys", f"Run: chmod o-w {folder}"
            return Diagnosis("data folder", is_well=False, found=found, remedy=remedy)
        with tempfile.TemporaryFile(dir=folder):
            return Diagnosis("data folder", is_well=True, found=str(folder))
    except OSError as error:
        return Diagnosis("data folder", is_well=False, found=f"{folder}: {error.strerror}", remedy=remedy)


def check_disk(folder: Path) -> Diagnosis:
    existing = next(path for path in (folder, *folder.parents) if path.exists())
    gigabytes = shutil.disk_usage(existing).free / 1024**3
    remedy = f"Free some space, or set SCRAPERSKY_DATA to a larger disk; {LEAST_FREE_GIGABYTES:g} GB is little."
    return Diagnosis("disk", gigabytes >= LEAST_FREE_GIGABYTES, f"{gigabytes:.1f} GB free", remedy)


def check_port(host: str, port: int) -> Diagnosis:
    try:
        with socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET):
            return Diagnosis("port", is_well=True, found=f"{host} {port} is free")
    except OSError as error:
        if is_scrapersky(host, port):
            return Diagnosis("port", is_well=True, found=f"{host} {port}: ScraperSky runs there")
        remedy = "Another program listens there. Set PORT, or start with --port."
        return Diagnosis("port", is_well=False, found=f"{host} {port}: {error.strerror}", remedy=remedy)


def is_scrapersky(host: str, port: int) -> bool:
    """Whether what listens there says that it is one of us. It may be out of work and still be one."""
    near = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104  asked, not listened on
    with suppress(ValueError):
        said = json.loads(what_answers(near, port, "/healthz"))
        return isinstance(said, dict) and said.get("product") == PRODUCT
    return False


def check_time_zone() -> Diagnosis:
    now = datetime.now().astimezone()
    is_known = now.utcoffset() is not None
    return Diagnosis(
        "time zone", is_known, f"{now.tzname()}, now {now:%Y-%m-%d %H:%M %z}", "Set TZ, such as TZ=Europe/Berlin."
    )


def check_settings(settings: Settings) -> Iterator[Diagnosis]:
    wrong = [
        Diagnosis("setting", is_well=False, found=f"{name}: {why}", remedy=remedy)
        for name, why, remedy in wrong_settings(settings)
    ]
    yield from wrong or [Diagnosis("settings", is_well=True, found="secrets, webhooks and stores can be used")]


async def check_extensions(settings: Settings) -> AsyncIterator[Diagnosis]:
    """Each broken one is left out when the product starts; here is why."""
    extensions = load_extensions()
    added = extensions.additions
    used = [each.name for each in extensions.workflows]
    registered = (added.place_sources, added.delivery_targets, added.extractors)
    used += [name for group in registered for name, each in group.items() if not each.is_ours]
    faults = {**extensions.faults, **await additions_left_out(settings, added)}
    yield Diagnosis("extensions", is_well=True, found=", ".join(used) or "none installed")
    for name, reason in faults.items():
        remedy = "It is left out. If it is yours, mend what is named here; else update or uninstall it."
        yield Diagnosis("extension", is_well=False, found=f"{name}: {reason}", remedy=remedy)


async def check_database(settings: Settings) -> AsyncIterator[Diagnosis]:
    which = "DATABASE_URL" if settings.database_url else EMBEDDED
    remedy = "Check DATABASE_URL and that the server runs." if settings.database_url else "See the message above."
    try:
        async with open_database(settings) as engine:
            yield await check_version(engine, which)
            yield await check_clock(engine)
            schema = await check_schema(engine, is_embedded=settings.database_url is None)
            yield schema
            if schema.found == UP_TO_DATE:
                yield await check_second_line(engine)
                yield await check_background(engine)
                yield await check_paused(engine)
    except (SQLAlchemyError, OSError, CurationError) as error:
        yield Diagnosis("database", is_well=False, found=f"{which}: {' '.join(str(error).split())}", remedy=remedy)


async def check_version(engine: AsyncEngine, which: str) -> Diagnosis:
    async with engine.connect() as connection:
        number = await connection.scalar(select(func.current_setting("server_version_num")))
        name = await connection.scalar(select(func.current_setting("server_version")))
    is_well = int(number or 0) // 10_000 >= OLDEST_POSTGRES
    if which == EMBEDDED:
        address = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        which += f'; while ScraperSky runs: {psql()} "{address}"'
    return Diagnosis("database", is_well, f"PostgreSQL {name}, {which}", f"Use PostgreSQL {OLDEST_POSTGRES} or newer.")


async def check_clock(engine: AsyncEngine) -> Diagnosis:
    async with engine.connect() as connection:
        theirs = await connection.scalar(select(func.clock_timestamp()))
    assert theirs is not None  # noqa: S101  it always answers
    apart = abs((datetime.now(theirs.tzinfo) - theirs).total_seconds())
    return Diagnosis("clock", apart < 60, f"{apart:.1f} s from the database's", "Set both clocks by NTP.")


async def check_schema(engine: AsyncEngine, *, is_embedded: bool) -> Diagnosis:
    try:
        await refuse_newer(engine)
    except SchemaNewer as newer:
        return Diagnosis("schema", is_well=False, found=str(newer), remedy="Install the newer version.")
    pending = await pending_files(engine, all_schema_files(load_extensions()))
    if pending and is_embedded:
        return Diagnosis(
            "schema", is_well=True, found=f"{plural(len(pending), 'file')} will be applied at the next start"
        )
    found = f"{plural(len(pending), 'file')} pending: {', '.join(pending)}" if pending else UP_TO_DATE
    return Diagnosis("schema", not pending, found, "Run: scrapersky schema apply")


async def check_second_line(engine: AsyncEngine) -> Diagnosis:
    line = await find_second_line(engine)
    found = f"kept apart by the database too, as {line.role}" if line else "kept apart by the application alone"
    return Diagnosis("tenants", line is not None, found, "Run: scrapersky schema apply. It says what is missing.")


async def check_background(engine: AsyncEngine) -> Diagnosis:
    """What still fails in running processes, whether rows show it or not."""
    async with AsyncSession(engine) as session:
        failing = [each for each in await faults_of(session) if each.ongoing]
    found = "; ".join(f"{each.part} ({each.host}, process {each.pid}): {each.message}" for each in failing)
    remedy = "It goes on trying, unless it ended: then start that process anew. Its log has the details."
    return Diagnosis("background", not failing, found or "nothing fails", remedy)


async def check_paused(engine: AsyncEngine) -> Diagnosis:
    """Those that a person paused are as the person wants them."""
    async with AsyncSession(engine) as session:
        paused = [each for each in (await settings_of(session)).values() if each.paused and each.paused_because]
    found = "; ".join(f"{each.workflow} paused itself: {each.paused_because}" for each in paused)
    remedy = "Mend what the causes name, then resume it in the browser or: PUT /api/v3/workflows/NAME/paused/false"
    return Diagnosis("workflows", not paused, found or "none paused itself", remedy)


def _print(finding: Diagnosis) -> None:
    mark = "ok   " if finding.is_well else "WRONG"
    say(f"{mark}  {finding.what:12} {finding.found}")
    if not finding.is_well:
        say(f"       {'':12} {finding.remedy}")
