"""A command's module is loaded when the command is asked for."""

import gc
import subprocess
import sys

import pytest
import typer
from tests.process import environment

from scrapersky.cli.entry import app
from scrapersky.cli.late_commands import COMMANDS, _load
from scrapersky.cli.running import run


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_there_under_its_name_and_says_what_it_does(name: str) -> None:
    command = typer.main.get_group(app).commands[name]
    assert command.name == name
    assert command.help


def test_reading_a_page_needs_neither_the_web_application_nor_the_workflows() -> None:
    words = "import sys, scrapersky.cli.entry as e; e.app(['extract', '--help'], standalone_mode=False)"
    asked = f"{words}; sys.exit(' '.join({{'scrapersky.main', 'scrapersky.workflows'}} & set(sys.modules)) or 0)"
    command = [sys.executable, "-c", asked]
    ended = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)  # noqa: S603  our own interpreter
    assert ended.returncode == 0, ended.stderr


def test_a_command_that_cannot_be_loaded_leaves_the_garbage_collector_on() -> None:
    with pytest.raises(ModuleNotFoundError):
        _load("nothing", "no_such_module:nothing")
    assert gc.isenabled()


def test_where_one_process_runs_many_commands_the_garbage_of_each_is_collected() -> None:
    async def work() -> None:
        kept.extend([] for _ in range(1000))

    kept: list[list[int]] = [[] for _ in range(1000)]
    frozen = gc.get_freeze_count()
    run(work())
    assert gc.get_freeze_count() <= frozen
