"""Databases and disks that exist for a while: statements of an administrator, for which the ORM has no words."""

import asyncpg
from sqlalchemy import URL


async def connect_to(url: URL) -> asyncpg.Connection:
    return await asyncpg.connect(url.set(drivername="postgresql").render_as_string(hide_password=False))


async def administer(url: URL, *statements: str) -> None:
    """Each by itself: CREATE DATABASE and its like refuse to run in a transaction."""
    connection = await connect_to(url)
    try:
        for statement in statements:
            await connection.execute(statement)
    finally:
        await connection.close()


async def create_database(server: URL, name: str) -> URL:
    await administer(server, f'CREATE DATABASE "{name}"')
    return server.set(database=name)


async def drop_database(server: URL, name: str) -> None:
    await administer(server, f'DROP DATABASE "{name}" WITH (FORCE)')


async def move_to_disk(url: URL, table: str, folder: str) -> None:
    """The table's files live in that folder from now on, which belongs to the server's user."""
    await administer(
        url, f"CREATE TABLESPACE \"{table}\" LOCATION '{folder}'", f'ALTER TABLE "{table}" SET TABLESPACE "{table}"'
    )


async def limit_locks(url: URL, seconds: float) -> None:
    """Whoever connects to this database from now on waits no longer for a lock."""
    await administer(url, f"ALTER DATABASE \"{url.database}\" SET lock_timeout = '{int(seconds * 1000)}ms'")
