"""The second line behind every filter by tenant: a role that owns nothing and sees the rows of one tenant.

Whoever serves people, or saves what a row produced, takes the role for that; docs/explanation/security.md names who
works across tenants, as the login itself.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncpg
from sqlalchemy import Text, cast, column, func, literal, select, table
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from scrapersky.errors import ScraperSkyError

_PACKAGED = Path(__file__).parent.parent / "schema"
_CHECKED_OUT = Path(__file__).parents[3] / "schema"
_PREFIX, _LONGEST_NAME = "scrapersky_tenant_", 63
_CLASSES = table("pg_class", column("oid"), column("relowner"), schema="pg_catalog")
_ROLES = table("pg_roles", column("rolname"), schema="pg_catalog")
_SCHEMAS = table("pg_namespace", column("nspname"), schema="pg_catalog")


def schema_folder() -> Path:
    return _PACKAGED if _PACKAGED.exists() else _CHECKED_OUT


@dataclass(frozen=True, slots=True)
class SecondLine:
    """What a transaction is told so that it sees one tenant's rows, beside which tenant that is."""

    role: str
    search_path: str

    @property
    def settings(self) -> dict[str, str]:
        return {"role": self.role, "search_path": self.search_path}


class MayMakeNoRoles(ScraperSkyError):
    """The second line takes a role and a schema, and the login may make neither."""

    def __init__(self, login: str, role: str, schema: str) -> None:
        super().__init__(
            "The schema is up to date, but the database's own guard between tenants is not there: the login"
            f" {login} may not make it. Have an administrator of the server run\n"
            f'  CREATE ROLE "{role}" NOLOGIN;\n'
            f'  GRANT "{role}" TO "{login}" WITH INHERIT FALSE, SET TRUE;\n'
            f'  CREATE SCHEMA "{schema}_tenant" AUTHORIZATION "{login}";\n'
            "in this database, then run scrapersky schema apply again. Until then the application filters alone."
        )


@dataclass(frozen=True, slots=True)
class _Place:
    login: str
    role: str
    schema: str
    schemas: list[str]


async def put_up(connection: AsyncConnection, tables: Iterable[str]) -> None:
    """Make or complete it for these tables. Who may not is told what somebody else is to do."""
    await connection.execute(select(func.set_config("curation.tables", ",".join(tables), literal(value=True))))
    try:
        async with connection.begin_nested():
            await _run(connection, "put_up.sql")
    except asyncpg.InsufficientPrivilegeError as error:
        place = await _place(connection)
        if place is None:
            raise
        raise MayMakeNoRoles(place.login, place.role, place.schema) from error


async def lift(connection: AsyncConnection) -> None:
    """Let go of the tables, which are about to change."""
    await _run(connection, "lift.sql")


async def _run(connection: AsyncConnection, name: str) -> None:
    driver: Any = (await connection.get_raw_connection()).driver_connection
    await driver.execute((schema_folder() / "second_line" / name).read_text(encoding="utf-8"))


async def find_second_line(engine: AsyncEngine) -> SecondLine | None:
    """None where it was never put up, or where the login may not take the role."""
    async with engine.connect() as connection:
        place = await _place(connection)
        if place is None:
            return None
        views = f"{place.schema}_tenant"
        may_take = select(func.pg_has_role(func.current_user(), _ROLES.c.rolname, "SET"))
        may_use = select(func.has_schema_privilege(place.role, cast(_SCHEMAS.c.nspname, Text), "USAGE"))
        if not await connection.scalar(may_take.where(_ROLES.c.rolname == place.role)):
            return None
        if not await connection.scalar(may_use.where(_SCHEMAS.c.nspname == views)):
            return None
    return SecondLine(place.role, ", ".join(f'"{name}"' for name in (views, *place.schemas)))


async def _place(connection: AsyncConnection) -> _Place | None:
    """Whose tables these are, and where; None where there are none yet."""
    asked = select(
        cast(func.current_user(), Text),
        cast(func.pg_get_userbyid(_CLASSES.c.relowner), Text),
        cast(func.current_schema(), Text),
        func.current_schemas(literal(value=False)),
    ).where(_CLASSES.c.oid == func.to_regclass("tenants"))
    found = (await connection.execute(asked)).first()
    if found is None:
        return None
    login, owner, schema, schemas = found
    return _Place(login, f"{_PREFIX}{owner}"[:_LONGEST_NAME], schema, list(schemas))
