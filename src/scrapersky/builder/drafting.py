"""From answers to the declaration, the model and the SQL: the same inside the project and in a package outside."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import Template
from typing import Any

from sqlalchemy import UniqueConstraint

from scrapersky.builder.answers import Answers, Models, text_fields
from scrapersky.builder.column_drafts import limits, model_lines, sql_lines
from scrapersky.builder.destinations import class_of
from scrapersky.builder.new_columns import NewColumnKind
from scrapersky.curation_sdk.declaring import pascal_case


@cache
def template(name: str) -> Template:
    """A file of the folder `templates`."""
    return Template(files(__package__).joinpath("templates", f"{name}.txt").read_text("utf-8"))


@dataclass(frozen=True, slots=True)
class Where:
    """The modules that the files import each other from."""

    workflow: str
    service: str
    product: str
    curation: str


@dataclass(frozen=True, slots=True)
class WorkflowDraft:
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

    def product_module(self) -> str:
        known = self.models.get(self.answers.destination or "", self.answers.source)
        return self.where.product if self.is_new_table else known.__module__

    def holes(self) -> dict[str, Any]:
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

    def imports(self, **modules: str) -> str:
        """Import lines, sorted, one for each module; `modules` are classes by their module's name."""
        lines: dict[str, set[str]] = {}
        for name, module in modules.items():
            lines.setdefault(module, set()).add(name)
        return "\n".join(f"from {module} import {', '.join(sorted(names))}" for module, names in sorted(lines.items()))

    def workflow(self) -> str:
        answers, source = self.answers, self.answers.source
        service = {f"{verb}_{answers.name}": self.where.service for verb in ("load", "work_on", "save")}
        modules = {source.__name__: source.__module__, self.product: self.product_module()} | service
        curation = f"{source.__name__}.{answers.name}"
        if self.where.curation:
            curation = answers.name.upper()
            modules[curation] = self.where.curation
        reads = (
            f"{source.__tablename__} -> {answers.destination}"
            if answers.destination
            else f"updates {source.__tablename__}"
        )
        return template("workflow").substitute(
            self.holes(),
            reads=reads,
            imports=self.imports(**modules),
            curation=curation,
            shows=", ".join(f"{source.__name__}.{name}" for name in self._shown()),
            timeout=max(10, round(answers.seconds_per_row * 10)),
            background="\n    background_only=True," if answers.background_only else "",
        )

    def _shown(self) -> list[str]:
        """What a list shows: fields that come with the row, or else the first text that does."""
        mapper = self.answers.source.__mapper__
        own = [need.name for need in self.answers.needs if need.model is self.answers.source]
        at_hand = [name for name in own if not mapper.attrs[name].deferred]
        others = [name for name in text_fields(self.answers.source) if not mapper.attrs[name].deferred]
        return at_hand or others[:1] or ["id"]

    @property
    def carries_tenant(self) -> bool:
        """Whether a reference to the source can name its tenant too; tables of older packages have no key for it."""
        constraints = self.answers.source.__table__.constraints
        keys = (constraint for constraint in constraints if isinstance(constraint, UniqueConstraint))
        return any(set(key.columns.keys()) == {"tenant_id", "id"} for key in keys)

    def model(self) -> str:
        """The new destination's model; outside the project it also attaches the curation to the source's."""
        source = self.answers.source
        outside = bool(self.where.curation)
        attached = f'\n\n{self.answers.name.upper()} = Curation.attach({source.__name__}, "{self.answers.name}")\n'
        columns, table = self.answers.columns, self.answers.destination or ""
        checks = [f'CheckConstraint("{claim}", name="{name}")' for name, claim in limits(table, columns)]
        key = self.answers.key
        if key:
            checks.append(f'UniqueConstraint("{self.answers.singular}_id", "{key.name}", name="uq_{table}_source")')
        imported = ["CheckConstraint"] if limits(table, columns) else []
        arguments = [] if key else ["unique=True"]
        if self.carries_tenant:
            checks.append(f'belongs_to("{source.__tablename__}", "{self.answers.singular}_id")')
        else:
            imported.append("ForeignKey")
            arguments.insert(0, f'ForeignKey("{source.__tablename__}.id", ondelete="CASCADE")')
        imported += ["UniqueConstraint"] if key else []
        return template("model").substitute(
            self.holes(),
            sqlalchemy=f"from sqlalchemy import {', '.join(imported)}\n" if imported else "",
            mapped_column=", mapped_column" if arguments else "",
            belongs_to="belongs_to, " if self.carries_tenant else "",
            key=f" = mapped_column({', '.join(arguments)})" if arguments else "",
            checks="".join(f"{check}, " for check in checks),
            datetime_import="from datetime import datetime\n"
            if any(c.kind is NewColumnKind.TIME for c in columns)
            else "",
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
        key = self.answers.key
        if key:
            checks += f",\n    CONSTRAINT uq_{table}_source UNIQUE ({self.answers.singular}_id, {key.name})"
        parent, reference = self.answers.source.__tablename__, f"{self.answers.singular}_id"
        with_tenant = f"(tenant_id, {reference}) REFERENCES {parent} (tenant_id, id)"
        return template("table_sql").substitute(
            self.holes(),
            reference=with_tenant if self.carries_tenant else f"({reference}) REFERENCES {parent} (id)",
            columns=sql_lines(columns) + checks,
            unique="" if key else " UNIQUE",
            how_often="as often as it is found in" if key else "once for",
        )
