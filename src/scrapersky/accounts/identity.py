"""Tokens of an identity provider: whose they are, by which role and for which tenant.

People are found by the provider's own id, and made at their first request.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

from sqlalchemy import exists, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from scrapersky.accounts.sign_in import Visitor
from scrapersky.accounts.tokens import Claims, NotSignedIn, generation_of
from scrapersky.accounts.users import WhichTenant, clean_name, is_only_tenant, tenant_named
from scrapersky.clients.identity.keys import ProviderKeys, fetching_from
from scrapersky.config.settings import Settings
from scrapersky.errors import ScraperSkyError
from scrapersky.late_modules import jwt
from scrapersky.models import EndedSession, Tenant, User
from scrapersky.roles import Role

# None that shares a key with whoever checks: with one of those, the provider's public key would sign.
ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
CLOCKS_APART = 30
_RANK = (Role.OPERATOR, Role.ADMIN, Role.CURATOR, Role.VIEWER)
LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)  # tokens are not used in the order in which they were made
NO_PASSWORD = "!"  # noqa: S105  no hash is written so: nobody signs in with it


class ClaimMissing(ScraperSkyError):
    """The provider vouches for them, and does not say what we need."""

    http_status = 403

    def __init__(self, claim: str, what: str) -> None:
        super().__init__(f"The token does not say {what}: its claim {claim} has nothing that is known here.")


@dataclass(frozen=True, slots=True)
class Identity:
    """What a token of the provider says. `subject` is theirs for ever; the name is what people read."""

    subject: str
    name: str
    role: Role
    tenant: str | None
    session_id: UUID
    issued_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class IdentityProvider:
    issuer: str
    audience: str
    keys: ProviderKeys
    name_claim: str = "email"
    role_claim: str = "role"
    tenant_claim: str | None = None
    roles: Mapping[str, Role] | None = None

    async def read(self, value: str) -> Identity:
        claims = await self._checked(value)
        subject = f"{self.issuer} {claims['sub']}"
        name = claim_at(claims, self.name_claim)
        if not isinstance(name, str):
            raise ClaimMissing(self.name_claim, "who it is of")
        session = claims.get("sid") or claims.get("session_id") or claims.get("jti") or claims["iat"]
        return Identity(
            subject,
            clean_name(name),
            self._role(claims),
            self._tenant(claims),
            uuid5(NAMESPACE_URL, f"{subject} {session}"),
            datetime.fromtimestamp(int(claims["iat"]), UTC),
            datetime.fromtimestamp(int(claims["exp"]), UTC),
        )

    async def _checked(self, value: str) -> dict[str, Any]:
        try:
            header = jwt.get_unverified_header(value)
            key = await self.keys.key(str(header.get("kid")))
            if key is None or header["alg"] not in ALGORITHMS or header["alg"] != key.algorithm_name:
                raise jwt.InvalidTokenError
            return jwt.decode(
                value,
                key.key,
                algorithms=[key.algorithm_name],
                audience=self.audience,
                issuer=self.issuer,
                leeway=CLOCKS_APART,
                options={"require": ["exp", "iat", "sub", "aud", "iss"]},
            )
        except jwt.ExpiredSignatureError as error:
            raise NotSignedIn("The token is over. Get another one from the identity provider.") from error
        except (jwt.PyJWTError, ValueError, TypeError, KeyError, OverflowError) as error:
            raise NotSignedIn("The token is not one of the identity provider's for us.") from error

    def _role(self, claims: Mapping[str, Any]) -> Role:
        """The highest of those that are named. Who operates the installation is only so by a name that we were told."""
        known = self.roles if self.roles is not None else {role.value: role for role in Role if role != Role.OPERATOR}
        said = claim_at(claims, self.role_claim)
        named = {known[each] for each in (said if isinstance(said, list) else [said]) if each in known}
        for role in _RANK:
            if role in named:
                return role
        raise ClaimMissing(self.role_claim, "what they may do")

    def _tenant(self, claims: Mapping[str, Any]) -> str | None:
        if self.tenant_claim is None:
            return None
        tenant = claim_at(claims, self.tenant_claim)
        if not isinstance(tenant, str) or not tenant:
            raise ClaimMissing(self.tenant_claim, "whose rows they see")
        return tenant


def claim_at(claims: Mapping[str, Any], path: str) -> Any:
    """A claim by its name, or by names with dots between them where one is inside another.

    >>> claim_at({"realm_access": {"roles": ["admin"]}}, "realm_access.roles")
    ['admin']
    >>> claim_at({"https://sky.example/role": "viewer"}, "https://sky.example/role")
    'viewer'
    """
    if path in claims:
        return claims[path]
    outer, _, inner = path.partition(".")
    inside = claims.get(outer)
    return claim_at(inside, inner) if inner and isinstance(inside, Mapping) else None


def is_of_provider(value: str) -> bool:
    """Ours are signed by a shared key; whatever else it says of itself, it is judged by the provider's keys alone."""
    try:
        return jwt.get_unverified_header(value).get("alg") in ALGORITHMS
    except (jwt.PyJWTError, ValueError, TypeError):
        return False


def configured_provider(settings: Settings) -> IdentityProvider | None:
    if not settings.oidc_issuer:
        return None
    if not settings.oidc_audience or not settings.oidc_jwks_url:
        raise ScraperSkyError("OIDC_ISSUER needs OIDC_AUDIENCE and OIDC_JWKS_URL: tokens for others are not for us.")
    return IdentityProvider(
        settings.oidc_issuer,
        settings.oidc_audience,
        ProviderKeys(fetching_from(settings.oidc_jwks_url)),
        settings.oidc_name_claim,
        settings.oidc_role_claim,
        settings.oidc_tenant_claim,
        settings.oidc_roles or None,
    )


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
