"""What Prometheus is told, read by Prometheus' own parser."""

import re
from pathlib import Path

import httpx
import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families
from tests.businesses import make_business
from tests.product import add_person
from tests.routers.test_auth import bearer

from scrapersky.app.product import Product
from scrapersky.models import User
from scrapersky.monitoring.metrics import OF_A_WORKER, OF_THE_SERVER
from scrapersky.routers.sessions import Reception
from scrapersky.services.api_usage import record_calls

ALERTS = Path(__file__).parents[2] / "examples/prometheus/alerts.yml"


def samples(text: str) -> dict[tuple[str, str, str], float]:
    return {
        (
            sample.name,
            sample.labels.get("workflow") or sample.labels.get("source", ""),
            sample.labels.get("state", ""),
        ): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def test_every_workflow_has_its_figures_and_they_are_the_asker_s_own(
    product: Product, reception: Reception, client: httpx.AsyncClient, ana: User
) -> None:
    other = await add_person(product, "bo", tenant="elsewhere")
    async with product.sessions.begin() as session:
        for tenant_id in (ana.tenant_id, other.tenant_id, other.tenant_id):
            await make_business(session, tenant_id)
            await record_calls(session, tenant_id, "google", 3, 96_000)
    answer = await client.get("/metrics", headers=bearer(reception, ana))
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    figures = samples(answer.text)
    assert figures["scrapersky_rows", "domain_extraction", "New"] == 1
    assert figures["scrapersky_paused", "page_curation", ""] == 0
    assert figures["scrapersky_cost_today_dollars", "google", ""] == pytest.approx(0.096)
    assert {family.name for family in text_string_to_metric_families(answer.text)} == {
        metric.name for metric in OF_THE_SERVER
    }
    assert len({workflow for name, workflow, _ in figures if name == "scrapersky_rows"}) == len(list(product.registry))


async def test_who_shows_no_token_learns_nothing(client: httpx.AsyncClient) -> None:
    answer = await client.get("/metrics")
    assert (answer.status_code, "scrapersky_rows" in answer.text) == (401, False)


def test_alerts_ask_for_figures_that_there_are_and_say_what_to_do() -> None:
    (group,) = yaml.safe_load(ALERTS.read_text(encoding="utf-8"))["groups"]
    for rule in group["rules"]:
        known = {metric.name for metric in (*OF_THE_SERVER, *OF_A_WORKER)}
        assert set(re.findall(r"scrapersky_[a-z_]+", rule["expr"])) <= known, rule["alert"]
        assert "{{ $labels." in rule["annotations"]["summary"]
