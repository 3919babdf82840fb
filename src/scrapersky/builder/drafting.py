"""From answers to the text of each file: the same service and tests inside the project and in a package outside."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Boolean, Column, Integer, Text

from scrapersky.builder import templates
from scrapersky.builder.answers import Answers, Models, Validation, class_of, shared_columns, shared_key, text_fields
from scrapersky.curation_sdk.naming import pascal_case

_PATTERNS = {
    Validation.EMAIL: (r'r"[^@\s]{1,64}@[^@\s]{1,250}\.[a-z]{2,24}"', "no_email", "e-mail address"),
    Validation.URL: (r'r"https?://\S{3,2000}"', "no_url", "address of a page"),
    Validation.NUMBER: (r'r"\d"', "no_number", "number"),
}
_SAMPLE = 'f"Sample {number} of info@sample.example at https://sample-{number}.example/"'


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
            pattern=self._pattern(),
            input_fields="\n".join(f"    {name}: {_annotation(columns[name])}" for name in answers.fields),
            columns=", ".join(f"{source.__name__}.{name}" for name in answers.fields),
            row_values=", ".join(f"row.{name}" for name in answers.fields),
        )
        return head + self._work() + self._save()

    def _standard_imports(self) -> str:
        lines = ["from collections.abc import Sequence", "from dataclasses import dataclass", "from uuid import UUID"]
        return "\n".join((["import re"] if self.answers.validation is not Validation.NONE else []) + lines)

    def _pattern(self) -> str:
        if self.answers.validation is Validation.NONE:
            return ""
        return f"\n_NEEDED = re.compile({_PATTERNS[self.answers.validation][0]})\n"

    def _work(self) -> str:
        answers = self.answers
        is_update = answers.destination is None
        template = templates.WORK_UPDATE if is_update else templates.WORK_CREATE
        return template.substitute(
            self._holes(),
            given_values=", ".join(f"given.{name}" for name in answers.fields),
            given_pairs=", ".join(f'"{name}": given.{name}' for name in answers.fields),
            validation=self._validation('" ".join(tidy.values())' if is_update else "text"),
        )

    def _validation(self, searched: str) -> str:
        if self.answers.validation is Validation.NONE:
            return ""
        _, reason, what = _PATTERNS[self.answers.validation]
        return templates.VALIDATION.substitute(self._holes(), searched=searched, reason=reason, what=what)

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
        return templates.MODEL.substitute(
            self._holes(),
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
        return templates.TABLE_SQL.substitute(self._holes())

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
        return templates.TEST_SERVICE.substitute(
            holes,
            imports=self._imports(**modules),
            nothings=", ".join("None" for _ in self.answers.fields),
            kept_columns=", ".join(f"{self.product}.{column}" for column in kept),
        )

    def _sample_values(self) -> str:
        """Texts that every check finds something in."""
        texts = [name for name in self.answers.fields if name in text_fields(self.answers.source)]
        return ", ".join(f'"{name}": {_SAMPLE}' for name in texts)


def _annotation(column: Column[Any]) -> str:
    known = ((Text, "str"), (Boolean, "bool"), (Integer, "int"))
    kind = next((name for each, name in known if isinstance(column.type, each)), "object")
    return f"{kind} | None" if kind != "object" else kind
