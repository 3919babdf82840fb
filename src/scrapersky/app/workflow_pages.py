"""The whole page of a workflow: the SDK's part of it, and how it is traced, mended, tuned, rolled back and tried."""

from dataclasses import asdict
from importlib import import_module, resources
from string import Template
from typing import Any

from scrapersky.app.source_files import file_of, imports_of, modules_of
from scrapersky.curation_sdk.decisions import change_status
from scrapersky.curation_sdk.declaring import AnyWorkflow, Registry
from scrapersky.curation_sdk.errors import CurationError
from scrapersky.curation_sdk.http import schemas_of, workflow_router
from scrapersky.curation_sdk.queue import WorkflowScheduler, run_job_loop, setup_scheduler
from scrapersky.curation_sdk.schema import reference_page

# What makes a row of each table fail for certain.
_FAILING = {
    "place_searches": "search with a source that has no key here",
    "domains": "import a domain that does not exist, such as `nobody-is-here.example`",
    "sitemap_files": "import a sitemap that is not there, such as `https://nobody-is-here.example/sitemap.xml`",
    "pages": "import a page that is not there, such as `https://nobody-is-here.example/`",
    "page_contents": "take a page whose HTML was removed",
    "contacts": "set `WEBHOOK_URL` to an address where nothing answers",
}
_WITH_ERRORS = ("scrapersky.services.", "scrapersky.clients.", "scrapersky.models.")


def workflow_page(workflow: AnyWorkflow, registry: Registry) -> str:
    names = workflow.names
    text = resources.files("scrapersky.app").joinpath("workflow_page.md").read_text(encoding="utf-8")
    sections = Template(text).substitute(
        asdict(workflow.schedule),
        trace="\n".join(f"| {number} | {row} |" for number, row in enumerate(_trace(workflow), 1)),
        failures="\n".join(_failures(workflow)),
        failing=_FAILING.get(names.table, "take away something that the work needs"),
        setting=names.settings_prefix,
        queue_button=names.status_button("selected"),
        skip_button=names.status_button("rejected"),
        name=names.workflow,
        **{
            rule: getattr(names, rule)
            for rule in ("curation_status", "kebab", "path", "process_queue", "processing_error", "processing_status")
        },
        **{rule: getattr(names, rule) for rule in ("row_checkbox_class", "tab", "table")},
    )
    return reference_page(workflow, registry, [sections.rstrip()])


def _trace(workflow: AnyWorkflow) -> list[str]:
    names = workflow.names
    return [
        f"`frontend/src/grid/GridPage.tsx` | the tab `{names.tab}`, drawn from what `/api/v3/meta` says",
        f"`frontend/src/api/decide.ts` | sends `PUT /api/v3{names.path}/status`",
        f"{_place(workflow_router)} | answers it: `{names.update_status_batch}`",
        f"{_place(schemas_of)} | `{names.batch_request_class}`, `{names.batch_response_class}`",
        f"{_place(change_status)} | sets `{names.curation_status}` and `{names.processing_status}` together",
        f"{_place(setup_scheduler)} | `{names.setup_scheduler}` registers the job `{names.job_id}`",
        f"{_place(WorkflowScheduler)} | `{names.process_queue}`: woken by a notification, else by the interval",
        f"{_place(run_job_loop)} | claims rows, works on them, completes them",
        *_own_trace(workflow),
        f"`schema/workflows/{names.workflow}.sql` | types, columns and indexes of this workflow",
    ]


def _own_trace(workflow: AnyWorkflow) -> list[str]:
    functions = {"load": workflow.load, "work": workflow.work, "save": workflow.save}
    modules: dict[str, list[str]] = {}
    for verb, function in functions.items():
        if function is not None:
            modules.setdefault(function.__module__, []).append(f"{verb} is `{function.__name__}`")
    needed = sorted({each for module in modules for each in imports_of(module)} - set(modules))
    models = dict.fromkeys(each for each in (workflow.model, workflow.produces) if each is not None)
    return [
        *(f"`{file_of(module)}` | {'; '.join(words)}" for module, words in modules.items()),
        *(f"`{file_of(module)}` | needed by the service" for module in needed if ".models." not in module),
        *(f"{_place(model)} | the table `{model.__tablename__}`" for model in models),
    ]


def _place(thing: Any) -> str:
    return f"`{file_of(thing.__module__)}`"


def _failures(workflow: AnyWorkflow) -> list[str]:
    """What the files that it needs can raise, by the reason that a row then has."""
    needed = modules_of(workflow)
    for module in sorted(needed):
        if module.startswith(_WITH_ERRORS):
            import_module(module)  # some are only imported when they are used, and classes are known from then on
    errors = {each for each in _below(CurationError) if each.__module__ in needed and each.outcome != "error"}
    ordered = sorted(errors, key=lambda error: (error.outcome, error.__name__))
    return [f"| `{each.outcome}`: {_meaning(each)} | {_recovery(each, workflow)} |" for each in ordered]


def _below(error: type[CurationError]) -> list[type[CurationError]]:
    return [found for each in error.__subclasses__() for found in (each, *_below(each))]


def _meaning(error: type[CurationError]) -> str:
    return (error.__doc__ or error.__name__).partition("\n")[0].replace("|", "\\|")


def _recovery(error: type[CurationError], workflow: AnyWorkflow) -> str:
    if error.completes:
        return "the row is Complete with this reason | nothing"
    if not error.costs_attempt:
        return "the row goes back and comes again later, at no attempt's cost | nothing"
    if error.worth_retrying:
        attempts = workflow.schedule.attempts
        return f"tried again, {attempts} attempts in all | when it has passed, retry on the page Errors"
    return "the row is an Error | do what its message says, then queue it again"
