"""What a search means for a workflow's table: its words and tokens as conditions."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Annotated
from uuid import UUID

from pydantic import Field, TypeAdapter
from sqlalchemy import (
    BinaryExpression,
    ColumnElement,
    ScalarSelect,
    SQLColumnExpression,
    and_,
    false,
    func,
    literal_column,
    not_,
    select,
    union_all,
)
from sqlalchemy.sql.operators import in_op

from scrapersky.curation_sdk.declaring import (
    AnyWorkflow,
    Batch,
    BatchRow,
    Change,
    ColumnKind,
    RowMark,
    Settable,
    State,
    StoredText,
    columns_by_key,
    earliest_id,
    host_of,
    reader_of,
)
from scrapersky.curation_sdk.lists.marks import is_marked, read_tag
from scrapersky.curation_sdk.lists.search.fields import (
    MOST_TOKENS,
    SearchableField,
    SearchTooLong,
    UnknownField,
    field_names,
    search_fields,
)
from scrapersky.curation_sdk.lists.search.text import (
    SearchOperator,
    SearchText,
    SearchToken,
    read_search,
    unknown_fields,
)
from scrapersky.curation_sdk.lists.search.values import BadSearch, compared, pinned_moment, read_moment
from scrapersky.curation_sdk.lists.search.words import at_host, has_words, read_host

_TEXT: TypeAdapter[str] = TypeAdapter(StoredText)
_WHOLE: TypeAdapter[int] = TypeAdapter(Annotated[int, Field(ge=0, le=2**31 - 1)])
_UUID: TypeAdapter[UUID] = TypeAdapter(UUID)
# Only failed rows have an error and only completed ones a count, so rows in other states need not be looked at.
_STATES = {"error": State.ERROR, "cause": State.ERROR, "found": State.COMPLETE}
_AFTER_QUEUEING = (State.QUEUED, State.PROCESSING, State.COMPLETE, State.ERROR)
_BY_INDEX = frozenset(("id", "batch", "host", "tag"))
# What the indexes of lists include beside their keys.
LISTED_FIELDS = frozenset(("outcome", "since", "found"))
_FILLED = {"has": True, "no": False}
MADE = "made"  # the only one that is compared with this machine's clock


@dataclass(frozen=True, slots=True)
class SearchClauses:
    """A text as one workflow understands it."""

    workflow: AnyWorkflow
    written: str
    text: SearchText

    @classmethod
    @lru_cache(maxsize=256)
    def read(cls, workflow: AnyWorkflow, text: str) -> "SearchClauses":
        """Each page asks several times. Nothing is kept of a text that is refused."""
        names = field_names(workflow)
        read = read_search(text, (*names, *_FILLED))
        read = replace(read, tokens=tuple(_canonical(workflow, token, names) for token in read.tokens))
        for unknown in unknown_fields(" ".join((*read.without, read.words))):
            raise UnknownField(unknown, search_fields(workflow).values())
        conditions = len(read.tokens) + len(read.without)
        if conditions > MOST_TOKENS:
            raise SearchTooLong(conditions)
        return cls(workflow, text, read)

    @property
    def states(self) -> tuple[State, ...]:
        """The only states that rows of this search can be in, unless a person chose others."""
        named = (_STATES.get(token.field) or _read_state(token) for token in self._plain_tokens())
        implied = {state for state in named if state is not None}
        return tuple(implied) if len(implied) == 1 else ()

    @property
    def has_index(self) -> bool:
        """Whether an index finds the rows: then their states need not lead the way."""
        looked_up = {each.key for each in self.workflow.computed if each.looked_up}
        leading = {token.field for token in self._plain_tokens() if token.operator is SearchOperator.IS}
        return bool(self.text.words) or not leading.isdisjoint(_BY_INDEX | looked_up)

    def narrowed_to(self, fields: Collection[str | None]) -> str:
        """Its tokens of these fields. As it is written, if there is nothing else."""
        kept = tuple(token for token in self.text.tokens if token.field in fields)
        narrowed = SearchText(tokens=kept)
        return self.written if narrowed == self.text else str(narrowed)

    def _plain_tokens(self) -> list[SearchToken]:
        return [token for token in self.text.tokens if not token.is_not]

    def in_words(self) -> list[str]:
        return self.text.in_words({name: field.label for name, field in search_fields(self.workflow).items()})

    def pinned(self, now: datetime) -> str:
        """The text in which spans such as `2h` mean what they mean now, whichever moment they are about."""
        return str(replace(self.text, tokens=tuple(self._pinned(token, now) for token in self.text.tokens)))

    def _pinned(self, token: SearchToken, now: datetime) -> SearchToken:
        if search_fields(self.workflow)[token.field].kind is not ColumnKind.MOMENT:
            return token
        return replace(token, value=pinned_moment(token.value, now), until=pinned_moment(token.until, now))

    def clauses(self, tenant_id: UUID) -> list[ColumnElement[bool]]:
        words = [has_words(self.workflow, tenant_id, self.text.words)] if self.text.words else []
        words += [_fails(has_words(self.workflow, tenant_id, each)) for each in self.text.without]
        return words + [self._clause(tenant_id, token) for token in self.text.tokens]

    def _clause(self, tenant_id: UUID, token: SearchToken) -> ColumnElement[bool]:
        holds = token_holds(self.workflow, tenant_id, token)
        return _fails(holds) if token.is_not else holds


def _canonical(workflow: AnyWorkflow, token: SearchToken, names: Mapping[str, str]) -> SearchToken:
    """Under the name of its field. `has:phone` and `no:phone` ask whether there is any."""
    if token.field not in _FILLED or token.field in names:
        return replace(token, field=names[token.field])
    meant = names.get(token.value.lower().replace(" ", "_"))
    if not token.value:
        raise BadSearch(token, "it asks whether there is a value of a field", f"{token.field}:name")
    if meant is None or token.operator is not SearchOperator.IS:
        raise UnknownField(token.value, search_fields(workflow).values())
    return SearchToken(meant, SearchOperator.EMPTY, is_not=token.is_not != _FILLED[token.field])


def _fails(condition: ColumnElement[bool]) -> ColumnElement[bool]:
    """Also where a value is missing, so that nobody knows.

    Whether others have a row is asked so that it can be a join: `NOT IN` may go through all of them for each row.
    """
    is_among = isinstance(condition, BinaryExpression) and condition.operator is in_op
    if is_among and isinstance(condition.right, ScalarSelect):
        (key,) = condition.right.element.subquery().c
        return not_(select(key).where(key == condition.left).exists())
    return not_(func.coalesce(condition, false()))


def token_holds(workflow: AnyWorkflow, tenant_id: UUID, token: SearchToken) -> ColumnElement[bool]:
    """The token's condition, without its `not`; what is compared with an empty value is unknown."""
    field = search_fields(workflow)[token.field]
    return _BUILT_IN.get(token.field, _by_column)(workflow, tenant_id, field, token)


