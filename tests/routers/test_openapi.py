"""The API's description. Who may use what is tried in test_tenants, operation by operation."""

from collections import Counter
from typing import Any

import httpx
import pytest
from tests.product import add_person
from tests.routers.test_auth import bearer
from tests.routers.test_tenants import reachable

from scrapersky.app.product import Product
from scrapersky.app.server import make_reception
from scrapersky.cli.reference import described_app
from scrapersky.models import User
from scrapersky.routers.sessions import Reception

OPEN = {
    ("POST", "/api/v3/auth/login"),
    ("POST", "/api/v3/auth/setup"),
    ("POST", "/api/v3/auth/reset"),
    ("GET", "/healthz"),
    ("GET", "/readyz"),
    ("GET", "/api/v3/auth/door"),
}


@pytest.fixture(scope="module")
def description() -> dict[str, Any]:
    """What the reference is made from; it takes a second to write."""
    return described_app().openapi()


def test_the_browsers_description_is_the_servers(description: dict[str, Any]) -> None:
    assert reachable() == description


def operations(description: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (method.upper(), path, operation)
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
    ]


async def test_every_operation_has_an_id_of_its_own_and_a_summary(description: dict[str, Any]) -> None:
    counted = Counter(operation["operationId"] for _, _, operation in operations(description))
    assert [name for name, count in counted.items() if count > 1] == []
    assert [name for name in counted if "api_v3" in name] == []
    assert all(operation.get("summary") for _, _, operation in operations(description))


async def test_every_body_has_an_example(description: dict[str, Any]) -> None:
    bodies = {
        media["schema"]["$ref"].rsplit("/", 1)[1]
        for _, _, operation in operations(description)
        for kind, media in operation.get("requestBody", {}).get("content", {}).items()
        if kind == "application/json" and "$ref" in media["schema"]
    }
    assert bodies
    without = [name for name in bodies if "examples" not in description["components"]["schemas"][name]]
    assert without == []


async def test_every_guarded_operation_says_how_to_show_a_token(description: dict[str, Any]) -> None:
    silent = [
        (method, path)
        for method, path, operation in operations(description)
        if (method, path) not in OPEN and not operation.get("security")
    ]
    assert silent == []


async def test_a_decision_is_committed_before_it_is_told(
    client: httpx.AsyncClient, product: Product, reception: Reception, ana: User
) -> None:
    headers = bearer(reception, ana)
    files = {"file": ("b.csv", b"name\nAcme\n")}
    imported = await client.post("/api/v3/imports", data={"into": "businesses"}, files=files, headers=headers)
    row_id = imported.json()["rows"][0]["id"]
    decided = await client.put(
        "/api/v3/local-businesses/status", json={"ids": [row_id], "status": "Queued"}, headers=headers
    )
    assert decided.json()["queued_count"] == 1
    listed = await client.get("/api/v3/domain-extraction/list?status_filter=Queued", headers=headers)
    assert [item["id"] for item in listed.json()["items"]] == [row_id]


@pytest.mark.parametrize(("content", "code"), [(b"", "file_unreadable"), (b"not,a,thing\n1,2,3\n", "no_known_column")])
async def test_an_upload_of_something_else_is_refused(
    client: httpx.AsyncClient, reception: Reception, ana: User, content: bytes, code: str
) -> None:
    answer = await client.post(
        "/api/v3/imports",
        data={"into": "businesses"},
        files={"file": ("x.csv", content)},
        headers=bearer(reception, ana),
    )
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == code


async def test_without_an_account_there_is_a_code_and_with_one_there_is_none(product: Product) -> None:
    assert (await make_reception(product)).code is not None
    await add_person(product, "ana")
    assert (await make_reception(product)).code is None
