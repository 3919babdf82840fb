"""What an admin does about the people of a tenant."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.accounts.passwords import hash_password
from scrapersky.accounts.users import end_sessions
from scrapersky.curation_sdk.declaring import Actor
from scrapersky.errors import ScraperSkyError
from scrapersky.models import Role, User
from scrapersky.roles import ADMINS


class NoSuchUser(ScraperSkyError):
    """Unknown, or of another tenant."""

    http_status = 404
    code = "unknown_user"
    message = "There is no such user."


class LastAdmin(ScraperSkyError):
    """Without an admin nobody could let anyone in again."""

    http_status = 409

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is the only admin; make somebody else an admin first.")


class OnlyAnOperator(ScraperSkyError):
    http_status = 403
    message = "Only an operator makes, changes or removes an operator."


@dataclass(frozen=True, slots=True)
class UserChange:
    """What is None stays."""

    role: Role | None = None
    disabled: bool | None = None
    password: str | None = None
    may_export: bool | None = None


async def users_of(session: AsyncSession, tenant_id: UUID) -> Sequence[User]:
    return list(await session.scalars(select(User).where(User.tenant_id == tenant_id).order_by(User.name)))


async def user_in(session: AsyncSession, tenant_id: UUID, user_id: UUID) -> User:
    user = await session.scalar(select(User).where(User.id == user_id, User.tenant_id == tenant_id))
    if user is None:
        raise NoSuchUser
    return user


def refuse_unless_operator(actor: Actor, *roles: str | None) -> None:
    """Who could make themselves an operator, or sign in as one, would be one."""
    if Role.OPERATOR in roles and not actor.is_operator:
        raise OnlyAnOperator


async def change_user(session: AsyncSession, actor: Actor, user_id: UUID, change: UserChange) -> User:
    """Whoever gets another password or is disabled is signed out everywhere. The hash is made before anyone waits."""
    hashed = await hash_password(change.password) if change.password is not None else None
    user, others = await _user_and_others(session, actor.tenant_id, user_id)
    refuse_unless_operator(actor, user.role, change.role)
    user.role = change.role.value if change.role is not None else user.role
    user.disabled = change.disabled if change.disabled is not None else user.disabled
    user.may_export = change.may_export if change.may_export is not None else user.may_export
    user.password_hash = hashed or user.password_hash
    if not any(map(_is_admin, (user, *others))):
        raise LastAdmin(user.name)
    if hashed or change.disabled:
        await end_sessions(session, user)
    return user


async def dismiss_user(session: AsyncSession, actor: Actor, user_id: UUID) -> None:
    """With their tokens, sessions, views and preferences; batches and corrections keep the name."""
    user, others = await _user_and_others(session, actor.tenant_id, user_id)
    refuse_unless_operator(actor, user.role)
    if not any(map(_is_admin, others)):
        raise LastAdmin(user.name)
    await session.delete(user)


async def _user_and_others(session: AsyncSession, tenant_id: UUID, user_id: UUID) -> tuple[User, Sequence[User]]:
    """The user, and the tenant's others. All are locked, or two admins could dismiss each other at the same moment."""
    people = select(User).where(User.tenant_id == tenant_id).order_by(User.id).with_for_update()
    users = {user.id: user for user in await session.scalars(people)}
    if user_id not in users:
        raise NoSuchUser
    return users.pop(user_id), list(users.values())


def _is_admin(user: User) -> bool:
    return user.role in ADMINS and not user.disabled
