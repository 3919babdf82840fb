"""`scrapersky workflow check | docs | graph`: whether the workflows connect, and what is written about them."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
import yaml

from scrapersky.cli.running import say
from scrapersky.curation_sdk.connections import check_document, check_registry
from scrapersky.curation_sdk.docs import canonical_yaml, pipeline_graph, reference_page
from scrapersky.curation_sdk.drawing import pipeline_svg
from scrapersky.curation_sdk.registry import Registry
from scrapersky.extensions import installed_workflows

DOCUMENTS = Path("docs/reference/workflows")

Root = Annotated[Path, typer.Option(help="The project whose committed documents are read.")]
Out = Annotated[Path | None, typer.Option("--out", help="Write there instead of printing.")]


class Picture(StrEnum):
    """What `graph` can draw."""

    MERMAID = "mermaid"
    SVG = "svg"


def check(root: Root = Path()) -> None:
    """Check that tables connect the workflows: as declared, and as the committed documents say."""
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


def docs(
    name: Annotated[str | None, typer.Argument(help="One workflow; without it, all of them.")] = None, out: Out = None
) -> None:
    """Print a workflow's page, or write pages and canonical YAML into a folder."""
    registry = Registry(installed_workflows())
    for workflow in registry if name is None else [registry[name]]:
        page = reference_page(workflow, registry)
        if out is None:
            say(page)
            continue
        out.mkdir(parents=True, exist_ok=True)
        (out / f"{workflow.name}.md").write_text(page, encoding="utf-8")
        (out / f"{workflow.name}.yaml").write_text(canonical_yaml(workflow, registry), encoding="utf-8")
        say(f"wrote {out / workflow.name}.md and .yaml")


def graph(
    picture: Annotated[Picture, typer.Option("--format", help="mermaid, or svg.")] = Picture.MERMAID, out: Out = None
) -> None:
    """Draw the pipeline: tables, and the workflows between them."""
    registry = Registry(installed_workflows())
    drawn = pipeline_svg(registry) if picture is Picture.SVG else pipeline_graph(registry)
    if out is None:
        say(drawn.rstrip())
        return
    out.write_text(drawn, encoding="utf-8")
    say(f"wrote {out}")
