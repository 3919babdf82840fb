"""A demonstration's folder is nobody else's: its websites exist nowhere but in it."""

from pathlib import Path

import pytest
from tests.cli.conftest import Command

from scrapersky.cli.demonstration import mark_demonstration


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command) -> Path:
    monkeypatch.delenv("DATABASE_URL")
    return tmp_path / "data"


@pytest.mark.parametrize("words", [("up", "--port", "0"), ("worker",), ("run", "dentists in Austin", "-o", "a.csv")])
def test_nobody_works_on_its_rows_outside(words: tuple[str, ...], folder: Path, command: Command) -> None:
    mark_demonstration(folder)
    ended = command(*words)
    assert ended.code == 1
    assert f"{folder} is a demonstration's." in ended.err
    assert f"scrapersky demo --data {folder}." in ended.err
    assert not (folder / "postgres").exists()


def test_an_installation_is_not_made_one(folder: Path, command: Command) -> None:
    (folder / "postgres").mkdir(parents=True)
    (folder / "postgres" / "PG_VERSION").write_text("18\n")
    ended = command("demo", "--data", str(folder), "--port", "0")
    assert (ended.code, [file.name for file in folder.iterdir()]) == (1, ["postgres"])
    assert "is an installation's" in ended.err
