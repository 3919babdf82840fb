"""What one tenant has, no other may read, change or count: every operation of the API is tried.

An operation that is not in `CALLS` fails the first test: say there who may use it and where it takes ids.
"""

import io
import json
import re
import zipfile
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncEngine
from tests.product import add_person, browser_on
from tests.routers.test_auth import bearer
from tests.tenants import Estate, make_estate, picture_of, tenant_tables, versions_of

from scrapersky.app.product import Product
from scrapersky.app.server import make_reception
from scrapersky.curation_sdk.declaring.registry import Registry
from scrapersky.curation_sdk.live.feed import Feed
from scrapersky.curation_sdk.live.hub import Hub, Subscriber
from scrapersky.curation_sdk.monitor.overview import Overviews
from scrapersky.curation_sdk.testing.applications import with_table_paths
from scrapersky.models import Role, User
from scrapersky.routers.export_jobs import WatchedExports
from scrapersky.routers.sessions import Reception
from scrapersky.services.exports.files import ExportFolder
from scrapersky.workflows import product_workflows

# Their paths answer as those of their first workflows do.
TABLES = {each.names.table_path.strip("/") for each in product_workflows() if each.names.table_path}
DESCRIPTION = Path(__file__).parents[2] / "frontend/openapi.json"
THEIRS, OURS = "zanzibar", "bolivia"
pytestmark = pytest.mark.timeout(300)  # some hundred requests each
VIEWER, CURATOR, ADMIN, OPERATOR = Role.VIEWER, Role.CURATOR, Role.ADMIN, Role.OPERATOR
LADDER = {VIEWER: "their viewer", CURATOR: "their curator", ADMIN: "their admin", OPERATOR: "our admin"}


@dataclass(frozen=True)
class Call:
    """Who may make it, and what to send; what stands in braces is filled in with what a tenant has."""

    needs: Role | None
    queries: tuple[Mapping[str, str], ...] = ({},)
    body: Any = None
    file: str | None = None
    form: Mapping[str, str] = field(default_factory=dict)
    path: Mapping[str, str] = field(default_factory=dict)


LISTED: tuple[dict[str, str], ...] = (
    {},
    {"search": THEIRS},
    {"id": "{row}"},
    {"batch": "{batch}"},
    {"origin": "lists:{list}"},
)
DECISION = {"status": "Skipped"}
FILTERS = {"batch": "{batch}", "origin": "lists:{list}"}
WORLD = {"west": "-180", "south": "-90", "east": "180", "north": "90", "workflow": "deep_scan"}
VIEW = {"workflow": "deep_scan", "name": "{view}", "content": {"origin": "lists:{list}"}}
SEARCH = {"phrase": f"{THEIRS} in Austin", "source": "overpass", "list_name": THEIRS, "queue": False}
EXPORT = {
    "workflow": "contact_delivery",
    "ids": ["{contact-delivery}"],
    "exclude_ids": ["{contact-delivery}"],
    "origin": "lists:{list}",
}
ROW = {"row_id": "{row}"}

