"""Which rows a person means: a value that travels from the browser into a list, a batch or a job."""

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Annotated, Any, ClassVar
from uuid import UUID

from pydantic import AfterValidator, ConfigDict, Field, TypeAdapter, ValidationError
from sqlalchemy import ColumnElement, SQLColumnExpression, or_

from scrapersky.curation_sdk import declaring
from scrapersky.curation_sdk.complaints import complaint
from scrapersky.curation_sdk.errors import BadRequest
from scrapersky.curation_sdk.lists.kept_statements import of_tenant
from scrapersky.curation_sdk.lists.origins import WrittenOrigin, descends_from
from scrapersky.curation_sdk.lists.search.clauses import LISTED_FIELDS, MADE, SearchClauses, is_of_batch, state_is
from scrapersky.curation_sdk.lists.search.text import LONGEST_SEARCH, read_search

Scalar = str | int | float | bool | None


def _sorted_once(states: tuple[declaring.State, ...]) -> tuple[declaring.State, ...]:
    return tuple(state for state in declaring.State if state in states)


@dataclass(frozen=True, slots=True)
class Filter:
    """Conditions that all hold. Without any, every row of the tenant is meant.

    `search` is what a person typed, words and tokens; what its tokens mean, each workflow's columns tell. `through` is
    the moment until which rows were made, as an id: what came after a person looked was not meant.
    """

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    states: Annotated[tuple[declaring.State, ...], AfterValidator(_sorted_once)] = ()
    search: Annotated[str, Field(max_length=LONGEST_SEARCH)] = ""
    batch: UUID | None = None
    outcome: declaring.StoredText | None = None
    updated_since: declaring.Moment | None = None
    through: UUID | None = None
    origin: WrittenOrigin | None = None
    values: Mapping[str, Scalar] = field(default_factory=dict)

    @property
    def shape(self) -> Hashable:
        """What tells its statements from others', where they hold no value of it; None where they do."""
        return (self.states,) if self == Filter(states=self.states) else None

    @property
    def is_told_by_search(self) -> bool:
        """Whether states and what a person typed tell all, and mean the same at any time of the day."""
        return self == Filter(states=self.states, search=self.search) and MADE not in self.search.lower()

    def to_json(self) -> dict[str, Any]:
        written: dict[str, Any] = _FILTER.dump_python(self, mode="json", exclude_defaults=True)
        return written

    @classmethod
    def from_json(cls, written: Mapping[str, Any]) -> "Filter":
        return _FILTER.validate_python(dict(written))

    def pinned(self, workflow: declaring.AnyWorkflow, now: datetime) -> "Filter":
        """For work that goes on for a while: `since:2h` means the two hours before now, also later."""
        return (
            replace(self, search=SearchClauses.read(workflow, self.search).pinned(now)) if self.search.strip() else self
        )

    def in_words(self, workflow: declaring.AnyWorkflow | None = None, origin: str | None = None) -> str:
        """For the person who is about to change all these rows; with the names of the workflow's columns, if given.

        `origin` is what that is called which the rows come from.

        >>> states = (declaring.State.NEW, declaring.State.ERROR)
        >>> Filter(states=states, search="dentist -city:Austin", values={"phone": None}).in_words()
        'New or Error; with the words "dentist"; city is not Austin; phone is empty'
        """
        read = SearchClauses.read(workflow, self.search) if workflow else read_search(self.search, None)
        parts = [_states_in_words(self.states)] if self.states else []
        parts += read.in_words()
        parts += [f"of batch {self.batch}"] if self.batch else []
        parts += [f"outcome {self.outcome}"] if self.outcome is not None else []
        parts += [f"changed since {_readable(self.updated_since)}"] if self.updated_since else []
        named = f"“{origin}”" if origin else f"{self.origin.table} {self.origin.id}" if self.origin else None
        parts += [f"from {named}"] if named else []
        parts += [f"there at {_readable(moment_of(self.through))}"] if self.through else []
        parts += [f"{name} is {'empty' if value is None else value}" for name, value in self.values.items()]
        return "; ".join(parts) or "every row"


_FILTER = TypeAdapter(Filter)


# An id that is none of ours may tell of a year that there will not be.
_LAST = 253_402_300_799_000


def until(moment: datetime) -> UUID:
    """No row made by then has a greater id."""
    return UUID(int=declaring.earliest_id(moment).int | ((1 << 80) - 1))


