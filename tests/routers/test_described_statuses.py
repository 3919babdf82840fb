"""Whatever is sent, by the description or past it: no fault of ours, and no status that is not described.

DESCRIBED_REQUESTS=200 sends so many of each kind to each operation, others each time; DESCRIBED_ONLY=users, a part of
the path, sends them there only, and --log-cli-level=INFO tells how far it is.
"""

import json
import logging
import os
from collections.abc import Iterator
from typing import Any

import httpx
import hypothesis
import pytest
import schemathesis
from schemathesis import GenerationMode
from schemathesis.core.result import Err
from sqlalchemy import update
from tests.product import ORIGIN
from tests.routers.test_auth import bearer
from tests.routers.test_tenants import DESCRIPTION, World, make_world, of_each_kind

from scrapersky.app.product import Product
from scrapersky.models import User

log = logging.getLogger(__name__)

# As the description wants it, and as it does not.
MANY, ONLY = int(os.environ.get("DESCRIBED_REQUESTS", "0")), os.environ.get("DESCRIBED_ONLY", "")
EACH = {GenerationMode.POSITIVE: MANY or 2, GenerationMode.NEGATIVE: MANY or 1}
# One ends the person's sessions, which the next request has a new one for; the clients of these do not run here.
LEFT_OUT = {"POST /api/v3/place-searches/estimate", "GET /api/v3/events"}


def described() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
    return found


def cases_of(description: dict[str, Any]) -> Iterator[Any]:
    """The same in every run, unless many are asked for: then each tab's own are made, after one of each kind."""
    chosen = {f"{each.method} {each.path}" for each in of_each_kind(description)}
    operations: dict[str, Any] = {}
    for result in schemathesis.openapi.from_dict(description).get_all_operations():
        assert not isinstance(result, Err), result
        operation = result.ok()
        operations[f"{operation.method.upper()} {operation.path}"] = operation
    for name in sorted(operations, key=lambda name: name not in chosen):
        if (MANY or name in chosen) and name not in LEFT_OUT and ONLY in operations[name].path:
            log.info(name)
            for mode, count in EACH.items():
                yield from drawn(operations[name].as_strategy(generation_mode=mode), count)


def drawn(strategy: Any, count: int) -> list[Any]:
    cases: list[Any] = []

    @hypothesis.given(case=strategy)
    @hypothesis.settings(
        max_examples=count,
        derandomize=not MANY,
        database=None,
        deadline=None,
        phases=[hypothesis.Phase.generate],
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    def collect(case: Any) -> None:
        cases.append(case)

    try:
        collect()
    except hypothesis.errors.Unsatisfiable:  # whatever is sent there is as it should be
        return []
    return cases


@pytest.mark.timeout(max(300, 60 * MANY))
async def test_no_request_made_from_the_description_finds_a_fault_or_an_undescribed_status(product: Product) -> None:
    world, description = await make_world(product, theirs_has_things=False), described()
    wrong = []
    async with world.browser() as browser:
        for case in cases_of(description):
            try:
                request = request_of(case, bearer(world.reception, world.people["our admin"]))
            except httpx.InvalidURL:  # longer than this client sends
                continue
            answer = await browser.send(request)
            browser.cookies.clear()
            if answer.status_code == 401:
                await let_back_in(world)
            if answer.status_code >= 500 or str(answer.status_code) not in case.operation.definition.raw["responses"]:
                wrong.append((case.operation.label, answer.status_code, answer.text[:200]))
                log.warning("%s", wrong[-1])
    assert wrong == [], "\n".join(map(str, wrong))


def request_of(case: Any, headers: dict[str, str]) -> httpx.Request:
    sent = case.as_transport_kwargs(base_url=ORIGIN)
    kinds = {name: value for name, value in sent["headers"].items() if name.lower() == "content-type"}
    body: dict[str, Any] = {name: sent[name] for name in ("json", "files") if sent.get(name) is not None}
    if isinstance(sent.get("data"), bytes):
        body["content"] = sent["data"]
    elif sent.get("data"):
        body["data"] = sent["data"]
    return httpx.Request(sent["method"], sent["url"], params=sent.get("params"), headers=headers | kinds, **body)


async def let_back_in(world: World) -> None:
    """What was sent may have disabled or removed the one who sends."""
    async with world.product.sessions.begin() as session:
        await session.execute(update(User).values(disabled=False))