CALLS: dict[str, Call] = {
    "GET /healthz": Call(None),
    "GET /metrics": Call(VIEWER),
    "GET /readyz": Call(None),
    "GET /api/v3/auth/door": Call(None),
    "POST /api/v3/auth/login": Call(None, body={"name": THEIRS, "password": "not their password"}),
    "POST /api/v3/auth/setup": Call(None, body={"name": THEIRS, "password": "not their password", "code": "A"}),
    "GET /api/v3/auth/me": Call(VIEWER),
    "POST /api/v3/auth/refresh": Call(VIEWER),
    "POST /api/v3/auth/logout": Call(VIEWER),
    "PUT /api/v3/auth/password": Call(VIEWER, body={"current": "not my password", "new": "quite another one"}),
    "POST /api/v3/auth/reset": Call(None, body={"token": "eyJ", "password": "quite another one"}),
    "GET /api/v3/auth/sessions": Call(VIEWER),
    "DELETE /api/v3/auth/sessions/{session_id}": Call(VIEWER, path={"session_id": "{session}"}),
    "GET /api/v3/tokens": Call(VIEWER),
    "GET /api/v3/audit": Call(ADMIN, ({"operation": THEIRS, "user_id": "{user}", "after": "{entry}"},)),
    "GET /api/v3/audit/file": Call(ADMIN, ({"operation": THEIRS, "user_id": "{user}"},)),
    "POST /api/v3/audit/{entry_id}/redact": Call(ADMIN, path={"entry_id": "{entry}"}),
    "POST /api/v3/tokens": Call(VIEWER, body={"name": "nightly", "scopes": ["read"], "days": 1}),
    "DELETE /api/v3/tokens/{token_id}": Call(VIEWER, path={"token_id": "{token}"}),
    "GET /api/v3/tags": Call(VIEWER),
    "PUT /api/v3/origins/going-on": Call(CURATOR, body={"origin": "lists:{list}", "workflows": ["deep_scan"]}),
    "GET /api/v3/batches": Call(VIEWER, ({}, {"after": "9000000000000000.{batch}"})),
    "GET /api/v3/bulk-jobs/{job_id}": Call(VIEWER, path={"job_id": "{job}"}),
    "DELETE /api/v3/bulk-jobs/{job_id}": Call(CURATOR, path={"job_id": "{job}"}),
    "POST /api/v3/undo/{token}": Call(CURATOR, ({}, {"row": "{contact-delivery}"}), path={"token": "{batch}"}),
    "GET /api/v3/{tab}/list": Call(VIEWER, LISTED),
    "GET /api/v3/{tab}/facets": Call(VIEWER, LISTED),
    "GET /api/v3/{tab}/groups": Call(VIEWER, tuple(each | {"by": "cause"} for each in LISTED)),
    "GET /api/v3/{tab}/forecast": Call(VIEWER, ({"rows": "10"},)),
    "PUT /api/v3/{tab}/status": Call(CURATOR, body={**DECISION, "ids": ["{row}"], "sitting": "{batch}"}),
    "PUT /api/v3/{tab}/status/by-filter": Call(
        CURATOR,
        body={**DECISION, "filter": FILTERS | {"through": "{row}"}, "exclude_ids": ["{row}"], "expected_count": 0},
    ),
    "PUT /api/v3/{tab}/values": Call(
        CURATOR, body={"ids": ["{row}"], "exclude_ids": ["{row}"], "add_tags": ["ours"], "note": "Ours."}
    ),
    "GET /api/v3/{tab}/{row_id}": Call(VIEWER, path=ROW),
    "PATCH /api/v3/{tab}/{row_id}": Call(CURATOR, body={}, path=ROW),  # with a field of the tab's own
    "DELETE /api/v3/{tab}/{row_id}": Call(
        CURATOR, ({"dry_run": "true"}, {"dry_run": "false", "expected": "1"}), path=ROW
    ),
    "GET /api/v3/{tab}/{row_id}/changes": Call(VIEWER, path=ROW),
    "GET /api/v3/{tab}/{row_id}/lineage": Call(VIEWER, path=ROW),
    "GET /api/v3/{tab}/{row_id}/runs": Call(VIEWER, path=ROW),
    "POST /api/v3/{tab}/{row_id}/stop": Call(CURATOR, path=ROW),
    **{
        f"POST /api/v3/imports{path}": Call(
            CURATOR,
            file=f"id,name,email,website\n{{{row}}},Ours,ours@{{{row}}}.example,https://{{{row}}}.example/\n",
            form={"into": into},
        )
        for path, into, row in (("/preview", "contacts", "contacts"), ("", "businesses", "domain-extraction"))
    },
    "POST /api/v3/{tab}/submit": Call(CURATOR, body={"addresses": [f"https://{THEIRS}-0.example/"]}),
    "GET /api/v3/duplicates": Call(VIEWER, ({}, {"after": "0.95:{pair}"}, {"decision": "merged"})),
    "GET /api/v3/duplicates/contacts": Call(VIEWER, ({}, {"contact": "{contacts}"})),
    "POST /api/v3/duplicates/contacts/merge": Call(
        CURATOR, body={"merges": [{"keep": "{contacts}", "others": ["{contacts}"]}]}
    ),
    "POST /api/v3/duplicates/decide": Call(CURATOR, body={"decision": "apart", "pair_ids": ["{pair}"]}),
    "POST /api/v3/duplicates/{pair_id}/apart": Call(CURATOR, path={"pair_id": "{pair}"}),
    "POST /api/v3/duplicates/{pair_id}/merge": Call(CURATOR, body={"keep": "{deep-scan}"}, path={"pair_id": "{pair}"}),
    "POST /api/v3/duplicates/{pair_id}/take-back": Call(CURATOR, path={"pair_id": "{pair}"}),
    "GET /api/v3/errors/groups": Call(VIEWER, ({}, {"by": "host"}, {"workflow": "deep_scan"})),
    "GET /api/v3/documents": Call(VIEWER),
    "GET /api/v3/exports/jobs": Call(VIEWER, ({}, {"after": "{export}"})),
    "POST /api/v3/exports/jobs": Call(CURATOR, body=EXPORT),
    "POST /api/v3/exports/jobs/count": Call(VIEWER, body=EXPORT),
    "GET /api/v3/exports/jobs/columns": Call(VIEWER, ({"workflow": "contact_delivery"},)),
    "GET /api/v3/exports/jobs/{job_id}": Call(VIEWER, path={"job_id": "{export}"}),
    "GET /api/v3/exports/jobs/{job_id}/file": Call(CURATOR, path={"job_id": "{export}"}),
    "POST /api/v3/exports/jobs/{job_id}/again": Call(CURATOR, path={"job_id": "{export}"}),
    "DELETE /api/v3/exports/jobs/{job_id}": Call(CURATOR, path={"job_id": "{export}"}),
    "GET /api/v3/exports/{table}": Call(CURATOR, ({}, {"format": "jsonl"}), path={"table": "contacts"}),
    "GET /api/v3/find": Call(VIEWER, ({"q": THEIRS}, {"q": "{domains}"}, {"q": f"{THEIRS}-0.example"})),
    "GET /api/v3/insight/{table}/{row_id}": Call(VIEWER, path={"table": "contacts", "row_id": "{contacts}"}),
    "GET /api/v3/deliveries/{contact_id}": Call(VIEWER, path={"contact_id": "{contacts}"}),
    "GET /api/v3/limits": Call(VIEWER),
    "GET /api/v3/lists": Call(VIEWER),
    "POST /api/v3/lists": Call(CURATOR, body={"name": THEIRS}),
    "GET /api/v3/map/points": Call(VIEWER, (WORLD, WORLD | {"origin": "lists:{list}"}, WORLD | {"search": THEIRS})),
    "GET /api/v3/map/tiles/{z}/{x}/{y}": Call(VIEWER, path={"z": "0", "x": "0", "y": "0"}),
    "GET /api/v3/meta": Call(VIEWER),
    "GET /api/v3/metrics/throughput": Call(VIEWER),
    "GET /api/v3/openapi.json": Call(VIEWER),
    "GET /api/v3/origins": Call(VIEWER, ({"workflow": "contact_delivery"},)),
    "GET /api/v3/origins/progress": Call(VIEWER, ({"origin": "lists:{list}"},)),
    "GET /api/v3/overview": Call(VIEWER),
    "POST /api/v3/{tab}": Call(CURATOR, body=SEARCH),
    "POST /api/v3/{tab}/estimate": Call(CURATOR, body=SEARCH),
    "POST /api/v3/{tab}/before": Call(CURATOR, body=SEARCH),
    "PUT /api/v3/places/staging/status": Call(CURATOR, body={"place_ids": ["{place_id}"], "status": "Selected"}),
    "GET /api/v3/prefs": Call(VIEWER),
    "PUT /api/v3/prefs": Call(VIEWER, body={"theme": "dark"}),
    "GET /api/v3/budgets": Call(VIEWER),
    "GET /api/v3/schedules": Call(VIEWER),
    "GET /api/v3/schedules/reports": Call(VIEWER),
    "PUT /api/v3/schedules/{search_id}": Call(CURATOR, body={"every_days": 7}, path={"search_id": "{search}"}),
    "DELETE /api/v3/schedules/{search_id}": Call(CURATOR, path={"search_id": "{search}"}),
    "POST /api/v3/inbound": Call(CURATOR, body={"url": f"https://{THEIRS}-0.example/"}),
    "PUT /api/v3/budgets": Call(ADMIN, body={"budgets": [{"source": THEIRS, "most_calls": 1}]}),
    "GET /api/v3/budgets/ledger": Call(VIEWER, ({}, {"after": "{batch}"})),
    "GET /api/v3/delivery-targets": Call(ADMIN),
    "PUT /api/v3/delivery-targets/{name}": Call(
        ADMIN, body={"values": {"hubspot_token": THEIRS}}, path={"name": "hubspot"}
    ),
    "DELETE /api/v3/delivery-targets/{name}": Call(ADMIN, path={"name": "brevo"}),
    "POST /api/v3/delivery-targets/{name}/trial": Call(ADMIN, body={"email": "a@b.example"}, path={"name": "none"}),
    "GET /api/v3/rules": Call(VIEWER),
    "PUT /api/v3/rules": Call(CURATOR, body={"rules": {"deep_scan": [{"name": THEIRS, "when": "rating > 4"}]}}),
    "POST /api/v3/rules/preview": Call(VIEWER, body={"rules": {"deep_scan": [{"name": "all"}]}}),
    "POST /api/v3/rules/{rule_id}/suspend": Call(CURATOR, body={}, path={"rule_id": "{rule}"}),
    "POST /api/v3/rules/{rule_id}/resume": Call(CURATOR, path={"rule_id": "{rule}"}),
    "GET /api/v3/rules/{rule_id}/undo": Call(VIEWER, path={"rule_id": "{rule}"}),
    "POST /api/v3/rules/{rule_id}/undo": Call(CURATOR, path={"rule_id": "{rule}"}),
    "POST /api/v3/reviewing": Call(
        CURATOR, body={"workflow": "deep_scan", "ids": ["{deep-scan}"], "release": ["{deep-scan}"]}
    ),
    "GET /api/v3/runs": Call(VIEWER, ({}, {"workflow": "deep_scan"})),
    "GET /api/v3/runs/minutes": Call(VIEWER),
    "GET /api/v3/runs/{run_id}/log": Call(
        VIEWER, ({}, {"search": THEIRS}, {"after": "{batch}"}), path={"run_id": "{run_id}"}
    ),
    "GET /api/v3/settings/changes": Call(VIEWER, ({}, {"after": "{batch}"})),
    "POST /api/v3/settings/changes/{change_id}/undo": Call(OPERATOR, path={"change_id": "{batch}"}),
    "GET /api/v3/suppressions": Call(VIEWER),
    "POST /api/v3/suppressions": Call(CURATOR, body={"kind": "email", "values": [f"{THEIRS}@cedar.example"]}),
    "POST /api/v3/erasures": Call(ADMIN, body={"kind": "email", "value": f"{THEIRS}@cedar.example", "dry_run": False}),
    "POST /api/v3/disclosures": Call(ADMIN, body={"kind": "email", "value": f"{THEIRS}@cedar.example"}),
    "DELETE /api/v3/suppressions/{id}": Call(ADMIN, path={"id": "{suppression}"}),
    "GET /api/v3/system": Call(OPERATOR),
    "GET /api/v3/system/diagnostics": Call(OPERATOR),
    "GET /api/v3/users": Call(ADMIN),
    "POST /api/v3/users": Call(ADMIN, body={"name": "newcomer", "password": "correct horse battery", "role": "viewer"}),
    "PATCH /api/v3/users/{id}": Call(ADMIN, body={"disabled": True}, path={"id": "{user}"}),
    "DELETE /api/v3/users/{id}": Call(ADMIN, path={"id": "{user}"}),
    "GET /api/v3/users/{id}/sessions": Call(ADMIN, path={"id": "{user}"}),
    "DELETE /api/v3/users/{id}/sessions/{session_id}": Call(ADMIN, path={"id": "{user}", "session_id": "{session}"}),
    "POST /api/v3/users/{id}/password-link": Call(ADMIN, path={"id": "{user}"}),
    "GET /api/v3/views": Call(VIEWER, ({}, {"workflow": "deep_scan"})),
    "POST /api/v3/views": Call(VIEWER, body=VIEW),
    "PUT /api/v3/views/{view_id}": Call(VIEWER, body=VIEW, path={"view_id": "{view}"}),
    "DELETE /api/v3/views/{view_id}": Call(VIEWER, path={"view_id": "{view}"}),
    "GET /api/v3/workflows": Call(VIEWER),
    "GET /api/v3/workflows/{name}": Call(VIEWER, path={"name": "deep_scan"}),
    "PUT /api/v3/workflows/paused/{paused}": Call(ADMIN, path={"paused": "false"}),
    "PUT /api/v3/workflows/{name}/paused/{paused}": Call(ADMIN, path={"name": "deep_scan", "paused": "false"}),
    "POST /api/v3/workflows/{name}/run": Call(ADMIN, path={"name": "deep_scan"}),
    "GET /api/v3/workflows/{name}/settings": Call(VIEWER, path={"name": "deep_scan"}),
    "PUT /api/v3/workflows/{name}/settings": Call(OPERATOR, body={"values": {}}, path={"name": "deep_scan"}),
}
STREAM = "GET /api/v3/events"
"""Never ends; `test_a_stream_tells_nothing_of_other_tenants` listens to it."""


