"""`scrapersky workflow new`: asks, checks, and writes a workflow with its tests."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import typer
import yaml

from scrapersky.app.extensions import installed_workflows
from scrapersky.builder.answers import Answers, Models
from scrapersky.builder.project import checked_package, package_files, project_files
from scrapersky.builder.questionnaire import KEYS, Ask, Question, answer_all, offered, take_default
from scrapersky.builder.staging import staged_in_project, staged_package, write_files
from scrapersky.builder.wording import BadAnswer
from scrapersky.cli.running import say
from scrapersky.errors import ScraperSkyError
from scrapersky.models import Base


def new(
    *,
    name: str | None,
    purpose: str | None,
    source: str | None,
    destination: str | None,
    interface: str | None,
    background_only: str | None,
    writes: str | None,
    seconds_per_row: str | None,
    fields: str | None,
    columns: str | None,
    rows: str | None,
    validation: str | None,
    answers: Path | None,
    package: str | None,
    yes: bool,
    dry_run: bool,
    root: Path,
) -> None:
    options = (name, purpose, source, destination, interface, background_only, writes, seconds_per_row, fields)
    more = (columns, rows, validation)
    flags = {key: value for key, value in zip(KEYS, (*options, *more), strict=True) if value is not None}
    given = (read_answers(answers) if answers else {}) | flags
    models = known_models()
    ask = take_default if yes or answers else prompt
    if package is None:
        files, folder = _in_project(root, given, models, ask), root
    else:
        files, folder = _as_package(checked_package(package), root, given, models, ask), root / package
    if dry_run:
        show_files(files)
        return
    write_files(folder, files, lambda path: say(f"wrote {folder / path}"))
    say_next(files, package, ".venv/bin/" if (root / ".venv" / "bin").is_dir() else "")


def say_next(files: dict[str, str], package: str | None, place: str) -> None:
    """What to type now: nobody should have to look it up."""
    own = sorted(path for path in files if path.startswith("tests/") and "/test_" in path)
    tests = (
        f"{place}pytest -q {' '.join(own)}" if package is None else f"see {package}/README.md: install it and test it"
    )
    say("\nNext:")
    for line in (tests, f"{place}scrapersky schema apply", f"{place}scrapersky up"):
        say(f"  {line}")


def known_models() -> Models:
    installed_workflows()  # so that names of installed packages are taken as well
    return {mapper.class_.__tablename__: mapper.class_ for mapper in Base.registry.mappers}


def read_answers(file: Path) -> dict[str, str]:
    try:
        read: Any = yaml.safe_load(file.read_text(encoding="utf-8"))
    except yaml.YAMLError as error:
        raise BadAnswer(f"{file} is not YAML: {' '.join(str(error).split())}") from error
    if not isinstance(read, dict):
        raise BadAnswer(f"{file} has no answers; write lines such as `name: menu_extraction`.")
    for key in read:
        if key not in KEYS:
            raise BadAnswer(f"{file}: {key!r} is not a question; type one of: {', '.join(KEYS)}.")
    return {key: _as_text(value) for key, value in read.items()}


def _as_text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def prompt(question: Question, default: str | None, check: Callable[[str], Any], given: str | None) -> Any:
    """Ask until the answer can work; after a refusal, Enter takes the nearest one that does."""
    while True:
        text: str = typer.prompt(question.words, default=default) if given is None else given
        try:
            return check(text)
        except BadAnswer as refusal:
            say(f"Error: {refusal}")
            default, given = offered(refusal, default, check), None


def _in_project(root: Path, given: dict[str, str], models: Models, ask: Ask) -> dict[str, str]:
    if not (root / "src" / "scrapersky" / "workflows").is_dir():
        raise ScraperSkyError(
            f"{root.resolve()} is not a checkout of ScraperSky; run this in one, or add --package my_addon."
        )
    answers = answer_all(given, models, ask, _next_code("WF", first=10))
    return staged_in_project(root, project_files(root, answers, models))


def _as_package(package: str, root: Path, given: dict[str, str], models: Models, ask: Ask) -> dict[str, str]:
    if (root / package).exists():
        raise BadAnswer(f"There is something at {root / package} already; type another name, or move it away.")
    answers: Answers = answer_all(given, models, ask, _next_code("WFX", first=1))
    return staged_package(package, package_files(package, answers, models))


def _next_code(prefix: str, first: int) -> str:
    taken = {each.code for each in installed_workflows()}
    return next(code for number in range(first, 10_000) if (code := f"{prefix}{number}") not in taken)


def show_files(files: dict[str, str]) -> None:
    for path, text in files.items():
        say(f"==> {path}")
        say(text)
