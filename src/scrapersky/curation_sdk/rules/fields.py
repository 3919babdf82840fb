"""What conditions may speak of: the row's own fields, those of the rows it comes from, and facts that are counted."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

from pydantic import TypeAdapter, ValidationError
from sqlalchemy import ColumnElement, Select, SQLColumnExpression, not_, select

from scrapersky.curation_sdk import declaring, lists
from scrapersky.curation_sdk.complaints import complaint
from scrapersky.curation_sdk.errors import BadRequest

Holds = Callable[[UUID, lists.SearchToken], ColumnElement[bool]]
_ORIGIN = lists.SearchableField(
    "origin",
    "Comes from",
    declaring.ColumnKind.TEXT,
    None,
    'origin = "place_searches:019a86f2-5d3c-7c41-9d1e-2f0b6c1a7e55"',
)
_READ_ORIGIN: TypeAdapter[lists.Origin] = TypeAdapter(lists.WrittenOrigin)


@dataclass(frozen=True, slots=True, eq=False)
class Fact:
    """A value of a row that stands in no column of it, such as how many contacts of a domain are known.

    `expression` is of one row of the model: a subquery correlated with it.
    """

    model: type[Any]
    name: str
    expression: ColumnElement[Any]

    @property
    def field(self) -> lists.SearchableField:
        kind = declaring.kind_of(self.name, self.expression.type)
        return lists.SearchableField(self.name, declaring.label_of(self.name, {}), kind, None, f"{self.name}:1")

    def holds(self, _: UUID, token: lists.SearchToken) -> ColumnElement[bool]:
        reader: TypeAdapter[Any] = TypeAdapter(declaring.computed_type(self.expression.type))
        return lists.compared(self.expression, reader, self.field, token)


@dataclass(frozen=True, slots=True, eq=False)
class RuleField:
    """A field by the name that a condition gives it, and what a comparison with it means for the workflow's rows."""

    name: str
    field: lists.SearchableField
    holds: Holds
    column: ColumnElement[Any] | None = None


@dataclass(frozen=True, eq=False)
class RuleFields:
    """The fields of all workflows of a product. `facts` are what the product counts besides.

    `declared` are all workflows there are, where the registry has only some: they say which rows come from which.
    """

    registry: declaring.Registry
    facts: Sequence[Fact] = ()
    declared: Sequence[declaring.AnyWorkflow] = ()

    @cached_property
    def links(self) -> list[declaring.Link]:
        return declaring.links_of(self._all)

    @property
    def _all(self) -> Sequence[declaring.AnyWorkflow]:
        return self.declared or [*self.registry, *self.registry.refused]

    @cached_property
    def _known(self) -> dict[declaring.AnyWorkflow, dict[str, RuleField]]:
        return {}

    @cached_property
    def _labelled(self) -> dict[declaring.AnyWorkflow, dict[str, RuleField]]:
        return {}

    def of(self, workflow: declaring.AnyWorkflow) -> dict[str, RuleField]:
        """By name: `rating`, and `local_business.rating` where the row comes from a business."""
        if workflow not in self._known:
            fields = [*self._own(workflow), *self._above(workflow)]
            self._known[workflow] = {field.name: field for field in fields}
        return self._known[workflow]

    def labels(self, workflow: declaring.AnyWorkflow) -> dict[str, RuleField]:
        """By what people see above a column, in small letters, where that names one field; the row's own go first."""
        if workflow not in self._labelled:
            own = [each for each in self.of(workflow).values() if "." not in each.name]
            above = [each for each in self.of(workflow).values() if "." in each.name]
            taken = {each.field.label for each in own}
            found = _alone(own) | _alone([each for each in above if each.field.label not in taken])
            self._labelled[workflow] = found
        return self._labelled[workflow]

    def group_key(self, model: type[Any], name: str) -> SQLColumnExpression[Any] | None:
        """The column by which a row of this table belongs to a row of another; the row itself, where it is that one."""
        if declaring.snake_case(model.__name__) == name:
            own: SQLColumnExpression[Any] = model.id
            return own
        return self.groups(model).get(name)

    def groups(self, model: type[Any]) -> dict[str, SQLColumnExpression[Any]]:
        """What rows of this table can be counted by: the domain of a page, the business of a contact."""
        found: dict[str, SQLColumnExpression[Any]] = {}
        for key in sorted(model.__table__.foreign_keys, key=lambda each: each.parent.key):
            other = self._model_of(key.column.table)
            if other is None or other is model:
                continue
            columns = declaring.keys_to(model.__table__, other.__table__)  # a reference carries the tenant as well
            if len(columns) == 1:
                found[declaring.snake_case(other.__name__)] = getattr(model, columns[0].key)
        return found

    def _own(self, workflow: declaring.AnyWorkflow) -> Iterator[RuleField]:
        model = workflow.model
        yield RuleField(_ORIGIN.name, _ORIGIN, _by_origin(workflow, self.links))
        for name, field in self._columns(model).items():
            yield RuleField(name, field, _by_column(model, field), getattr(model, name))
        for name, field in lists.search_fields(workflow).items():
            yield RuleField(name, field, _by_search(workflow), getattr(model, name, None))
        for fact in self._facts(model):
            yield RuleField(fact.name, fact.field, fact.holds, fact.expression)

    def _above(self, workflow: declaring.AnyWorkflow) -> Iterator[RuleField]:
        for table, path in lists.paths_up(workflow.model.__table__, self.links).items():
            above = self._model_of(table)
            if above is None:
                continue
            holding = {name: (field, _by_column(above, field)) for name, field in self._columns(above).items()}
            holding |= {fact.name: (fact.field, fact.holds) for fact in self._facts(above)}
            for curating in self.registry.curating(above)[:1]:
                holding["tag"] = lists.search_fields(curating)["tag"], _by_search(curating)
            for name, (field, holds) in holding.items():
                full = f"{declaring.snake_case(above.__name__)}.{name}"
                yield RuleField(full, field, _of_any(workflow.model, above, path, holds))

    def _model_of(self, table: Any) -> type[Any] | None:
        models = (model for each in self._all for model in (each.model, each.produces) if model is not None)
        return next((model for model in models if model.__table__ is table), None)

    def _columns(self, model: type[Any]) -> dict[str, lists.SearchableField]:
        """As the table's first workflow shows them, and the rest of its columns."""
        fields = lists.table_fields(model)
        for workflow in self.registry.curating(model)[:1]:
            shown = lists.search_fields(workflow)
            fields |= {
                key: shown[key] for key in declaring.columns_by_key(workflow.shows) if key in shown and key in fields
            }
        return fields

    def _facts(self, model: type[Any]) -> list[Fact]:
        return [fact for fact in self.facts if fact.model is model]


