"""A condition as SQL: checked against the fields of its workflow, with the place of what is wrong."""

from dataclasses import dataclass
from decimal import Decimal
from difflib import get_close_matches
from uuid import UUID

from sqlalchemy import ColumnElement, Float, and_, false, func, not_, or_, true

from scrapersky.curation_sdk.declaring import AnyWorkflow, ColumnKind
from scrapersky.curation_sdk.lists import BadSearch, SearchOperator, SearchToken
from scrapersky.curation_sdk.rules.fields import RuleField, RuleFields
from scrapersky.curation_sdk.rules.text import Part, PartKind, RuleProblem, did_you_mean
from scrapersky.curation_sdk.rules.tree import AllOf, Comparison, Negation, Node, read_condition

_STATES = ("empty",)  # what may stand behind "is" without quotes and be slipped over
_NOBODY = UUID(int=0)


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of one workflow's rows. A comparison with a value that is not there does not hold."""

    workflow: AnyWorkflow
    fields: RuleFields
    text: str
    tree: Node

    @classmethod
    def read(cls, workflow: AnyWorkflow, fields: RuleFields, text: str) -> "Condition":
        """Raises a RuleProblem that points at the place."""
        condition = cls(workflow, fields, text, read_condition(text, fields.labels(workflow)))
        condition.holds(_NOBODY)
        return condition

    def holds(self, tenant_id: UUID) -> ColumnElement[bool]:
        return self._holds(self.tree, tenant_id)

    def fails(self, tenant_id: UUID) -> ColumnElement[bool]:
        return fails(self.holds(tenant_id))

    def _holds(self, node: Node, tenant_id: UUID) -> ColumnElement[bool]:
        if isinstance(node, Comparison):
            return self._compared(node, tenant_id)
        if isinstance(node, Negation):
            return fails(self._holds(node.of, tenant_id))
        parts = [self._holds(part, tenant_id) for part in node.parts]
        return and_(true(), *parts) if isinstance(node, AllOf) else or_(false(), *parts)

    def _compared(self, node: Comparison, tenant_id: UUID) -> ColumnElement[bool]:
        field = self._field(node.field)
        if node.operator is SearchOperator.EMPTY:
            return self._token(field, node.field, SearchToken(_last(field), SearchOperator.EMPTY), tenant_id)
        tokens = [(value, SearchToken(_last(field), node.operator, self._value(field, value))) for value in node.values]
        return or_(*(self._token(field, value, token, tenant_id) for value, token in tokens))

    def _field(self, part: Part) -> RuleField:
        there = self.fields.of(self.workflow)
        field = there.get(part.value.lower()) or self.fields.labels(self.workflow).get(part.value.lower())
        if field is None:
            hint = did_you_mean(part.value, there)
            raise self._problem(part, f"{self.workflow.title} has no field {part.value}. {hint}")
        return field

    def _value(self, field: RuleField, part: Part) -> str:
        """As the search in lists reads it. A number in quotes, or a word where a number stands, is a slip."""
        kind = field.field.kind
        if kind.is_number and part.kind is not PartKind.NUMBER:
            raise self._problem(part, f"{field.name} is a number; write it without quotes, as in {field.name} > 4.")
        if kind is ColumnKind.BOOLEAN and not part.is_("true", "false"):
            raise self._problem(part, f"{field.name} is true or false; write {field.name}, or not {field.name}.")
        if kind is ColumnKind.MOMENT and part.kind not in (PartKind.TEXT, PartKind.SPAN):
            raise self._problem(part, f'{field.name} is a moment: write a day in quotes, "2026-03-01", or 7d for ago.')
        if kind.is_number and part.value.endswith("%"):
            return _share(field, part.value.removesuffix("%"))
        if not (kind.is_number or kind in (ColumnKind.BOOLEAN, ColumnKind.MOMENT)):
            self._refuse_no_text(field, part)
        return part.value

    def _refuse_no_text(self, field: RuleField, part: Part) -> None:
        if part.is_("true", "false"):
            raise self._problem(part, f"{field.name} is a text and not true or false; compare it, or write is empty.")
        choices = field.field.values if field.field.kind is ColumnKind.ENUM else None
        is_choice = choices and part.value.lower() in {choice.lower() for choice in choices}
        if part.kind is PartKind.NAME and not is_choice and part.value.lower() in self.fields.of(self.workflow):
            told = f'A text is written in quotes: "{part.value}". Fields are compared with values.'
            raise self._problem(part, told)
        if part.kind is PartKind.NAME and not is_choice and get_close_matches(part.value.lower(), _STATES, cutoff=0.75):
            told = f'Did you mean empty? A text is written in quotes: "{part.value}".'
            raise self._problem(part, f"{part.value} is no word of conditions. {told}")
        if part.kind not in (PartKind.TEXT, PartKind.NAME):
            raise self._problem(part, f'{field.name} is a text; write the value in quotes: "{part.value}".')
        if not part.value.strip():
            raise self._problem(part, f"This text is empty; write {field.name} is empty.")
        if choices and not is_choice:
            hint = did_you_mean(part.value, choices)
            raise self._problem(part, f"{field.name} is never {part.value!r}. {hint}")

    def _token(self, field: RuleField, part: Part, token: SearchToken, tenant_id: UUID) -> ColumnElement[bool]:
        try:
            return field.holds(tenant_id, token)
        except BadSearch as error:
            raise self._problem(part, f"{error.complaint[:1].upper()}{error.complaint[1:]}.") from error

    def _problem(self, part: Part, complaint: str) -> RuleProblem:
        return RuleProblem(self.text, part.at, part.length, complaint)


def fails(condition: ColumnElement[bool]) -> ColumnElement[bool]:
    """What is unknown, for want of a value, does not hold."""
    return not_(func.coalesce(condition, false()))


def _share(field: RuleField, percent: str) -> str:
    """Of one where the field is one, such as a confidence of 0.99; else the number as it is."""
    is_of_one = field.column is not None and isinstance(field.column.type, Float)
    return str(Decimal(percent) / 100) if is_of_one else percent


def _last(field: RuleField) -> str:
    return field.field.name
