"""Whether the tables really connect the workflows: as declared, and as the committed documents say."""

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any

from scrapersky.curation_sdk.declaring import AnyWorkflow, Registry
from scrapersky.curation_sdk.schema.documents import connections

_GENERATE = "Run: scrapersky generate"


def check_registry(registry: Registry) -> list[str]:
    """What is wrong with the declared connections, in words. Tables, fields and values are the models' own."""
    return list(_undeclared_cycles(registry))


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
        return [f"{place} has no workflow_connections. {_GENERATE}"]
    return list(_differences(place, described, connections(workflow, registry)))


def _differences(
    place: str, described: Mapping[str, Any], declared: Mapping[str, list[dict[str, str]]]
) -> Iterator[str]:
    for role, wanted in declared.items():
        pairs: Iterator[Any] = zip_longest(described.get(role) or (), wanted, fillvalue={})
        for number, (told, right) in enumerate(pairs, 1):
            for name in right | told:
                if told.get(name) != right.get(name):
                    meant = f"{told.get(name)!r}, and the declarations say {right.get(name)!r}"
                    yield f"{place}, {role} {number}: {name} is {meant}. {_GENERATE}"


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
