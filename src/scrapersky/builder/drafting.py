"""From answers to the text of each file: the same service and tests inside the project and in a package outside."""

from dataclasses import dataclass
from typing import Any

from scrapersky.builder import templates
from scrapersky.builder.answers import Answers, Models, class_of, shared_columns, shared_key, text_fields
from scrapersky.builder.field_rules import Kind
from scrapersky.builder.rule_drafts import RuleDraft, annotation_of, limits, model_lines, sql_lines
from scrapersky.curation_sdk.naming import pascal_case


@dataclass(frozen=True, slots=True)
class Where:
    """The modules that the files import each other from."""

    workflow: str
    service: str
    product: str
    curation: str


@dataclass(frozen=True, slots=True)
class Draft:
    """One workflow about to be written."""

    answers: Answers
    models: Models
    where: Where

    @property
    def is_new_table(self) -> bool:
        return self.answers.destination is not None and self.answers.destination not in self.models

    @property
    def product(self) -> str:
        """The class whose rows the workflow writes."""
        destination = self.answers.destination
        if destination is None:
            return self.answers.source.__name__
        known = self.models.get(destination)
        return known.__name__ if known else class_of(destination)

    def _product_module(self) -> str:
        known = self.models.get(self.answers.destination or "", self.answers.source)
        return self.where.product if self.is_new_table else known.__module__

    def _holes(self) -> dict[str, Any]:
        answers, source = self.answers, self.answers.source
        return {
            "name": answers.name,
            "pascal": pascal_case(answers.name),
            "title": answers.title,
            "purpose": answers.purpose,
            "code": answers.code,
            "source": source.__tablename__,
            "destination": answers.destination,
            "model": source.__name__,
            "product": self.product,
            "singular": answers.singular,
            "singular_words": answers.singular.replace("_", " "),
            "fields_in_words": " or ".join(answers.fields),
        }

    def _imports(self, **modules: str) -> str:
        """Import lines, sorted, one for each module; `modules` are classes by their module's name."""
        lines: dict[str, set[str]] = {}
        for name, module in modules.items():
            lines.setdefault(module, set()).add(name)
        return "\n".join(f"from {module} import {', '.join(sorted(names))}" for module, names in sorted(lines.items()))

    def workflow(self) -> str:
        answers, source = self.answers, self.answers.source
        service = {f"{verb}_{answers.name}": self.where.service for verb in ("load", "work_on", "save")}
        modules = {source.__name__: source.__module__, self.product: self._product_module()} | service
        curation = f"{source.__name__}.{answers.name}"
        if self.where.curation:
            curation = answers.name.upper()
            modules[curation] = self.where.curation
        reads = (
            f"{source.__tablename__} -> {answers.destination}"
            if answers.destination
            else f"updates {source.__tablename__}"
        )
        return templates.WORKFLOW.substitute(
            self._holes(),
            reads=reads,
            imports=self._imports(**modules),
            curation=curation,
            shows=", ".join(f"{source.__name__}.{name}" for name in self._shown()),
            timeout=max(10, round(answers.seconds_per_row * 10)),
            background="\n    background_only=True," if answers.background_only else "",
        )

    def _shown(self) -> list[str]:
        """What a list shows: fields that come with the row, or else the first text that does."""
        mapper = self.answers.source.__mapper__
        at_hand = [name for name in self.answers.fields if not mapper.attrs[name].deferred]
        others = [name for name in text_fields(self.answers.source) if not mapper.attrs[name].deferred]
        return at_hand or others[:1] or ["id"]

    def service(self) -> str:
        answers, source = self.answers, self.answers.source
        is_update = answers.destination is None
        modules = {source.__name__: source.__module__}
        if not is_update:
            modules |= {self.product: self._product_module(), "upsert": "scrapersky.curation_sdk.upsert"}
        columns = source.__table__.c
        head = templates.SERVICE_HEAD.substitute(
            self._holes(),
            standard_imports=self._standard_imports(),
            sqlalchemy="select, update" if is_update else "select",
            imports=self._imports(**modules),
            pattern=self._patterns(),
            rules=self._rules(),
            input_fields="\n".join(f"    {name}: {annotation_of(columns[name])}" for name in answers.fields),
            columns=", ".join(f"{source.__name__}.{name}" for name in answers.fields),
            row_values=", ".join(f"row.{name}" for name in answers.fields),
        )
        return head + self._work() + self._save()

    @property
    def _rule_draft(self) -> RuleDraft:
        return RuleDraft(self.answers)

    def _standard_imports(self) -> str:
        abstract = "Callable, Sequence" if self._rule_draft.is_needed else "Sequence"
        lines = [
            f"from collections.abc import {abstract}",
            "from dataclasses import dataclass",
            "from uuid import UUID",
        ]
        return "\n".join((["import re"] if self._rule_draft.patterns() else []) + lines)

    def _patterns(self) -> str:
        patterns = self._rule_draft.patterns()
        return "\n" + "\n".join(patterns) + "\n" if patterns else ""

    def _rules(self) -> str:
        if not self._rule_draft.is_needed:
            return ""
        lines = "\n".join(f"    {line}" for line in self._rule_draft.lines())
        return templates.RULES.substitute(self._holes(), rules=lines)

    def _work(self) -> str:
        answers = self.answers
        template = templates.WORK_UPDATE if answers.destination is None else templates.WORK_CREATE
        return template.substitute(
            self._holes(),
            given_values=", ".join(f"given.{name}" for name in answers.fields),
            given_pairs=", ".join(f'"{name}": given.{name}' for name in answers.fields),
            checked=templates.CHECKED.substitute(self._holes()) if self._rule_draft.is_needed else "",
            found_type="dict[str, object]" if self.is_new_table else "str",
            found=self._found() if self.is_new_table else "text",
        )

    def _found(self) -> str:
        """What fills each column of the new table; one that nothing fills yet is left out."""
        known = {"text": "text", "words": "len(text.split())"} | {name: f"given.{name}" for name in self.answers.fields}
        kinds = {"text": Kind.TEXT, "words": Kind.NUMBER}
        filled = [
            column.name
            for column in self.answers.columns
            if column.name in self.answers.fields or kinds.get(column.name) is column.kind
        ]
        return "{" + ", ".join(f'"{name}": {known[name]}' for name in filled) + "}"

    def _save(self) -> str:
        if self.answers.destination is None:
            return templates.SAVE_UPDATE.substitute(self._holes())
        if self.is_new_table:
            return templates.SAVE_NEW.substitute(self._holes())
        source, destination = self.answers.source.__table__, self.models[self.answers.destination].__table__
        key = shared_key(source, destination) or ()
        pairs = [f'"{name}": {self.answers.singular}.{name}' for name in shared_columns(source, destination)]
        return templates.SAVE_SHARED.substitute(
            self._holes(), shared_pairs=", ".join(pairs), key=", ".join(f'"{name}"' for name in key)
        )

    def model(self) -> str:
        """The new destination's model; outside the project it also attaches the curation to the source's."""
        source = self.answers.source
        outside = bool(self.where.curation)
        attached = f'\n\n{self.answers.name.upper()} = Curation.attach({source.__name__}, "{self.answers.name}")\n'
        columns, table = self.answers.columns, self.answers.destination or ""
        checks = [f'CheckConstraint("{claim}", name="{name}")' for name, claim in limits(table, columns)]
        return templates.MODEL.substitute(
            self._holes(),
            check_import="CheckConstraint, " if checks else "",
            checks="".join(f"{check}, " for check in checks),
            datetime_import="from datetime import datetime\n" if any(c.kind is Kind.TIME for c in columns) else "",
            columns=model_lines(columns),
            curation_import="\nfrom scrapersky.curation_sdk import Curation" if outside else "",
            source_import=f"\nfrom {source.__module__} import {source.__name__}" if outside else "",
            attached=attached if outside else "",
        )

    def attachment(self) -> str:
        """Outside the project, where no table is new: only the curation."""
        source, name = self.answers.source, self.answers.name
        return (
            f'"""What {self.answers.title} adds to {source.__tablename__}."""\n\n'
            f"from scrapersky.curation_sdk import Curation\nfrom {source.__module__} import {source.__name__}\n\n"
            f'{name.upper()} = Curation.attach({source.__name__}, "{name}")\n'
        )

    def table_sql(self) -> str:
        columns, table = self.answers.columns, self.answers.destination or ""
        checks = "".join(f",\n    CONSTRAINT {name} CHECK ({claim})" for name, claim in limits(table, columns))
        return templates.TABLE_SQL.substitute(self._holes(), columns=sql_lines(columns) + checks)

    def tests(self) -> dict[str, str]:
        """By folder and file: four tests, and the rows they share."""
        name, source = self.answers.name, self.answers.source
        holes = self._holes() | {"rows": templates.ROWS_IN_TEST, "sample_values": self._sample_values()}
        tenants = self._imports(**{source.__name__: source.__module__, "Tenant": "scrapersky.models.tenant"})
        declared = self._imports(**{name: self.where.workflow})
        return {
            f"{name}_rows.py": templates.ROWS.substitute(holes, imports=tenants),
            f"services/test_{name}_service.py": self._service_test(holes),
            f"scheduler/test_{name}_scheduler.py": templates.TEST_SCHEDULER.substitute(holes, imports=declared),
            f"routers/test_{name}_router.py": templates.TEST_ROUTER.substitute(holes, imports=declared),
            f"workflows/test_{name}_workflow.py": templates.TEST_WORKFLOW.substitute(holes, imports=declared),
        }

    def _service_test(self, holes: dict[str, Any]) -> str:
        name, source = self.answers.name, self.answers.source
        functions = [f"load_{name}", f"work_on_{name}", f"save_{name}", f"{holes['pascal']}Input"]
        modules = dict.fromkeys(functions, self.where.service)
        modules |= {source.__name__: source.__module__, self.product: self._product_module()}
        kept = self.answers.fields if self.answers.destination is None else ("id",)
        broken = self._rule_draft.broken_rows()
        cases = "\n".join(f'        ({holes["pascal"]}Input({row}), "{reason}"),' for row, reason in broken)
        reasons = templates.TEST_RULES if broken else templates.TEST_EMPTY
        return templates.TEST_SERVICE.substitute(
            holes,
            imports=self._imports(**modules),
            pytest="import pytest\n" if broken else "",
            reasons=reasons.substitute(holes, cases=cases, nothings=", ".join("None" for _ in self.answers.fields)),
            kept_columns=", ".join(f"{self.product}.{column}" for column in kept),
        )

    def _sample_values(self) -> str:
        """Values that keep every rule."""
        samples = {name: self._rule_draft.sample(name) for name in self.answers.fields}
        return ", ".join(f'"{name}": {sample}' for name, sample in samples.items() if sample)
