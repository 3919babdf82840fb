"""Password hashes: argon2id, off the event loop, and as slow for an unknown name as for a known one."""

import asyncio

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from scrapersky.errors import ScraperSkyError

SHORTEST = 10
LONGEST = 1024  # hashing costs time by length

_hasher = PasswordHasher()


class BadPassword(ScraperSkyError):
    """A new password is too short or too long."""

    http_status = 422
    code = "bad_password"


def check_password(password: str) -> None:
    """Refuse what is too short to be worth hashing."""
    if len(password) < SHORTEST:
        raise BadPassword(f"The password has {len(password)} characters; use at least {SHORTEST}.")
    if len(password) > LONGEST:
        raise BadPassword(f"The password has {len(password)} characters; use at most {LONGEST}.")


async def hash_password(password: str) -> str:
    check_password(password)
    return await asyncio.to_thread(_hasher.hash, password)


async def is_password(password: str, hashed: str | None) -> bool:
    """Without a hash (no such user) the work is done all the same, so that time tells nothing."""
    if hashed is None:
        await asyncio.to_thread(_hasher.hash, password[:LONGEST])
        return False
    return await asyncio.to_thread(_matches, password[:LONGEST], hashed)


def _matches(password: str, hashed: str) -> bool:
    try:
        return _hasher.verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False
