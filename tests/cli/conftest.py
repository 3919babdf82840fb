"""Commands run in this process, on a database of the test's own."""

import io
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from scrapersky.cli import main


@dataclass(frozen=True)
class Ended:
    """How a command ended, and what it printed."""

    code: int
    out: str
    err: str


Command = Callable[..., Ended]


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, and no settings but those a test makes."""
    for name in list(os.environ):
        if name.startswith(("DATABASE_", "PORT", "HOST", "JWT_SECRET", "SCRAPERSKY_", "DOMAIN_EXTRACTION_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("SCRAPERSKY_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def command(
    elsewhere: Path, database_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Command:
    monkeypatch.setenv("DATABASE_URL", database_url)
    monkeypatch.setenv("COLUMNS", "200")

    def run(*arguments: str, given: str = "") -> Ended:
        monkeypatch.setattr(sys, "argv", ["scrapersky", *arguments])
        monkeypatch.setattr(sys, "stdin", _Typed(given))
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        printed = capsys.readouterr()
        code = ended.value.code
        return Ended(code if isinstance(code, int) else 0, printed.out, printed.err)

    return run


class _Typed:
    """Standard input with one line in it, for who reads lines; bytes see all of it."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.buffer = io.BytesIO(text.encode())

    def readline(self) -> str:
        return self._text + "\n"

    def isatty(self) -> bool:
        return False
