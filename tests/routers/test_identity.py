"""Tokens of an identity provider, in the shapes of three of them, and what is refused."""

import base64
import hashlib
import hmac
import json
import time
from dataclasses import dataclass, field, replace
from typing import Any

import httpx
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from jwt.algorithms import ECAlgorithm, RSAAlgorithm
from sqlalchemy import select, update
from tests.product import add_person, browser_on

from scrapersky.accounts.identity import IdentityProvider, configured_provider
from scrapersky.app.product import Product
from scrapersky.clients.identity.keys import SECONDS_BETWEEN_LOOKS, KeysAway, ProviderKeys, read_keys
from scrapersky.config.settings import Settings
from scrapersky.errors import ScraperSkyError
from scrapersky.models import Role, User
from scrapersky.routers.sessions import Reception

ME = "/api/v3/auth/me"
RSA_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
OTHER_RSA_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
EC_KEY = ec.generate_private_key(ec.SECP256R1())


@dataclass
class Provider:
    """Signs tokens, and publishes its keys; the clock is the test's."""

    issuer: str
    audience: str
    mapping: dict[str, Any]
    claims: dict[str, Any]
    algorithm: str = "RS256"
    key: Any = RSA_KEY
    key_id: str = "first"
    now: float = 0.0
    fetched: int = 0
    is_away: bool = False
    published: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.publish()

    def publish(self) -> None:
        algorithm = ECAlgorithm if self.algorithm == "ES256" else RSAAlgorithm
        public: Any = algorithm.to_jwk(self.key.public_key(), as_dict=True)
        self.published = [public | {"kid": self.key_id, "alg": self.algorithm, "use": "sig"}]

    async def fetch(self) -> bytes:
        self.fetched += 1
        if self.is_away:
            raise KeysAway
        return json.dumps({"keys": self.published}).encode()

    def verifier(self) -> IdentityProvider:
        keys = ProviderKeys(self.fetch, clock=lambda: self.now)
        return IdentityProvider(self.issuer, self.audience, keys, **self.mapping)

    def token(self, **changes: Any) -> str:
        moment = int(time.time())
        claims = {"iss": self.issuer, "iat": moment, "exp": moment + 600, **self.claims, **changes}
        claims = {name: value for name, value in claims.items() if value is not None}
        return jwt.encode(claims, self.key, algorithm=self.algorithm, headers={"kid": self.key_id})


def supabase() -> Provider:
    person = {"sub": "6f1c", "aud": "authenticated", "role": "authenticated", "email": "ana@mill.example"}
    kept = {"app_metadata": {"provider": "email", "sky_role": "curator", "sky_tenant": "main"}}
    mapping = {"role_claim": "app_metadata.sky_role", "tenant_claim": "app_metadata.sky_tenant"}
    claims = person | kept | {"session_id": "b1"}
    return Provider("https://x.supabase.co/auth/v1", "authenticated", mapping, claims, "ES256", EC_KEY)


def auth0() -> Provider:
    audiences = ["https://sky.example/api", "https://mill.eu.auth0.com/userinfo"]
    own = {"https://sky.example/email": "ana@mill.example", "https://sky.example/roles": ["curator", "viewer"]}
    claims = {"sub": "auth0|5f7c", "aud": audiences, "azp": "client", "https://sky.example/tenant": "main"} | own
    mapping = {"name_claim": "https://sky.example/email", "role_claim": "https://sky.example/roles"}
    mapping |= {"tenant_claim": "https://sky.example/tenant"}
    return Provider("https://mill.eu.auth0.com/", "https://sky.example/api", mapping, claims)


def keycloak() -> Provider:
    roles = {"realm_access": {"roles": ["offline_access", "sky-curator"]}}
    claims = {"sub": "9d0e", "aud": "account", "azp": "sky", "preferred_username": "ana@mill.example", "sid": "s1"}
    mapping = {"name_claim": "preferred_username", "role_claim": "realm_access.roles"}
    names = {"sky-curator": Role.CURATOR, "sky-admin": Role.ADMIN}
    return Provider("https://id.example/realms/mill", "account", mapping | {"roles": names}, claims | roles)


@pytest.fixture
def provider() -> Provider:
    return keycloak()


async def ask(
    product: Product, reception: Reception, provider: Provider, *tokens: str, path: str = ME
) -> list[httpx.Response]:
    authenticator = replace(reception.authenticator, provider=provider.verifier())
    async with browser_on(product, replace(reception, authenticator=authenticator)) as browser:
        return [await browser.get(path, headers={"Authorization": f"Bearer {token}"}) for token in tokens]


@pytest.fixture
async def world(product: Product) -> Product:
    await add_person(product, "owner", Role.ADMIN)
    return product


@pytest.mark.parametrize("shape", [supabase, auth0, keycloak])
async def test_a_person_of_the_provider_is_let_in_with_role_and_tenant(
    world: Product, reception: Reception, shape: Any
) -> None:
    provider = shape()
    first, again = await ask(world, reception, provider, provider.token(), provider.token())
    assert (first.status_code, first.json()["name"], first.json()["role"]) == (200, "ana@mill.example", "curator")
    assert again.json()["id"] == first.json()["id"]
    (refused,) = await ask(world, reception, provider, provider.token(), path="/api/v3/users")
    assert refused.status_code == 403


async def test_a_role_that_changed_there_holds_here_at_once(
    world: Product, reception: Reception, provider: Provider
) -> None:
    raised = provider.token(realm_access={"roles": ["sky-admin", "sky-curator"]})
    before, after = await ask(world, reception, provider, provider.token(), raised)
    assert (before.json()["role"], after.json()["role"]) == ("curator", "admin")


