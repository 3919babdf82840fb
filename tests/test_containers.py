"""The image and the composition: built from what is there, started in order, and set by the last layer that speaks."""

import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml
from tests.process import environment
from typer.testing import CliRunner

from scrapersky.cli.entry import app
from scrapersky.config.settings import Settings
from scrapersky.curation_sdk.declaring import documented_settings
from scrapersky.workflows import product_workflows

ROOT = Path(__file__).parents[1]
COMPOSITION: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
SERVICES: dict[str, Any] = COMPOSITION["services"]
OURS = ("schema", "api", "scheduler", "worker")
SETTING = "DEEP_SCAN_SCHEDULER_INTERVAL_MINUTES"


def instructions() -> list[tuple[str, str]]:
    text = re.sub(r"\\\n\s*", "", (ROOT / "Dockerfile").read_text(encoding="utf-8"))
    lines = [line.split(maxsplit=1) for line in text.splitlines() if line and not line.startswith("#")]
    return [(word, rest) for word, rest in lines]


def last_stage() -> list[tuple[str, str]]:
    found = instructions()
    first = max(number for number, (word, _) in enumerate(found) if word == "FROM")
    return found[first:]


def test_the_image_is_built_in_one_stage_and_runs_in_another_as_nobody_special() -> None:
    assert next(rest for word, rest in instructions() if word == "FROM").endswith(" AS build")
    final = dict(last_stage())
    assert final["USER"] not in ("root", "0")
    assert final["ENTRYPOINT"] == '["scrapersky"]'
    copied = [rest for word, rest in last_stage() if word == "COPY"]
    assert all(rest.startswith("--from=build ") for rest in copied)


def test_what_is_copied_exists_and_is_let_through() -> None:
    let_through = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    copied = [rest.split()[:-1] for word, rest in instructions() if word == "COPY" and not rest.startswith("--from")]
    for source in (each for sources in copied for each in sources):
        assert (ROOT / source).exists(), source
        assert source.partition("/")[0] in let_through


def test_each_service_runs_a_command_that_there_is() -> None:
    commands = set(getattr(typer.main.get_command(app), "commands", {}))
    asked = [SERVICES[name]["command"][0] for name in OURS]
    asked += json.loads(dict(last_stage())["CMD"])
    assert [name for name in asked if name not in commands] == []


def test_the_database_is_ready_and_up_to_date_before_anything_works_with_it() -> None:
    assert SERVICES["schema"]["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert "healthcheck" in SERVICES["database"]
    assert SERVICES["api"]["volumes"] == SERVICES["scheduler"]["volumes"]
    for name in OURS[1:]:
        assert SERVICES[name]["depends_on"] == {"schema": {"condition": "service_completed_successfully"}}


def test_only_this_machine_reaches_the_ports_and_no_secret_is_written_down() -> None:
    ports = [port for service in SERVICES.values() for port in service.get("ports", ())]
    assert ports == ["127.0.0.1:8000:8000"]
    assert "scrapersky:${POSTGRES_PASSWORD:?" in SERVICES["api"]["environment"]["DATABASE_URL"]
    assert SERVICES["database"]["environment"]["POSTGRES_PASSWORD"].startswith("${POSTGRES_PASSWORD:?")


def test_what_a_container_is_set_to_are_settings_that_there_are() -> None:
    known = {name.upper() for name in Settings.model_fields}
    known |= {name for each in product_workflows() for name, _, _ in documented_settings(each)}
    for name in OURS:
        assert set(SERVICES[name]["environment"]) <= known
        assert SERVICES[name]["env_file"] == [{"path": ".env", "required": False}]


class Answering(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/healthz" else 404)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the library's own name
        pass


@pytest.fixture
def port() -> Iterator[int]:
    server = HTTPServer(("127.0.0.1", 0), Answering)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


def test_the_image_says_whether_it_is_well(port: int) -> None:
    check = dict(last_stage())["HEALTHCHECK"].partition("CMD ")[2]
    program, *arguments = json.loads(check)
    assert program == "python"
    ended = [
        subprocess.run([sys.executable, *arguments], env=environment(PORT=str(each)), check=False, capture_output=True)  # noqa: S603
        for each in (port, 1)
    ]
    assert [each.returncode == 0 for each in ended] == [True, False]


def minutes() -> float:
    """The interval that a process started here goes by."""
    ended = CliRunner().invoke(app, ["workflow", "show", "deep_scan", "--json"])
    assert ended.exit_code == 0, ended.output
    return float(json.loads(ended.stdout)["in_force"][SETTING])


def test_the_code_is_overridden_by_the_file_and_the_file_by_the_container(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert minutes() == 5
    (tmp_path / ".env").write_text(f"{SETTING}=3\n", encoding="utf-8")
    assert minutes() == 3
    monkeypatch.setenv(SETTING, "7")
    assert minutes() == 7
