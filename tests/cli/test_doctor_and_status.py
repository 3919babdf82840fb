"""What `doctor` finds on the port and in the background, and whom `status` counts."""

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from datetime import UTC, datetime, timedelta
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.metadata import version
from pathlib import Path
from typing import ClassVar
from uuid import uuid4

import pytest
from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from tests.cli.conftest import Command
from tests.process import scrapersky

from scrapersky.cli.doctor import check_background, check_paused, check_port, check_settings, check_version
from scrapersky.cli.status import InstallationStatus, StatusLine, left_out, show_status
from scrapersky.config.settings import Settings
from scrapersky.coordination.dead_processes import forget_ended_parts
from scrapersky.curation_sdk.declaring import State
from scrapersky.curation_sdk.declaring.tables import BackgroundFault, Worker, WorkflowSetting
from scrapersky.curation_sdk.queue.background import Background, sessions_of
from scrapersky.db.engine import make_engine
from scrapersky.db.schema import AppliedFile, schema_version


class _Answering(BaseHTTPRequestHandler):
    """A server that says what it was told to."""

    said: ClassVar[bytes] = b""

    def do_GET(self) -> None:
        self.send_response(503)
        self.end_headers()
        self.wfile.write(self.said)

    def log_message(self, *_: object) -> None: ...


@pytest.mark.parametrize(
    ("said", "is_well", "words"),
    [
        (b'{"product": "scrapersky", "status": "unavailable"}', True, "ScraperSky runs there"),
        (b'{"product": "other"}', False, "Address already in use"),
        (b"[]", False, "Address already in use"),
        (b"hello", False, "Address already in use"),
    ],
)
def test_the_doctor_knows_one_of_us_on_the_port(said: bytes, is_well: bool, words: str) -> None:
    handler = type("Saying", (_Answering,), {"said": said})
    with HTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        found = check_port("127.0.0.1", server.server_port)
        server.shutdown()
    assert (found.is_well, words in found.found) == (is_well, True)


def test_the_doctor_does_not_wait_for_a_port_that_says_nothing() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        assert not check_port("127.0.0.1", silent.getsockname()[1]).is_well


async def _add_workers(database_url: str, places: list[tuple[str, int]]) -> None:
    engine = make_engine(database_url)
    later = datetime.now(UTC) + timedelta(minutes=1)
    async with AsyncSession(engine) as session, session.begin():
        session.add_all(Worker(id=uuid4(), host=host, pid=pid, lease_until=later) for host, pid in places)
    await engine.dispose()


def test_a_worker_whose_process_is_gone_is_not_counted(command: Command, database_url: str) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    here = socket.gethostname()
    asyncio.run(_add_workers(database_url, [(here, os.getpid()), (here, ended.pid), ("elsewhere", ended.pid)]))
    assert json.loads(command("status", "--json").out)["workers"] == 2


async def test_the_doctor_names_what_still_fails_in_the_background(engine: AsyncEngine) -> None:
    async def fail() -> None:
        raise KeyError("broom")

    assert (await check_background(engine)).found == "nothing fails"
    await Background("sweeping", sessions_of(engine)).attempt(fail)
    finding = await check_background(engine)
    assert not finding.is_well
    assert finding.found.startswith("sweeping (")
    assert finding.found.endswith("): KeyError: 'broom'")
    async with AsyncSession(engine) as session, session.begin():
        await session.execute(update(BackgroundFault).values(last_at=func.now() - timedelta(minutes=3)))
    assert (await check_background(engine)).is_well


def test_the_status_is_told_again_and_again_until_a_signal_comes(database_url: str, tmp_path: Path) -> None:
    variables = {"DATABASE_URL": database_url, "SCRAPERSKY_DATA": str(tmp_path)}
    with scrapersky("status", "--watch", "--json", folder=tmp_path, **variables) as process:
        process.wait_for(r'(?s)"workers": 0.*\n.*"workers": 0')
        assert process.end(signal.SIGINT) == 0
        assert all(json.loads(line)["workers"] == 0 for line in process.printed.splitlines())


def test_the_status_says_what_fails_in_the_background(command: Command, database_url: str) -> None:
    async def fail() -> None:
        raise KeyError("broom")

    async def fail_once() -> None:
        engine = make_engine(database_url)
        await Background("sweeping", sessions_of(engine)).attempt(fail)
        await engine.dispose()

    asyncio.run(fail_once())
    assert json.loads(command("status", "--json").out)["failing"] == {"sweeping": "KeyError: 'broom'"}
    assert "sweeping fails and is tried again: KeyError: 'broom'" in command("status").out


def test_why_something_is_left_out_or_slow_is_told_on_a_line_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    reason = (
        "RuntimeError: half finished, and that for a reason that takes quite some words to tell (broken.py, line 1)"
    )
    states = dict.fromkeys(State, 0) | {State.QUEUED: 7}
    slow = StatusLine(
        "WF7", "page_curation", states, paused=False, fault=None, drained_in_seconds=5400, advice="nobody works on it"
    )
    show_status(InstallationStatus(0, [left_out("menu_extraction", reason), slow]))
    shown = capsys.readouterr().out
    assert "1.5 h" in shown
    assert "page_curation: nobody works on it.\n" in shown
    assert f"menu_extraction is left out: {reason}\n" in shown
    assert f"ScraperSky {version('scrapersky')}, schema {schema_version()}." in shown


