"""`scrapersky workflow`: what exists, and everything derived from a name."""

import inspect
import json
import sys
from collections.abc import Mapping
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from scrapersky.cli import workflow_documents, workflow_new
from scrapersky.cli.running import console, read_settings, run, say
from scrapersky.curation_sdk.naming import Names
from scrapersky.curation_sdk.registry import Registry
from scrapersky.curation_sdk.settings import documented_settings
from scrapersky.curation_sdk.workflow import AnyWorkflow
from scrapersky.extensions import installed_workflows, load_extensions
from scrapersky.outside import additions_left_out
from scrapersky.workflows import product_workflows

app = typer.Typer(help="The workflows: list, show, names, new, check, docs, graph.", no_args_is_help=True)
app.command("new")(workflow_new.new)
app.command("check")(workflow_documents.check)
app.command("docs")(workflow_documents.docs)
app.command("graph")(workflow_documents.graph)

AsJson = Annotated[bool, typer.Option("--json", help="For programs.")]
WorkflowName = Annotated[str, typer.Argument(metavar="NAME", help="A workflow, such as domain_extraction.")]


@app.command("list")
def show_all(as_json: AsJson = False) -> None:
    """List the workflows in the order in which rows pass through them."""
    extensions = load_extensions()
    rows = [
        {
            "code": each.code,
            "name": each.name,
            "title": each.title,
            "source": each.names.table,
            "destination": destination_of(each),
        }
        for each in Registry([*product_workflows(), *extensions.workflows])
    ]
    say_left_out({**extensions.faults, **run(additions_left_out(read_settings(), extensions.additions))})
    if as_json:
        sys.stdout.write(json.dumps(rows, indent=2) + "\n")
        return
    table = Table("code", "name", "title", "source", "destination", box=None)
    for row in rows:
        table.add_row(*row.values())
    console.print(table)


@app.command("show")
def show(name: WorkflowName, as_json: AsJson = False) -> None:
    """Show one workflow: what it does, where it reads and writes, its settings."""
    workflow = Registry(installed_workflows())[name]
    facts = {
        "code": workflow.code,
        "name": workflow.name,
        "title": workflow.title,
        "purpose": workflow.purpose,
        "source": workflow.names.table,
        "destination": destination_of(workflow),
        "endpoints": f"/api/v3{workflow.names.path}/list, /api/v3{workflow.names.path}/status",
        "shows": ", ".join(attribute.key for attribute in workflow.shows),
    }
    settings = {setting: default for setting, default, _ in documented_settings(workflow)}
    if as_json:
        sys.stdout.write(json.dumps(facts | {"settings": settings}, indent=2) + "\n")
        return
    print_pairs(facts)
    say("\nSettings and their defaults:")
    print_pairs(settings)


@app.command("names")
def names(
    name: WorkflowName,
    find: Annotated[str | None, typer.Option(help="Only names that contain this.")] = None,
    as_json: AsJson = False,
) -> None:
    """Print every name that the specification promises for a workflow."""
    derived = derived_names(Registry(installed_workflows())[name])
    wanted = {rule: value for rule, value in derived.items() if find is None or find.lower() in value.lower()}
    if as_json:
        sys.stdout.write(json.dumps(wanted, indent=2) + "\n")
        return
    print_pairs(wanted)


def derived_names(workflow: AnyWorkflow) -> dict[str, str]:
    """Each rule of `Names` with what it makes of this workflow."""
    names = workflow.names
    rules = [rule for rule, member in inspect.getmembers(Names) if isinstance(member, property)]
    made = {rule: getattr(names, rule) for rule in ("workflow", "model", "table", *rules)}
    for setting, _, _ in documented_settings(workflow):
        made[f"setting {setting.removeprefix(names.settings_prefix).lower()}"] = setting
    for action in ("selected", "rejected", "new"):
        made[f"status_button {action}"] = names.status_button(action)
    return {rule: value for rule, value in made.items() if value is not None}


def say_left_out(faults: Mapping[str, str]) -> None:
    """On standard error, so that the list itself stays readable for programs."""
    complaints = Console(stderr=True, highlight=False, soft_wrap=True)
    for name, reason in faults.items():
        complaints.print(f"Left out: {name}: {reason}", markup=False)


def destination_of(workflow: AnyWorkflow) -> str:
    return "updates source" if workflow.produces is None or workflow.updates_source else workflow.produces.__tablename__


def print_pairs(pairs: dict[str, object] | dict[str, str]) -> None:
    width = max((len(key) for key in pairs), default=0)
    for key, value in pairs.items():
        say(f"{key:{width}}  {value}")
