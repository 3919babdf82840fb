"""People whom an identity provider vouches for: found by the provider's own id, and made at their first request."""

from datetime import UTC, datetime

from sqlalchemy import exists, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from scrapersky.accounts.identity import Identity
from scrapersky.accounts.sign_in import Visitor
from scrapersky.accounts.tokens import Claims, NotSignedIn, generation_of
from scrapersky.accounts.users import WhichTenant, is_only_tenant, tenant_named
from scrapersky.errors import ScraperSkyError
from scrapersky.models.tenant import Tenant
from scrapersky.models.user import EndedSession, User

LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)  # tokens are not used in the order in which they were made
NO_PASSWORD = "!"  # noqa: S105  no hash is written so: nobody signs in with it


class NoTenant(ScraperSkyError):
    http_status = 403
    message = "The token is for nobody's rows here. Ask whoever runs this installation."


class NameTaken(ScraperSkyError):
    """Somebody else's account must not be had by a name that a provider lets people choose."""

    http_status = 403

    def __init__(self, name: str) -> None:
        super().__init__(f"There is an account {name} already that is not the identity provider's. Ask an admin.")


async def visitor_of_identity(sessions: async_sessionmaker[AsyncSession], identity: Identity) -> Visitor:
    """With the role and tenant that the provider says now."""
    async with sessions.begin() as session:
        tenant = await _tenant_of(session, identity)
        user = await session.scalar(select(User).where(User.subject == identity.subject))
        if user is None:
            user = await _added(session, identity, tenant.id)
        if user.tenant_id != tenant.id or user.disabled or await _is_over(session, identity, user):
            raise NotSignedIn("The token is no longer valid here.")
        if user.role != identity.role:
            user.role = identity.role.value
        is_only = bool(await session.scalar(select(is_only_tenant(tenant.id))))
    times = (identity.issued_at, identity.expires_at)
    claims = Claims(user.id, generation_of(user), identity.session_id, *times, is_named=True)
    return Visitor(user, claims, is_only_tenant=is_only)


async def _tenant_of(session: AsyncSession, identity: Identity) -> Tenant:
    """None is made for a word in a token; and whoever shows one learns no names of others."""
    try:
        return await tenant_named(session, identity.tenant)
    except WhichTenant as error:
        raise NoTenant from error


async def _added(session: AsyncSession, identity: Identity, tenant_id: object) -> User:
    values = {"tenant_id": tenant_id, "name": identity.name, "role": identity.role.value, "subject": identity.subject}
    values |= {"password_hash": NO_PASSWORD, "tokens_valid_from": LONG_AGO}
    await session.execute(insert(User).values(values).on_conflict_do_nothing())
    user = await session.scalar(select(User).where(User.subject == identity.subject))
    if user is None:
        raise NameTaken(identity.name)
    return user


async def _is_over(session: AsyncSession, identity: Identity, user: User) -> bool:
    """Signed out of, or made before the user was signed out everywhere."""
    was_ended = await session.scalar(select(exists().where(EndedSession.id == identity.session_id)))
    return bool(was_ended) or identity.issued_at < user.tokens_valid_from.replace(microsecond=0)
