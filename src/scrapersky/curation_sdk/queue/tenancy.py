"""Statements that see the rows of one tenant only, where the database has a role for that.

An engine says by its execution option TENANT_SETTINGS what a transaction is told to take that role; without the option
nothing is told, and only the filters of the statements themselves hold.
"""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, event, func, literal_column, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncSession, async_sessionmaker
from sqlalchemy.orm import Session, SessionTransaction

TENANT_SETTINGS = "tenant_settings"
_TENANT = "curation.tenant"
_ASKED, _IN_TABLES = "tenant", "in_tables"

Sessions = async_sessionmaker[AsyncSession]


def bind(connection: Connection, tenant_id: UUID | None, *, in_tables: bool = False) -> None:
    """Until the transaction ends. `in_tables` is for what others wrote, who mean tables.

    In the views statements by words and statuses are quick; in tables upserts may name a constraint.
    """
    settings = connection.get_execution_options().get(TENANT_SETTINGS)
    if settings is not None:
        wanted = {name: value for name, value in settings.items() if not in_tables or name != "search_path"}
        _tell(connection, {**wanted, _TENANT: str(tenant_id or "")}, lasts="true")


async def bind_session(session: AsyncSession, tenant_id: UUID) -> None:
    """What is asked after this in its transaction is the tenant's, whoever was looked for before."""
    await (await session.connection()).run_sync(bind, tenant_id)


def tenant_role(connection: AsyncConnection) -> str | None:
    """Whose rights a transaction has once it is bound."""
    options = connection.sync_connection.get_execution_options() if connection.sync_connection else {}
    settings: Mapping[str, str] = options.get(TENANT_SETTINGS) or {}
    return settings.get("role")


def unbind(connection: Connection) -> None:
    if connection.get_execution_options().get(TENANT_SETTINGS):
        _tell(connection, {"role": "none"}, lasts="true")


def _tell(connection: Connection, settings: Mapping[str, str], lasts: str) -> None:
    """In one statement, whatever there is to tell. `lasts`: true until the transaction ends, false for longer."""
    until: Any = literal_column(lasts)
    connection.execute(select(*(func.set_config(name, value, until) for name, value in settings.items())))


class TenantSession(Session):
    """A session that sees the rows of the tenant that `info` names when it first asks something."""


@event.listens_for(TenantSession, "after_begin")
def _bind(session: Session, _: SessionTransaction, connection: Connection) -> None:
    tenant: Callable[[], UUID | None] = session.info.get(_ASKED, lambda: None)
    settings = connection.get_execution_options().get(TENANT_SETTINGS)
    if settings is None:
        return
    if settings:
        if tenant() is not None:
            bind(connection, tenant(), in_tables=session.info[_IN_TABLES])
    elif connection.info.get(_TENANT, "") != (wanted := str(tenant() or "")):
        _set(connection, wanted)


def _set(connection: Connection, wanted: str) -> None:
    """On a connection that has the role for good. Without a transaction the tenant stays, and is remembered."""
    is_alone = getattr(connection.connection.dbapi_connection, "autocommit", False)
    _tell(connection, {_TENANT: wanted}, lasts="false" if is_alone else "true")
    if is_alone:
        connection.info[_TENANT] = wanted


def bound_by(tenant: Callable[[], UUID | None], *, in_tables: bool = False) -> dict[str, Any]:
    """What makes a session one of the tenant's, who may be known only when it is first asked something."""
    return {"sync_session_class": TenantSession, "info": {_ASKED: tenant, _IN_TABLES: in_tables}}


def of_tenant(sessions: Sessions, tenant_id: UUID) -> Sessions:
    """The same sessions, each bound to the tenant."""
    return async_sessionmaker(**{**sessions.kw, **bound_by(lambda: tenant_id)})
