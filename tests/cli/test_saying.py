"""What a command says."""

import io

import pytest
from rich.console import Console

from scrapersky.cli import running


def test_what_a_page_says_does_not_steer_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.StringIO()
    monkeypatch.setattr(running, "console", Console(file=written, force_terminal=True, highlight=False))
    running.say("Acme \x1b]0;pwned\x07\x1b[2J [bold]\n  ana\r\u202e\ud800")
    assert written.getvalue() == "Acme \\x1b]0;pwned\\x07\\x1b[2J [bold]\n  ana\\r\\u202e\\ud800\n"