@dataclass(frozen=True)
class Operation:
    """One of the description, with the call that tries it. `tab` is the part of the path that a workflow has."""

    method: str
    path: str
    key: str
    tab: str | None
    described: Mapping[str, Any]

    @property
    def call(self) -> Call:
        return CALLS[self.key]

    def requests(
        self, estate: Estate, fields: Mapping[str, Any], another: Call | None = None
    ) -> Iterator[dict[str, Any]]:
        """As httpx takes them, with what the estate has in every place."""
        call = another or self.call
        filling = Filling(estate, self.tab)
        path = filling.text(re.sub(r"{(\w+)}", lambda found: call.path[found[1]], self.path))
        body = dict(fields) if self.method == "PATCH" and self.tab else filling.all(call.body)
        sent: dict[str, Any] = {"files": {"file": filling.text(call.file)}, "data": call.form} if call.file else {}
        sent |= {"json": body} if body is not None else {}
        for query in call.queries:
            yield {"method": self.method, "url": path, "params": filling.all(query), **sent}


@dataclass(frozen=True)
class Filling:
    estate: Estate
    tab: str | None

    def all(self, template: Any) -> Any:
        if isinstance(template, str):
            return self.text(template)
        if isinstance(template, Mapping):
            return {key: self.all(value) for key, value in template.items()}
        return [self.all(each) for each in template] if isinstance(template, list) else template

    def text(self, template: str) -> str:
        return re.sub(r"{([\w-]+)}", lambda found: self._named(found[1]), template)

    def _named(self, name: str) -> str:
        if name in ("place_id", "run_id"):
            return str(getattr(self.estate, name))
        key = (self.tab or "").replace("_", "-") if name == "row" else name
        return str(self.estate.ids.get(key) or self.estate.ids[key.replace("-", "_")])


