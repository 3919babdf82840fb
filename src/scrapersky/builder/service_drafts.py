"""The service of a new workflow: what it loads, does and saves."""

from dataclasses import dataclass

from scrapersky.builder.answers import link_of
from scrapersky.builder.column_drafts import filled_pairs, needs_first_found
from scrapersky.builder.destinations import shared_columns, shared_key
from scrapersky.builder.drafting import WorkflowDraft, template
from scrapersky.builder.new_columns import NewColumnKind
from scrapersky.builder.rule_drafts import RuleDraft, annotation_of, pattern_name

_KEY_WORDS = {NewColumnKind.EMAIL: "e-mail address", NewColumnKind.URL: "link", NewColumnKind.PHONE: "phone number"}


@dataclass(frozen=True, slots=True)
class ServiceDraft:
    draft: WorkflowDraft

    @property
    def rules(self) -> RuleDraft:
        return RuleDraft(self.draft.answers)

    def text(self) -> str:
        answers, source = self.draft.answers, self.draft.answers.source
        is_update = answers.destination is None
        head = template("service_head").substitute(
            self.draft.holes(),
            standard_imports=self._standard_imports(),
            sqlalchemy="select, update" if is_update else "select",
            imports=self.draft.imports(**self._modules()),
            pattern=self._patterns(),
            rules=self._rules(),
            input_fields="\n".join(f"    {need.name}: {annotation_of(need.column)}" for need in answers.needs),
            columns=", ".join(f"{need.model.__name__}.{need.attribute.key}" for need in answers.needs),
            joined="".join(
                f".outerjoin({other.__name__}, {other.__name__}.{link_of(other, source)} == {source.__name__}.id)"
                for other in dict.fromkeys(need.model for need in answers.needs)
                if other is not source
            ),
        )
        return head + self._work() + self._save()

    def _modules(self) -> dict[str, str]:
        answers, keeper = self.draft.answers, self.draft.answers.keeper
        models = {answers.source: None} | {need.model: None for need in answers.needs}
        modules = {model.__name__: model.__module__ for model in models}
        if keeper:
            return modules | {keeper.function: keeper.module}
        if answers.destination is not None:
            modules |= {self.draft.product: self.draft.product_module(), "upsert": "scrapersky.curation_sdk.queue"}
        return modules

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
        return template("rules").substitute(self.draft.holes(), rules=lines)

    def _work(self) -> str:
        answers = self.draft.answers
        holes = self._holes_of_many() if answers.key else self.draft.holes()
        create = "work_many" if answers.key else "work_create"
        work = template("work_update" if answers.destination is None else create)
        before = template("first_found").template if needs_first_found(answers) else ""
        return before + work.substitute(
            holes,
            given_values=", ".join(f"given.{name}" for name in answers.fields),
            given_pairs=", ".join(f'"{name}": given.{name}' for name in answers.fields),
            checked=template("checked").substitute(self.draft.holes()) if self.rules.is_needed else "",
            found_type="dict[str, object]" if self.draft.is_new_table else "str",
            found=self._found(),
        )

    def _found(self) -> str:
        answers = self.draft.answers
        if answers.key:
            return filled_pairs(answers)
        return "{" + filled_pairs(answers) + "}" if self.draft.is_new_table else "text"

    def _holes_of_many(self) -> dict[str, object]:
        answers, key = self.draft.answers, self.draft.answers.key
        if key is None:
            return self.draft.holes()
        values = f"{pattern_name(key.kind)}.findall(text)"
        return self.draft.holes() | {
            "key_name": key.name,
            "key_words": _KEY_WORDS[key.kind],
            "values": f"each.lower() for each in {values}" if key.kind is NewColumnKind.EMAIL else values,
            "keeper": answers.keeper.function if answers.keeper else "",
        }

    def _save(self) -> str:
        answers, holes = self.draft.answers, self._holes_of_many()
        if answers.destination is None:
            return template("save_update").substitute(holes)
        if answers.keeper:
            return template("save_kept").substitute(holes)
        if self.draft.is_new_table:
            return template("save_many" if answers.key else "save_new").substitute(holes)
        source, destination = answers.source.__table__, self.draft.models[answers.destination].__table__
        key = shared_key(source, destination) or ()
        pairs = [f'"{name}": {answers.singular}.{name}' for name in shared_columns(source, destination)]
        return template("save_shared").substitute(
            holes, shared_pairs=", ".join(pairs), key=", ".join(f'"{name}"' for name in key)
        )
