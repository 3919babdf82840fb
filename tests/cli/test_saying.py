"""What a command says."""

import os
import subprocess
import sys

import pytest
from tests.process import SOURCES, environment

from scrapersky.cli import running


def test_what_a_page_says_does_not_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    running.say("Acme \x1b]0;pwned\x07\x1b[2J [bold] :tooth:\n  ana\r\u202e\ud800")
    assert capsys.readouterr().out == "Acme \\x1b]0;pwned\\x07\\x1b[2J [bold] :tooth:\n  ana\\r\\u202e\\ud800\n"


def test_where_nobody_reads_on_a_command_ends_without_a_word() -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    command = [sys.executable, "-c", "from scrapersky.cli.running import say; say('one')"]
    ended = subprocess.run(  # noqa: S603  our own interpreter
        command, cwd=SOURCES, env=environment(), stdout=write_end, stderr=subprocess.PIPE, check=False
    )
    os.close(write_end)
    assert (ended.returncode, ended.stderr) == (1, b"")