def operations_of(description: Mapping[str, Any]) -> list[Operation]:
    names = [workflow.names for workflow in product_workflows()]
    tabs = {(path or "").strip("/") for each in names for path in (each.path, each.table_path)}
    found = []
    for path, methods in description["paths"].items():
        tab = next((part for part in path.split("/")[3:4] if part in tabs), None)
        general = path.replace(f"/api/v3/{tab}", "/api/v3/{tab}", 1) if tab else path
        found += [Operation(m.upper(), path, f"{m.upper()} {general}", tab, each) for m, each in methods.items()]
    return [each for each in found if each.key != STREAM]


def of_each_kind(description: Mapping[str, Any]) -> list[Operation]:
    """Of what every tab has one, at another tab for each: who may use it is written in one place for all of them."""
    kinds: dict[str, list[Operation]] = {}
    for operation in operations_of(description):
        kinds.setdefault(operation.key, []).append(operation)
    return [same[number % len(same)] for number, same in enumerate(kinds.values())]


def edited(operation: Operation, description: Mapping[str, Any]) -> dict[str, Any]:
    """A field that the tab lets a person correct."""
    if operation.method != "PATCH" or operation.tab is None:
        return {}
    schema = operation.described["requestBody"]["content"]["application/json"]["schema"]["$ref"].rsplit("/", 1)[1]
    name = next(iter(description["components"]["schemas"][schema]["properties"]))
    return {name: {"result_limit": 5, "kind": "contact"}.get(name, "https://ours.example/")}


