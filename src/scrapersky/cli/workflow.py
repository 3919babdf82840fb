"""`scrapersky workflow`: what exists, everything derived from a name, and whether the workflows connect."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import typer
import yaml

from scrapersky.app.extensions import installed_workflows, load_extensions
from scrapersky.app.internet import additions_left_out
from scrapersky.app.product import read_schedules
from scrapersky.app.workflow_pages import workflow_page
from scrapersky.cli.commands.workflow import Picture
from scrapersky.cli.running import read_settings, run, say, say_aside, write_json
from scrapersky.cli.terminal import say_table
from scrapersky.curation_sdk.declaring import AnyWorkflow, Registry, documented_settings
from scrapersky.curation_sdk.schema import canonical_yaml, check_document, check_registry, pipeline_graph, pipeline_svg
from scrapersky.workflows import product_workflows

DOCUMENTS = Path("docs/reference/workflows")


def show_all(*, as_json: bool) -> None:
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
    say_table(rows, as_json=as_json)


def show(*, name: str, as_json: bool) -> None:
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
    in_force = in_force_here(workflow)
    if as_json:
        write_json(facts | {"settings": settings, "in_force": in_force})
        return
    print_pairs(facts)
    say("\nSettings and their defaults:")
    changed = {
        name: f"{default}, here {in_force[name]}" for name, default in settings.items() if in_force[name] != default
    }
    print_pairs(settings | changed)


def in_force_here(workflow: AnyWorkflow) -> dict[str, object]:
    """The settings as a process started here has them: default, then `.env`, then the environment."""
    schedules, misset = read_schedules(Registry([workflow]))
    say_left_out(misset)
    schedule = asdict(schedules.get(workflow, workflow.schedule))
    return {workflow.names.setting(field): value for field, value in schedule.items()}


def names(*, name: str, find: str | None, as_json: bool) -> None:
    derived = derived_names(Registry(installed_workflows())[name])
    wanted = {rule: value for rule, value in derived.items() if find is None or find.lower() in value.lower()}
    if as_json:
        write_json(wanted)
        return
    print_pairs(wanted)


def derived_names(workflow: AnyWorkflow) -> dict[str, str]:
    """Each rule of `Names` with what it makes of this workflow."""
    names = workflow.names
    rules = [rule for rule in dir(names) if not rule.startswith("_")]
    made = {rule: getattr(names, rule) for rule in ("workflow", "model", "table", *rules)}
    for setting, _, _ in documented_settings(workflow):
        made[f"setting {setting.removeprefix(names.settings_prefix).lower()}"] = setting
    for action in ("selected", "rejected", "archived", "new"):
        made[f"status_button {action}"] = names.status_button(action)
    return {rule: value for rule, value in made.items() if isinstance(value, str)}


def say_left_out(faults: Mapping[str, str]) -> None:
    """On standard error, so that the list itself stays readable for programs."""
    for name, reason in faults.items():
        say_aside(f"Left out: {name}: {reason}")


def destination_of(workflow: AnyWorkflow) -> str:
    return "updates source" if workflow.produces is None or workflow.updates_source else workflow.produces.__tablename__


def print_pairs(pairs: dict[str, object] | dict[str, str]) -> None:
    width = max((len(key) for key in pairs), default=0)
    for key, value in pairs.items():
        say(f"{key:{width}}  {value}")


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