def _meaning(token: SearchToken, plainly: SearchOperator) -> SearchToken:
    """What a plain `field:value` means for this field."""
    return replace(token, operator=plainly) if token.operator is SearchOperator.IS else token


def _by_decision(workflow: AnyWorkflow, _: UUID, field: SearchableField, token: SearchToken) -> ColumnElement[bool]:
    """The index of lists is by state, and an index by decision would cost each change of a status a sixth more.

    So the states that a decision can lead to are said as well.
    """
    decided = next((each for each in Settable if each.lower() == token.value.lower()), None)
    if decided is None or token.operator is not SearchOperator.IS:
        raise BadSearch(token, "a person decides on New, Queued or Skipped", field.example)
    states = _AFTER_QUEUEING if decided is Settable.QUEUED else (State(decided),)
    curation = workflow.curation
    is_one = curation.state.in_([literal_column(f"'{state}'") for state in states])
    return and_(curation.curation_status == literal_column(f"'{decided}'"), is_one)


def _by_state(workflow: AnyWorkflow, _: UUID, field: SearchableField, token: SearchToken) -> ColumnElement[bool]:
    state = _read_state(token)
    if state is None:
        raise BadSearch(token, f"a row is {', '.join(State)}", field.example)
    return state_is(workflow, state)


def _read_state(token: SearchToken) -> State | None:
    if token.field != "state" or token.operator is not SearchOperator.IS:
        return None
    return next((each for each in State if each.lower() == token.value.lower()), None)


def _by_error(workflow: AnyWorkflow, _: UUID, field: SearchableField, token: SearchToken) -> ColumnElement[bool]:
    return compared(workflow.curation.processing_error, _TEXT, field, _meaning(token, SearchOperator.CONTAINS))


def _by_cause(workflow: AnyWorkflow, _: UUID, field: SearchableField, token: SearchToken) -> ColumnElement[bool]:
    """The index of errors has only those in this state, so it is said."""
    return and_(state_is(workflow, State.ERROR), compared(workflow.curation.cause, _TEXT, field, token))


def _by_outcome(workflow: AnyWorkflow, _: UUID, field: SearchableField, token: SearchToken) -> ColumnElement[bool]:
    return compared(workflow.curation.outcome, _TEXT, field, token)


def _since(workflow: AnyWorkflow, _: UUID, field: SearchableField, token: SearchToken) -> ColumnElement[bool]:
    return compared(workflow.curation.updated_at, _TEXT, field, _meaning(token, SearchOperator.AT_LEAST))


def _made(workflow: AnyWorkflow, _: UUID, field: SearchableField, token: SearchToken) -> ColumnElement[bool]:
    """By the key, which sorts by time: no other index has it."""
    if token.operator not in (SearchOperator.IS, SearchOperator.AT_LEAST):
        raise BadSearch(token, "rows are told by how long ago they were made", field.example)
    pinned = replace(token, value=pinned_moment(token.value, datetime.now(UTC)))
    start, _end = read_moment(pinned.value, field, token)
    return workflow.curation.id >= earliest_id(start)


