"""A set of rules that goes together, read and checked: the conditions, orders, limits and what waits for what."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, SQLColumnExpression

from scrapersky.curation_sdk.declaring import AnyWorkflow, Rule
from scrapersky.curation_sdk.errors import BadRequest
from scrapersky.curation_sdk.rules.fields import RuleField, RuleFields
from scrapersky.curation_sdk.rules.meaning import Condition
from scrapersky.curation_sdk.rules.text import RuleProblem, did_you_mean

MOST_RULES = 100
LONGEST_NAME = 80
MOST_PER_GROUP = 1_000_000
_FIELD = re.compile(r"-?[A-Za-z][\w.]{0,126}")


class BadRule(BadRequest):
    """A rule that cannot be carried out; the message says which, and where in it."""

    http_status = 422
    code = "bad_rule"

    def __init__(self, workflow: str, name: str, key: str, complaint: str, problem: RuleProblem | None = None) -> None:
        super().__init__(f"{workflow}, rule {name!r}, {key}: {complaint}")
        self.workflow, self.rule, self.key, self.problem = workflow, name, key, problem
        where = problem.place if problem else {"complaint": complaint}
        self.facts = {"workflow": workflow, "rule": name, "key": key, **where}


@dataclass(frozen=True, slots=True, eq=False)
class RuleOrder:
    """What comes first: a field's values downwards or upwards, or the rows for which a condition holds."""

    column: ColumnElement[Any] | None = None
    is_downwards: bool = False
    condition: Condition | None = None


@dataclass(frozen=True, slots=True, eq=False)
class ReadRule:
    """A rule with its parts understood. `group` is the column that `per` names."""

    workflow: AnyWorkflow
    rule: Rule
    when: Condition
    group: SQLColumnExpression[Any] | None
    first: tuple[RuleOrder, ...]
    enough: tuple[tuple[ColumnElement[Any], int], ...]

    @property
    def has_limits(self) -> bool:
        return self.rule.at_most is not None or bool(self.rule.after)


class RuleBook:
    """The rules of several workflows, each in order. Raises BadRule for the first that is wrong."""

    def __init__(self, fields: RuleFields, rules: Mapping[str, Sequence[Rule]]) -> None:
        self.fields = fields
        self.by_workflow = {name: self._read_all(name, some) for name, some in rules.items()}
        _refuse_circles(rules)

    def of(self, workflow: str) -> tuple[ReadRule, ...]:
        return self.by_workflow.get(workflow, ())

    def _read_all(self, name: str, rules: Sequence[Rule]) -> tuple[ReadRule, ...]:
        workflow = self.fields.registry[name]
        if len(rules) > MOST_RULES:
            raise BadRule(name, rules[MOST_RULES].name, "name", f"a workflow has {MOST_RULES} rules at most.")
        names = [rule.name for rule in rules]
        twice = next((each for each in names if names.count(each) > 1), None)
        if twice is not None:
            raise BadRule(name, twice, "name", "two rules of the workflow are called so; give one another name.")
        return tuple(self._read(workflow, rule) for rule in rules)

    def _read(self, workflow: AnyWorkflow, rule: Rule) -> ReadRule:
        if not rule.name.strip() or len(rule.name) > LONGEST_NAME or not rule.name.isprintable():
            raise BadRule(workflow.name, rule.name[:LONGEST_NAME], "name", f"write 1 to {LONGEST_NAME} characters.")
        if (rule.at_most is not None or rule.after) and rule.per is None:
            raise BadRule(workflow.name, rule.name, "per", f"say per what, such as {self._some_group(workflow)}.")
        if rule.at_most is not None and not 1 <= rule.at_most <= MOST_PER_GROUP:
            raise BadRule(workflow.name, rule.name, "at_most", f"write a number from 1 to {MOST_PER_GROUP:,}.")
        self._refuse_unknown_waits(workflow, rule)
        return ReadRule(
            workflow,
            rule,
            self._condition(workflow, rule, "when", rule.when),
            None if rule.per is None else self._group(workflow, rule, "per", rule.per),
            tuple(self._order(workflow, rule, written) for written in rule.first),
            tuple((self._column(workflow, rule, key), most) for key, most in rule.enough.items()),
        )

    def _some_group(self, workflow: AnyWorkflow) -> str:
        return next(iter(self.fields.groups(workflow.model)), "domain")

    def _condition(self, workflow: AnyWorkflow, rule: Rule, key: str, text: str) -> Condition:
        try:
            return Condition.read(workflow, self.fields, text)
        except RuleProblem as problem:
            raise BadRule(workflow.name, rule.name, key, str(problem), problem) from problem

    def _group(self, workflow: AnyWorkflow, rule: Rule, key: str, name: str) -> SQLColumnExpression[Any]:
        group = self.fields.group_key(workflow.model, name)
        if group is None:
            hint = did_you_mean(name, self.fields.groups(workflow.model))
            raise BadRule(workflow.name, rule.name, key, f"rows of {workflow.title} belong to no {name}. {hint}")
        return group

    def _order(self, workflow: AnyWorkflow, rule: Rule, written: str) -> RuleOrder:
        if not _FIELD.fullmatch(written.strip()):
            return RuleOrder(condition=self._condition(workflow, rule, "first", written))
        name = written.strip()
        column = self._column(workflow, rule, name.removeprefix("-"), "first")
        return RuleOrder(column=column, is_downwards=name.startswith("-"))

    def _column(self, workflow: AnyWorkflow, rule: Rule, name: str, key: str = "enough") -> ColumnElement[Any]:
        own: dict[str, RuleField] = {
            each.name: each for each in self.fields.of(workflow).values() if each.column is not None
        }
        field = own.get(name.lower())
        if field is None or field.column is None:
            hint = did_you_mean(name, own)
            raise BadRule(workflow.name, rule.name, key, f"the row itself has no field {name}. {hint}")
        return field.column

    def _refuse_unknown_waits(self, workflow: AnyWorkflow, rule: Rule) -> None:
        known = {each.name: each for each in (*self.fields.registry, *self.fields.registry.refused)}
        for name in rule.after:
            if name not in known:
                raise BadRule(workflow.name, rule.name, "after", f"no workflow {name!r}. {did_you_mean(name, known)}")
            if self.fields.group_key(known[name].model, rule.per or "") is None:
                complaint = f"rows of {known[name].title} belong to no {rule.per}."
                raise BadRule(workflow.name, rule.name, "after", complaint)


def _refuse_circles(rules: Mapping[str, Sequence[Rule]]) -> None:
    """Rows that wait for rows that wait for them would wait for ever; but rules may wait for those before them."""
    waits = {
        name: {other for place, rule in enumerate(some) for other in rule.after if other != name or not place}
        for name, some in rules.items()
    }
    for name, some in rules.items():
        reached, front = set[str](), set(waits[name])
        while front:
            reached |= front
            front = {other for each in front for other in waits.get(each, ())} - reached
        if name in reached:
            raise BadRule(name, some[0].name, "after", "its rows would wait for each other; leave one of them out.")
