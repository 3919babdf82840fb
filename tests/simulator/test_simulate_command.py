import asyncio
import json
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest
import typer
from tests.simulator.browser import browsing
from tests.simulator.places import host_with
from tests.simulator.remote import connect
from typer.testing import CliRunner

from scrapersky.cli import simulate
from scrapersky.cli.commands.simulate import app
from scrapersky.simulator import sites
from scrapersky.simulator.world import World

RUNNER = CliRunner()
ROOT = Path(__file__).parents[2]
WORLD = World(seed=7, businesses=50)


def truth(*options: str) -> list[str]:
    result = RUNNER.invoke(app, ["truth", "--seed", "7", "--businesses", "50", *options])
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()


def test_truth_has_a_line_for_each_business() -> None:
    assert [line.split("\t")[0] for line in truth()] == [business.id for business in WORLD]


@pytest.mark.parametrize("before", [0, 2, 4, 6])
def test_options_count_before_and_after_the_sub_command(before: int) -> None:
    options = ["--seed", "7", "--businesses", "50", "--faults", "none"]

    result = RUNNER.invoke(app, [*options[:before], "truth", *options[before:]])

    assert result.stdout.splitlines() == truth("--faults", "none")


def test_an_option_that_the_sub_command_has_no_use_for_is_refused() -> None:
    result = RUNNER.invoke(app, ["--port", "9000", "truth"])

    assert (result.exit_code, "--port is for serving" in result.output) == (2, True)


def test_truth_as_json_lines_tells_every_fact() -> None:
    facts = [json.loads(line) for line in truth("--jsonl")]

    assert [fact["name"] for fact in facts] == [business.name for business in WORLD]
    assert all((fact["site"] is not None) == bool(fact["website"] and fact["website"]["host"]) for fact in facts)


def test_truth_about_one_business_by_id_number_or_host() -> None:
    business = next(b for b in WORLD if b.website and b.website.host and b.chain_number is None)
    assert business.website is not None

    answers = {
        "\n".join(truth("--business", name)) for name in (business.id, str(business.number), business.website.host)
    }

    assert len(answers) == 1
    assert json.loads(answers.pop())["emails"] == list(business.emails)


def test_it_works_as_a_group_of_a_larger_command() -> None:
    parent = typer.Typer()
    parent.add_typer(app, name="simulate")
    parent.command("other")(lambda: None)

    result = RUNNER.invoke(parent, ["simulate", "truth", "--businesses", "3"])

    assert (result.exit_code, len(result.stdout.splitlines())) == (0, 3)


def test_truth_names_the_faults_of_the_profile() -> None:
    assert all(line.endswith("no fault") for line in truth("--faults", "none"))
    assert not all(line.endswith("no fault") for line in truth("--faults", "hostile"))


@pytest.mark.parametrize(
    ("arguments", "message", "code"),
    [
        (["truth", "--business", "nobody"], "Nobody in this world of 10,000 (seed 1) is 'nobody'.", 1),
        (["truth", "--business", "10000"], "There is no business 10000: this world has 0 to 9999.", 1),
        (["--businesses", "0"], "--businesses", 2),
        (["--faults", "some"], "'hostile'", 2),
        (["--port", "65536"], "--port", 2),
        (["--seed", "x"], "--seed", 2),
        (["truths"], "truths", 2),
    ],
)
def test_bad_input_is_explained_and_fails(arguments: list[str], message: str, code: int) -> None:
    result = RUNNER.invoke(app, arguments)

    assert result.exit_code == code
    assert message in result.output


def test_an_id_of_a_larger_world_is_recognised() -> None:
    larger = World(seed=7, businesses=5_000).business(4_000).id

    result = RUNNER.invoke(app, ["truth", "--seed", "7", "--businesses", "50", "--business", larger])

    assert "It belongs to a larger world." in result.output


def test_a_taken_port_is_explained_and_fails() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        result = RUNNER.invoke(app, ["--port", str(taken.getsockname()[1])])

    assert result.exit_code == 1
    assert "cannot be used. Choose another with --port" in result.output


@asynccontextmanager
async def serving(*options: str) -> AsyncIterator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", "from scrapersky.cli.commands.simulate import app; app()", *options,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def test_a_program_outside_reaches_it_by_its_port_alone() -> None:
    async with serving("--port", "0", "--seed", "7", "--businesses", "500", "--faults", "hostile") as process:
        assert process.stdout is not None
        lines = [(await process.stdout.readline()).decode() for _ in range(5)]
        remote = await connect(int(lines[1].rsplit(":", 1)[1]))
        host = host_with(remote.world, remote.faults, None, https=True)
        business = remote.world.by_host(host)
        assert business is not None
        async with browsing(remote) as browser:
            answer = await browser.get(f"{sites.truth(remote.world, business).origin}/")

    assert answer.status == 200
    assert business.name.split()[0] in answer.body.decode("utf-8", "replace")


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
async def test_it_says_where_it_serves_and_stops_cleanly(stop: signal.Signals) -> None:
    async with serving("--port", "0", "--seed", "7", "--businesses", "50") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        lines = [(await process.stdout.readline()).decode() for _ in range(5)]
        url = lines[1].split()[1]
        about = await asyncio.to_thread(lambda: json.loads(urlopen(url).read()))  # noqa: S310  our own server
        process.send_signal(stop)
        rest = (await process.stdout.read()).decode()
        errors = (await process.stderr.read()).decode()
        code = await process.wait()

    assert lines[0] == "Simulating 50 businesses (seed 7, faults: default).\n"
    assert url.startswith("http://127.0.0.1:")
    assert (about["seed"], about["businesses"]) == (7, 50)
    assert (rest, errors, code) == ("Stopped.\n", "", 0)


def test_who_stops_it_before_it_has_said_where_it_serves_stops_it_cleanly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "_welcome", lambda _: os.kill(os.getpid(), signal.SIGTERM))

    result = RUNNER.invoke(app, ["--port", "0", "--seed", "7", "--businesses", "50"])

    assert (result.exit_code, result.output.endswith("Stopped.\n")) == (0, True)