def nowhere(estate: Estate) -> Estate:
    """The same names, with ids of nothing: of the same moment, for lists go on after an id."""
    ids = {name: UUID(int=each.int ^ 0xFFFFFFFF) for name, each in estate.ids.items()}
    return Estate(estate.word, ids, "ChIJ-nothing", estate.run_id)


_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_NUMBERS = re.compile(r"\[(\d+(?:,\d+)*)\]")
_VOLATILE = re.compile(
    r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|\+00:00)?|eyJ[\w.-]+|[0-9a-f]{32}"
    r'|"(uptime_seconds|disk_free_bytes|database_bytes|bytes|oldest_waiting_seconds)": ?[\d.]+'
)


def text_of(answer: httpx.Response) -> str:
    if answer.headers.get("content-type") != "application/zip":
        return answer.text
    with zipfile.ZipFile(io.BytesIO(answer.content)) as bundled:
        return "\n".join(bundled.read(name).decode() for name in sorted(bundled.namelist()))


def likeness_of(answer: httpx.Response, estate: Estate) -> tuple[int, str]:
    """What must be the same whatever ids were sent: all but ids and times, and where in its hour a minute stands."""
    text = _UUID.sub("ID", text_of(answer).replace(estate.place_id, "PLACE"))
    summed = _NUMBERS.sub(lambda found: str(sum(map(int, found[1].split(",")))), text)
    return answer.status_code, _VOLATILE.sub("*", summed)


