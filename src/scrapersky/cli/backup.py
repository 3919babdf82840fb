"""`scrapersky backup` and `scrapersky restore`: the whole database as one file."""

from contextlib import suppress
from pathlib import Path

from sqlalchemy import inspect
from sqlalchemy.ext.asyncio import AsyncEngine

from scrapersky.app.extensions import all_schema_files, known_tables, load_extensions
from scrapersky.app.product import open_engine, open_server
from scrapersky.cli.running import read_settings, run, say, say_what_starts
from scrapersky.clients.whole_files import PRIVATE, draft_of
from scrapersky.config.settings import Settings
from scrapersky.db.client_programs import client_program, run_program, server_major
from scrapersky.db.schema import guard_tenants, pending_files, refuse_newer
from scrapersky.db.second_line import MayMakeNoRoles
from scrapersky.errors import ScraperSkyError
from scrapersky.services.delivery_targets.seals import KEY_FILE
from scrapersky.services.exports.files import refuse_to_overwrite

_BEGINNING = b"PGDMP"
_PLAIN = ("--no-owner", "--no-privileges")


def backup(*, file: Path, force: bool) -> None:
    refuse_to_overwrite(file, force=force)
    settings, place = read_settings(), file.resolve()
    say_what_starts(settings)

    async def work() -> int:
        async with open_server(settings) as address, open_engine(settings, address) as engine:
            await refuse_newer(engine)
            major = await server_major(engine)
            with draft_of(place, mode=PRIVATE) as stream:
                dump = client_program("pg_dump", major)
                await run_program(dump, "--format=custom", *_PLAIN, address=address, to=stream)
                stream.seek(0)
                await run_program(client_program("pg_restore", major), "--list", source=stream)
                return stream.seek(0, 2)

    say(f"Wrote {run(work()):,} bytes to {file}.")
    say(_beside(settings))


def _beside(settings: Settings) -> str:
    """What a database does not hold is not in its backup."""
    kept = {
        "folder": f"the pages' HTML in {settings.html_folder or settings.scrapersky_data / 'pages'}",
        "bucket": f"the pages' HTML in the bucket {settings.html_bucket}",
    }.get(settings.html_store)
    key = None if settings.jwt_secret else f"the key that signs tokens in {settings.scrapersky_data}"
    seals = None if settings.sealing_keys else f"the keys of delivery targets in {settings.scrapersky_data / KEY_FILE}"
    return f"Not in it: {', '.join(filter(None, (kept, key, seals, 'settings')))}."


def restore(*, file: Path) -> None:
    refuse_no_backup(file)
    settings = read_settings()
    say_what_starts(settings)

    async def work() -> list[str]:
        async with open_server(settings) as address, open_engine(settings, address) as engine:
            await refuse_full(engine)
            program = client_program("pg_restore", await server_major(engine))
            with file.open("rb") as stream:
                await run_program(program, "--list", source=stream)
                stream.seek(0)
                options = ("--exit-on-error", "--single-transaction", *_PLAIN)
                await run_program(program, *options, address=address, source=stream)
            await refuse_newer(engine)
            extensions = load_extensions()
            with suppress(MayMakeNoRoles):  # doctor says so, and what to do
                await guard_tenants(engine, known_tables(extensions.workflows))
            return await pending_files(engine, all_schema_files(extensions))

    pending = run(work())
    say(f"Restored {file}.")
    if pending and settings.database_url is not None:
        say("It is of an earlier version. Bring it up to date: scrapersky schema apply")


def refuse_no_backup(file: Path) -> None:
    if not file.is_file():
        raise ScraperSkyError(f"There is no file {file}.")
    with file.open("rb") as stream:
        if stream.read(len(_BEGINNING)) != _BEGINNING:
            raise ScraperSkyError(f"{file} is no backup; name a file that scrapersky backup, or pg_dump -Fc, has made.")


async def refuse_full(engine: AsyncEngine) -> None:
    async with engine.connect() as connection:
        tables = await connection.run_sync(lambda plain: inspect(plain).get_table_names())
    if tables:
        raise ScraperSkyError(
            f"The database has {len(tables)} tables already; a backup is restored into an empty one only."
            " Name another DATABASE_URL, or another folder in SCRAPERSKY_DATA."
        )
