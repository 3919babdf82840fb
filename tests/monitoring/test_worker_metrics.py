"""What a worker tells those who watch over it, asked over HTTP of a real process."""

import re
import signal
import socket
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from prometheus_client import Metric as Family
from prometheus_client.parser import text_string_to_metric_families
from tests.cli.test_processes import add_waiting_rows, wait_until
from tests.process import PATIENCE, scrapersky

from scrapersky.app.observing import observed
from scrapersky.app.product import Product, open_product
from scrapersky.app.workers import running_schedulers
from scrapersky.config.settings import Settings
from scrapersky.monitoring.metrics import OF_A_WORKER, OF_THE_SERVER
from scrapersky.monitoring.observers import Observers
from scrapersky.monitoring.serving import MetricsPortTaken, telling

PAGE = Path(__file__).parents[2] / "docs/reference/metrics.md"


@pytest.fixture
async def product(database_url: str, tmp_path: Path) -> AsyncIterator[Product]:
    settings = Settings.model_validate({"database_url": database_url, "scrapersky_data": tmp_path, "metrics_port": 0})
    async with open_product(settings) as opened:
        yield opened


def families(text: str) -> dict[str, Family]:
    """By the names that they have in the text: the parser takes the ending of counters away."""
    return {
        f"{family.name}_total" if family.type == "counter" else family.name: family
        for family in text_string_to_metric_families(text)
        if not family.name.endswith("_created")
    }


def value(found: dict[str, Family], name: str, **labels: str) -> float:
    return sum(
        sample.value
        for sample in found[name].samples
        if sample.name in {name, f"{name}_count"} and labels.items() <= sample.labels.items()
    )


@pytest.mark.timeout(150)
async def test_a_worker_tells_what_it_did_and_everything_it_tells_is_in_the_table(
    database_url: str, tmp_path: Path
) -> None:
    await add_waiting_rows(database_url, 30)
    options = ("--metrics-port", "0", "--workflow", "domain_extraction")
    variables = {"DATABASE_URL": database_url, "SCRAPERSKY_DATA": str(tmp_path)}
    with scrapersky("worker", *options, folder=tmp_path, **variables) as process:
        port = process.wait_for(r"figures at port (\d+)")
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as client:
            assert (await client.get("/healthz")).json() == {"status": "ok"}
            await wait_until(database_url, lambda found: found.get("Complete", 0) == 30)
            assert (await client.get("/readyz")).status_code == 200
            found = families((await client.get("/metrics")).text)
        assert process.end(signal.SIGTERM) == 0
    assert set(found) == {metric.name for metric in OF_A_WORKER}
    assert {name: family.type for name, family in found.items()} == {each.name: each.kind for each in OF_A_WORKER}
    assert value(found, "scrapersky_worker_claims_total", workflow="domain_extraction") == 30
    assert value(found, "scrapersky_worker_attempts_total", ending="complete") >= 1
    assert value(found, "scrapersky_worker_seconds") == value(found, "scrapersky_worker_attempts_total")
    assert value(found, "scrapersky_worker_ready") == 1
    assert value(found, "scrapersky_worker_database_connections", pool="work") >= 1


def test_the_page_says_all_that_is_told_and_nothing_else() -> None:
    documented = set(re.findall(r"^\| `(scrapersky_\w+)`", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
    assert documented == {metric.name for metric in (*OF_THE_SERVER, *OF_A_WORKER)}


async def test_a_process_is_ready_while_its_lease_is_live_and_says_why_not(product: Product) -> None:
    async with observed(product) as seen, httpx.AsyncClient(base_url=f"http://127.0.0.1:{seen.port}") as client:
        assert (await client.get("/readyz")).json() == {"status": "starting"}
        async with running_schedulers(product, observer=seen.observer) as seen.schedulers:
            assert (await client.get("/readyz")).status_code == 200
            lease = seen.schedulers.runtime.lease
            lease.seconds, kept = -1, lease.seconds
            answer = await client.get("/readyz")
            assert (answer.status_code, answer.json()["status"][:17]) == (503, "the lease is over")
            assert value(families((await client.get("/metrics")).text), "scrapersky_worker_ready") == 0
            assert (await client.get("/healthz")).status_code == 200
            await lease.revive()
            lease.seconds = kept
            lapses = families((await client.get("/metrics")).text)["scrapersky_worker_lease_lapses_total"]
            (counted,) = (sample.value for sample in lapses.samples if sample.name.endswith("_total"))
            assert counted >= 1  # the lease's own keeper may have noticed too
        assert (await client.get("/readyz")).json() == {"status": "stopping"}


async def test_without_a_port_nothing_is_counted(product: Product) -> None:
    silent = replace(product, settings=product.settings.model_copy(update={"metrics_port": None}))
    async with observed(silent) as seen:
        assert isinstance(seen.observer, Observers)
        assert (seen.port, list(seen.observer.parts)) == (None, [])


async def test_a_taken_port_is_followed_by_the_next_and_where_all_are_taken_the_remedy_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        async with telling("127.0.0.1", range(port, min(port + 100, 65536)), bytes, lambda: None) as found:
            assert found > port
        with pytest.raises(MetricsPortTaken, match="--metrics-port"):
            async with telling("127.0.0.1", range(port, port + 1), bytes, lambda: None):
                pass
