"""A process between the soak and its workers: it keeps a set number alive, and leaves nothing behind without the soak.

It has loaded everything once and forks, so that a killed worker is followed by another within milliseconds. That its
input ends is how it learns that the soak is over, however that ended. A worker has the schedulers that all have.
"""

import asyncio
import ctypes
import gc
import importlib
import os
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import uvloop

from scrapersky.bench.soak.errands import ErrandPace
from scrapersky.bench.soak.kinds import LEASE_SECONDS
from scrapersky.config.logging import set_up_logging
from scrapersky.curation_sdk.declaring import AnyWorkflow
from scrapersky.curation_sdk.queue import Lease, Runtime, Schedulers
from scrapersky.db.embedded import is_alive
from scrapersky.db.engine import make_engine

SECONDS_BETWEEN_STARTS = 0.3
SECONDS_BETWEEN_LOOKS = 0.05
POOL_SIZE = 5
SECONDS_TO_STOP_THE_SERVER = 10
_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG


def main() -> None:
    """Arguments: how many workers, the workflow, where they log, the soak's folder. Input: the database's address."""
    count, place, log, folder = sys.argv[1:]
    workflow = load_workflow(place)
    gc.freeze()
    _say("ready")
    url = sys.stdin.readline().strip()
    workers = Workers(lambda: _be_a_worker(log, lambda: run_worker(url, workflow)))
    if url:
        while not _is_input_over():
            workers.keep(int(count))
    workers.kill()
    clean_up(Path(folder))


class Workers:
    """Child processes. Whoever ends, by whatever, is followed by another."""

    def __init__(self, become_one: Callable[[], None]) -> None:
        self._become_one = become_one
        self._started: dict[int, float] = {}
        self._last_start = 0.0

    def keep(self, count: int) -> None:
        self._reap()
        if len(self._started) < count and time.monotonic() - self._last_start > SECONDS_BETWEEN_STARTS / count:
            self._start()

    def _start(self) -> None:
        pid = os.fork()
        if pid == 0:
            self._become_one()
        self._started[pid] = self._last_start = time.monotonic()
        _say(f"started {pid}")

    def _reap(self) -> None:
        with suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                self._started.pop(ended[0], None)
                _say(f"ended {ended[0]}")

    def kill(self) -> None:
        for pid in self._started:
            os.kill(pid, signal.SIGKILL)
        for pid in self._started:
            os.waitpid(pid, 0)


def _be_a_worker(log: str, run: Callable[[], None]) -> None:
    """What the child does; it never returns."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
    try:
        os.close(0)
        output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        os.dup2(output, 1)
        os.dup2(output, 2)
        run()
    finally:
        os._exit(1)


def clean_up(folder: Path) -> None:
    """What is left of the soak's database, its small disk and its folder."""
    identity = folder / "postgres" / "postmaster.pid"
    if identity.exists():
        _end(int(identity.read_text().split()[0]))
    disk = folder / "disk"
    if disk.is_mount():
        subprocess.run(["umount", "--lazy", str(disk)], check=False)  # noqa: S603, S607  a program of the system
    shutil.rmtree(folder, ignore_errors=True)


def _end(server: int) -> None:
    deadline = time.monotonic() + SECONDS_TO_STOP_THE_SERVER
    with suppress(ProcessLookupError):
        os.kill(server, signal.SIGQUIT)
    while is_alive(server) and time.monotonic() < deadline:
        time.sleep(SECONDS_BETWEEN_LOOKS)


def _is_input_over() -> bool:
    readable, _, _ = select.select([0], [], [], SECONDS_BETWEEN_LOOKS)
    return bool(readable) and os.read(0, 1) == b""


def _say(line: str) -> None:
    """To whoever started us, if they still listen."""
    with suppress(BrokenPipeError):
        os.write(1, f"{line}\n".encode())


def load_workflow(place: str) -> AnyWorkflow:
    """`package.module:name`"""
    module, _, name = place.partition(":")
    workflow: AnyWorkflow = getattr(importlib.import_module(module), name)
    return workflow


def run_worker(url: str, workflow: AnyWorkflow) -> None:
    set_up_logging("INFO")
    uvloop.run(_work(url, workflow))


async def _work(url: str, workflow: AnyWorkflow) -> None:
    engine = make_engine(
        url, pool_size=POOL_SIZE, idle_transaction_seconds=LEASE_SECONDS, statement_seconds=LEASE_SECONDS
    )
    schedulers = Schedulers(Runtime(engine, ErrandPace(), Lease(engine, LEASE_SECONDS), grace_seconds=1))
    schedulers.setup(workflow, workflow.schedule)
    await schedulers.start()
    await asyncio.Event().wait()


if __name__ == "__main__":
    main()
