"""Views and preferences: each person's own, and views that are shared."""

from typing import Any
from uuid import uuid4

import httpx
import pytest
from tests.product import add_person
from tests.routers.test_auth import bearer

from scrapersky.app.product import Product
from scrapersky.models import Role, User
from scrapersky.routers.sessions import Reception
from scrapersky.services import saved_views

VIEWS, PREFS = "/api/v3/views", "/api/v3/prefs"
CONTENT = {
    "status": ["New", "Error"],
    "search": 'score:>80 domain:"acme.example"',
    "sort": "-score",
    "origin": f"lists:{uuid4()}",
    "group": "domain",
    "columns": [{"name": "title", "width": 240, "hidden": False}],
    "frozen": 2,
    "density": "compact",
}
DRAFT: dict[str, Any] = {"workflow": "page_curation", "name": "Worth reading", "shared": False, "content": CONTENT}


@pytest.fixture
async def vera(product: Product) -> User:
    return await add_person(product, "vera", Role.VIEWER)


async def test_a_view_is_kept_as_it_was(client: httpx.AsyncClient, reception: Reception, ana: User) -> None:
    headers = bearer(reception, ana)
    made = await client.post(VIEWS, json=DRAFT, headers=headers)
    assert made.status_code == 201, made.text
    told = made.json()
    assert {name: told[name] for name in DRAFT} == DRAFT
    assert (told["mine"], told["made_by"]) == (True, "ana")
    assert (await client.get(f"{VIEWS}?workflow=page_curation", headers=headers)).json() == [told]
    assert (await client.get(f"{VIEWS}?workflow=deep_scan", headers=headers)).json() == []
    changed = DRAFT | {"name": "Better", "content": CONTENT | {"search": ""}}
    answer = await client.put(f"{VIEWS}/{told['id']}", json=changed, headers=headers)
    assert (answer.json()["name"], answer.json()["content"]["search"]) == ("Better", "")
    assert answer.json()["changed_at"] >= told["changed_at"]
    assert (await client.delete(f"{VIEWS}/{told['id']}", headers=headers)).status_code == 204
    assert (await client.get(VIEWS, headers=headers)).json() == []


async def test_others_see_what_is_shared_and_change_nothing(
    client: httpx.AsyncClient, product: Product, reception: Reception, ana: User
) -> None:
    ben, vera = await add_person(product, "ben", Role.CURATOR), await add_person(product, "vera", Role.VIEWER)
    own = (await client.post(VIEWS, json=DRAFT, headers=bearer(reception, ben))).json()
    shared = await client.post(VIEWS, json=DRAFT | {"name": "All", "shared": True}, headers=bearer(reception, ben))
    stranger = await add_person(product, "sam", Role.ADMIN, tenant="other")
    (seen,) = (await client.get(VIEWS, headers=bearer(reception, vera))).json()
    assert (seen["id"], seen["mine"], seen["made_by"]) == (shared.json()["id"], False, "ben")
    assert (await client.get(VIEWS, headers=bearer(reception, stranger))).json() == []
    for user in (vera, ana, stranger):
        for view in (own, seen):
            answer = await client.put(f"{VIEWS}/{view['id']}", json=DRAFT, headers=bearer(reception, user))
            assert answer.status_code == 404
    assert (await client.delete(f"{VIEWS}/{seen['id']}", headers=bearer(reception, vera))).status_code == 404
    assert (await client.delete(f"{VIEWS}/{seen['id']}", headers=bearer(reception, stranger))).status_code == 404
    assert (await client.delete(f"{VIEWS}/{own['id']}", headers=bearer(reception, ana))).status_code == 404
    assert (await client.delete(f"{VIEWS}/{seen['id']}", headers=bearer(reception, ana))).status_code == 204


async def test_who_may_only_look_keeps_views_for_themselves(
    client: httpx.AsyncClient, reception: Reception, vera: User
) -> None:
    headers = bearer(reception, vera)
    assert (await client.post(VIEWS, json=DRAFT, headers=headers)).status_code == 201
    refused = await client.post(VIEWS, json=DRAFT | {"name": "All", "shared": True}, headers=headers)
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "may_not_share")


async def test_a_name_is_used_once_in_a_tab(client: httpx.AsyncClient, reception: Reception, ana: User) -> None:
    headers = bearer(reception, ana)
    assert (await client.post(VIEWS, json=DRAFT, headers=headers)).status_code == 201
    refused = await client.post(VIEWS, json=DRAFT, headers=headers)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "view_name_taken")
    assert (await client.post(VIEWS, json=DRAFT | {"workflow": "deep_scan"}, headers=headers)).status_code == 201


async def test_there_is_an_end_to_how_many(
    client: httpx.AsyncClient, reception: Reception, ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saved_views, "MOST_VIEWS", 1)
    assert (await client.post(VIEWS, json=DRAFT, headers=bearer(reception, ana))).status_code == 201
    refused = await client.post(VIEWS, json=DRAFT | {"name": "More"}, headers=bearer(reception, ana))
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "too_many_views")


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"name": "a\x00"},
        {"content": CONTENT | {"density": "huge"}},
        {"content": CONTENT | {"origin": "lists"}},
        {"content": CONTENT | {"colour": "red"}},
        {"content": CONTENT | {"search": "x" * 16_001}},
    ],
)
async def test_what_is_no_view_is_refused(
    client: httpx.AsyncClient, reception: Reception, ana: User, wrong: dict[str, Any]
) -> None:
    assert (await client.post(VIEWS, json=DRAFT | wrong, headers=bearer(reception, ana))).status_code == 422


async def test_a_view_of_no_workflow_is_refused(client: httpx.AsyncClient, reception: Reception, ana: User) -> None:
    refused = await client.post(VIEWS, json=DRAFT | {"workflow": "page_curatoin"}, headers=bearer(reception, ana))
    assert refused.status_code == 404
    assert "did you mean page_curation?" in refused.json()["detail"]


async def test_preferences_are_each_persons_own(
    client: httpx.AsyncClient, reception: Reception, ana: User, vera: User
) -> None:
    first = (await client.get(PREFS, headers=bearer(reception, ana))).json()
    assert (first["theme"], first["single_keys"], first["undo_seconds"]) == ("system", True, 10)
    layout = {
        "columns": [{"name": "title", "width": None, "hidden": True}],
        "frozen": 1,
        "density": "compact",
        "size": 100,
    }
    wanted = first | {"theme": "dark", "keys": {"queue": "w"}, "layouts": {"page_curation": layout}, "recent": ["x"]}
    for _ in range(2):
        kept = await client.put(PREFS, json=wanted, headers=bearer(reception, ana))
        assert (kept.status_code, kept.json()) == (200, wanted)
    assert (await client.get(PREFS, headers=bearer(reception, ana))).json() == wanted
    assert (await client.get(PREFS, headers=bearer(reception, vera))).json() == first
    assert (await client.put(PREFS, json={"theme": "pink"}, headers=bearer(reception, ana))).status_code == 422