async def test_the_doctor_says_how_to_look_into_the_embedded_database(engine: AsyncEngine) -> None:
    finding = await check_version(engine, "embedded")
    program, address = re.findall(r'runs: (\S+) "(\S+)"', finding.found)[0]
    asked = subprocess.run([program, address, "-Atc", "SELECT 7"], capture_output=True, text=True, check=False)  # noqa: ASYNC221, S603
    assert asked.stdout == "7\n"


async def _pretend_another_was_applied(database_url: str) -> None:
    engine = make_engine(database_url)
    async with engine.begin() as connection:
        await connection.execute(update(AppliedFile).where(AppliedFile.name == "0001_log.sql").values(checksum="other"))
    await engine.dispose()


@pytest.mark.parametrize("verb", ["pending", "apply"])
def test_a_database_of_another_schema_is_told_of(command: Command, database_url: str, verb: str) -> None:
    asyncio.run(_pretend_another_was_applied(database_url))
    ended = command("schema", verb)
    assert ended.code == 1
    assert ended.err.startswith("Error: 0001_log.sql was changed after it had been applied to this database")


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"jwt_secret": "short"}, {"JWT_SECRET"}),
        ({"webhook_url": "own.example/hook", "webhook_secret": "x" * 16}, {"WEBHOOK_URL"}),
        ({"webhook_url": "http://10.0.0.1/hook", "webhook_secret": "x" * 16}, {"WEBHOOK_URL"}),
        ({"rest_url": "http://localhost:9000/{email}"}, {"REST_URL"}),
        ({"alert_webhook_url": "https://hooks.example/", "alert_webhook_secret": "short"}, {"ALERT_WEBHOOK_SECRET"}),
        ({"html_store": "bucket", "html_bucket_key_id": "id"}, {"HTML_BUCKET", "HTML_BUCKET_SECRET"}),
        ({"webhook_url": "https://hooks.example/in", "webhook_secret": "x" * 16}, set()),
        ({"webhook_url": "http://n8n:5678/in", "webhook_secret": "x" * 16, "own_services": ["n8n:5678"]}, set()),
        ({"own_services": ["http://n8n:5678/"]}, {"OWN_SERVICES"}),
    ],
)
def test_the_doctor_fails_on_settings_that_cannot_be_meant(
    given: dict[str, str], named: set[str], tmp_path: Path
) -> None:
    settings = Settings.model_validate({"scrapersky_data": tmp_path, **given})
    findings = list(check_settings(settings))
    assert {each.found.partition(":")[0] for each in findings if not each.is_well} == named
    assert "own.example" not in str(findings)


async def test_the_doctor_names_a_workflow_that_paused_itself_and_none_that_a_person_paused(
    engine: AsyncEngine,
) -> None:
    async with AsyncSession(engine) as session, session.begin():
        session.add(WorkflowSetting(workflow="page_curation", paused=True, changed_by="ana"))
    assert (await check_paused(engine)).is_well
    async with AsyncSession(engine) as session, session.begin():
        await session.execute(update(WorkflowSetting).values(paused_because="50 rows in a row failed"))
    found = await check_paused(engine)
    assert (found.is_well, found.found) == (False, "page_curation paused itself: 50 rows in a row failed")


@pytest.mark.parametrize("raised", [None, MemoryError])
async def test_the_doctor_fails_while_a_background_task_has_ended_and_its_process_lives(
    engine: AsyncEngine, raised: type[BaseException] | None, caplog: pytest.LogCaptureFixture
) -> None:
    async def end() -> None:
        if raised is not None:
            raise raised

    task = Background("live feed", sessions_of(engine)).started(end)
    await asyncio.gather(task, return_exceptions=True)
    assert "live feed ended" in caplog.text
    async with AsyncSession(engine) as session, session.begin():
        await session.execute(update(BackgroundFault).values(last_at=func.now() - timedelta(hours=2)))
    found = await check_background(engine)
    assert (found.is_well, "live feed" in found.found) == (False, True)
    await forget_ended_parts(engine)
    assert not (await check_background(engine)).is_well
    async with AsyncSession(engine) as session, session.begin():
        await session.execute(update(BackgroundFault).values(pid=2**22 + 1))
    assert (await check_background(engine)).is_well
    await forget_ended_parts(engine)
    async with AsyncSession(engine) as session:
        assert list(await session.scalars(select(BackgroundFault.part))) == []


async def test_a_task_that_is_cancelled_has_not_ended_by_itself(engine: AsyncEngine) -> None:
    task = Background("live feed", sessions_of(engine)).started(partial(asyncio.sleep, 3600))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert (await check_background(engine)).is_well
