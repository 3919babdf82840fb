"""The documents are complete, build without a warning, and what the tutorial says works."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import typer
from tests.installing import install
from tests.process import SOURCES, environment, ran

from scrapersky.cli.entry import app
from scrapersky.config.settings import Settings
from scrapersky.curation_sdk.declaring.registry import Registry
from scrapersky.curation_sdk.declaring.schedule import documented_settings
from scrapersky.curation_sdk.declaring.workflow import AnyWorkflow
from scrapersky.curation_sdk.schema.documents import reference_page
from scrapersky.workflows import product_workflows

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
TUTORIAL = DOCS / "tutorial" / "your-first-workflow.md"
BLOCK = re.compile(r"^```(\w+)(?: title=\"([^\"]+)\")?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NOT_RUN = ("scrapersky up", "scrapersky run")  # they ask for a browser, and for minutes


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def commands(command: Any, path: str = "scrapersky") -> Iterator[str]:
    nested: dict[str, Any] = getattr(command, "commands", {})
    if not nested:
        yield path
    for name, each in nested.items():
        yield from commands(each, f"{path} {name}")


def test_every_setting_is_documented() -> None:
    settings = [name.upper() for name in Settings.model_fields]
    settings += [name for each in product_workflows() for name, _, _ in documented_settings(each)]
    text = page("reference/settings.md")
    assert [name for name in settings if f"`{name}`" not in text] == []


def test_every_setting_says_what_it_means() -> None:
    assert [name for name, field in Settings.model_fields.items() if not field.description] == []


def test_every_command_is_documented_and_says_what_it_does() -> None:
    text = page("reference/cli.md")
    root = typer.main.get_command(app)
    missing = [name for name in commands(root) if not re.search(rf"^## `{name}`\n\n\w", text, re.MULTILINE)]
    assert missing == []


def test_every_endpoint_is_documented() -> None:
    """`tests/routers/test_openapi.py` compares the browser's description with the server's."""
    text = page("reference/api.md")
    paths = json.loads((ROOT / "frontend" / "openapi.json").read_text(encoding="utf-8"))["paths"]
    endpoints = [f"`{method.upper()} {path}`" for path, methods in paths.items() for method in methods]
    assert endpoints
    assert [each for each in endpoints if each not in text] == []


def test_every_workflow_has_a_page_a_document_and_a_purpose() -> None:
    index = page("reference/workflows/README.md")
    for workflow in product_workflows():
        assert workflow.purpose
        assert f"({workflow.name}.md)" in index
        assert workflow.title in page(f"reference/workflows/{workflow.name}.md")
        assert (DOCS / "reference" / "workflows" / f"{workflow.name}.yaml").exists()


@pytest.mark.parametrize("workflow", product_workflows(), ids=lambda each: each.name)
def test_a_workflows_page_traces_it_through_files_that_exist(workflow: AnyWorkflow) -> None:
    trace = page(f"reference/workflows/{workflow.name}.md").partition("## Dependency trace")[2].partition("\n## ")[0]
    files = re.findall(r"^\| \d+ \| `([^`]+)` \|", trace, re.MULTILINE)
    assert [name for name in files if not (ROOT / name).is_file()] == []
    assert files[0].startswith("frontend/")
    assert files[-1] == f"schema/workflows/{workflow.name}.sql"
    assert f"src/{workflow.model.__module__.replace('.', '/')}.py" in files
    assert f"src/{workflow.work.__module__.replace('.', '/')}.py" in files


@pytest.mark.parametrize("workflow", product_workflows(), ids=lambda each: each.name)
def test_a_workflows_page_says_how_to_mend_tune_roll_back_and_try_it(workflow: AnyWorkflow) -> None:
    text = page(f"reference/workflows/{workflow.name}.md")
    for title in ("Failure modes", "When to raise interval, batch or concurrency", "How to roll the scheduler back"):
        section = text.partition(f"## {title}\n")[2].partition("\n## ")[0]
        assert f"`{workflow.names.settings_prefix}" in section, title
    steps = text.partition("## Manual test\n")[2].partition("\n## ")[0]
    assert len(re.findall(r"^\d\. \*\*", steps, re.MULTILINE)) == 8


def test_every_python_file_is_in_the_map_with_what_needs_it() -> None:
    rows = dict(
        re.findall(r"^\| `([^`]+)` \| .+ \| ([^|]+) \|$", page("reference/python_file_status_map.md"), re.MULTILINE)
    )
    files = {str(path.relative_to(ROOT)) for path in (ROOT / "src").rglob("*.py")}
    assert set(rows) == files
    assert rows["src/scrapersky/services/page_curation_service.py"].startswith("WF7")
    assert rows["src/scrapersky/models/base.py"] == "all"
    assert rows["src/scrapersky/cli/entry.py"] == "product"


@pytest.mark.parametrize("folder", ["services", "scheduler", "routers", "workflows"])
def test_every_workflow_has_its_tests_where_they_are_looked_for(folder: str) -> None:
    kinds = {"services": "service", "routers": "router", "workflows": "workflow"}
    names = [f"test_{each.name}_{kinds.get(folder, folder)}.py" for each in product_workflows()]
    assert [name for name in names if not (ROOT / "tests" / folder / name).is_file()] == []


@pytest.mark.skipif(find_spec("mkdocs") is None, reason="mkdocs is not installed")
def test_the_documents_build_without_a_warning(tmp_path: Path) -> None:
    ended = subprocess.run(  # noqa: S603  our own interpreter
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)],
        cwd=ROOT,
        env=environment(NO_MKDOCS_2_WARNING="1"),
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "WARNING" not in ended.stderr
    assert (tmp_path / "tutorial" / "your-first-workflow" / "index.html").exists()


def blocks() -> list[tuple[str, str, str]]:
    return [(kind, title, content) for kind, title, content in BLOCK.findall(TUTORIAL.read_text(encoding="utf-8"))]


def test_the_tutorials_workflow_takes_less_than_sixty_lines_by_hand() -> None:
    written = [content for kind, title, content in blocks() if kind == "python" and "/src/" in title]
    assert len(written) == 1
    assert sum(len(content.splitlines()) for content in written) < 60


@pytest.mark.timeout(600)
def test_what_the_tutorial_says_works(tmp_path: Path, database_url: str) -> None:
    """Each block in its turn: files are written where their title says, commands are run."""
    variables = {
        "DATABASE_URL": database_url,
        "SCRAPERSKY_DATA": str(tmp_path / "data"),
        "PYTHONPATH": os.pathsep.join([str(SOURCES), str(tmp_path / "site")]),
    }
    for kind, title, content in blocks():
        if kind == "python":
            (tmp_path / title).write_text(content, encoding="utf-8")
        for line in content.splitlines() if kind == "console" else ():
            words = shlex.split(line.removeprefix("$ .venv/bin/"))
            if " ".join(words[:2]) not in NOT_RUN:
                run(words, tmp_path, variables)


def run(words: list[str], folder: Path, variables: dict[str, str]) -> None:
    """The command, without a network and without touching this environment."""
    match words:
        case ["pip", "install", *_, package]:
            install(folder / package.removesuffix("[test]"), folder / "site")
        case ["scrapersky", *arguments]:
            ended = ran(*arguments, folder=folder, **variables)
            assert ended.returncode == 0, f"{words}\n{ended.stdout}{ended.stderr}"
        case _:
            run_tests(words, folder, variables)


def run_tests(words: list[str], folder: Path, variables: dict[str, str]) -> None:
    """In a folder of their own: in the usual one a second pytest takes from our server the right to read."""
    options = ["-q", "-p", "no:cacheprovider", "-W", "error", "--basetemp", str(folder / "temporary")]
    ended = subprocess.run(  # noqa: S603  our own interpreter
        [sys.executable, "-m", *words, *options],
        cwd=folder,
        env=environment(**variables),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ended.returncode == 0, f"{words}\n{ended.stdout}{ended.stderr}"


def test_the_words_of_a_package_are_no_markup_of_a_page() -> None:
    workflows = product_workflows()
    hostile = replace(workflows[0], purpose="Find <img src=x onerror=alert(1)> & more.")
    written = reference_page(hostile, Registry(workflows))
    assert "Find &lt;img src=x onerror=alert(1)&gt; &amp; more." in written.partition("## Connections")[0]
