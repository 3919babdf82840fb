"""Users and their tenants. The first is made by whoever sees the terminal, with a code that is good once."""

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, delete, exists, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.accounts.passwords import hash_password
from scrapersky.errors import ScraperSkyError
from scrapersky.models import NamedToken, Role, SignIn, Tenant, User

FIRST_TENANT = "main"

_NAME = re.compile(r"[a-z0-9][a-z0-9._@+-]{0,63}")
# No letters that look like digits.
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_ADVISORY_KEY = 7_301_2026  # two first accounts at once: one wins


class BadUserName(ScraperSkyError):
    """A user name has characters it may not have."""

    http_status = 422


class UserExists(ScraperSkyError):
    """The name is taken."""

    http_status = 409


class UnknownUser(ScraperSkyError):
    """No user has that name."""

    http_status = 404

    def __init__(self, name: str) -> None:
        super().__init__(f"There is no user {name!r}. See: scrapersky user list")


class WhichTenant(ScraperSkyError):
    """The tenant is not there, or there are several and none was named."""

    http_status = 422


def is_user_name(name: str) -> bool:
    return _NAME.fullmatch(name) is not None


def clean_name(name: str) -> str:
    """Names are kept in lower case, so that Ana and ana are one person.

    >>> clean_name(" Ana@acme.example ")
    'ana@acme.example'
    """
    cleaned = name.strip().lower()
    if not is_user_name(cleaned):
        raise BadUserName(
            "A user name has 1 to 64 letters (a to z), digits or . _ @ + - and starts with a letter or digit."
        )
    return cleaned


def is_only_tenant(tenant_id: Any) -> ColumnElement[bool]:
    return ~exists().where(Tenant.id != tenant_id)


async def set_role(session: AsyncSession, name: str, role: Role) -> User:
    user = await user_named(session, name)
    user.role = role.value
    return user


async def add_user(
    session: AsyncSession, name: str, password: str, role: Role, tenant_id: UUID, *, may_export: bool = False
) -> User:
    """Add a user in the caller's transaction. The password is hashed before anything is locked."""
    known = {"name": clean_name(name), "role": role.value, "tenant_id": tenant_id, "may_export": may_export}
    values = known | {"password_hash": await hash_password(password)}
    made: User | None = await session.scalar(insert(User).values(values).on_conflict_do_nothing().returning(User))
    if made is None:
        raise UserExists(f"There is already a user {values['name']!r}.")
    return made


async def user_named(session: AsyncSession, name: str) -> User:
    user = await session.scalar(select(User).where(User.name == name.strip().lower()))
    if user is None:
        raise UnknownUser(name)
    return user


async def list_users(session: AsyncSession) -> Sequence[tuple[User, str]]:
    """Every user with the name of their tenant."""
    rows = await session.execute(select(User, Tenant.name).join(Tenant).order_by(User.name))
    return [(user, tenant) for user, tenant in rows]


async def set_password(session: AsyncSession, name: str, password: str) -> User:
    """Change a password; tokens made before are refused from then on."""
    hashed = await hash_password(password)
    user = await user_named(session, name)
    user.password_hash = hashed
    await end_sessions(session, user)
    return user


async def end_sessions(session: AsyncSession, user: User) -> None:
    """Refuse every token made so far, wherever it is."""
    await session.flush()
    await session.execute(
        update(User)
        .where(User.id == user.id)
        .values(tokens_valid_from=func.clock_timestamp())
        .execution_options(synchronize_session=False)
    )
    for kept in (SignIn, NamedToken):
        await session.execute(delete(kept).where(kept.user_id == user.id))
    await session.refresh(user)


async def remove_user(session: AsyncSession, name: str) -> None:
    user = await user_named(session, name)
    await session.execute(delete(User).where(User.id == user.id))


async def tenant_named(session: AsyncSession, name: str | None) -> Tenant:
    """The tenant of that name, or the only one there is."""
    tenants = list(await session.scalars(select(Tenant).order_by(Tenant.name)))
    if name is None and len(tenants) == 1:
        return tenants[0]
    for tenant in tenants:
        if tenant.name == name:
            return tenant
    names = ", ".join(tenant.name for tenant in tenants) or "none yet; add a user first: scrapersky user add NAME"
    question = f"There is no tenant {name!r}" if name else "Say which tenant with --tenant"
    raise WhichTenant(f"{question}. Tenants: {names}.")


async def make_tenant(session: AsyncSession, name: str) -> Tenant:
    """The tenant of that name, made if it is new."""
    await session.execute(insert(Tenant).values(name=name).on_conflict_do_nothing())
    return await tenant_named(session, name)


async def tenant_for_new_user(session: AsyncSession, name: str | None) -> Tenant:
    """The named tenant, made if it is new; unnamed, the only one there is, or the first."""
    if name is not None:
        return await make_tenant(session, name)
    is_first = await session.scalar(select(Tenant.id).limit(1)) is None
    return await (make_tenant(session, FIRST_TENANT) if is_first else tenant_named(session, None))


class WrongCode(ScraperSkyError):
    """The one-time code is not the one that was printed."""

    http_status = 403
    message = "That is not the code. The server printed it on the terminal when it started."


class AlreadySetUp(ScraperSkyError):
    """There is an account already."""

    http_status = 409
    message = "The first account was made already. Sign in, or ask its owner for an account."


@dataclass(frozen=True, slots=True)
class OneTimeCode:
    """Printed at a first start; lives as long as the process."""

    value: str = field(repr=False)

    def matches(self, given: str) -> bool:
        """Case, spaces and dashes do not matter; the time taken tells nothing."""
        return secrets.compare_digest(_plain(given), _plain(self.value))


def make_code() -> OneTimeCode:
    groups = ["".join(secrets.choice(_LETTERS) for _ in range(4)) for _ in range(3)]
    return OneTimeCode("-".join(groups))


def _plain(code: str) -> bytes:
    return "".join(code.split()).replace("-", "").upper().encode()


async def is_first_start(session: AsyncSession) -> bool:
    return await session.scalar(select(User.id).limit(1)) is None


async def make_first_account(session: AsyncSession, code: OneTimeCode, *, given: str, name: str, password: str) -> User:
    """Make the admin of a new tenant, in the caller's transaction."""
    if not await is_first_start(session):
        raise AlreadySetUp
    if not code.matches(given):
        raise WrongCode
    await session.execute(select(func.pg_advisory_xact_lock(_ADVISORY_KEY)))
    if not await is_first_start(session):
        raise AlreadySetUp
    tenant = await make_tenant(session, FIRST_TENANT)
    return await add_user(session, name, password, Role.ADMIN, tenant.id)
