"""A workflow's documents: the canonical YAML with its connections, linear steps, dependency trace, state diagram."""

from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from scrapersky.curation_sdk.declaring import AnyWorkflow, Registry, documented_settings
from scrapersky.curation_sdk.schema.ddl import index_names

GENERATED = "(generated; change the declaration and run `scrapersky generate`)"


def canonical_yaml(workflow: AnyWorkflow, registry: Registry) -> str:
    """Everything derived from the workflow's name, and the tables it meets its neighbours in."""
    import yaml  # noqa: PLC0415  whoever only verifies a schema writes none

    document = {
        "workflow": workflow.name,
        "code": workflow.code,
        "title": workflow.title,
        "purpose": workflow.purpose,
        "source_table": workflow.names.table,
        "destination_table": "updates source" if workflow.updates_source else table_of(workflow.produces),
        "database": _database(workflow),
        "python": _python(workflow),
        "api": _addresses(workflow),
        "settings": {name: default for name, default, _ in documented_settings(workflow)},
        "elements": _elements(workflow),
        "workflow_connections": connections(workflow, registry),
    } | ({"closes_cycle": True} if workflow.closes_cycle else {})
    header = f"# {workflow.code} {workflow.title} {GENERATED}\n"
    return header + yaml.safe_dump(document, sort_keys=False, allow_unicode=True, width=120)


def connections(workflow: AnyWorkflow, registry: Registry) -> dict[str, list[dict[str, str]]]:
    """Which tables this workflow reads and writes, and whose they are at the other end."""
    return {"as_consumer": _as_consumer(workflow, registry), "as_producer": _as_producer(workflow, registry)}


def _as_consumer(workflow: AnyWorkflow, registry: Registry) -> list[dict[str, str]]:
    names = workflow.names
    query = f"SELECT * FROM {names.table} WHERE {names.processing_status} = 'Queued'"  # noqa: S608  a document
    return [
        {
            "producer_workflow": label_of(producer),
            "interface_table": names.table,
            "handoff_field": names.curation_status,
            "consumed_value": f"{names.curation_status_class}.Queued",
            "consumption_query": query,
        }
        for producer in registry.producers_of(workflow.model)
    ]


def _as_producer(workflow: AnyWorkflow, registry: Registry) -> list[dict[str, str]]:
    if workflow.produces is None:
        return []
    return [
        {
            "consumer_workflow": label_of(consumer),
            "interface_table": consumer.names.table,
            "handoff_field": consumer.names.curation_status,
            "produced_value": f"{consumer.names.curation_status_class}.New",
            "production_operation": _insertion(consumer),
        }
        for consumer in registry.curating(workflow.produces)
        if consumer is not workflow
    ]


def _insertion(consumer: AnyWorkflow) -> str:
    names = consumer.names
    return f"INSERT INTO {names.table} (…) VALUES (…) with {names.curation_status} = 'New'"  # noqa: S608  a document


def label_of(workflow: AnyWorkflow) -> str:
    return f"{workflow.code}-{workflow.names.pascal}"


def table_of(model: type[Any] | None) -> str:
    return "" if model is None else str(model.__tablename__)


def _database(workflow: AnyWorkflow) -> dict[str, Any]:
    names = workflow.names
    return {
        "types": [names.curation_status_type, names.processing_status_type],
        "models": [f"{each.__module__}.{each.__name__}" for each in _models(workflow)],
        "columns": sorted(workflow.curation.column_names),
        "indexes": index_names(workflow.curation),
        "checks": [names.claim_check, names.queued_check],
        "sql": f"schema/workflows/{names.workflow}.sql",
    }


def _models(workflow: AnyWorkflow) -> list[type[Any]]:
    """The classes of its tables, in which each column and key is written."""
    return [each for each in dict.fromkeys((workflow.model, workflow.produces)) if each is not None]


def _python(workflow: AnyWorkflow) -> dict[str, str]:
    names = workflow.names
    return {
        "curation_status": names.curation_status_class,
        "processing_status": names.processing_status_class,
        "batch_request": names.batch_request_class,
        "batch_response": names.batch_response_class,
        "process_queue": names.process_queue,
        "process_single": names.process_single,
        "setup_scheduler": names.setup_scheduler,
        "update_status_batch": names.update_status_batch,
        "job_id": names.job_id,
        "work": f"{workflow.work.__module__}.{workflow.work.__name__}",
        "save": f"{workflow.save.__module__}.{workflow.save.__name__}",
    }


def _addresses(workflow: AnyWorkflow) -> list[str]:
    paths = [workflow.names.path, *([workflow.names.table_path] if workflow.names.table_path else [])]
    return [f"{method} /api/v3{path}/{leaf}" for path in paths for method, leaf in (("GET", "list"), ("PUT", "status"))]


def _elements(workflow: AnyWorkflow) -> dict[str, Any]:
    names = workflow.names
    return {
        "tab": names.tab,
        "table": names.table_element,
        "table_body": names.table_body_element,
        "select_all": names.select_all_checkbox,
        "row_checkbox_class": names.row_checkbox_class,
        "buttons": [names.status_button(action) for action in ("selected", "rejected", "new")],
    }


def reference_page(workflow: AnyWorkflow, registry: Registry, further: Sequence[str] = ()) -> str:
    """The page a person reads: what it does, step by step, and every name a search may start from.

    `further` are the product's own sections.
    """
    names = workflow.names
    producers = [f"{label_of(each)} through `{names.table}`" for each in registry.producers_of(workflow.model)]
    following = connections(workflow, registry)["as_producer"]
    consumers = [f"{each['consumer_workflow']} through `{each['interface_table']}`" for each in following]
    settings = [f"| `{name}` | {default} | {meaning} |" for name, default, meaning in documented_settings(workflow)]
    own = ("table", "tab", "path", "update_status_batch", "curation_status", "processing_status")
    return _page().substitute(
        {name: getattr(names, name) for name in (*own, "process_queue", "job_id")},
        code=workflow.code,
        # A package's words must not become markup of our pages.
        title=escape(workflow.title),
        purpose=escape(workflow.purpose, quote=False),
        generated=GENERATED,
        producers=", ".join(producers) or "a person or an import",
        written="facts on the same rows" if workflow.updates_source else f"rows of `{table_of(workflow.produces)}`",
        consumers=", ".join(consumers) or "nobody further",
        work=workflow.work.__name__,
        save=workflow.save.__name__,
        settings="\n".join(settings),
        further="".join(f"{section}\n\n" for section in further),
        names=canonical_yaml(workflow, registry),
    )


@cache
def _page() -> Template:
    return Template(files(__package__).joinpath("reference_page.md").read_text("utf-8"))


def pipeline_steps(registry: Registry) -> list[tuple[str, str, str]]:
    """Source table, label and destination table of each workflow."""
    return [
        (each.names.table, label_of(each), each.names.table if each.updates_source else table_of(each.produces))
        for each in registry
    ]


def pipeline_graph(registry: Registry) -> str:
    """The whole pipeline as Mermaid."""
    lines = [
        f'    {source}["{source}"] -->|{label}| {target}["{target}"]'
        for source, label, target in pipeline_steps(registry)
    ]
    return "\n".join(["flowchart LR", *lines]) + "\n"
