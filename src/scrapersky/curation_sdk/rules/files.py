"""Rules as a file kept with a project: YAML, by workflow, each rule in its place."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError

from scrapersky.curation_sdk.complaints import complaint
from scrapersky.curation_sdk.declaring import Rule, RuleAction
from scrapersky.curation_sdk.errors import BadRequest
from scrapersky.curation_sdk.rules.text import did_you_mean

LARGEST_FILE = 500_000

Rules = Mapping[str, Sequence[Rule]]


class UnreadableRules(BadRequest):
    """The file is no YAML, or says something that no rule has."""

    http_status = 422
    code = "unreadable_rules"


def _as_list(value: object) -> object:
    return [value] if isinstance(value, str) else value


Texts = Annotated[list[Annotated[str, Field(max_length=4_000)]], BeforeValidator(_as_list)]


class WrittenRule(BaseModel):
    """A rule as people write it, in a file or over HTTP."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(min_length=1, max_length=80)
    when: str = Field(default="", max_length=4_000, description="A condition; without one, every row.")
    action: RuleAction = RuleAction.QUEUE
    at_most: int | None = Field(default=None, ge=1, description="Rows taken per row of `per`.")
    per: str | None = Field(default=None, description="The row above that `at_most` and `after` are about.")
    first: Texts = Field(default_factory=list, description="Which of them: fields, as in -score, and conditions.")
    enough: dict[str, int] = Field(default_factory=dict, description="After so many of a sort, others come first.")
    after: Texts = Field(default_factory=list, description="Workflows that are done with the group before.")

    def rule(self) -> Rule:
        values: dict[str, Any] = self.model_dump()
        return Rule(**values | {"first": tuple(self.first), "after": tuple(self.after), "action": self.action})


WrittenRules = Annotated[dict[str, Annotated[list[WrittenRule], Field(max_length=100)]], Field(max_length=200)]
_RULES: TypeAdapter[dict[str, list[WrittenRule]]] = TypeAdapter(WrittenRules)


def read_rules(text: str) -> dict[str, list[Rule]]:
    """
    >>> read_rules('page_curation: [{name: Best, when: score > 50}]')["page_curation"][0].when
    'score > 50'
    """
    import yaml  # noqa: PLC0415  it takes long to load, and most rules are never a file

    if len(text) > LARGEST_FILE:
        raise UnreadableRules(f"The file has {len(text):,} characters; rules have {LARGEST_FILE:,} at most.")
    try:
        found = yaml.safe_load(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"line {mark.line + 1}, column {mark.column + 1}: " if mark else ""
        raise UnreadableRules(f"{where}this is no YAML: {getattr(error, 'problem', None) or error}.") from error
    except RecursionError as error:
        raise UnreadableRules("The file is nested too deep for rules.") from error
    try:
        written = _RULES.validate_python(found or {})
    except ValidationError as error:
        raise UnreadableRules(_complaint(error, text)) from error
    return {workflow: [each.rule() for each in some] for workflow, some in written.items()}


def _complaint(error: ValidationError, text: str) -> str:
    first = error.errors()[0]
    place = first["loc"]
    where = _line_of(text, place)
    if first["type"] == "extra_forbidden":
        key = str(place[-1])
        return f"{where}a rule has no {key!r}. {did_you_mean(key, WrittenRule.model_fields)}"
    return f"{where}{'.'.join(map(str, place)) or 'the file'} {complaint(first)}."


def _line_of(text: str, place: Sequence[int | str]) -> str:
    """Where in the file the value stands that is wrong, as far down as it can be followed."""
    import yaml  # noqa: PLC0415

    node: Any = yaml.compose(text, Loader=yaml.SafeLoader)
    for part in place:
        if isinstance(node, yaml.MappingNode):
            below = [(key, value) for key, value in node.value if str(key.value) == str(part)]
            node = below[0][1] if below else node
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
            node = node.value[part]
    return "" if node is None else f"line {node.start_mark.line + 1}: "


def write_rules(rules: Rules) -> str:
    """As it is read again. Texts of several lines stay so."""
    import yaml  # noqa: PLC0415

    written = {workflow: [rule.written() for rule in some] for workflow, some in rules.items() if some}
    return yaml.safe_dump(written, sort_keys=False, allow_unicode=True, width=110, default_flow_style=None)
