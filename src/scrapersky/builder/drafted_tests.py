"""The tests of a new workflow: service, scheduler, endpoints, end to end."""

from dataclasses import dataclass
from typing import Any

from scrapersky.builder import templates_for_tests as templates
from scrapersky.builder.drafting import WorkflowDraft
from scrapersky.builder.rule_drafts import RuleDraft


@dataclass(frozen=True, slots=True)
class DraftedTests:
    draft: WorkflowDraft

    @property
    def rules(self) -> RuleDraft:
        return RuleDraft(self.draft.answers)

    def files(self) -> dict[str, str]:
        """By folder and file: four tests, and the rows they share."""
        name, source = self.draft.answers.name, self.draft.answers.source
        holes = self.draft.holes() | {"rows": templates.ROWS_IN_TEST, "sample_values": self._sample_values()}
        tenants = self.draft.imports(**{source.__name__: source.__module__, "Tenant": "scrapersky.models.tenant"})
        declared = self.draft.imports(**{name: self.draft.where.workflow})
        return {
            f"{name}_rows.py": templates.ROWS.substitute(holes, imports=tenants),
            f"services/test_{name}_service.py": self._service_test(holes),
            f"scheduler/test_{name}_scheduler.py": templates.TEST_SCHEDULER.substitute(holes, imports=declared),
            f"routers/test_{name}_router.py": templates.TEST_ROUTER.substitute(holes, imports=declared),
            f"workflows/test_{name}_workflow.py": templates.TEST_WORKFLOW.substitute(holes, imports=declared),
        }

    def _service_test(self, holes: dict[str, Any]) -> str:
        name, source = self.draft.answers.name, self.draft.answers.source
        functions = [f"load_{name}", f"work_on_{name}", f"save_{name}", f"{holes['pascal']}Input"]
        modules = dict.fromkeys(functions, self.draft.where.service)
        modules |= {source.__name__: source.__module__, self.draft.product: self.draft.product_module()}
        kept = self.draft.answers.fields if self.draft.answers.destination is None else ("id",)
        broken = self.rules.broken_rows()
        cases = "\n".join(f'        ({holes["pascal"]}Input({row}), "{reason}"),' for row, reason in broken)
        nothings = ", ".join("None" for _ in self.draft.answers.fields)
        reasons = templates.TEST_RULES if broken else templates.TEST_EMPTY
        return templates.TEST_SERVICE.substitute(
            holes,
            imports=self.draft.imports(**modules),
            pytest="import pytest\n" if broken else "",
            reasons=reasons.substitute(holes, cases=cases, nothings=nothings),
            kept_columns=", ".join(f"{self.draft.product}.{column}" for column in kept),
        )

    def _sample_values(self) -> str:
        """Values that keep every rule."""
        samples = {name: self.rules.sample(name) for name in self.draft.answers.fields}
        return ", ".join(f'"{name}": {sample}' for name, sample in samples.items() if sample)