@dataclass(frozen=True)
class World:
    """Two tenants in one installation, each with something of everything, and the people of both."""

    product: Product
    reception: Reception
    theirs: Estate
    ours: Estate
    owner: User
    people: Mapping[str, User]

    @asynccontextmanager
    async def browser(self) -> AsyncIterator[httpx.AsyncClient]:
        async with browser_on(self.product, self.reception) as browser:
            yield browser

    async def ask(self, browser: httpx.AsyncClient, person: str, request: Mapping[str, Any]) -> httpx.Response:
        browser.cookies.clear()
        headers = bearer(self.reception, self.people[person]) if person in self.people else {}
        answer = await browser.request(**request, headers=headers)
        assert answer.status_code != 503, f"it waited for a connection while it had one: {request}"
        # A fault looks the same to everybody. What the one that is left out asks runs in a server only.
        assert answer.status_code != 500 or request["url"].endswith("/place-searches/estimate"), request
        return answer

    async def picture(self) -> Any:
        async with self.product.sessions() as session:
            return await picture_of(session, self.owner.tenant_id)

    async def versions(self) -> str:
        async with self.product.sessions() as session:
            return await versions_of(session, self.owner.tenant_id)


async def add_estate(product: Product, owner: User, word: str) -> Estate:
    async with product.sessions.begin() as session:
        return await make_estate(
            session, product.registry, owner, word, ExportFolder.from_settings(product.settings).folder
        )


async def make_world(product: Product, *, theirs_has_things: bool = True) -> World:
    people = {
        "their viewer": await add_person(product, "vera", VIEWER, "theirs"),
        "their curator": await add_person(product, "kim", CURATOR, "theirs"),
        "their admin": await add_person(product, "mia", ADMIN, "theirs"),
        "our admin": await add_person(product, "bob", OPERATOR, "ours"),
    }
    owner = await add_person(product, THEIRS, ADMIN, "theirs")
    ours = await add_estate(product, people["our admin"], OURS)
    theirs = await add_estate(product, owner, THEIRS) if theirs_has_things else ours
    return World(product, await make_reception(product), theirs, ours, owner, people)


@pytest.fixture
async def world(product: Product) -> World:
    return await make_world(product)


@pytest.fixture(scope="module")
def description() -> dict[str, Any]:
    return reachable()


def reachable() -> dict[str, Any]:
    """Another test compares the file with the application."""
    described: dict[str, Any] = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
    return described


