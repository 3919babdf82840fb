"""Work on a real Ray cluster of this machine: the same results, and nothing lost or doubled with a node."""

import csv
import importlib.util
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import asyncpg
import pytest
from tests.cli.test_processes import add_waiting_rows, states, wait_until
from tests.cli.test_reprocess import Sessions, emails, plant, wanted
from tests.process import environment, scrapersky

pytestmark = [
    pytest.mark.timeout(300),
    pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray, 214 MB, is not installed: make cluster"),
]

ROWS = 1500
WORLD = ("dentists in Austin, TX", "--source", "simulator", "--businesses", "300", "--pages", "3")


@dataclass(frozen=True, slots=True)
class Nodes:
    address: str
    process: subprocess.Popen[str]

    def kill_one(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("kill\n")
        self.process.stdin.flush()
        assert self.process.stdout.readline() == "killed\n"


@pytest.fixture(scope="module")
def nodes() -> Iterator[Nodes]:
    """Two that work, beside a head that does not."""
    program = [sys.executable, str(Path(__file__).with_name("ray_nodes.py")), "2"]
    process = subprocess.Popen(  # noqa: S603  our own program
        program,
        env=environment(RAY_USAGE_STATS_ENABLED="0"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdin is not None
    try:
        address = next(line for line in process.stdout if line.startswith("address ")).split()[1]
        yield Nodes(address, process)
        process.stdin.close()
        process.wait(60)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()


def contacts(file: Path) -> list[tuple[str, ...]]:
    """What they say, without the ids of this run."""
    kept = ("name", "email", "phone", "role", "domain", "business", "business_postal_code", "verification", "outcome")
    with file.open(encoding="utf-8-sig", newline="") as opened:
        rows = list(csv.DictReader(opened))
    return sorted(tuple(row.get(name, "") for name in kept) for row in rows)


def test_the_cluster_finds_the_contacts_that_one_process_finds(nodes: Nodes, tmp_path: Path) -> None:
    found: dict[str, list[tuple[str, ...]]] = {}
    for engine in ("local", "ray"):
        out, variables = tmp_path / f"{engine}.csv", {"WORK_ENGINE": engine, "RAY_ADDRESS": nodes.address}
        data = str(tmp_path / engine)
        with scrapersky("run", *WORLD, "--out", str(out), folder=tmp_path, SCRAPERSKY_DATA=data, **variables) as run:
            assert run.ended() == 0, run.printed
        found[engine] = contacts(out)
    assert found["ray"] == found["local"]
    assert len(found["ray"]) > 3


async def test_kept_pages_give_on_the_cluster_what_they_give_here(
    nodes: Nodes, sessions: Sessions, database_url: str, tmp_path: Path
) -> None:
    await plant(sessions, 40)
    options = ("--from", "html", "--engine", "ray", "--address", nodes.address)
    variables = {"DATABASE_URL": database_url, "SCRAPERSKY_DATA": str(tmp_path)}
    for words in ("40 pages read again, 40 new contacts.", "40 pages read again, 0 new contacts."):
        engine = options if "40 new" in words else ()
        with scrapersky("reprocess", *engine, folder=tmp_path, **variables) as again:
            assert again.ended() == 0, again.printed
            assert words in again.printed
    assert await emails(sessions) == wanted(40)


async def test_a_node_killed_in_the_middle_loses_and_doubles_nothing(
    nodes: Nodes, database_url: str, tmp_path: Path
) -> None:
    await add_waiting_rows(database_url, ROWS)
    options = ("--workflow", "domain_extraction", "--engine", "ray", "--address", nodes.address)
    variables = {"DATABASE_URL": database_url, "SCRAPERSKY_DATA": str(tmp_path)}
    with scrapersky("worker", *options, folder=tmp_path, **variables) as worker:
        await wait_until(database_url, lambda found: found.get("Complete", 0) > 0)
        nodes.kill_one()
        assert (await states(database_url)).get("Complete", 0) < ROWS, "it was killed in the middle"
        worker.wait_for("an actor on node .* is gone")
        await wait_until(database_url, lambda found: found == {"Complete": ROWS})
        assert worker.end() == 0
    assert await endings(database_url) == ROWS
    assert "Traceback" not in worker.printed


async def endings(database_url: str) -> int:
    """How many attempts completed a row; a row that was completed twice would count twice."""
    connection = await asyncpg.connect(database_url.replace("+asyncpg", ""))
    count = await connection.fetchval("SELECT count(*) FROM runs WHERE ending = 'complete'")
    await connection.close()
    return int(count)


def test_where_there_is_no_cluster_the_remedy_is_told(database_url: str, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        address = f"127.0.0.1:{closed.getsockname()[1]}"
    variables = {"DATABASE_URL": database_url, "SCRAPERSKY_DATA": str(tmp_path)}
    with scrapersky("worker", "--engine", "ray", "--address", address, folder=tmp_path, **variables) as worker:
        assert worker.ended() == 1
        assert "Start one with `ray start --head`" in worker.printed
