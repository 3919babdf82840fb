"""Password hashes: argon2id, off the event loop, and as slow for an unknown name as for a known one."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from scrapersky.curation_sdk.plurals import plural
from scrapersky.errors import ScraperSkyError

SHORTEST = 10
LONGEST = 1024  # hashing costs time by length

AT_ONCE = 2  # a hash takes 64 MB and a core: a crowd that guesses must not take them all, nor everyone else's threads

_hasher = PasswordHasher()
_threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="passwords")

_Result = TypeVar("_Result")


class BadPassword(ScraperSkyError):
    """A new password is too short or too long."""

    http_status = 422


def check_password(password: str) -> None:
    """Refuse a password that is too short or too long."""
    if len(password) < SHORTEST:
        raise BadPassword(f"The password has {plural(len(password), 'character')}; use at least {SHORTEST}.")
    if len(password) > LONGEST:
        raise BadPassword(f"The password has {len(password)} characters; use at most {LONGEST}.")


async def hash_password(password: str) -> str:
    check_password(password)
    return await _aside(_hasher.hash, password)


async def password_matches(password: str, hashed: str | None) -> bool:
    """Without a hash (no such user) the work is done all the same, so that time tells nothing."""
    if hashed is None:
        await _aside(_hasher.hash, password[:LONGEST])
        return False
    return await _aside(_matches, password[:LONGEST], hashed)


async def _aside(work: Callable[..., _Result], *given: str) -> _Result:
    return await asyncio.get_running_loop().run_in_executor(_threads, work, *given)


def _matches(password: str, hashed: str) -> bool:
    try:
        return _hasher.verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False