def moment_of(row_id: UUID) -> datetime:
    """When it was made.

    >>> moment_of(until(datetime(2026, 11, 19, 23, 40, tzinfo=UTC))).isoformat()
    '2026-11-19T23:40:00+00:00'
    """
    return datetime.fromtimestamp(min(row_id.int >> 80, _LAST) / 1000, UTC)


def _states_in_words(states: Collection[declaring.State]) -> str:
    """
    >>> _states_in_words([state for state in declaring.State if state is not declaring.State.SKIPPED])
    'not Skipped'
    """
    others = [state for state in declaring.State if state not in states]
    return f"not {others[0]}" if len(others) == 1 else " or ".join(states)


def _readable(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%d %H:%M %Z")


def where(
    workflow: declaring.AnyWorkflow, tenant_id: UUID, wanted: Filter, links: Sequence[declaring.Link] = ()
) -> list[ColumnElement[bool]]:
    """Every condition, the tenant always among them. Where rows come from is known by the links of the registry."""
    states = [state_is(workflow, state) for state in states_of(workflow, wanted)]
    return [*([or_(*states)] if states else []), *where_in_any_state(workflow, tenant_id, wanted, links)]


def where_in_any_state(
    workflow: declaring.AnyWorkflow, tenant_id: UUID, wanted: Filter, links: Sequence[declaring.Link] = ()
) -> list[ColumnElement[bool]]:
    curation = workflow.curation
    clauses: list[ColumnElement[bool]] = [curation.tenant_id == of_tenant(tenant_id)]
    clauses += SearchClauses.read(workflow, wanted.search).clauses(tenant_id)
    if wanted.batch is not None:
        clauses.append(
            is_of_batch(
                workflow, declaring.BatchRow.batch_id == wanted.batch, declaring.Change.batch_id == wanted.batch
            )
        )
    if wanted.outcome is not None:
        clauses.append(curation.outcome == wanted.outcome)
    if wanted.updated_since is not None:
        clauses.append(curation.updated_at >= wanted.updated_since)
    if wanted.through is not None:
        clauses.append(curation.id <= wanted.through)
    if wanted.origin is not None:
        clauses.append(descends_from(workflow, wanted.origin, tenant_id, links))
    return clauses + [_has_value(workflow, name, value) for name, value in wanted.values.items()]


def states_of(workflow: declaring.AnyWorkflow, wanted: Filter) -> tuple[declaring.State, ...]:
    """Those chosen, else those that the search is about; none means any."""
    return wanted.states or SearchClauses.read(workflow, wanted.search).states


def is_found_by_index(workflow: declaring.AnyWorkflow, wanted: Filter) -> bool:
    """Whether words, a batch or an origin lead to the rows, rather than their states."""
    return bool(wanted.batch or wanted.origin) or SearchClauses.read(workflow, wanted.search).has_index


def narrowed_to(
    workflow: declaring.AnyWorkflow, wanted: Filter, fields: Collection[str | None], *, in_lists: bool
) -> Filter:
    """Its tokens of these fields; with what the index of lists has, if that is asked for; and nothing else."""
    part = replace(wanted, search=SearchClauses.read(workflow, wanted.search).narrowed_to(fields))
    part = replace(part, batch=None, origin=None, values={})
    return part if in_lists else replace(part, states=(), outcome=None, updated_since=None, through=None)


def is_listed(workflow: declaring.AnyWorkflow, wanted: Filter) -> bool:
    """Whether the index of lists has everything that tells which rows are meant."""
    return narrowed_to(workflow, wanted, LISTED_FIELDS, in_lists=True) == wanted


def _has_value(workflow: declaring.AnyWorkflow, name: str, value: Scalar) -> ColumnElement[bool]:
    column = declaring.columns_by_key(workflow.shows).get(name)
    if column is None:
        there = ", ".join(declaring.columns_by_key(workflow.shows))
        raise BadRequest(f"{workflow.title} cannot be filtered by {name[:80]!r}; there are: {there}.")
    attribute: SQLColumnExpression[Any] = getattr(workflow.model, name)
    if value is None:
        return attribute.is_(None)
    try:
        known = declaring.reader_of(column).validate_python(value)
    except ValidationError as error:
        hint = f" To compare, type search={name}:{value}" if str(value).startswith((">", "<")) else ""
        raise BadRequest(f"{name} cannot be {str(value)[:80]!r}: it {complaint(error.errors()[0])}.{hint}") from error
    equal: ColumnElement[bool] = attribute == known
    return equal
