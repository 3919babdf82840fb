"""Tokens: signed, good for a time, and void at once when the user changes."""

import os
import secrets
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from uuid import UUID, uuid4

from scrapersky.config.settings import Settings
from scrapersky.errors import ScraperSkyError
from scrapersky.late_modules import jwt
from scrapersky.models import User

ALGORITHM = "HS256"
SHORTEST_SECRET = 32
KEY_FILE = "signing.key"
LONGEST_SESSION = timedelta(days=30)
_OVER = "Your session is over. Sign in again."
_CLAIMS = ["exp", "iat", "sub", "gen", "sid", "auth_time", "until"]


class NotSignedIn(ScraperSkyError):
    """No token, or one that is broken, expired, or of a user who changed since."""

    http_status = 401


class WeakSecret(ScraperSkyError):
    """JWT_SECRET is too short to sign with."""


@dataclass(frozen=True, slots=True)
class AccessToken:
    """What a client shows with each request."""

    value: str = field(repr=False)
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Claims:
    """Whom a token speaks of. `generation` is the user's `tokens_valid_from` when it was made, in microseconds.

    The session is what began when the password was given; a token that another was exchanged for is of the same one.
    `session_until` is when the last of the tokens expires that this one was exchanged for, itself included. A token
    that `is_named` is a script's: its session is its row.
    """

    user_id: UUID
    generation: int
    session_id: UUID
    signed_in_at: datetime
    session_until: datetime
    is_named: bool = False

    def are_still_true_of(self, user: User) -> bool:
        return user.id == self.user_id and generation_of(user) == self.generation


@dataclass(frozen=True, slots=True)
class TokenSigner:
    """Makes tokens and reads them back."""

    secret: bytes = field(repr=False)
    lifetime: timedelta

    def issue(
        self,
        user: User,
        *,
        lifetime: timedelta | None = None,
        continuing: Claims | None = None,
        named: UUID | None = None,
    ) -> AccessToken:
        """The first token of a new session, another of one that is `continuing`, or a script's."""
        made_at = datetime.now(UTC)
        expires_at = made_at + (lifetime or self.lifetime)
        until = max(expires_at, continuing.session_until) if continuing else expires_at
        claims = {
            "sub": str(user.id),
            "gen": generation_of(user),
            "iat": made_at,
            "exp": expires_at,
            "sid": str(continuing.session_id if continuing else named or uuid4()),
            "named": named is not None,
            "auth_time": int((continuing.signed_in_at if continuing else made_at).timestamp()),
            "until": int(until.timestamp()) + 1,
        }
        return AccessToken(jwt.encode(claims, self.secret, algorithm=ALGORITHM), expires_at)

    def exchange(self, user: User, value: str) -> AccessToken:
        """A session goes on only so long: a token that somebody else has must not be good for ever."""
        claims = self.read(value)
        if datetime.now(UTC) - claims.signed_in_at > LONGEST_SESSION:
            raise NotSignedIn(f"You signed in more than {LONGEST_SESSION.days} days ago. Sign in again.")
        return self.issue(user, continuing=claims)

    def read(self, value: str) -> Claims:
        """Check signature and time; whether the user is still the same, only the database can tell."""
        try:
            claims, expires_at = _checked(value, self.secret)
        except jwt.ExpiredSignatureError as error:
            raise NotSignedIn(_OVER) from error
        except (jwt.InvalidTokenError, ValueError, TypeError, OverflowError, OSError) as error:
            raise NotSignedIn("The token is not valid. Sign in again.") from error
        if expires_at <= time.time():
            raise NotSignedIn(_OVER)
        return claims


@lru_cache(maxsize=2048)
def _checked(value: str, secret: bytes) -> tuple[Claims, int]:
    """A signature that was good is good again. Nothing is kept of tokens that are not."""
    claims = jwt.decode(value, secret, algorithms=[ALGORITHM], options={"require": _CLAIMS})
    signed_in_at, until = (datetime.fromtimestamp(int(claims[name]), UTC) for name in ("auth_time", "until"))
    user_id, session_id = UUID(claims["sub"]), UUID(str(claims["sid"]))
    is_named = bool(claims.get("named"))
    read = Claims(user_id, int(claims["gen"]), session_id, signed_in_at, until, is_named)
    return read, int(claims["exp"])


def generation_of(user: User) -> int:
    """A number that changes whenever the user's tokens are to be refused; both sides are the database's own clock."""
    since_epoch = user.tokens_valid_from - datetime(1970, 1, 1, tzinfo=UTC)
    return since_epoch // timedelta(microseconds=1)


def make_signer(settings: Settings) -> TokenSigner:
    return TokenSigner(signing_secret(settings), timedelta(minutes=settings.token_minutes))


def signing_secret(settings: Settings) -> bytes:
    """The key from the settings, or one made once and kept in the data folder for its owner only."""
    if settings.jwt_secret is None:
        return _kept_secret(settings.scrapersky_data)
    secret = settings.jwt_secret.get_secret_value().encode()
    if len(secret) < SHORTEST_SECRET:
        raise WeakSecret(
            f"JWT_SECRET has {len(secret)} bytes; use at least {SHORTEST_SECRET},"
            " for instance what this prints: openssl rand -hex 32"
        )
    return secret


def _kept_secret(folder: Path) -> bytes:
    """Written aside and linked into place: two processes that start together end up with the same key."""
    path = folder / KEY_FILE
    if not path.exists():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = folder / f".{KEY_FILE}.{os.getpid()}"
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_hex(32), encoding="ascii")
        try:
            path.hardlink_to(draft)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text(encoding="ascii").strip().encode()
