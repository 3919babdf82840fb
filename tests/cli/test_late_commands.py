"""A command's module is loaded when the command is asked for."""

import subprocess
import sys

import pytest
import typer
from tests.process import environment

from scrapersky.cli.entry import app
from scrapersky.cli.late_commands import COMMANDS


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
