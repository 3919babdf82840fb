"""The first account: whoever sees the terminal may make it, with a code that is good once."""

import secrets
from dataclasses import dataclass, field

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.accounts.users import FIRST_TENANT, add_user, make_tenant
from scrapersky.errors import ScraperSkyError
from scrapersky.models.user import Role, User

# No letters that look like digits.
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_ADVISORY_KEY = 7_301_2026  # two first accounts at once: one wins


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
