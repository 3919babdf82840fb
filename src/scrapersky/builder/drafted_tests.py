"""The tests of a new workflow: service, scheduler, endpoints, end to end."""

from dataclasses import dataclass
from typing import Any

from scrapersky.builder.answers import link_of
from scrapersky.builder.drafting import WorkflowDraft, template
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
        holes = self.draft.holes() | {
            "rows": template("rows_in_test").template,
            "sample_values": self._sample_values(source),
            "linked_rows": self._linked_rows(),
            "produced": self.rules.sample_rows(),
        }
        models = {model.__name__: model.__module__ for model in (source, *self._linked())}
        declared = self.draft.imports(**{name: self.draft.where.workflow})
        return {
            f"{name}_rows.py": template("rows").substitute(holes, imports=self.draft.imports(**models)),
            f"services/test_{name}_service.py": self._service_test(holes),
            f"scheduler/test_{name}_scheduler.py": template("test_scheduler").substitute(holes, imports=declared),
            f"routers/test_{name}_router.py": template("test_router").substitute(holes, imports=declared),
            f"workflows/test_{name}_workflow.py": template("test_workflow").substitute(holes, imports=declared),
        }

    def _service_test(self, holes: dict[str, Any]) -> str:
        name, source = self.draft.answers.name, self.draft.answers.source
        functions = [f"load_{name}", f"work_on_{name}", f"save_{name}", f"{holes['pascal']}Input"]
        modules = dict.fromkeys(functions, self.draft.where.service)
        modules |= {source.__name__: source.__module__, self.draft.product: self.draft.product_module()}
        modules |= {"Tenant": "scrapersky.models.tenant"}
        kept = self.draft.answers.fields if self.draft.answers.destination is None else ("id",)
        broken = self.rules.broken_rows()
        cases = "\n".join(f'        ({holes["pascal"]}Input({row}), "{reason}"),' for row, reason in broken)
        nothings = ", ".join("None" for _ in self.draft.answers.fields)
        reasons = template("test_rules" if broken else "test_empty")
        return template("test_service").substitute(
            holes,
            imports=self.draft.imports(**modules),
            pytest="import pytest\n" if broken else "",
            reasons=reasons.substitute(holes, cases=cases, nothings=nothings),
            kept_columns=", ".join(f"{self.draft.product}.{column}" for column in kept),
        )

    def _sample_values(self, model: type[Any]) -> str:
        """Values that keep every rule, as arguments."""
        own = [need for need in self.draft.answers.needs if need.model is model]
        samples = {need.attribute.key: self.rules.sample(need.name) for need in own}
        return ", ".join(f"{name}={sample}" for name, sample in samples.items() if sample)

    def _linked(self) -> list[type[Any]]:
        source = self.draft.answers.source
        return list(dict.fromkeys(need.model for need in self.draft.answers.needs if need.model is not source))

    def _linked_rows(self) -> str:
        """The rows of other tables that the workflow reads too."""
        source = self.draft.answers.source
        return "".join(
            f"    await make_sample(session, {model.__name__}, tenant_id=tenant_id,"
            f" {link_of(model, source)}=row_id, {self._sample_values(model)})\n"
            for model in self._linked()
        )