REFUSED = {
    "expired": {"exp": int(time.time()) - 3600},
    "for somebody else": {"aud": "https://other.example"},
    "for nobody": {"aud": None},
    "of somebody else": {"iss": "https://evil.example/realms/mill"},
    "of nobody": {"sub": None},
    "of the future": {"nbf": int(time.time()) + 3600},
    "without an end": {"exp": None},
}


@pytest.mark.parametrize("changes", REFUSED.values(), ids=REFUSED.keys())
async def test_a_token_that_is_not_for_us_now_is_refused(
    world: Product, reception: Reception, provider: Provider, changes: dict[str, Any]
) -> None:
    (answer,) = await ask(world, reception, provider, provider.token(**changes))
    assert answer.status_code == 401


@pytest.mark.parametrize(
    "changes",
    [{"realm_access": {"roles": ["offline_access"]}}, {"realm_access": "sky-admin"}, {"preferred_username": 7}],
)
async def test_whoever_has_no_role_or_name_here_is_not_let_in(
    world: Product, reception: Reception, provider: Provider, changes: dict[str, Any]
) -> None:
    (answer,) = await ask(world, reception, provider, provider.token(**changes))
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "claim_missing")


def part(content: dict[str, Any] | bytes) -> str:
    raw = content if isinstance(content, bytes) else json.dumps(content).encode()
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


async def test_no_token_is_signed_with_the_public_key_or_not_at_all(
    world: Product, reception: Reception, provider: Provider
) -> None:
    """As whoever checks by what the token says of itself would take it."""
    payload = provider.token().split(".")[1]
    public = RSA_KEY.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    forged = []
    for algorithm in ("HS256", "HS512", "none", "RS256", "ES256"):
        signed = f"{part({'alg': algorithm, 'typ': 'JWT', 'kid': provider.key_id})}.{payload}"
        digest = hashlib.sha512 if algorithm == "HS512" else hashlib.sha256
        signature = b"" if algorithm == "none" else hmac.new(public, signed.encode(), digest).digest()
        forged.append(f"{signed}.{part(signature)}")
    with_other_key = replace(provider, key=OTHER_RSA_KEY).token()
    answers = await ask(world, reception, provider, *forged, with_other_key)
    assert [answer.status_code for answer in answers] == [401] * 6


async def test_keys_are_fetched_once_and_again_when_the_provider_changes_them(provider: Provider) -> None:
    verifier = provider.verifier()
    for _ in range(3):
        await verifier.read(provider.token())
    assert provider.fetched == 1
    provider.key, provider.key_id = OTHER_RSA_KEY, "second"
    rotated = provider.token()
    provider.publish()
    with pytest.raises(ScraperSkyError):
        await verifier.read(rotated)
    assert provider.fetched == 1, "whoever invents key ids makes us ask no more often than this"
    provider.now += SECONDS_BETWEEN_LOOKS + 1
    assert (await verifier.read(rotated)).name == "ana@mill.example"
    provider.key, provider.key_id = RSA_KEY, "first"
    with pytest.raises(ScraperSkyError):
        await verifier.read(provider.token())


async def test_while_the_provider_is_away_the_known_keys_hold(
    world: Product, reception: Reception, provider: Provider
) -> None:
    verifier = provider.verifier()
    await verifier.read(provider.token())
    provider.is_away = True
    provider.now += 10_000
    assert (await verifier.read(provider.token())).role is Role.CURATOR
    (answer,) = await ask(world, reception, provider, provider.token())
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "identity_provider_away")


def test_a_shared_key_among_the_published_ones_is_left_out() -> None:
    shared = {"kty": "oct", "kid": "first", "k": part(b"x" * 32), "alg": "HS256"}
    assert read_keys(json.dumps({"keys": [shared]}).encode()) == {}
    for body in (b"[]", b"not json", b'{"keys": [1]}'):
        with pytest.raises(KeysAway):
            read_keys(body)


async def test_nobody_gets_an_account_of_ours_by_choosing_its_name(
    world: Product, reception: Reception, provider: Provider
) -> None:
    (answer,) = await ask(world, reception, provider, provider.token(preferred_username="owner"))
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "name_taken")
    ana, other = await ask(world, reception, provider, provider.token(), provider.token(sub="another"))
    assert (ana.status_code, other.status_code) == (200, 403)


async def test_whoever_is_disabled_or_signed_out_here_stays_out(
    world: Product, reception: Reception, provider: Provider
) -> None:
    token = provider.token()
    await ask(world, reception, provider, token)
    authenticator = replace(reception.authenticator, provider=provider.verifier())
    async with browser_on(world, replace(reception, authenticator=authenticator)) as browser:
        headers = {"Authorization": f"Bearer {token}"}
        assert (await browser.post("/api/v3/auth/refresh", headers=headers)).status_code == 403
        assert (await browser.post("/api/v3/auth/logout", headers=headers)).status_code == 204
        assert (await browser.get(ME, headers=headers)).status_code == 401
    elsewhere = provider.token(sid="s2")
    async with world.sessions.begin() as session:
        await session.execute(update(User).where(User.subject.is_not(None)).values(disabled=True))
    (answer,) = await ask(world, reception, provider, elsewhere)
    assert answer.status_code == 401


async def test_a_tenant_that_is_not_there_is_not_made(world: Product, reception: Reception) -> None:
    provider = auth0()
    (answer,) = await ask(world, reception, provider, provider.token(**{"https://sky.example/tenant": "theirs"}))
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "no_tenant")
    assert "main" not in answer.text
    async with world.sessions() as session:
        assert list(await session.scalars(select(User.name))) == ["owner"]


def test_a_provider_without_an_audience_is_refused_at_the_start() -> None:
    with pytest.raises(ScraperSkyError, match="OIDC_AUDIENCE"):
        configured_provider(Settings.model_validate({"oidc_issuer": "https://id.example/"}))
