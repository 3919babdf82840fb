"""Signing in, and who shows a token."""

from sqlalchemy import bindparam, exists, select
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from scrapersky.accounts.passwords import password_matches
from scrapersky.accounts.throttle import Throttle
from scrapersky.accounts.tokens import NotSignedIn, TokenSigner
from scrapersky.accounts.users import is_user_name
from scrapersky.errors import ScraperSkyError
from scrapersky.models.user import EndedSession, Role, User

Sessions = async_sessionmaker[AsyncSession]

# Each request asks it, and to build it takes longer than to have it answered.
_USER_IN_SESSION = select(User).where(
    User.id == bindparam("user"), ~exists().where(EndedSession.id == bindparam("session"))
)
_RANK = {Role.VIEWER: 0, Role.CURATOR: 1, Role.ADMIN: 2}


class WrongPassword(ScraperSkyError):
    """No such user, or not that password: the answer does not say which."""

    http_status = 401
    code = "wrong_password"

    def __init__(self) -> None:
        super().__init__("Wrong user name or password.")


class NotAllowed(ScraperSkyError):
    """The user's role does not reach so far."""

    http_status = 403
    code = "not_allowed"

    def __init__(self, user: User, needed: Role) -> None:
        super().__init__(f"{user.name} is a {user.role}; this takes a {needed.value}. Ask an admin.")


async def sign_in(sessions: Sessions, throttle: Throttle, *, name: str, password: str, address: str) -> User:
    """The user, if the password is theirs; slow and counted either way. No transaction waits for the hash."""
    cleaned = name.strip().lower()[:65]
    throttle.count_attempt(cleaned, address)
    async with sessions() as session:
        user = await session.scalar(select(User).where(User.name == cleaned)) if is_user_name(cleaned) else None
    if not await password_matches(password, user.password_hash if user else None) or user is None or user.disabled:
        raise WrongPassword
    throttle.succeeded(cleaned, address)
    return user


async def user_of_token(session: AsyncSession, signer: TokenSigner, value: str) -> User:
    """The user a token speaks of, as they are now."""
    claims = signer.read(value)
    user = await session.scalar(_USER_IN_SESSION, {"user": claims.user_id, "session": claims.session_id})
    if user is None or user.disabled or not claims.are_still_true_of(user):
        raise NotSignedIn("The token is no longer valid. Sign in again.")
    return user


def require_role(user: User, needed: Role) -> None:
    if _RANK[Role(user.role)] < _RANK[needed]:
        raise NotAllowed(user, needed)
