"""What a browser has to know before it draws anything."""

from dataclasses import replace
from typing import Any

import httpx
import pytest
from asgi_lifespan import LifespanManager
from tests.product import add_person, app_on, browser_on
from tests.routers.test_auth import bearer

from scrapersky.app.product import Product
from scrapersky.models import Role, User
from scrapersky.routers.sessions import Reception

CONTRACT = {
    "version", "is_operator",
    "user", "undo_seconds", "page_sizes", "most_ids", "most_at_once", "confirm_above", "deepest_offset",
    "workflows", "refused", "lists_table", "sources", "simulated", "delivery_targets", "map",
}  # fmt: skip
COLUMNS = {
    "single_search": ["phrase", "area", "radius", "results", "new_places", "started_by", "took_ms"],
    "deep_scan": ["name", "address", "category", "rating", "reviews", "website", "phone", "search"],
    "domain_extraction": ["name", "website", "domain", "phone", "city", "category"],
    "domain_curation": ["name", "http_status", "title", "language", "cms", "sitemaps_found", "businesses"],
    "sitemap_curation": ["url", "kind", "url_count", "newest_at", "size_bytes", "domain"],
    "sitemap_import": ["url", "kind", "url_count", "pages_imported", "imported_at", "domain"],
    "page_curation": ["url", "kind", "score", "changed_at", "contacts", "title"],
    "contact_curation": ["url", "kind", "words", "contacts_found", "language", "domain"],
    "contact_delivery": [
        "name", "role", "email", "phone", "business", "confidence", "verification", "source_url",
    ],
}  # fmt: skip


@pytest.fixture
async def meta(client: httpx.AsyncClient, reception: Reception, ana: User) -> dict[str, Any]:
    answer = await client.get("/api/v3/meta", headers=bearer(reception, ana))
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


async def test_everything_of_the_contract_is_told(meta: dict[str, Any], ana: User) -> None:
    assert set(meta) == CONTRACT
    user = {"id": str(ana.id), "name": "ana", "role": "admin", "tenant_id": str(ana.tenant_id), "may_export": True}
    assert meta["user"] == user
    assert (meta["most_ids"], meta["most_at_once"], meta["confirm_above"]) == (50_000, 10_000, 1_000)
    assert meta["lists_table"] == "lists"
    assert meta["map"] == {"tiles": False, "attribution": None}
    assert meta["refused"] == []


async def test_each_tab_shows_what_its_people_need_in_order(meta: dict[str, Any]) -> None:
    assert [each["name"] for each in meta["workflows"]] == list(COLUMNS)
    for workflow in meta["workflows"]:
        visible = [column["name"] for column in workflow["columns"] if not column["hidden"]]
        wanted = COLUMNS[workflow["name"]]
        assert [name for name in visible if name in wanted] == wanted, workflow["name"]
        assert workflow["is_searchable"], workflow["name"]
        assert workflow["title_column"] in {column["name"] for column in workflow["columns"]}
        known = {field["name"] for field in workflow["search_fields"]}
        assert set(workflow["facets"]) <= known, workflow["name"]


async def test_a_workflow_names_its_addresses_its_elements_and_what_follows(meta: dict[str, Any]) -> None:
    workflows = {each["name"]: each for each in meta["workflows"]}
    pages = workflows["page_curation"]
    assert (pages["path"], pages["table_path"]) == ("/api/v3/page-curation", "/api/v3/pages")
    assert (pages["kebab"], pages["camel"], pages["pascal"]) == ("page-curation", "pageCuration", "PageCuration")
    assert pages["plural"] == "pages"
    assert workflows["sitemap_import"]["plural"] == "sitemap-import"
    assert pages["sorts"][0] == "id"
    assert pages["url_column"] == "url"
    followers = {name: each["next"] for name, each in workflows.items()}
    assert followers["single_search"] == ["deep_scan"]
    assert followers["domain_curation"] == ["sitemap_curation", "sitemap_import"]
    assert followers["sitemap_curation"] == ["sitemap_import"]
    assert followers["sitemap_import"] == ["page_curation"]
    assert followers["contact_delivery"] == []
    assert workflows["deep_scan"]["cost_per_row_micros"] > 0
    assert workflows["page_curation"]["cost_per_row_micros"] is None
    assert [name for name, each in workflows.items() if each["has_map"]] == ["deep_scan", "domain_extraction"]


async def test_fields_are_offered_with_their_values_and_an_example(
    client: httpx.AsyncClient, reception: Reception, ana: User, meta: dict[str, Any]
) -> None:
    pages = next(each for each in meta["workflows"] if each["name"] == "page_curation")
    fields = {field["name"]: field for field in pages["search_fields"]}
    assert fields["kind"]["values"][0] == "contact"
    assert fields["score"] == {
        "name": "score", "label": "Score", "kind": "score", "values": None, "example": "score:>80",
    }  # fmt: skip
    examples = {field["example"] for each in meta["workflows"] for field in each["search_fields"]}
    assert {"rating:>4", "confidence:>0.8"} <= examples  # within what they can be
    for workflow in meta["workflows"]:
        query = {"search": " ".join(field["example"] for field in workflow["search_fields"]), "with_total": "false"}
        answer = await client.get(f"{workflow['path']}/list", params=query, headers=bearer(reception, ana))
        assert answer.status_code == 200, answer.text


async def test_a_viewer_is_told_as_much(client: httpx.AsyncClient, product: Product, reception: Reception) -> None:
    vera = await add_person(product, "vera", Role.VIEWER)
    answer = await client.get("/api/v3/meta", headers=bearer(reception, vera))
    assert answer.json()["user"]["role"] == "viewer"


async def test_a_running_server_names_the_sources_it_can_ask(
    product: Product, reception: Reception, ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GOOGLE_PLACES_API_KEY", raising=False)
    async with (
        LifespanManager(app_on(product, reception)) as running,
        httpx.AsyncClient(transport=httpx.ASGITransport(running.app), base_url="http://127.0.0.1:8000") as client,
    ):
        told = (await client.get("/api/v3/meta", headers=bearer(reception, ana))).json()
    sources = {source["name"]: source for source in told["sources"]}
    assert list(sources) == ["overpass", "google", "overture"], "what can be asked comes first"
    assert (sources["overpass"]["needs"], sources["overpass"]["unready"]) == (None, None)
    assert "GOOGLE_PLACES_API_KEY" in sources["google"]["needs"]
    assert "OVERTURE_PATH" in sources["overture"]["needs"]
    assert sources["google"]["page_cost_micros"] > 0
    assert "GOOGLE_PLACES_API_KEY" in sources["google"]["unready"]
    assert sources["overpass"]["page_cost_micros"] == 0
    assert told["delivery_targets"] == []


async def test_the_places_of_a_simulated_internet_can_be_searched_for(
    product: Product, reception: Reception, ana: User
) -> None:
    simulated = replace(product, internet=replace(product.internet, simulated_source="simulator-1-60"))
    async with browser_on(simulated, reception) as client:
        order = {"phrase": "dentists in Austin, TX", "source": "simulator-1-60"}
        answer = await client.post("/api/v3/place-searches", json=order, headers=bearer(reception, ana))
    assert answer.status_code == 201, answer.text
