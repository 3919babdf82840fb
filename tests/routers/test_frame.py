"""What every answer has, whatever was asked."""

import json
import logging
from collections.abc import AsyncIterator
from dataclasses import replace
from importlib.metadata import version

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import async_sessionmaker
from tests.product import add_person, app_on, browser_on
from tests.routers.test_auth import bearer
from tests.serving import served

from scrapersky.app.product import Product
from scrapersky.app.server import make_reception
from scrapersky.config.logging import JsonFormatter
from scrapersky.curation_sdk.live.hub import Hub
from scrapersky.db.engine import make_engine
from scrapersky.db.schema import schema_version
from scrapersky.routers.errors import TurnedAway, add_error_handlers
from scrapersky.routers.frame import SECURITY_HEADERS
from scrapersky.routers.sessions import Reception

ANSWERS = {
    "/healthz": 200,
    "/readyz": 200,
    "/api/v3/auth/me": 401,
    "/api/v3/nowhere": 404,
    "/explode": 500,
}


@pytest.fixture
async def app(product: Product) -> FastAPI:
    app = app_on(product, await make_reception(product))

    async def explode() -> None:
        raise RuntimeError("password=hunter2 in /srv/secret.py")

    app.add_api_route("/explode", explode)
    app.router.routes.insert(0, app.router.routes.pop())
    return app


@pytest.fixture
def anyone(app: FastAPI) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1:8000")


@pytest.mark.parametrize(("path", "status"), ANSWERS.items())
async def test_every_answer_has_the_security_headers_and_an_id(
    anyone: httpx.AsyncClient, path: str, status: int
) -> None:
    answer = await anyone.get(path)
    assert answer.status_code == status
    for name, value in SECURITY_HEADERS.items():
        assert answer.headers[name] == value
    assert len(answer.headers["x-request-id"]) == 32


async def test_over_tls_browsers_are_told_to_stay_there(anyone: httpx.AsyncClient) -> None:
    plain, secure = [await anyone.get(f"{scheme}://sky.example/healthz") for scheme in ("http", "https")]
    assert "strict-transport-security" not in plain.headers
    assert secure.headers["strict-transport-security"] == "max-age=31536000"
    assert "camera=()" in secure.headers["permissions-policy"]


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("sky.example", 200),
        ("SKY.example:8443", 200),
        ("127.0.0.1:8000", 200),
        ("[::1]:8000", 200),
        ("evil.example", 421),
        ("sky.example.evil.example", 421),
        ("[half", 421),
        ("", 421),
    ],
)
async def test_only_names_that_are_listed_are_answered(product: Product, host: str, status: int) -> None:
    settings = product.settings.model_copy(update={"allowed_hosts": ["Sky.example"]})
    async with browser_on(replace(product, settings=settings)) as browser:
        answer = await browser.get("/healthz", headers={"Host": host})
    assert answer.status_code == status
    assert "x-content-type-options" in answer.headers