def reachable_by_table() -> dict[str, Any]:
    """With paths of tables, which lead to the same routers: of what every table has one, at another for each."""
    paths = reachable()["paths"]
    by_table = with_table_paths(paths, Registry(product_workflows()))
    chosen = of_each_kind({"paths": {path: each for path, each in by_table.items() if path not in paths}})
    return reachable() | {"paths": paths | {each.path: by_table[each.path] for each in chosen}}


def test_every_operation_is_tried(description: dict[str, Any]) -> None:
    found = {operation.key for operation in operations_of(description)}
    assert found - CALLS.keys() == set(), "say in CALLS who may use these, and where they take ids"
    assert CALLS.keys() - found == set(), "these are no more"


def test_every_place_that_takes_an_id_is_given_one(description: dict[str, Any]) -> None:
    for operation in operations_of(description):
        sent = json.dumps([operation.call.queries, operation.call.body, dict(operation.call.path)])
        for name in places_for_ids(operation.described, description):
            assert f'"{name}": "{{' in sent or f'"{name}": ["{{' in sent or f'"{name}": "lists:{{' in sent, (
                operation.key,
                name,
            )


def places_for_ids(operation: Mapping[str, Any], description: Mapping[str, Any]) -> set[str]:
    named = {each["name"]: each["schema"] for each in operation.get("parameters", [])}
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    return {name for name, schema in named.items() if takes_ids(schema, description)} | set(
        inside(content.get("schema", {}), description)
    )


