"""`scrapersky bench soak`: it finds nothing in a sound queue, finds what a careless one does, and cleans up."""

import asyncio
import json
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url
from tests.process import PATIENCE, ran, scrapersky

from scrapersky.bench.soak.kinds import FaultKind
from scrapersky.bench.soak.verdict import SoakedRow
from scrapersky.db.scratch import connect_to

COUNTED = ("lost", "doubled", "stuck", "innocent_errors")
FOLDER = r"in (/\S+)"


def soak(folder: Path, *arguments: str) -> tuple[int, dict[str, Any]]:
    done = ran("bench", "soak", "--json", *arguments, folder=folder)
    assert done.stdout, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return done.returncode, answer


def without(*kinds: FaultKind) -> list[str]:
    return [word for kind in kinds for word in ("--without", kind.value)]


def counts(answer: dict[str, Any]) -> dict[str, int]:
    return {name: answer[name] for name in COUNTED}


@pytest.mark.timeout(400)
def test_a_quick_soak_loses_doubles_and_wrongly_fails_nothing(tmp_path: Path) -> None:
    code, answer = soak(tmp_path, "--quick", "--rows", "500")
    assert counts(answer) == dict.fromkeys(COUNTED, 0), answer
    assert code == 0
    assert answer["rows"] == 500
    done = {kind for kind, count in answer["faults"].items() if count} | set(answer["not_permitted"])
    assert done == {kind.value for kind in FaultKind}
    assert answer["kills"] == answer["faults"]["kill"]


@pytest.mark.timeout(400)
def test_a_soak_finds_what_a_careless_workflow_does_and_leaves_nothing_on_a_server_that_is_named(
    server_url: str, tmp_path: Path
) -> None:
    careless = ("--workflow", "tests.bench.careless_errands:careless")
    given = ("--database-url", server_url.replace("+asyncpg", ""))
    left_out = without(*(kind for kind in FaultKind if kind not in (FaultKind.RESTART, FaultKind.DISK)))
    code, answer = soak(tmp_path, "--rows", "300", *left_out, *careless, *given)
    assert code == 1
    assert [name for name, count in counts(answer).items() if count == 0] == []
    (message,) = answer["innocent_error_messages"]
    assert "no reason" in message
    assert answer["faults"] == {"restart": 0, "disk": 0}
    assert set(answer["not_permitted"]) == {"restart", "disk"}
    assert asyncio.run(databases_of_soaks(server_url)) == []


async def databases_of_soaks(server_url: str) -> list[str]:
    connection = await connect_to(make_url(server_url))
    found = await connection.fetch("SELECT datname FROM pg_database WHERE datname LIKE 'scrapersky_soak_%'")
    await connection.close()
    return [each["datname"] for each in found]


@pytest.mark.timeout(240)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_nothing_is_left_of_a_soak_that_was_ended(number: signal.Signals, tmp_path: Path) -> None:
    with scrapersky("bench", "soak", "--rows", "4000", folder=tmp_path) as process:
        folder = Path(process.wait_for(FOLDER))
        process.wait_for(r"[1-9]\d* of 4,000 done")
        assert (folder / "postgres").exists()
        started = processes_of(folder)
        assert len(started) >= 2  # the steward and the server; workers have the steward's command
        process.end(number)
        wait_until_gone(folder)
        assert "Traceback" not in process.printed


def processes_of(folder: Path) -> list[int]:
    """By their command lines."""
    found = []
    for command in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = command.read_bytes()
        except OSError:
            continue
        if str(folder).encode() in words:
            found.append(int(command.parent.name))
    return found


def wait_until_gone(folder: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while folder.exists() or processes_of(folder) or str(folder) in Path("/proc/mounts").read_text(encoding="utf-8"):
        assert time.monotonic() < deadline, (processes_of(folder), folder.exists())
        time.sleep(0.05)


def test_an_effect_of_a_row_that_was_not_completed_is_one_too_many() -> None:
    assert SoakedRow("Error", 1, has_effect=True, is_guilty=True).is_doubled
    assert not SoakedRow("Complete", 1, has_effect=True, is_guilty=False).is_doubled
    assert SoakedRow("Complete", 2, has_effect=True, is_guilty=False).is_doubled


def test_a_complete_row_without_either_of_its_effects_is_lost() -> None:
    assert SoakedRow("Complete", 0, has_effect=True, is_guilty=False).is_lost
    assert SoakedRow("Complete", 1, has_effect=False, is_guilty=False).is_lost
    assert SoakedRow("New", 0, has_effect=False, is_guilty=False).is_lost
    assert not SoakedRow("Queued", 0, has_effect=False, is_guilty=False).is_lost
