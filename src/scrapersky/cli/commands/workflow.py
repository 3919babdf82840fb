"""`scrapersky workflow`: what exists, and everything derived from a name."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from scrapersky.cli.loading import Group, done_by

app = typer.Typer(cls=Group, help="The workflows: list, show, names, new, check, docs, graph.", no_args_is_help=True)


AsJson = Annotated[bool, typer.Option("--json", help="For programs.")]
WorkflowName = Annotated[str, typer.Argument(metavar="NAME", help="A workflow, such as domain_extraction.")]
Root = Annotated[Path, typer.Option(help="The project whose committed documents are read.")]
Out = Annotated[Path | None, typer.Option("--out", help="Write there instead of printing.")]


class Picture(StrEnum):
    """What `graph` can draw."""

    MERMAID = "mermaid"
    SVG = "svg"


@app.command("list")
@done_by("workflow:show_all")
def show_all(as_json: AsJson = False) -> None:
    """List the workflows in the order in which rows pass through them."""


@app.command("show")
@done_by("workflow:show")
def show(name: WorkflowName, as_json: AsJson = False) -> None:
    """Show one workflow: what it does, where it reads and writes, its settings."""


@app.command("names")
@done_by("workflow:names")
def names(
    name: WorkflowName,
    find: Annotated[str | None, typer.Option(help="Only names that contain this.")] = None,
    as_json: AsJson = False,
) -> None:
    """Print every name that the specification promises for a workflow."""


@app.command("new")
@done_by("workflow_new:new")
def new(
    name: Annotated[str | None, typer.Argument(help="The workflow's name, in snake_case.")] = None,
    *,
    purpose: Annotated[str | None, typer.Option(help="What it is for, in one sentence.")] = None,
    source: Annotated[str | None, typer.Option(help="The table it reads.")] = None,
    destination: Annotated[str | None, typer.Option(help="The table it writes, or 'updates source'.")] = None,
    interface: Annotated[str | None, typer.Option(help="Whether it has a tab: yes or no.")] = None,
    background_only: Annotated[str | None, typer.Option(help="Whether it has none: yes or no.")] = None,
    writes: Annotated[str | None, typer.Option(help="'creates' or 'updates'.")] = None,
    seconds_per_row: Annotated[str | None, typer.Option(help="How long one record takes: '> 5 seconds'.")] = None,
    fields: Annotated[
        str | None, typer.Option(help="Fields of the source it needs: names, perhaps 'required'; commas between.")
    ] = None,
    columns: Annotated[
        str | None, typer.Option(help="Columns of a new destination: name, kind, perhaps 'required'; commas between.")
    ] = None,
    rows: Annotated[str | None, typer.Option(help="How many rows one record gives: one or many.")] = None,
    validation: Annotated[
        str | None, typer.Option(help="none; email, url, number or phone; or by field: 'website url, title max 200'.")
    ] = None,
    answers: Annotated[Path | None, typer.Option("--from", help="A YAML file with answers under these names.")] = None,
    package: Annotated[str | None, typer.Option(help="Make an installable package of this name instead.")] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Ask nothing: what is not given is the default.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show every file and write none.")] = False,
    root: Annotated[Path, typer.Option(help="The project's root, or where the package's folder goes.")] = Path(),
) -> None:
    """Make a workflow: model line, declaration, service, SQL, documents, and tests that pass at once."""


@app.command("check")
@done_by("workflow:check")
def check(root: Root = Path()) -> None:
    """Check that tables connect the workflows: as declared, and as the committed documents say."""


@app.command("docs")
@done_by("workflow:docs")
def docs(
    name: Annotated[str | None, typer.Argument(help="One workflow; without it, all of them.")] = None, out: Out = None
) -> None:
    """Print a workflow's page, or write pages and canonical YAML into a folder."""


@app.command("graph")
@done_by("workflow:graph")
def graph(
    picture: Annotated[Picture, typer.Option("--format", help="mermaid, or svg.")] = Picture.MERMAID, out: Out = None
) -> None:
    """Draw the pipeline: tables, and the workflows between them."""
