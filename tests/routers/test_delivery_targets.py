"""A tenant's own delivery targets: sealed, told to nobody, and changed without typing keys again."""

from uuid import UUID

import httpx
import pytest
from cryptography.fernet import Fernet
from pydantic import SecretStr
from sqlalchemy import insert, select
from tests.product import add_person
from tests.routers.test_auth import bearer

from scrapersky.app.product import Product
from scrapersky.clients.delivery.webhook import Webhook
from scrapersky.models import TenantTarget, User
from scrapersky.routers.sessions import Reception
from scrapersky.services.delivery_targets.seals import KEY_FILE, SealedElsewhere, Seals
from scrapersky.services.delivery_targets.store import OwnTargets, seal_anew

TARGETS = "/api/v3/delivery-targets"
ADDRESS, SECRET = "https://hooks.example/T0/very-secret-path", "0123456789abcdef-secret"
VALUES = {"webhook_url": ADDRESS, "webhook_secret": SECRET}


@pytest.fixture
def admin(reception: Reception, ana: User) -> dict[str, str]:
    return bearer(reception, ana)


async def set_up(client: httpx.AsyncClient, admin: dict[str, str], name: str, **values: object) -> httpx.Response:
    return await client.put(f"{TARGETS}/{name}", json={"values": values}, headers=admin)


async def used_by(product: Product, tenant_id: UUID) -> list[Webhook]:
    own = await OwnTargets(product.sessions, Seals(product.settings)).of(tenant_id)
    return [each for each in own if isinstance(each, Webhook)]


async def kept(product: Product) -> list[bytes]:
    async with product.sessions() as session:
        return list(await session.scalars(select(TenantTarget.sealed)))


async def test_a_tenants_target_is_used_for_it_alone_and_its_secrets_are_told_to_nobody(
    product: Product, reception: Reception, client: httpx.AsyncClient, admin: dict[str, str], ana: User
) -> None:
    zoe = await add_person(product, "zoe", tenant="other")
    made = await set_up(client, admin, "webhook", **VALUES)
    assert made.status_code == 200, made.text
    listed = (await client.get(TARGETS, headers=admin)).json()["items"]
    item = {"name": "webhook", "destination": "https://hooks.example/…", "is_own": True, "changed_by": "ana"}
    assert listed == [made.json()] == [item | {"trouble": None}]
    assert (await client.get(TARGETS, headers=bearer(reception, zoe))).json()["items"] == []
    assert [(each.url, each.secret) for each in await used_by(product, ana.tenant_id)] == [(ADDRESS, SECRET)]
    assert await used_by(product, zoe.tenant_id) == []
    (sealed,) = await kept(product)
    assert b"hooks.example" not in sealed
    assert b"secret" not in sealed


async def test_what_is_not_given_stays_and_what_is_taken_down_is_used_no_more(
    product: Product, client: httpx.AsyncClient, admin: dict[str, str], ana: User
) -> None:
    await set_up(client, admin, "webhook", **VALUES)
    await set_up(client, admin, "webhook", webhook_url="https://elsewhere.example/in")
    assert [(each.url, each.secret) for each in await used_by(product, ana.tenant_id)] == [
        ("https://elsewhere.example/in", SECRET)
    ]
    assert (await client.delete(f"{TARGETS}/webhook", headers=admin)).status_code == 204
    assert await used_by(product, ana.tenant_id) == []
    assert (await client.delete(f"{TARGETS}/webhook", headers=admin)).status_code == 404


@pytest.mark.parametrize(
    ("name", "values", "why"),
    [
        ("webhook", {"webhook_url": ADDRESS}, "needs webhook_secret"),
        (
            "webhook",
            VALUES | {"webhook_url": "http://localhost:9000/very-secret"},
            "Webhook URL cannot be used: localhos",
        ),
        (
            "webhook",
            {"webhook_url": "http://localhost:9000/hook", "webhook_secret": "very-secret"},
            "and starts it again. Webhook secret needs at least 16",
        ),
        ("webhook", VALUES | {"delivery_folder": "/very-secret"}, "delivery_folder"),
        ("hubspot", {"hubspot_token": "very-secret", "hubspot_fields": "{very-secret"}, "no JSON"),
        ("brevo", {"brevo_api_key": "k", "brevo_list_ids": ["very-secret"]}, "brevo_list_ids"),
        ("brevo", {"brevo_api_key": "very-secret", "brevo_list_ids": [2**70]}, "64-bit"),
        ("rest", {"rest_url": "https://a.example", "rest_headers": '["very-secret"]'}, "JSON object"),
    ],
)
async def test_what_cannot_work_is_refused_in_words_without_the_value(
    client: httpx.AsyncClient, admin: dict[str, str], name: str, values: dict[str, object], why: str
) -> None:
    refused = await set_up(client, admin, name, **values)
    assert refused.status_code == 422
    assert why in refused.json()["error"]["message"]
    assert "very-secret" not in refused.text


async def test_a_folder_of_the_server_is_nothing_a_tenant_sets_up(
    client: httpx.AsyncClient, admin: dict[str, str]
) -> None:
    assert (await set_up(client, admin, "folder", delivery_folder="/etc")).status_code == 404


async def test_after_two_new_keys_the_first_opens_nothing_and_all_is_as_it_was(
    product: Product, client: httpx.AsyncClient, admin: dict[str, str], ana: User
) -> None:
    await set_up(client, admin, "webhook", **VALUES)
    seals, file = Seals(product.settings), product.settings.scrapersky_data / KEY_FILE
    first, (sealed_before,) = file.read_text().split(), await kept(product)
    for _ in range(2):
        seals.add_key()
        assert await seal_anew(product.sessions, seals) == 1
    assert file.stat().st_mode & 0o077 == 0
    assert not set(first) & set(file.read_text().split())
    assert [each.secret for each in await used_by(product, ana.tenant_id)] == [SECRET]
    with pytest.raises(SealedElsewhere):
        seals.open(sealed_before, "webhook")


async def test_keys_of_the_environment_are_changed_by_putting_a_new_one_first(product: Product) -> None:
    old, new = (Fernet.generate_key().decode() for _ in range(2))
    sealed = Seals(product.settings.model_copy(update={"sealing_keys": SecretStr(old)})).seal(b"x")
    both = Seals(product.settings.model_copy(update={"sealing_keys": SecretStr(f"{new}, {old}")}))
    anew = both.sealed_anew(sealed, "webhook")
    only_new = Seals(product.settings.model_copy(update={"sealing_keys": SecretStr(new)}))
    assert only_new.open(anew, "webhook") == b"x"


async def test_what_another_machine_sealed_or_somebody_copied_opens_for_nobody_and_says_what_to_do(
    product: Product, reception: Reception, client: httpx.AsyncClient, admin: dict[str, str]
) -> None:
    zoe = await add_person(product, "zoe", tenant="other")
    await set_up(client, admin, "webhook", **VALUES)
    (sealed,) = await kept(product)
    async with product.sessions.begin() as session:
        copied = {"tenant_id": zoe.tenant_id, "name": "webhook", "sealed": sealed, "changed_by": "a thief"}
        await session.execute(insert(TenantTarget).values(copied))
    with pytest.raises(SealedElsewhere):
        await used_by(product, zoe.tenant_id)
    (product.settings.scrapersky_data / KEY_FILE).unlink()
    for who in (admin, bearer(reception, zoe)):
        (item,) = (await client.get(TARGETS, headers=who)).json()["items"]
        assert "SEALING_KEYS" in item["trouble"]
        assert "hooks" not in item["destination"]
