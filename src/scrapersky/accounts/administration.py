"""What an admin does about the people of a tenant.

A link lets somebody set a password of their own, once: an operator hands it over and learns nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.accounts.passwords import check_password, hash_password, password_matches
from scrapersky.accounts.tokens import ALGORITHM, TokenSigner, generation_of
from scrapersky.accounts.users import end_sessions
from scrapersky.curation_sdk.declaring import Actor
from scrapersky.errors import ScraperSkyError
from scrapersky.late_modules import jwt
from scrapersky.models.user import Role, User
from scrapersky.roles import ADMINS

LIFETIME = timedelta(hours=24)
PURPOSE = "set a password"
PAGE = "/reset"


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


class LinkSpent(ScraperSkyError):
    """Used, overtaken by another password, too old, or never ours."""

    http_status = 403
    message = "This link was used already or is too old. Ask an admin for another one."


class NotYourPassword(ScraperSkyError):
    """Whoever asks is signed in all the same."""

    http_status = 422
    message = "That is not your password, so it stays as it is."


@dataclass(frozen=True, slots=True)
class PasswordLink:
    token: str = field(repr=False)
    expires_at: datetime

    @property
    def path(self) -> str:
        """What stands after # is sent to no server and stands in no log."""
        return f"{PAGE}#{self.token}"


def make_password_link(signer: TokenSigner, user: User) -> PasswordLink:
    """Good until the user's tokens are refused, which whoever uses it brings about."""
    expires_at = datetime.now(UTC) + LIFETIME
    claims = {"sub": str(user.id), "gen": generation_of(user), "exp": expires_at, "for": PURPOSE}
    return PasswordLink(jwt.encode(claims, signer.secret, algorithm=ALGORITHM), expires_at)


async def set_password_by_link(session: AsyncSession, signer: TokenSigner, token: str, password: str) -> User:
    user_id, generation = _read(signer, token)
    hashed = await hash_password(password)
    user = await session.scalar(select(User).where(User.id == user_id).with_for_update())
    if user is None or user.disabled or generation_of(user) != generation:
        raise LinkSpent
    user.password_hash = hashed
    await end_sessions(session, user)
    return user


def _read(signer: TokenSigner, token: str) -> tuple[UUID, int]:
    try:
        claims = jwt.decode(token, signer.secret, algorithms=[ALGORITHM], options={"require": ["exp", "for"]})
        if claims["for"] != PURPOSE:
            raise LinkSpent
        return UUID(claims["sub"]), int(claims["gen"])
    except (jwt.InvalidTokenError, ValueError, TypeError, KeyError) as error:
        raise LinkSpent from error


async def change_own_password(session: AsyncSession, user: User, current: str, new: str) -> User:
    """Whoever finds a screen unlocked must not lock its owner out; all other sessions end."""
    check_password(new)
    if not await password_matches(current, user.password_hash):
        raise NotYourPassword
    hashed = await hash_password(new)
    kept = await session.get_one(User, user.id, with_for_update=True)
    if generation_of(kept) != generation_of(user):
        raise NotYourPassword
    kept.password_hash = hashed
    await end_sessions(session, kept)
    return kept
