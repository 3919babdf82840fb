"""The installation as an admin sees it, and the bundle that tells someone else what is wrong."""

import io
import json
import zipfile
from datetime import timedelta
from pathlib import Path
from uuid import UUID, uuid4

import httpx
from pydantic import SecretStr
from sqlalchemy import func, insert
from tests.product import add_person, browser_on, product_on
from tests.routers.test_auth import bearer

from scrapersky.app.product import Product
from scrapersky.app.server import make_reception
from scrapersky.clients.places.settings import PlaceSettings
from scrapersky.curation_sdk.declaring.tables import Run, Worker
from scrapersky.models import Role, User
from scrapersky.routers.sessions import Reception
from scrapersky.services.installation import without_secrets


async def add_failure(product: Product, tenant_id: UUID, message: str) -> None:
    values = {"tenant_id": tenant_id, "workflow": "deep_scan", "row_id": uuid4(), "attempt": 1, "ending": "error"}
    async with product.sessions.begin() as session:
        await session.execute(insert(Run).values(**values, message=message, started_at=func.now(), ended_at=func.now()))


async def test_the_system_tells_versions_sizes_and_workers(
    product: Product, reception: Reception, client: httpx.AsyncClient, ana: User
) -> None:
    async with product.sessions.begin() as session:
        for pid, seconds in ((1, 60), (2, -60)):
            until = func.now() + timedelta(seconds=seconds)
            session.add(Worker(id=UUID(int=pid), host="mill", pid=pid, lease_until=until))
    system = (await client.get("/api/v3/system", headers=bearer(reception, ana))).json()
    assert {each["pid"]: each["alive"] for each in system["workers"]} == {1: True, 2: False}
    assert system["database_bytes"] > 1_000_000
    assert system["disk_free_bytes"] > 0
    assert system["schema_files"] >= 17
    assert system["uptime_seconds"] >= 0
    assert {"pages", "runs", "users"} <= {each["name"] for each in system["tables"]}
    assert all(each["bytes"] > 0 for each in system["tables"])
    assert int(system["postgres"].split(".")[0]) >= 16


async def test_the_bundle_has_the_tenants_own_errors_and_no_secrets(database_url: str, tmp_path: Path) -> None:
    secrets = {
        "jwt_secret": "k" * 40 + "-secret",
        "hubspot_token": "pat-secret",
        "webhook_url": "https://a.example/?t=secret",
    }
    async with product_on(database_url, tmp_path, **secrets) as product:
        reception = await make_reception(product)
        ana, zoe = await add_person(product, "ana", Role.OPERATOR), await add_person(product, "zoe", tenant="other")
        await add_failure(product, ana.tenant_id, "mine went wrong")
        await add_failure(product, zoe.tenant_id, "theirs went wrong")
        async with browser_on(product, reception) as client:
            answer = await client.get("/api/v3/system/diagnostics", headers=bearer(reception, ana))
    assert answer.headers["content-type"] == "application/zip"
    assert answer.headers["content-disposition"].startswith('attachment; filename="scrapersky-diagnostics-')
    with zipfile.ZipFile(io.BytesIO(answer.content)) as bundled:
        parts = {name: bundled.read(name).decode() for name in bundled.namelist()}
    assert set(parts) == {"versions.json", "settings.json", "workflows.json", "schema_log.json", "errors.json"}
    assert "-secret" not in "".join(parts.values())
    assert "t=secret" not in "".join(parts.values())
    assert [each["message"] for each in json.loads(parts["errors.json"])] == ["mine went wrong"]
    told = json.loads(parts["settings.json"])
    assert (told["hubspot_token"], told["webhook_url"], told["brevo_api_key"]) == ("set", "https://a.example", None)
    assert json.loads(parts["schema_log.json"])[0]["name"] == "0001_log.sql"


def test_of_every_setting_that_is_secret_only_its_being_there_is_told() -> None:
    told = without_secrets(PlaceSettings(google_places_api_key=SecretStr("AIza")))
    assert told["google_places_api_key"] == "set"