def inside(schema: Mapping[str, Any], description: Mapping[str, Any]) -> Iterator[str]:
    if "$ref" in schema:
        schema = description["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
    for name, each in schema.get("properties", {}).items():
        if takes_ids(each, description):
            yield name
        yield from inside(each, description)


def takes_ids(schema: Mapping[str, Any], description: Mapping[str, Any]) -> bool:
    """A UUID, a list of them, or an origin, which has one in it."""
    options = [schema, *schema.get("anyOf", [])]
    is_id = any(each.get("format") == "uuid" or "[0-9a-fA-F-]{32" in each.get("pattern", "") for each in options)
    return is_id or any("items" in each and takes_ids(each["items"], description) for each in options)


async def test_the_estate_has_something_in_every_table(world: World) -> None:
    empty = [name for name, rows in (await world.picture()).items() if not rows]
    assert empty == []
    assert len(tenant_tables()) > 15


async def test_a_row_that_is_written_has_another_version(world: World) -> None:
    """So that a test below can fail."""
    before = await world.versions()
    assert await world.versions() == before
    async with world.product.sessions.begin() as session:
        await session.execute(update(User).where(User.id == world.owner.id).values(disabled=False))
    assert await world.versions() != before


async def test_each_role_may_do_what_it_may_and_no_more(world: World, description: dict[str, Any]) -> None:
    """The lowest that may do it does; what a higher one may besides, the tests below do."""
    roles = list(LADDER)
    async with world.browser() as browser:
        for operation in of_each_kind(description):
            if operation.call.needs is None:
                continue
            request = next(operation.requests(nowhere(world.theirs), edited(operation, description)))
            rung = roles.index(operation.call.needs)
            wanted = {"nobody": 401} | {LADDER[role]: 403 for role in roles[:rung]} | {LADDER[roles[rung]]: None}
            for person, refusal in wanted.items():
                answer = await world.ask(browser, person, request)
                refused = answer.status_code if answer.status_code in (401, 403) else None
                assert refused == refusal, (operation.key, person, answer.text)


async def test_what_a_role_is_refused_changes_nothing(world: World, description: dict[str, Any]) -> None:
    before = await world.picture()
    async with world.browser() as browser:
        for operation in of_each_kind(description):
            if operation.method == "GET" or operation.call.needs not in (CURATOR, ADMIN, OPERATOR):
                continue
            for request in operation.requests(world.theirs, edited(operation, description)):
                for person in ("nobody", "their viewer"):
                    answer = await world.ask(browser, person, request)
                    assert answer.status_code in (401, 403), operation.key
                    assert THEIRS not in answer.text
    assert await world.picture() == before


async def test_nothing_of_another_tenant_is_read(world: World) -> None:
    """What is not yours is answered as what is not there."""
    their_ids = {str(row_id) for row_id in ids_in(await world.picture())}
    async with world.browser() as browser:
        for operation, request, lost in both(reachable_by_table(), world.theirs):
            if operation.method == "GET":
                answer = await world.ask(browser, "our admin", request)
                told = text_of(answer)
                assert THEIRS not in told, operation.key
                assert set(_UUID.findall(told)) & their_ids <= set(_UUID.findall(str(request))), operation.key
                unknown = await world.ask(browser, "our admin", lost)
                assert likeness_of(answer, world.theirs) == likeness_of(unknown, nowhere(world.theirs)), operation.key


async def test_nothing_of_another_tenant_is_changed(world: World, description: dict[str, Any]) -> None:
    """What is not yours is answered as what is not there."""
    before, versions = await world.picture(), await world.versions()
    their_ids = {str(row_id) for row_id in ids_in(before)}
    async with world.browser() as browser:
        for operation, request, lost in both(description, world.theirs):
            if operation.method != "GET":
                answer = await world.ask(browser, "our admin", request)
                if (found := await world.versions()) != versions:
                    after, versions = await world.picture(), found
                    assert after == before, (operation.key, [name for name in before if before[name] != after[name]])
                assert set(_UUID.findall(answer.text)) & their_ids <= set(_UUID.findall(str(request))), operation.key
                if lost != request:
                    unknown = likeness_of(await world.ask(browser, "our admin", lost), nowhere(world.theirs))
                    assert likeness_of(answer, world.theirs) == unknown, operation.key


async def test_no_answer_depends_on_what_other_tenants_have(
    narrow: Product, engine: AsyncEngine, description: dict[str, Any]
) -> None:
    """Counts, sums, shares, estimates: whatever is told is the same before others have anything and after."""
    before = await make_world(narrow, theirs_has_things=False)
    first = await answers_of(before, description, engine)
    theirs = await add_estate(narrow, before.owner, THEIRS)
    second = await answers_of(before, description, engine)
    assert theirs.ids
    assert [f"{first[key]} became {second[key]}" for key in first if first[key] != second[key]] == []


async def answers_of(world: World, description: dict[str, Any], engine: AsyncEngine) -> dict[str, tuple[int, str]]:
    """By a new application each time, which remembers nothing; the planner's numbers are fresh."""
    async with engine.connect() as connection:
        autocommit = await connection.execution_options(isolation_level="AUTOCOMMIT")
        await autocommit.exec_driver_sql("ANALYZE")
    answers = {}
    async with world.browser() as browser:
        for operation, request in requests(description, world.ours):
            if operation.method == "GET" and operation.tab not in TABLES:
                answer = await world.ask(browser, "our admin", request)
                answers[f"{operation.key} {operation.tab} {request['params']}"] = likeness_of(answer, world.ours)
    return answers


async def test_a_stream_tells_nothing_of_other_tenants(product: Product, engine: AsyncEngine) -> None:
    world = await make_world(product, theirs_has_things=False)
    hub = Hub()
    ours, theirs = (hub.join(each.tenant_id) for each in (world.people["our admin"], world.owner))
    feed = Feed(engine, product.registry, hub, Overviews(product.registry), [WatchedExports()])
    await feed.look()
    await add_estate(product, world.owner, THEIRS)
    await feed.look()
    hub.close()
    assert THEIRS in await all_of(theirs)
    assert THEIRS not in await all_of(ours)


async def all_of(listener: Subscriber) -> str:
    return b"".join([piece async for piece in listener.pieces()]).decode()


def requests(description: dict[str, Any], estate: Estate) -> Iterator[tuple[Operation, dict[str, Any]]]:
    for operation in operations_of(description):
        for request in operation.requests(estate, edited(operation, description)):
            yield operation, request


def both(description: dict[str, Any], estate: Estate) -> Iterator[tuple[Operation, dict[str, Any], dict[str, Any]]]:
    """Each request with what a tenant has, and with what nobody has."""
    found = zip(requests(description, estate), requests(description, nowhere(estate)), strict=True)
    return ((operation, request, lost) for (operation, request), (_, lost) in found)


def ids_in(picture: Mapping[str, list[tuple[Any, ...]]]) -> set[UUID]:
    return {value for rows in picture.values() for row in rows for value in row if isinstance(value, UUID)}