def _decided_by(
    workflow: AnyWorkflow, tenant_id: UUID, field: SearchableField, token: SearchToken
) -> ColumnElement[bool]:
    mine = select(Batch.id).where(
        Batch.tenant_id == tenant_id,
        Batch.workflow == workflow.name,
        Batch.undone_at.is_(None),
        compared(Batch.made_by, _TEXT, field, token),
    )
    return workflow.curation.id.in_(select(BatchRow.row_id).where(BatchRow.batch_id.in_(mine)))


def _by_id(workflow: AnyWorkflow, _: UUID, field: SearchableField, token: SearchToken) -> ColumnElement[bool]:
    return compared(workflow.curation.id, _UUID, field, token)


def _of_batch(
    workflow: AnyWorkflow, tenant_id: UUID, field: SearchableField, token: SearchToken
) -> ColumnElement[bool]:
    batches = select(Batch.id).where(compared(Batch.id, _UUID, field, token), Batch.tenant_id == tenant_id)
    return is_of_batch(workflow, BatchRow.batch_id.in_(batches), Change.batch_id.in_(batches))


def is_of_batch(
    workflow: AnyWorkflow, decided: ColumnElement[bool], changed: ColumnElement[bool]
) -> ColumnElement[bool]:
    """Rows are remembered where a batch decided about them, and in the history of values where it changed these."""
    rows = union_all(select(BatchRow.row_id).where(decided), select(Change.row_id).where(changed))
    return workflow.curation.id.in_(rows)


def _tagged(workflow: AnyWorkflow, tenant_id: UUID, field: SearchableField, token: SearchToken) -> ColumnElement[bool]:
    if token.operator is SearchOperator.EMPTY:
        return _fails(is_marked(workflow.model, tenant_id, func.cardinality(RowMark.tags) > 0))
    if token.operator is SearchOperator.CONTAINS:
        in_line = func.array_to_string(RowMark.tags, "\n")
        return is_marked(workflow.model, tenant_id, compared(in_line, _TEXT, field, token))
    try:
        tag = read_tag(token.value)
    except ValueError as error:
        raise BadSearch(token, str(error), field.example) from error
    if token.operator is not SearchOperator.IS:
        raise BadSearch(token, "a row has a tag or not", field.example)
    return is_marked(workflow.model, tenant_id, RowMark.tags.contains([tag]))


def _noted(workflow: AnyWorkflow, tenant_id: UUID, field: SearchableField, token: SearchToken) -> ColumnElement[bool]:
    if token.operator is SearchOperator.EMPTY:
        return _fails(is_marked(workflow.model, tenant_id, RowMark.note.is_not(None)))
    words = compared(RowMark.note, _TEXT, field, _meaning(token, SearchOperator.CONTAINS))
    return is_marked(workflow.model, tenant_id, words)


def _found(workflow: AnyWorkflow, _: UUID, field: SearchableField, token: SearchToken) -> ColumnElement[bool]:
    curation = workflow.curation
    amount = compared(func.coalesce(curation.produced, literal_column("0")), _WHOLE, field, token)
    return and_(state_is(workflow, State.COMPLETE), amount)


def state_is(workflow: AnyWorkflow, state: State) -> ColumnElement[bool]:
    """A literal, not a parameter: a plan made for any state would serve the rare ones badly."""
    return workflow.curation.state == literal_column(f"'{state.value}'")


def _at_host(workflow: AnyWorkflow, tenant_id: UUID, field: SearchableField, token: SearchToken) -> ColumnElement[bool]:
    host = read_host(token.value)
    if host is None or token.operator is not SearchOperator.IS:
        raise BadSearch(token, "that is no host", field.example)
    return at_host(workflow, tenant_id, host)


def _only_at_host(workflow: AnyWorkflow, _: UUID, field: SearchableField, token: SearchToken) -> ColumnElement[bool]:
    """As errors are grouped by host: nothing below it, and whatever stood in the address."""
    host: SQLColumnExpression[str | None] | None = host_of(workflow)
    return false() if host is None else compared(host, _TEXT, field, replace(token, value=token.value.lower()))


def _by_column(
    workflow: AnyWorkflow, tenant_id: UUID, field: SearchableField, token: SearchToken
) -> ColumnElement[bool]:
    own = columns_by_key(workflow.shows).get(token.field)
    if own is not None:
        return compared(getattr(workflow.model, token.field), reader_of(own), field, token)
    elsewhere = {each.key: each.looked_up for each in workflow.computed if each.looked_up}[token.field]
    if token.operator is SearchOperator.EMPTY:
        return elsewhere.is_empty(tenant_id)
    (column,) = columns_by_key([elsewhere.value]).values()
    return elsewhere.where(tenant_id, compared(elsewhere.value, reader_of(column), field, token))


_BUILT_IN = {
    "state": _by_state,
    "curation": _by_decision,
    "error": _by_error,
    "cause": _by_cause,
    "outcome": _by_outcome,
    "since": _since,
    MADE: _made,
    "by": _decided_by,
    "id": _by_id,
    "batch": _of_batch,
    "tag": _tagged,
    "note": _noted,
    "found": _found,
    "host": _at_host,
    "only_host": _only_at_host,
}
