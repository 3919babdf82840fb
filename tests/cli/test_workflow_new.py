"""`scrapersky workflow new`: asked, given by flags, or read from a file."""

from pathlib import Path

import pytest
from tests.cli.conftest import Command
from typer.testing import CliRunner

from scrapersky.cli.entry import app

FLAGS = ("--purpose", "Find menus.", "--source", "page_contents", "--destination", "menus")


def test_a_dry_run_shows_every_file_and_writes_none(command: Command, elsewhere: Path) -> None:
    ended = command("workflow", "new", "menu_finding", *FLAGS, "--package", "menu_addon", "--yes", "--dry-run")
    assert ended.code == 0, ended.err
    for path in ("pyproject.toml", "src/menu_addon/service.py", "src/menu_addon/schema/menu_finding.sql"):
        assert f"==> {path}\n" in ended.out
    assert "CREATE TYPE menufindingcurationstatus" in ended.out
    assert list(elsewhere.iterdir()) == []


def test_a_wrong_answer_is_asked_again_and_enter_takes_what_is_offered() -> None:
    typed = "\nFind menus.\npage_content\n\nmenus\n\n\n\n\ntitle needed\ntilte required\n\n\n\n\n"
    command = ["workflow", "new", "Menu Finding", "--package", "menu_addon", "--dry-run"]
    ended = CliRunner().invoke(app, command, input=typed)
    assert ended.exit_code == 0, ended.output
    assert "is not snake_case; type 'menu_finding' instead" in ended.output
    assert "What is the workflow's name? (snake_case) [menu_finding]" in ended.output
    assert "type 'page_contents' instead" in ended.output
    assert "Will it have a tab in the browser? [yes]" in ended.output
    assert "after a field comes 'required', 'optional' or a comma, not 'needed'" in ended.output
    assert '("no_title", "There is no title.",' in ended.output
    assert "==> src/menu_addon/workflow.py" in ended.output


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("name: [", "is not YAML"),
        ("- name", "has no answers"),
        ("nome: menus", "'nome' is not a question; type one of: name, purpose"),
        ("name: menu_finding\npurpose: Menus.\nsource: pagges", "type 'pages' instead"),
        ("name: menu_finding\npurpose: Menus.", "Missing: source"),
    ],
)
def test_a_file_of_answers_that_cannot_work_is_one_clear_line(
    command: Command, elsewhere: Path, content: str, words: str
) -> None:
    (elsewhere / "answers.yaml").write_text(content, encoding="utf-8")
    ended = command("workflow", "new", "--from", "answers.yaml", "--package", "menu_addon")
    assert ended.code == 1
    assert words in ended.err
    assert ended.err.count("\n") == 1


def test_outside_a_checkout_a_package_is_proposed(command: Command) -> None:
    ended = command("workflow", "new", "menu_finding", *FLAGS, "--yes")
    assert ended.code == 1
    assert "run this in one, or add --package my_addon" in ended.err


def test_a_folder_that_is_there_is_not_overwritten(command: Command, elsewhere: Path) -> None:
    (elsewhere / "menu_addon").mkdir()
    ended = command("workflow", "new", "menu_finding", *FLAGS, "--package", "menu_addon", "--yes")
    assert "There is something at menu_addon already" in ended.err
