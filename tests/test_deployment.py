"""The examples for Kubernetes, KEDA and systemd: valid, and of commands, probes and figures that there are."""

import importlib.util
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.test_containers import SERVICES

from scrapersky.cli.entry import COMMANDS
from scrapersky.config.settings import Settings
from scrapersky.monitoring.metrics import OF_THE_SERVER

EXAMPLES = Path(__file__).parents[1] / "examples"
UNITS = sorted((EXAMPLES / "systemd").glob("*.service"))
OBJECTS: list[dict[str, Any]] = yaml.safe_load((EXAMPLES / "kubernetes/scrapersky.yaml").read_text("utf-8"))["items"]
SCALED: dict[str, Any] = yaml.safe_load((EXAMPLES / "kubernetes/autoscaling.yaml").read_text("utf-8"))


def named(kind: str) -> dict[str, dict[str, Any]]:
    return {each["metadata"]["name"]: each for each in OBJECTS if each["kind"] == kind}


def pods() -> dict[str, dict[str, Any]]:
    return {
        name: each["spec"]["template"]["spec"] for kind in ("Job", "Deployment") for name, each in named(kind).items()
    }


@pytest.mark.skipif(
    importlib.util.find_spec("kubernetes_validate") is None,
    reason="kubernetes-validate is not installed: it takes 100 MB",
)
def test_every_object_is_what_kubernetes_knows() -> None:
    import kubernetes_validate  # noqa: PLC0415

    for each in OBJECTS:
        kubernetes_validate.validate(each, "1.33", strict=True)


def test_the_cluster_runs_the_roles_that_the_composition_runs() -> None:
    ran = {pod["containers"][0]["args"][0] for pod in pods().values()}
    assert ran == {service["command"][0] for name, service in SERVICES.items() if name != "database"}
    assert ran <= set(COMMANDS)


def test_every_process_is_restricted_and_those_that_stay_say_whether_they_live_and_are_ready() -> None:
    for name, pod in pods().items():
        (container,) = pod["containers"]
        assert container["securityContext"]["runAsNonRoot"] is True
        assert container["securityContext"]["readOnlyRootFilesystem"] is True
        mounted = {each["name"] for each in container["volumeMounts"]}
        assert mounted == {each["name"] for each in pod["volumes"]}
        if name != "scrapersky-schema":
            ports = {each["name"] for each in container["ports"]}
            assert container["livenessProbe"]["httpGet"]["path"] == "/healthz"
            assert container["readinessProbe"]["httpGet"]["path"] == "/readyz"
            assert {container[probe]["httpGet"]["port"] for probe in ("livenessProbe", "readinessProbe")} == ports
            assert pod["terminationGracePeriodSeconds"] > Settings.model_fields["shutdown_grace_seconds"].default


def test_settings_of_the_cluster_are_settings() -> None:
    given = named("ConfigMap")["scrapersky"]["data"]
    assert {name.lower() for name in given} <= set(Settings.model_fields)
    figures = pods()["scrapersky-worker"]["containers"][0]["ports"][0]["containerPort"]
    assert str(figures) == given["METRICS_PORT"]


def test_workers_are_scaled_by_a_figure_that_there_is() -> None:
    assert SCALED["spec"]["scaleTargetRef"]["name"] in named("Deployment")
    (trigger,) = SCALED["spec"]["triggers"]
    asked = set(re.findall(r"scrapersky_\w+", trigger["metadata"]["query"]))
    assert asked
    assert asked <= {metric.name for metric in OF_THE_SERVER}


def test_each_unit_starts_a_command_that_there_is() -> None:
    starting = re.compile(r"^ExecStart=/opt/scrapersky/bin/scrapersky (\w+)$", re.MULTILINE)
    started = [starting.search(unit.read_text(encoding="utf-8")) for unit in UNITS]
    assert {each[1] for each in started if each} == {"up", "api", "scheduler", "worker"}


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not on this machine")
def test_systemd_takes_every_unit(tmp_path: Path) -> None:
    for unit in UNITS:
        text = unit.read_text(encoding="utf-8").replace("/opt/scrapersky/bin/scrapersky", "/bin/true")
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    command = ["systemd-analyze", "verify", "--man=no", *map(str, sorted(tmp_path.glob("*.service")))]
    verified = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)  # noqa: S603
    complaints = [line for line in verified.stderr.splitlines() if "scrapersky" in line]
    assert (complaints, verified.returncode) == ([], 0), verified.stderr
