"""The service of a new workflow: what it loads, does and saves."""

from dataclasses import dataclass

from scrapersky.builder import templates
from scrapersky.builder.answers import shared_columns, shared_key
from scrapersky.builder.drafting import WorkflowDraft
from scrapersky.builder.field_rules import FieldKind
from scrapersky.builder.rule_drafts import RuleDraft, annotation_of


@dataclass(frozen=True, slots=True)
class ServiceDraft:
    draft: WorkflowDraft

    @property
    def rules(self) -> RuleDraft:
        return RuleDraft(self.draft.answers)

    def text(self) -> str:
        answers, source = self.draft.answers, self.draft.answers.source
        is_update = answers.destination is None
        modules = {source.__name__: source.__module__}
        if not is_update:
            modules |= {
                self.draft.product: self.draft.product_module(),
                "upsert": "scrapersky.curation_sdk.queue",
            }
        columns = source.__table__.c
        head = templates.SERVICE_HEAD.substitute(
            self.draft.holes(),
            standard_imports=self._standard_imports(),
            sqlalchemy="select, update" if is_update else "select",
            imports=self.draft.imports(**modules),
            pattern=self._patterns(),
            rules=self._rules(),
            input_fields="\n".join(f"    {name}: {annotation_of(columns[name])}" for name in answers.fields),
            columns=", ".join(f"{source.__name__}.{name}" for name in answers.fields),
            row_values=", ".join(f"row.{name}" for name in answers.fields),
        )
        return head + self._work() + self._save()

    def _standard_imports(self) -> str:
        abstract = "Callable, Sequence" if self.rules.is_needed else "Sequence"
        lines = [
            f"from collections.abc import {abstract}",
            "from dataclasses import dataclass",
            "from uuid import UUID",
        ]
        return "\n".join((["import re"] if self.rules.patterns() else []) + lines)

    def _patterns(self) -> str:
        patterns = self.rules.patterns()
        return "\n" + "\n".join(patterns) + "\n" if patterns else ""

    def _rules(self) -> str:
        if not self.rules.is_needed:
            return ""
        lines = "\n".join(f"    {line}" for line in self.rules.lines())
        return templates.RULES.substitute(self.draft.holes(), rules=lines)

    def _work(self) -> str:
        answers = self.draft.answers
        template = templates.WORK_UPDATE if answers.destination is None else templates.WORK_CREATE
        return template.substitute(
            self.draft.holes(),
            given_values=", ".join(f"given.{name}" for name in answers.fields),
            given_pairs=", ".join(f'"{name}": given.{name}' for name in answers.fields),
            checked=templates.CHECKED.substitute(self.draft.holes()) if self.rules.is_needed else "",
            found_type="dict[str, object]" if self.draft.is_new_table else "str",
            found=self._found() if self.draft.is_new_table else "text",
        )

    def _found(self) -> str:
        """What fills each column of the new table; one that nothing fills yet is left out."""
        answers = self.draft.answers
        known = {"text": "text", "words": "len(text.split())"} | {name: f"given.{name}" for name in answers.fields}
        kinds = {"text": FieldKind.TEXT, "words": FieldKind.NUMBER}
        filled = [
            column.name
            for column in answers.columns
            if column.name in answers.fields or kinds.get(column.name) is column.kind
        ]
        return "{" + ", ".join(f'"{name}": {known[name]}' for name in filled) + "}"

    def _save(self) -> str:
        answers, holes = self.draft.answers, self.draft.holes()
        if answers.destination is None:
            return templates.SAVE_UPDATE.substitute(holes)
        if self.draft.is_new_table:
            return templates.SAVE_NEW.substitute(holes)
        source, destination = answers.source.__table__, self.draft.models[answers.destination].__table__
        key = shared_key(source, destination) or ()
        pairs = [f'"{name}": {answers.singular}.{name}' for name in shared_columns(source, destination)]
        return templates.SAVE_SHARED.substitute(
            holes, shared_pairs=", ".join(pairs), key=", ".join(f'"{name}"' for name in key)
        )
