"""What people do about their own passwords.

A link lets somebody set one, once: an operator hands it over and learns nothing.
"""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.accounts.passwords import check_password, hash_password, password_matches
from scrapersky.accounts.tokens import ALGORITHM, TokenSigner, generation_of
from scrapersky.accounts.users import end_sessions
from scrapersky.errors import ScraperSkyError
from scrapersky.late_modules import jwt
from scrapersky.models import User

LIFETIME = timedelta(hours=24)
PURPOSE = "set a password"
PAGE = "/reset"


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