async def test_the_line_of_a_request_names_user_tenant_and_request(
    product: Product, reception: Reception, anyone: httpx.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    ana = await add_person(product, "ana")
    caplog.set_level(logging.INFO, "scrapersky.routers.frame")
    headers = bearer(reception, ana) | {"X-Request-Id": "asked-7"}
    await anyone.put("/api/v3/prefs", json={"theme": "dark"}, headers=headers)
    (line,) = [each for each in caplog.records if "/prefs" in each.getMessage()]
    assert (vars(line)["user"], vars(line)["tenant"]) == ("ana", str(ana.tenant_id))
    spoken = json.loads(JsonFormatter().format(line))
    assert spoken["user"] == "ana"


async def test_a_request_keeps_the_id_it_came_with(anyone: httpx.AsyncClient) -> None:
    answer = await anyone.get("/api/v3/auth/me", headers={"X-Request-Id": "trace-7.b_1"})
    assert answer.headers["x-request-id"] == "trace-7.b_1"
    assert answer.json()["error"]["request_id"] == "trace-7.b_1"


@pytest.mark.parametrize("given", ["two words", "x" * 65, "a\x01b", "<script>"])
async def test_an_id_that_could_spoil_a_log_is_replaced(anyone: httpx.AsyncClient, given: str) -> None:
    answer = await anyone.get("/healthz", headers={"X-Request-Id": given})
    assert answer.headers["x-request-id"] != given


async def test_an_unexpected_error_is_told_to_the_log_and_not_to_the_client(
    anyone: httpx.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        answer = await anyone.get("/explode")
    assert answer.status_code == 500
    assert answer.json()["error"]["code"] == "internal_error"
    assert "hunter2" not in answer.text
    assert answer.headers["x-request-id"] in answer.json()["detail"]
    assert "hunter2" in caplog.text


async def test_bad_input_is_told_without_an_echo_of_it(anyone: httpx.AsyncClient) -> None:
    answer = await anyone.post("/api/v3/auth/login", json={"name": "ana", "password": ["hunter2"]})
    assert answer.status_code == 422
    assert answer.json()["detail"][0]["loc"] == ["body", "password"]
    assert "hunter2" not in answer.text


async def test_a_body_beyond_all_measure_is_refused_unread(anyone: httpx.AsyncClient) -> None:
    answer = await anyone.post("/api/v3/auth/login", headers={"Content-Length": "99999999999"}, content=b"{")
    assert answer.status_code == 413


async def test_a_body_in_pieces_is_cut_off_where_it_becomes_too_large(anyone: httpx.AsyncClient) -> None:
    async def endless() -> AsyncIterator[bytes]:
        for _ in range(20):
            yield b" " * 1024**2

    answer = await anyone.post("/api/v3/auth/login", content=endless(), headers={"Content-Type": "application/json"})
    assert answer.status_code == 413
    assert answer.json()["error"]["code"] == "too_large"


@pytest.mark.parametrize(
    ("code", "status", "words"), [("53100", 503, "cannot write now"), ("55P03", 409, "Someone else was changing")]
)
async def test_a_database_that_refuses_for_now_is_no_fault_of_the_server(code: str, status: int, words: str) -> None:
    class Refusal(Exception):
        sqlstate = code

    app = FastAPI()
    add_error_handlers(app, TurnedAway(async_sessionmaker()))

    @app.get("/")
    async def refuse() -> None:
        raise DBAPIError("INSERT", {}, Refusal("not now"))

    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as client:
        answer = await client.get("/")
    assert answer.status_code == status
    assert words in answer.json()["error"]["message"]


async def test_the_server_tells_its_version_and_schema(client: httpx.AsyncClient) -> None:
    health = (await client.get("/healthz")).json()
    assert (health["version"], health["database_schema"]) == (version("scrapersky"), schema_version())


async def test_without_its_database_the_server_says_so(product: Product, reception: Reception) -> None:
    engine = make_engine("postgresql://nobody@127.0.0.1:1/nothing")
    sessions = async_sessionmaker(engine)
    lonely = replace(product, engine=engine, patient=engine, requests=sessions, door=sessions)
    authenticator = replace(reception.authenticator, sessions=sessions, door=sessions)
    async with browser_on(lonely, replace(reception, authenticator=authenticator)) as client:
        assert (await client.get("/readyz")).status_code == 503
        assert (await client.get("/healthz")).status_code == 200, "to start it anew would not bring the database back"
        answer = await client.post("/api/v3/auth/login", json={"name": "ana", "password": "whatever it is"})
    assert answer.status_code == 503
    assert answer.json()["error"]["code"] == "database_away"
    assert "Retry-After" in answer.headers


PAGES = ("/", "/w/page-curation", "/assets/nothing.js", "/static/scraper-sky-mvp.html", "/static/nothing")
OUTWARDS = ("../pages.py", "..%2fpages.py", "%2e%2e/pages.py", "..%5cpages.py", "%2fetc/passwd", "x/../../pages.py")
HOSTILE = (
    b"[" * 16_000,
    b'{"name":' * 2_000,
    b'{"name": ' + b"9" * 16_000 + b"}",
    b'{"name": "\\ud800", "password": "\\udfff"}',
    b'{"name": NaN}',
    b"\xff\xfe",
)


async def test_no_page_can_be_framed_sniffed_or_scripted(anyone: httpx.AsyncClient) -> None:
    for path in PAGES:
        for method in ("GET", "POST"):
            answer = await anyone.request(method, path)
            for name, value in SECURITY_HEADERS.items():
                if name != "Cache-Control":
                    assert answer.headers[name] == value, (method, path)
    assert "frame-ancestors 'none'" in SECURITY_HEADERS["Content-Security-Policy"]


async def test_no_address_leads_out_of_the_served_folders(anyone: httpx.AsyncClient) -> None:
    for folder in ("static", "assets"):
        for inside in OUTWARDS:
            request = anyone.build_request("GET", "/")
            request.url = request.url.copy_with(raw_path=f"/{folder}/{inside}".encode())
            answer = await anyone.send(request)
            assert "def pages_router" not in answer.text, inside
            assert "root:" not in answer.text, inside


async def test_a_hostile_body_is_refused_as_any_bad_one(anyone: httpx.AsyncClient) -> None:
    for body in HOSTILE:
        headers = {"Content-Type": "application/json"}
        answer = await anyone.post("/api/v3/auth/login", content=body, headers=headers)
        assert answer.status_code in (400, 401, 422), body[:20]
        assert len(answer.content) < 2_000


async def test_a_foreign_host_name_changes_nothing_that_is_told(anyone: httpx.AsyncClient) -> None:
    for path in (*PAGES, "/api/v3/auth/me", "/api/v3/auth/door"):
        answer = await anyone.get(path, headers={"Host": "evil.example"})
        assert "evil.example" not in answer.text + str(answer.headers)


async def test_headers_beyond_all_measure_are_refused_by_the_server() -> None:
    async with served(FastAPI(), Hub()) as (address, _), httpx.AsyncClient() as client:
        for headers in ({"X-Long": "a" * 200_000}, {f"X-{number}": "a" * 100 for number in range(2_000)}):
            async with client.stream("GET", address, headers=headers) as answer:
                assert answer.status_code in (400, 431)