def _alone(fields: Sequence[RuleField]) -> dict[str, RuleField]:
    labels = Counter(each.field.label.lower() for each in fields)
    return {label: each for each in fields if labels[label := each.field.label.lower()] == 1}


def _by_column(model: type[Any], field: lists.SearchableField) -> Holds:
    (column,) = declaring.columns_by_key([getattr(model, field.name)]).values()

    def holds(_: UUID, token: lists.SearchToken) -> ColumnElement[bool]:
        return lists.compared(getattr(model, field.name), declaring.reader_of(column), field, token)

    return holds


def _by_search(workflow: declaring.AnyWorkflow) -> Holds:
    return lambda tenant_id, token: lists.token_holds(workflow, tenant_id, token)


def _by_origin(workflow: declaring.AnyWorkflow, links: Sequence[declaring.Link]) -> Holds:
    def holds(tenant_id: UUID, token: lists.SearchToken) -> ColumnElement[bool]:
        if token.operator is not lists.SearchOperator.IS:
            raise lists.BadSearch(token, "a row comes from another or does not", _ORIGIN.example)
        try:
            return lists.descends_from(workflow, _READ_ORIGIN.validate_python(token.value), tenant_id, links)
        except (ValidationError, BadRequest) as error:
            why = complaint(error.errors()[0]) if isinstance(error, ValidationError) else str(error)
            raise lists.BadSearch(token, why, _ORIGIN.example) from error

    return holds


def _of_any(model: type[Any], above: Any, path: Sequence[lists.StepUp], holds: Holds) -> Holds:
    """True where it is of any row above; several businesses may share a domain. Empty: none has a value."""

    def holds_above(tenant_id: UUID, token: lists.SearchToken) -> ColumnElement[bool]:
        condition = holds(tenant_id, token)
        wanted = not_(condition) if token.operator is lists.SearchOperator.EMPTY else condition
        ids: Select[Any] = lists.down(path, select(above.id).where(above.tenant_id == tenant_id, wanted))
        has_one: ColumnElement[bool] = model.id.in_(ids)
        return not_(has_one) if token.operator is lists.SearchOperator.EMPTY else has_one

    return holds_above
