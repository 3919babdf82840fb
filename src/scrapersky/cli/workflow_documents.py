"""`scrapersky workflow check | docs | graph`: whether the workflows connect, and what is written about them."""

from pathlib import Path
from typing import Any

import typer
import yaml

from scrapersky.app.extensions import installed_workflows
from scrapersky.app.workflow_pages import workflow_page
from scrapersky.cli.commands.workflow import Picture
from scrapersky.cli.running import say
from scrapersky.curation_sdk.declaring import Registry
from scrapersky.curation_sdk.schema import canonical_yaml, check_document, check_registry, pipeline_graph, pipeline_svg

DOCUMENTS = Path("docs/reference/workflows")


def check(*, root: Path) -> None:
    registry = Registry(installed_workflows())
    files = sorted((root / DOCUMENTS).glob("*.yaml"))
    problems = check_registry(registry) + [
        problem for file in files for problem in check_document(file.name, _read(file), registry)
    ]
    for problem in problems:
        say(problem)
    if problems:
        raise typer.Exit(1)
    say(f"{len(registry)} workflows and {len(files)} documents: every connection is sound.")


def _read(file: Path) -> Any:
    try:
        return yaml.safe_load(file.read_text(encoding="utf-8"))
    except yaml.YAMLError:
        return None


def docs(*, name: str | None, out: Path | None) -> None:
    registry = Registry(installed_workflows())
    for workflow in registry if name is None else [registry[name]]:
        page = workflow_page(workflow, registry)
        if out is None:
            say(page)
            continue
        out.mkdir(parents=True, exist_ok=True)
        (out / f"{workflow.name}.md").write_text(page, encoding="utf-8")
        (out / f"{workflow.name}.yaml").write_text(canonical_yaml(workflow, registry), encoding="utf-8")
        say(f"wrote {out / workflow.name}.md and .yaml")


def graph(*, picture: Picture, out: Path | None) -> None:
    registry = Registry(installed_workflows())
    drawn = pipeline_svg(registry) if picture is Picture.SVG else pipeline_graph(registry)
    if out is None:
        say(drawn.rstrip())
        return
    out.write_text(drawn, encoding="utf-8")
    say(f"wrote {out}")
