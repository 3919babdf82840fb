"""What each kind of process does, and what becomes of its children: with real processes, signals and kills."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.cli.test_processes import ADDRESS, CODE, FIRST, MANY, add_waiting_rows, states, wait_until
from tests.process import PATIENCE, Process, scrapersky

pytestmark = pytest.mark.timeout(150)


def children_of(pid: int) -> list[int]:
    """All that descend from it, nearest first."""
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            found += [child, *children_of(child)]
    return found


def is_alive(pid: int) -> bool:
    """A zombie is none."""
    try:
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def wait_for(reached: Callable[[], bool], words: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not reached():
        assert time.monotonic() < deadline, words
        time.sleep(0.05)


def all_gone(pids: list[int]) -> None:
    wait_for(lambda: not any(map(is_alive, pids)), f"of {pids} some are left")


def busy_child(process: Process, former: int | None = None) -> int:
    """The worker: a child of the child that watches over it."""

    def workers() -> list[int]:
        return [each for each in children_of(process.pid)[1:] if each != former]

    wait_for(lambda: bool(workers()), f"no worker:\n{process.printed}")
    return workers()[0]


@pytest.fixture
def variables(database_url: str, tmp_path: Path) -> dict[str, Any]:
    return {"DATABASE_URL": database_url, "SCRAPERSKY_DATA": str(tmp_path), "PORT": "0"}


async def complete(database_url: str, count: int) -> None:
    await wait_until(database_url, lambda found: found.get("Complete", 0) >= count)


async def test_rows_are_worked_on_beside_the_process_that_answers_and_a_dead_worker_is_followed_by_another(
    database_url: str, tmp_path: Path, variables: dict[str, Any]
) -> None:
    with scrapersky("up", folder=tmp_path, **variables, WORKER_NICENESS="3") as process:
        process.wait_for("Working on")
        first = busy_child(process)
        niceness = os.getpriority(os.PRIO_PROCESS, process.pid)
        assert os.getpriority(os.PRIO_PROCESS, first) == min(niceness + 3, 19)
        os.kill(first, signal.SIGKILL)
        process.wait_for(rf"worker process {first} was ended by SIGKILL; another starts in 1 s")
        await add_waiting_rows(database_url, 40)
        await complete(database_url, 40)
        second = busy_child(process, former=first)
        with signed_in(process) as client:
            assert second in [each["pid"] for each in client.get("/system").json()["workers"] if each["alive"]]
            ticks = {each["name"]: each["next_tick_at"] for each in client.get("/overview").json()["workflows"]}
        assert ticks["domain_extraction"] is not None, "the worker says when it looks"
        assert process.end(signal.SIGINT) == 0
        assert not is_alive(second)
        assert process.printed.count("stopped after") == 1
        assert "Traceback" not in process.printed


@contextmanager
def signed_in(process: Process) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{process.wait_for(ADDRESS)}/api/v3", timeout=PATIENCE) as client:
        made = client.post("/auth/setup", json=FIRST | {"code": process.wait_for(CODE)})
        client.headers["Authorization"] = f"Bearer {made.json()['access_token']}"
        yield client


async def test_nothing_outlives_a_server_that_is_killed(
    database_url: str, tmp_path: Path, variables: dict[str, Any]
) -> None:
    await add_waiting_rows(database_url, MANY)
    with scrapersky("up", folder=tmp_path, **variables) as process:
        await complete(database_url, 100)
        left = children_of(process.pid)
        assert len(left) == 2
        process.end(signal.SIGKILL)
        all_gone(left)
    found = await states(database_url)
    assert found.get("Processing", 0) == 0, "they ended in order: what they had is finished or given back"


def test_a_server_whose_supervisor_was_killed_ends_and_says_so(tmp_path: Path, variables: dict[str, Any]) -> None:
    with scrapersky("up", folder=tmp_path, **variables) as process:
        process.wait_for("Working on")
        supervisor, *workers = children_of(process.pid)
        os.kill(supervisor, signal.SIGKILL)
        process.wait_for("Error: The process that watches over the workers was ended")
        assert process.ended() == 1
        all_gone(workers)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_workers_under_one_supervisor_are_followed_by_others_and_end_in_order(
    tmp_path: Path, variables: dict[str, Any], number: signal.Signals
) -> None:
    with scrapersky("worker", "--processes", "2", folder=tmp_path, **variables) as process:
        wait_for(lambda: process.printed.count("Working on") == 2, process.printed)
        first, second = children_of(process.pid)
        os.kill(first, signal.SIGTERM)
        wait_for(lambda: process.printed.count("Working on") == 3, process.printed)
        left = children_of(process.pid)
        assert second in left
        assert process.end(number) == (0 if number is signal.SIGINT else -signal.SIGKILL)
        all_gone(left)
        assert process.printed.count("stopped after") == 3


async def test_each_role_does_its_own_part(database_url: str, tmp_path: Path, variables: dict[str, Any]) -> None:
    """The API answers, the scheduler writes exports, and only a worker of the right workflow takes rows."""
    others = ["worker", "--workflow", "page_curation", "--workflow", "deep_scan"]
    with (
        scrapersky("api", folder=tmp_path, **variables) as api,
        scrapersky("scheduler", folder=tmp_path, **variables) as scheduler,
        scrapersky(*others, folder=tmp_path, **variables) as worker,
    ):
        await add_waiting_rows(database_url, 4)
        assert worker.wait_for("Working on (.*)[.] Press") == "deep_scan, page_curation"
        with signed_in(api) as client:
            ordered = client.post("/exports/jobs", json={"workflow": "domain_extraction"})
            assert ordered.status_code == 202, ordered.text
            job = f"/exports/jobs/{ordered.json()['id']}"
            wait_for(lambda: client.get(job).json()["state"] == "ready", "no export")
        assert children_of(api.pid) == []
        assert await states(database_url) == {"Queued": 4}
        assert [process.end() for process in (worker, scheduler, api)] == [0, 0, 0]
    with scrapersky("worker", "--workflow", "domain_extractoin", folder=tmp_path, **variables) as wrong:
        wrong.wait_for("Error: There is no workflow 'domain_extractoin'; did you mean domain_extraction?")
