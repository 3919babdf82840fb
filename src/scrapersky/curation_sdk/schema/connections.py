"""Whether the tables really connect the workflows: as declared, and as the committed documents say."""

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import Table

from scrapersky.curation_sdk.declaring import AnyWorkflow, Registry
from scrapersky.curation_sdk.schema.documents import connections, label_of, table_of

Connections = Mapping[str, list[dict[str, str]]]


def check_registry(registry: Registry) -> list[str]:
    """What is wrong with the declared connections, in words."""
    checked = (_check(each.name, connections(each, registry), each, registry) for each in registry)
    return [problem for found in checked for problem in found] + list(_undeclared_cycles(registry))


def check_document(place: str, document: Any, registry: Registry) -> list[str]:
    """What is wrong with the connections of a canonical YAML document; `place` says which, in the messages."""
    if not isinstance(document, dict) or "workflow" not in document:
        return [f"{place} is not the document of a workflow: it has no `workflow`."]
    known = {each.name: each for each in registry}
    workflow = known.get(str(document["workflow"]))
    if workflow is None:
        return [
            f"{place} describes {document['workflow']!r}, and there is no such workflow. Delete it, or register it."
        ]
    described = document.get("workflow_connections")
    if not isinstance(described, dict):
        return [f"{place} has no workflow_connections. Run: scrapersky generate"]
    problems = list(_check(place, described, workflow, registry))
    if not problems and described != connections(workflow, registry):
        problems = [f"{place} does not list the connections as declared. Run: scrapersky generate"]
    return problems


def _check(place: str, described: Connections, workflow: AnyWorkflow, registry: Registry) -> Iterator[str]:
    for number, each in enumerate(described.get("as_consumer") or [], 1):
        where = f"{place}, as_consumer {number}"
        table = _table(each, workflow)
        yield from _check_handoff(where, each, table, "consumed_value")
        yield from _check_producer(where, each, workflow, registry)
    for number, each in enumerate(described.get("as_producer") or [], 1):
        where = f"{place}, as_producer {number}"
        table = _table(each, workflow)
        yield from _check_handoff(where, each, table, "produced_value")
        yield from _check_consumer(where, each, workflow, registry)


def _table(connection: dict[str, str], workflow: AnyWorkflow) -> Table | None:
    found: Table | None = workflow.model.metadata.tables.get(connection.get("interface_table") or "")
    return found


def _check_handoff(where: str, connection: dict[str, str], table: Table | None, value_key: str) -> Iterator[str]:
    name = connection.get("interface_table")
    if not name:
        yield f"{where}: a connection without its table. Say which table the two workflows meet in."
        return
    if table is None:
        yield f"{where}: there is no table {name!r}."
        return
    field = connection.get("handoff_field") or ""
    if field not in table.c:
        yield f"{where}: the table {name} has no field {field!r}."
        return
    labels = getattr(table.c[field].type, "enums", None)
    kind, _, value = (connection.get(value_key) or "").rpartition(".")
    if labels is None or value not in labels or kind.lower() != getattr(table.c[field].type, "name", None):
        yield f"{where}: {name}.{field} has no value {connection.get(value_key)!r}."


def _check_producer(where: str, connection: dict[str, str], workflow: AnyWorkflow, registry: Registry) -> Iterator[str]:
    label, table = connection.get("producer_workflow"), connection.get("interface_table")
    producer = next((each for each in registry if label_of(each) == label), None)
    if producer is None:
        yield f"{where}: there is no workflow {label!r} to produce {table}."
    elif producer.updates_source or table_of(producer.produces) != table:
        yield f"{where}: {label} does not produce {table}, so {workflow.name} waits in vain."
    if table and table != workflow.names.table:
        yield f"{where}: {workflow.name} reads {workflow.names.table}, not {table}."


def _check_consumer(where: str, connection: dict[str, str], workflow: AnyWorkflow, registry: Registry) -> Iterator[str]:
    label, table = connection.get("consumer_workflow"), connection.get("interface_table")
    consumer = next((each for each in registry if label_of(each) == label), None)
    if consumer is None:
        yield f"{where}: there is no workflow {label!r} to consume {table}."
    elif consumer.names.table != table:
        yield f"{where}: {label} does not consume {table}, but {consumer.names.table}."
    if table and table != table_of(workflow.produces):
        yield f"{where}: {workflow.name} does not produce {table}."


def _undeclared_cycles(registry: Registry) -> Iterator[str]:
    """Each cycle once: found from its first workflow in the pipeline's order."""
    order = {each: number for number, each in enumerate(registry)}
    for start in registry:
        if start.updates_source:
            continue
        for path in _paths_back(start, [start], registry):
            if order[start] == min(order[each] for each in path) and not any(each.closes_cycle for each in path):
                tables = " -> ".join([*(each.names.table for each in path), start.names.table])
                yield (
                    f"{tables}: rows go round in a cycle through {', '.join(each.name for each in path)}."
                    " If that is meant, say closes_cycle=True in one of them."
                )


def _paths_back(start: AnyWorkflow, path: list[AnyWorkflow], registry: Registry) -> Iterator[list[AnyWorkflow]]:
    if path[-1].produces is start.model:
        yield path
        return
    for following in registry:
        if following.model is path[-1].produces and not following.updates_source and following not in path:
            yield from _paths_back(start, [*path, following], registry)
