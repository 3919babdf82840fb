"""Twenty ways to set an installation up wrongly: the doctor names each, and what to do about it."""

import socket
import sys
from collections.abc import Callable, Iterator
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from scrapersky.cli.doctor import Diagnosis, examine
from scrapersky.config.settings import Settings

KEY = "x" * 32


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """A folder to start in, a file where a folder should be, a port that is taken, one that is closed, and Ray."""
    monkeypatch.chdir(tmp_path)
    ray = ModuleType("ray")
    ray.__spec__ = ModuleSpec("ray", None)
    monkeypatch.setitem(sys.modules, "ray", ray)
    (tmp_path / "file").write_text("")
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        with socket.create_server(("127.0.0.1", 0)) as server:
            closed = server.getsockname()[1]
        yield {
            "data": tmp_path / "data",
            "file": tmp_path / "file",
            "open": tmp_path / "open",
            "taken": taken.getsockname()[1],
            "closed": closed,
        }


FAULTS: dict[str, tuple[Callable[[dict[str, Any]], dict[str, Any]], str, str]] = {
    "a file instead of a data folder": (lambda at: {"scrapersky_data": at["file"]}, "file", "SCRAPERSKY_DATA"),
    "a data folder open to all": (lambda at: {"scrapersky_data": at["open"]}, "everybody may write", "chmod o-w"),
    "a taken port": (lambda at: {"port": at["taken"]}, "in use", "--port"),
    "a database that is not there": (lambda _: {}, "DATABASE_URL", "Check DATABASE_URL"),
    "a sealing key that is none": (lambda _: {"sealing_keys": "short"}, "SEALING_KEYS", "openssl rand -base64"),
    "a short secret": (lambda _: {"jwt_secret": "short"}, "JWT_SECRET", "openssl rand"),
    "a webhook without a scheme": (
        lambda _: {"webhook_url": "crm.example/hook", "webhook_secret": KEY},
        "WEBHOOK_URL",
        "https://crm.example/hook",
    ),
    "a webhook into the own network": (
        lambda _: {"webhook_url": "http://10.0.0.1/", "webhook_secret": KEY},
        "WEBHOOK_URL",
        "OWN_SERVICES",
    ),
    "a webhook that signs nothing": (
        lambda _: {"webhook_url": "https://crm.example/"},
        "WEBHOOK_SECRET",
        "openssl rand",
    ),
    "alerts that are signed with little": (
        lambda _: {"alert_webhook_url": "https://crm.example/", "alert_webhook_secret": "abc"},
        "ALERT_WEBHOOK_SECRET",
        "openssl rand",
    ),
    "a bucket without a name": (
        lambda _: {"html_store": "bucket", "html_bucket_key_id": "id", "html_bucket_secret": KEY},
        "HTML_BUCKET",
        "another HTML_STORE",
    ),
    "own pages that are nowhere": (lambda at: {"own_pages": at["data"] / "none"}, "OWN_PAGES", "Set OWN_PAGES"),
    "a file instead of a folder of deliveries": (
        lambda at: {"delivery_folder": at["file"]},
        "DELIVERY_FOLDER",
        "Set DELIVERY_FOLDER",
    ),
    "a file above the folder of exports": (
        lambda at: {"export_folder": at["file"] / "exports"},
        "EXPORT_FOLDER",
        "Set EXPORT_FOLDER",
    ),
    "a file instead of a folder of pages": (
        lambda at: {"html_store": "folder", "html_folder": at["file"]},
        "HTML_FOLDER",
        "Set HTML_FOLDER",
    ),
    "a proxy without a scheme": (lambda _: {"fetch_proxy": "proxy.example"}, "FETCH_PROXY", "http://host:3128"),
    "a proxy whose port is a word": (lambda _: {"fetch_proxy": "http://a:port"}, "FETCH_PROXY", "http://host:3128"),
    "tiles without places": (lambda _: {"map_tiles_url": "https://tiles.example/"}, "MAP_TILES_URL", "{z}/{x}/{y}"),
    "a browser that is nowhere": (
        lambda at: {"render_browser": at["data"] / "chromium"},
        "RENDER_BROWSER",
        "Set RENDER_BROWSER",
    ),
    "a target that nobody has": (lambda _: {"delivery_targets": "airtabel"}, "airtabel", "uninstall it"),
    "a lease of a second": (lambda _: {"worker_lease_seconds": 1}, "WORKER_LEASE_SECONDS", "30 is usual"),
    "a cluster that is not there": (
        lambda at: {"work_engine": "ray", "ray_address": f"127.0.0.1:{at['closed']}"},
        "RAY_ADDRESS",
        "ray start --head",
    ),
    "figures at a taken port": (lambda at: {"metrics_port": at["taken"]}, "METRICS_PORT", "Set METRICS_PORT"),
}


async def examined(planted: dict[str, Any], **given: Any) -> list[Diagnosis]:
    sound = {"scrapersky_data": planted["data"], "port": 0, "jwt_secret": KEY}
    nowhere = {"database_url": f"postgresql://nobody@127.0.0.1:{planted['closed']}/none"}
    settings = Settings.model_validate(sound | nowhere | given)
    return [finding async for finding in examine(settings)]


@pytest.mark.parametrize("fault", FAULTS)
async def test_the_doctor_names_the_fault_and_the_remedy_and_nothing_else(fault: str, planted: dict[str, Any]) -> None:
    make, named, remedy = FAULTS[fault]
    wrong = [each for each in await examined(planted, **make(planted)) if not each.is_well]
    told = [each for each in wrong if each.what != "database" or named == "DATABASE_URL"]
    assert [(named in each.found, remedy in each.remedy) for each in told] == [(True, True)], told


async def test_an_engine_that_is_not_installed_is_named_before_its_cluster(
    planted: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    found = await examined(planted, work_engine="ray", ray_address=f"127.0.0.1:{planted['closed']}")
    wrong = [(finding.found, finding.remedy) for finding in found if not finding.is_well and finding.what == "setting"]
    remedy = 'Run: pip install "scrapersky[ray]", here and on every node.'
    assert wrong == [("WORK_ENGINE: ray, which is not installed", remedy)]


async def test_traces_that_nothing_can_send_are_named(planted: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http", None)
    found = await examined(planted, otel_exporter_otlp_endpoint="http://127.0.0.1:4318")
    wrong = [(finding.found, finding.remedy) for finding in found if not finding.is_well and finding.what == "setting"]
    missing = "OTEL_EXPORTER_OTLP_ENDPOINT: set, and the library that sends traces is missing"
    assert wrong == [(missing, 'Run: pip install "scrapersky[otel]", or leave it out.')]


async def test_what_is_written_in_the_file_of_settings_is_looked_at(
    planted: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path(".env").write_text("DATABSE_URL=postgresql://a\nDEEP_SCAN_SCHEDULER_BATCH_SIZE=0\nMY_OWN=1\n", "utf-8")  # noqa: ASYNC240
    monkeypatch.delenv("DATABASE_URL", raising=False)
    wrong = [each for each in await examined(planted) if each.what == "setting"]
    assert [each.found.partition(":")[0] for each in wrong] == ["DEEP_SCAN_SCHEDULER_BATCH_SIZE", "DATABSE_URL"]
    assert "DATABASE_URL" in wrong[1].remedy
    assert "deep_scan does not run" in wrong[0].found
