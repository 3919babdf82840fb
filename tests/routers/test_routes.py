"""Routes are found by how their paths begin, and made when somebody first asks there."""

import subprocess
import sys
from collections.abc import Sequence

import pytest
from fastapi import APIRouter, FastAPI
from httpx import ASGITransport, AsyncClient
from starlette.routing import BaseRoute
from tests.process import SOURCES, environment

from scrapersky.app.routes import make_routes
from scrapersky.curation_sdk.declaring import Registry
from scrapersky.curation_sdk.http import Branch, all_routes
from scrapersky.workflows import product_workflows

LOADED = "import sys; from scrapersky.cli.serving import load_web_application as load; load(); print(*sys.modules)"


@pytest.fixture(scope="module")
def routes() -> Sequence[BaseRoute]:
    return make_routes(Registry(product_workflows()))


def test_every_route_begins_as_its_branch_says_and_every_beginning_has_one(routes: Sequence[BaseRoute]) -> None:
    branches = [each for each in routes if isinstance(each, Branch)]
    assert len(branches) > 40
    for branch in branches:
        paths = [getattr(route, "path", "") for route in branch.routes]
        assert [path for path in paths if not path.startswith(branch.beginnings)] == []
        assert [each for each in branch.beginnings if not any(path.startswith(each) for path in paths)] == []


def test_a_start_loads_no_endpoints_of_the_product_and_nothing_that_nobody_asked_for_yet() -> None:
    command = [sys.executable, "-c", LOADED]
    loaded = subprocess.check_output(command, cwd=SOURCES, env=environment(), text=True)  # noqa: S603  ours
    modules = set(loaded.split())
    assert "scrapersky.routers.health" in modules
    late = {f"scrapersky.routers.{name}" for name in ("auth", "duplicates", "export_jobs", "imports", "users")}
    late |= {"scrapersky.curation_sdk.http.workflow_routes", "scrapersky.curation_sdk.rules.preview"}
    late |= {"scrapersky.curation_sdk.live.feed", "scrapersky.curation_sdk.monitor.overview"}
    late |= {"scrapersky.app.workers", "scrapersky.services.alerting"}
    assert late & modules == set()


async def test_what_a_branch_has_is_made_once_and_only_for_those_who_ask_there() -> None:
    made: list[APIRouter] = []

    def make() -> APIRouter:
        made.append(router := APIRouter(prefix="/apples"))

        @router.put("/{name}")
        async def change(name: str) -> str:
            return name

        return router

    app = FastAPI()
    app.router.routes += [Branch(("/apples",), make)]
    async with AsyncClient(transport=ASGITransport(app), base_url="http://test") as client:
        assert (await client.get("/pears/red")).status_code == 404
        assert made == []
        assert (await client.put("/apples/red")).json() == "red"
        assert (await client.get("/apples/red")).status_code == 405
        assert (await client.put("/apples")).status_code == 404
    assert len(made) == 1
    assert [getattr(route, "path", "") for route in all_routes(app.router.routes)][-1] == "/apples/{name}"
