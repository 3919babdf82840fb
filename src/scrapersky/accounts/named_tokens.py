"""Tokens for scripts: named, scoped, good for a time. Only a hash of each is kept.

Every operation needs one scope, and which follows from the operation itself.
"""

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID, uuid4

from sqlalchemy import ColumnElement, delete, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.accounts.tokens import AccessToken, TokenSigner
from scrapersky.errors import ScraperSkyError
from scrapersky.models import NamedToken, User
from scrapersky.roles import ADMINS, Role, Scope

MOST = 100
LONGEST = timedelta(days=366)
USED_AGAIN_AFTER = timedelta(minutes=1)
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
EXPORTS = "/api/v3/exports"
READING_POSTS = frozenset({f"{EXPORTS}/jobs/count", "/api/v3/place-searches/before", "/api/v3/rules/preview"})
"""What is asked is too long for an address; nothing is changed or paid for, and nobody's rows are handed out."""

_OF_ROLE = {
    Role.VIEWER: frozenset({Scope.READ, Scope.EXPORT}),
    Role.CURATOR: frozenset({Scope.READ, Scope.EXPORT, Scope.DECIDE}),
    Role.ADMIN: frozenset(Scope),
    Role.OPERATOR: frozenset(Scope),
}


class OutOfScope(ScraperSkyError):
    """The token was made for less than this."""

    http_status = 403

    def __init__(self, needed: Scope, scopes: Collection[Scope]) -> None:
        listed = ", ".join(sorted(scopes)) or "nothing"
        super().__init__(f"This takes a token with the scope {needed.value}; yours has {listed}. Make another one.")


class ScopeTooWide(ScraperSkyError):
    """A token cannot do what its user may not."""

    http_status = 422

    def __init__(self, role: Role, scopes: Collection[Scope]) -> None:
        super().__init__(f"The token of a {role.value} cannot have the scope {', '.join(sorted(scopes))}.")


def scope_needed(method: str, path: str, needed: Role) -> Scope:
    """Of an operation that takes this role.

    >>> [scope_needed(*each, Role.VIEWER).value for each in (("GET", "/api/v3/find"), ("PUT", "/api/v3/prefs"))]
    ['read', 'decide']
    >>> [scope_needed("GET", f"/api/v3/exports/{rest}", Role.VIEWER).value for rest in ("contacts", "jobs")]
    ['export', 'read']
    >>> [scope_needed("POST", path, Role.VIEWER).value for path in (f"{EXPORTS}/jobs", f"{EXPORTS}/jobs/count")]
    ['export', 'read']
    >>> paths = [f"/api/v3/{path}" for path in ("rules/preview", "imports/preview", "place-searches/estimate")]
    >>> [scope_needed("POST", path, Role.CURATOR).value for path in paths]
    ['read', 'decide', 'decide']
    """
    if needed in (Role.ADMIN, Role.OPERATOR):
        return Scope.ADMIN
    if _takes_files_away(method, path):
        return Scope.EXPORT
    return Scope.READ if only_reads(method, path) else Scope.DECIDE


def only_reads(method: str, path: str) -> bool:
    """Whether nothing is another afterwards than before."""
    return method in SAFE_METHODS or (method == "POST" and path in READING_POSTS)


def _takes_files_away(method: str, path: str) -> bool:
    """How far an ordered one is, anybody may see."""
    if not path.startswith(f"{EXPORTS}/"):
        return False
    return not only_reads(method, path) or not path.startswith(f"{EXPORTS}/jobs") or path.endswith("/file")


def scopes_of(role: Role) -> frozenset[Scope]:
    return _OF_ROLE[role]


def check_scopes(role: Role, wanted: Collection[Scope]) -> None:
    if too_wide := set(wanted) - scopes_of(role):
        raise ScopeTooWide(role, too_wide)


class NoSuchToken(ScraperSkyError):
    """Unknown, or of somebody whose tokens are not yours to see."""

    http_status = 404
    code = "unknown_token"
    message = "There is no such token."


class TooManyTokens(ScraperSkyError):
    http_status = 409
    message = f"There are {MOST} tokens of yours already. Revoke those that nothing uses."


@dataclass(frozen=True, slots=True)
class TokenRequest:
    name: str
    scopes: Collection[Scope]
    lifetime: timedelta


def digest_of(value: str) -> bytes:
    """What is hashed is signed and long: nobody guesses it, so no slow hash is needed."""
    return hashlib.sha256(value.encode()).digest()


async def make_named_token(
    session: AsyncSession, signer: TokenSigner, user: User, wish: TokenRequest
) -> tuple[AccessToken, NamedToken]:
    """Its value is told now and never again."""
    check_scopes(Role(user.role), wish.scopes)
    await session.execute(select(User.id).where(User.id == user.id).with_for_update())
    count = select(func.count()).where(NamedToken.user_id == user.id, NamedToken.expires_at > func.now())
    if (await session.scalar(count) or 0) >= MOST:
        raise TooManyTokens
    token_id = uuid4()
    made = signer.issue(user, lifetime=wish.lifetime, named=token_id)
    kept = NamedToken(
        id=token_id,
        user_id=user.id,
        name=wish.name,
        digest=digest_of(made.value),
        scopes=sorted(wish.scopes),
        expires_at=made.expires_at,
    )
    session.add(kept)
    await session.flush()
    await session.refresh(kept)
    return made, kept


async def tokens_seen_by(session: AsyncSession, user: User) -> Sequence[tuple[NamedToken, str]]:
    """Your own; an admin sees everybody's of the tenant. With the name of whom each speaks for."""
    seen = select(NamedToken, User.name).join(User, NamedToken.user_id == User.id).where(_seen_by(user))
    rows = await session.execute(seen.order_by(NamedToken.made_at.desc(), NamedToken.id))
    return [(token, name) for token, name in rows]


async def revoke_token(session: AsyncSession, user: User, token_id: UUID) -> None:
    """From the next request on it opens nothing."""
    seen = select(NamedToken.id).join(User, NamedToken.user_id == User.id).where(_seen_by(user))
    revoked = delete(NamedToken).where(NamedToken.id == token_id, NamedToken.id.in_(seen)).returning(NamedToken.id)
    if await session.scalar(revoked) is None:
        raise NoSuchToken


def _seen_by(user: User) -> ColumnElement[bool]:
    return User.tenant_id == user.tenant_id if user.role in ADMINS else User.id == user.id


async def note_use(session: AsyncSession, token: NamedToken) -> None:
    """To the minute: a script that asks a hundred times a second writes once."""
    is_old = or_(NamedToken.last_used_at.is_(None), NamedToken.last_used_at < func.now() - USED_AGAIN_AFTER)
    await session.execute(
        update(NamedToken)
        .where(NamedToken.id == token.id, is_old)
        .values(last_used_at=func.now())
        .execution_options(synchronize_session=False)
    )
