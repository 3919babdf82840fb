"""The workflows of one product, by name."""

import difflib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scrapersky.curation_sdk.declaring.curation import curations_of
from scrapersky.curation_sdk.declaring.workflow import AnyWorkflow
from scrapersky.curation_sdk.errors import DeclarationError


class Registry:
    """The workflows of one product, checked together. Built by the composition root, never at import.

    Those that are `refused` are declared and cannot run, each for its reason.
    """

    def __init__(self, workflows: Sequence[AnyWorkflow], refused: Mapping[AnyWorkflow, str] | None = None) -> None:
        self.refused = dict(refused or {})
        self._by_name = {workflow.name: workflow for workflow in workflows}
        if len(self._by_name) != len(workflows):
            names = [workflow.name for workflow in workflows]
            twice = sorted({name for name in names if names.count(name) > 1})
            raise DeclarationError(f"Two workflows are called {', '.join(twice)}; a workflow's name is its own.")
        codes = [workflow.code for workflow in workflows]
        if len(set(codes)) != len(codes):
            twice = sorted({code for code in codes if codes.count(code) > 1})
            raise DeclarationError(f"Two workflows have the code {', '.join(twice)}; give one of them another.")

    def __iter__(self) -> Iterator[AnyWorkflow]:
        return iter(self._by_name.values())

    def __len__(self) -> int:
        return len(self._by_name)

    def __getitem__(self, name: str) -> AnyWorkflow:
        try:
            return self._by_name[name]
        except KeyError:
            for workflow, reason in self.refused.items():
                if workflow.name == name:
                    raise WorkflowRefused(workflow.title, reason) from None
            close = difflib.get_close_matches(name, self._by_name, n=1)
            hint = f"did you mean {close[0]}?" if close else f"there are: {', '.join(self._by_name)}."
            raise UnknownWorkflow(f"There is no workflow {name!r}; {hint}") from None

    def producers_of(self, model: type[Any]) -> list[AnyWorkflow]:
        return [
            workflow
            for workflow in self._by_name.values()
            if workflow.produces is model and not workflow.updates_source
        ]

    def curating(self, model: type[Any]) -> list[AnyWorkflow]:
        return [self._by_name[curation.name] for curation in curations_of(model) if curation.name in self._by_name]


class UnknownWorkflow(DeclarationError):
    """No workflow of that name is registered."""

    http_status = 404
    code = "unknown_workflow"


class WorkflowRefused(UnknownWorkflow):
    """A workflow is declared, and its columns are not what its model says; the others run."""

    http_status = 503
    code = "workflow_refused"

    def __init__(self, title: str, reason: str) -> None:
        super().__init__(f"{title} does not run: {reason.rstrip('.')}. Repair it, then start ScraperSky again.")
