"""`scrapersky rules`: what is queued or skipped without a click, kept as a file."""

from pathlib import Path
from typing import Annotated

import typer

from scrapersky.cli.loading import Group, done_by

app = typer.Typer(cls=Group, help="What is queued or skipped without a click.", no_args_is_help=True)

File = Annotated[Path, typer.Argument(help="A file of rules, in YAML; - reads standard input.")]
Tenant = Annotated[str | None, typer.Option(help="Whose rules; needed if there are several tenants.")]
Workflow = Annotated[str, typer.Argument(help="The workflow, such as page_curation.")]
Name = Annotated[str, typer.Argument(help="The rule's name.")]


@app.command("check")
@done_by("rules:check")
def check(
    file: File, tenant: Tenant = None, as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False
) -> None:
    """Read a file, and say what its rules would do now, how long that takes, and where people decided otherwise.

    Nothing is changed.
    """


@app.command("diff")
@done_by("rules:diff")
def diff(file: File, tenant: Tenant = None) -> None:
    """What applying the file would change. Ends with 1 if anything."""


@app.command("apply")
@done_by("rules:apply")
def apply(file: File, tenant: Tenant = None) -> None:
    """From now on the rules of the file are at work, and no others."""


@app.command("export")
@done_by("rules:export")
def export(
    tenant: Tenant = None,
    default: Annotated[bool, typer.Option("--default", help="Those that a run uses, to begin with.")] = False,
) -> None:
    """Print the rules as a file."""


@app.command("list")
@done_by("rules:show")
def show(tenant: Tenant = None) -> None:
    """Which rules there are, in which version, how much each decided, and why one rests."""


@app.command("suspend")
@done_by("rules:suspend")
def suspend(
    workflow: Workflow,
    name: Name,
    tenant: Tenant = None,
    reason: Annotated[str | None, typer.Option(help="Why, for others to read.")] = None,
) -> None:
    """Let a rule rest."""


@app.command("resume")
@done_by("rules:resume")
def resume(workflow: Workflow, name: Name, tenant: Tenant = None) -> None:
    """Let a rule go on."""


@app.command("undo")
@done_by("rules:undo")
def undo(workflow: Workflow, name: Name, tenant: Tenant = None) -> None:
    """Take back all that a rule decided, as far as nobody has touched the rows since; it rests then."""
