"""The names that the specification promises, as Python for people and type checkers to read: generated modules."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from string import Template

from scrapersky.curation_sdk.declaring import CURATION_VALUES, PROCESSING_VALUES, AnyWorkflow, natural_order

_GENERATED = "(generated; change a declaration and run `scrapersky generate`)"

_LONGEST_LINE = 120
_CALLS = ("add_job", "process_queue", "process_record", "run_job_loop", "update_status_batch")
_DEPENDENCIES = ("UserInToken", "get_background_session", "get_current_active_user", "get_session_dependency")
_RE_EXPORTED = (*_DEPENDENCIES, "opened", "run_job_loop")


@cache
def _template(name: str) -> Template:
    return Template(files(__package__).joinpath("templates", f"{name}.txt").read_text("utf-8"))


def statuses_module(workflows: Iterable[AnyWorkflow]) -> str:
    """Real classes, which models show beside themselves."""
    blocks = [block for workflow in workflows for block in _status_classes(workflow)]
    return f'"""The statuses of each workflow {_GENERATED}."""\n\nfrom enum import StrEnum\n\n\n' + "\n\n".join(blocks)


def _status_classes(workflow: AnyWorkflow) -> Iterator[str]:
    names, title = workflow.names, workflow.title
    for name, values, meaning in (
        (names.curation_status_class, CURATION_VALUES, f"What a person wants of a row in {title}."),
        (names.processing_status_class, PROCESSING_VALUES, f"How far the work on a row is in {title}."),
    ):
        members = "\n".join(f'    {value} = "{value}"' for value in values)
        yield _template("statuses").substitute(name=name, meaning=meaning, members=members)


def schemas_module(workflow: AnyWorkflow, module: str, statuses: str) -> str:
    return _template("schemas").substitute(_template_values(workflow), module=module, statuses=statuses)


def contract_module(modules: Mapping[AnyWorkflow, str], schemas: Mapping[AnyWorkflow, str], statuses: str) -> str:
    """Given where each workflow is declared, and where its schemas and all statuses are."""
    imports = [
        _import("scrapersky.app.calls", _CALLS),
        _import("scrapersky.app.dependencies", _DEPENDENCIES),
        _import("scrapersky.app.shared_product", ["opened"]),
        _import(statuses, [name for workflow in modules for name in _status_names(workflow)]),
        *(_import(schemas[workflow], _schema_names(workflow)) for workflow in modules),
        *(f"from {module} import {workflow.name}" for workflow, module in modules.items()),
    ]
    names = [*_RE_EXPORTED, *(name for workflow in modules for name in _promised(workflow))]
    header = _template("contract_head").substitute(
        generated=_GENERATED,
        imports="\n".join(sorted(imports, key=lambda text: natural_order(text.split()[1]))),
        names="\n".join(f'    "{name}",' for name in _in_order(names)),
    )
    return header + "".join(
        _template("contract_functions").substitute(_template_values(workflow)) for workflow in modules
    )


def _import(module: str, names: Iterable[str]) -> str:
    ordered = _in_order(names)
    line = f"from {module} import {', '.join(ordered)}"
    lines = "".join(f"    {name},\n" for name in ordered)
    return line if len(line) <= _LONGEST_LINE else f"from {module} import (\n{lines})"


def _in_order(names: Iterable[str]) -> list[str]:
    """Classes before functions, as import sorters have it."""
    return sorted(names, key=lambda name: (name[0].islower(), name))


def _status_names(workflow: AnyWorkflow) -> tuple[str, ...]:
    return workflow.names.curation_status_class, workflow.names.processing_status_class


def _schema_names(workflow: AnyWorkflow) -> tuple[str, ...]:
    return workflow.names.batch_request_class, workflow.names.batch_response_class


def _promised(workflow: AnyWorkflow) -> tuple[str, ...]:
    names = workflow.names
    functions = names.process_queue, names.process_single, names.setup_scheduler, names.update_status_batch
    return *_status_names(workflow), *_schema_names(workflow), *functions


def _template_values(workflow: AnyWorkflow) -> dict[str, str]:
    names = workflow.names
    return {
        "generated": _GENERATED,
        "workflow": workflow.name,
        "table": names.table,
        "curation_status": names.curation_status_class,
        "request": names.batch_request_class,
        "response": names.batch_response_class,
        "process_queue": names.process_queue,
        "process_single": names.process_single,
        "setup_scheduler": names.setup_scheduler,
        "update_status_batch": names.update_status_batch,
    }
