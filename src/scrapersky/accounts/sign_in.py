"""Signing in, and who shows a token."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from secrets import compare_digest

from sqlalchemy import bindparam, exists, select
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from scrapersky.accounts.named_tokens import USED_AGAIN_AFTER, OutOfScope, digest_of, note_use
from scrapersky.accounts.passwords import password_matches
from scrapersky.accounts.sign_ins import note_seen
from scrapersky.accounts.throttle import Throttle
from scrapersky.accounts.tokens import Claims, NotSignedIn, TokenSigner
from scrapersky.accounts.users import is_only_tenant, is_user_name
from scrapersky.errors import ScraperSkyError
from scrapersky.models import EndedSession, NamedToken, Role, SignIn, User
from scrapersky.roles import Scope

Sessions = async_sessionmaker[AsyncSession]

# Each request asks it, and to build it takes longer than to have it answered. Each question is a wait for a processor.
_USER_IN_SESSION = (
    select(User, is_only_tenant(User.tenant_id), NamedToken, SignIn.seen_at)
    .select_from(User)
    .outerjoin(NamedToken, NamedToken.id == bindparam("session"))
    .outerjoin(SignIn, SignIn.id == bindparam("session"))
    .where(User.id == bindparam("user"), ~exists().where(EndedSession.id == bindparam("session")))
)
_VOID = "The token is no longer valid. Sign in again."
_RANK = {Role.VIEWER: 0, Role.CURATOR: 1, Role.ADMIN: 2, Role.OPERATOR: 3}


class WrongPassword(ScraperSkyError):
    """No such user, or not that password: the answer does not say which."""

    http_status = 401

    def __init__(self, user: User | None = None) -> None:
        super().__init__("Wrong user name or password.")
        self.user = user


class NotAllowed(ScraperSkyError):
    """The user's role does not reach so far."""

    http_status = 403

    def __init__(self, user: User, needed: Role) -> None:
        super().__init__(f"{user.name} is a {user.role}; this takes a {needed.value}. Ask an admin.")


class NotOperator(ScraperSkyError):
    """It would hold for other tenants too."""

    http_status = 403

    def __init__(self, user: User) -> None:
        super().__init__(
            f"{user.name} is a {user.role}; what holds for all tenants takes an operator."
            " Whoever runs the installation makes one: scrapersky user role NAME operator"
        )


class ExportNotAllowed(ScraperSkyError):
    """Whoever may only look takes nothing away, unless an admin says so."""

    http_status = 403

    def __init__(self, user: User) -> None:
        super().__init__(f"{user.name} may look but not export. Ask an admin to allow it.")


class SignInNeeded(ScraperSkyError):
    """A script's token cannot do this at all."""

    http_status = 403
    message = "A token cannot do this. Sign in with a name and a password of ours."


async def sign_in(sessions: Sessions, throttle: Throttle, *, name: str, password: str, address: str) -> User:
    """The user, if the password is theirs; slow and counted either way. No transaction waits for the hash."""
    cleaned = name.strip().lower()[:65]
    throttle.count_attempt(cleaned, address)
    async with sessions() as session:
        user = await session.scalar(select(User).where(User.name == cleaned)) if is_user_name(cleaned) else None
    if not await password_matches(password, user.password_hash if user else None) or user is None or user.disabled:
        raise WrongPassword(user)
    throttle.succeeded(cleaned, address)
    return user


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who shows a token, and how far it reaches."""

    user: User
    claims: Claims
    scopes: frozenset[Scope] = frozenset(Scope)
    is_only_tenant: bool = False

    @property
    def is_operator(self) -> bool:
        """The admins of the only tenant operate the installation as well."""
        return self.user.role == Role.OPERATOR or (self.user.role == Role.ADMIN and self.is_only_tenant)

    def refuse_if_named(self) -> None:
        """Whoever has a copy of a script's token must not make it last, nor take the account over."""
        if self.claims.is_named:
            raise SignInNeeded

    def require(self, needed: Role, scope: Scope) -> None:
        require_role(self.user, Role.ADMIN if needed is Role.OPERATOR else needed)
        if scope is Scope.EXPORT and not may_export(self.user):
            raise ExportNotAllowed(self.user)
        if scope not in self.scopes:
            raise OutOfScope(scope, self.scopes)
        if needed is Role.OPERATOR and not self.is_operator:
            raise NotOperator(self.user)


async def visitor_of_token(session: AsyncSession, signer: TokenSigner, value: str) -> Visitor:
    """Whom a token speaks of, as they are now."""
    claims = signer.read(value)
    found = await session.execute(_USER_IN_SESSION, {"user": claims.user_id, "session": claims.session_id})
    user, is_only, token, seen_at = found.one_or_none() or (None, False, None, None)
    if user is None or user.disabled or not claims.are_still_true_of(user):
        raise NotSignedIn(_VOID)
    visitor = Visitor(user, claims, is_only_tenant=is_only)
    if seen_at is not None and _is_old(seen_at):
        await note_seen(session, claims.session_id)
    return await _with_its_scopes(session, visitor, token, value) if claims.is_named else visitor


async def _with_its_scopes(session: AsyncSession, visitor: Visitor, token: NamedToken | None, value: str) -> Visitor:
    if token is None or not compare_digest(token.digest, digest_of(value)):
        raise NotSignedIn(_VOID)
    if token.last_used_at is None or _is_old(token.last_used_at):
        await note_use(session, token)
    return replace(visitor, scopes=frozenset(map(Scope, token.scopes)))


def _is_old(moment: datetime) -> bool:
    return datetime.now(UTC) - moment > USED_AGAIN_AFTER


def may_export(user: User) -> bool:
    return user.role != Role.VIEWER or user.may_export


def require_role(user: User, needed: Role) -> None:
    if _RANK[Role(user.role)] < _RANK[needed]:
        raise NotAllowed(user, needed)
