"""What stands after the colon of a token, read as a column's value and compared with it."""

import re
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from math import isfinite
from typing import Any

from pydantic import TypeAdapter, ValidationError
from sqlalchemy import ColumnElement, SQLColumnExpression, and_, any_, func, literal, or_

from scrapersky.curation_sdk.declaring import ColumnKind, Moment, StoredText
from scrapersky.curation_sdk.errors import BadRequest
from scrapersky.curation_sdk.lists.search.fields import SearchableField
from scrapersky.curation_sdk.lists.search.text import AGO, SearchOperator, SearchToken
from scrapersky.curation_sdk.lists.search.words import without_gaps

FIRST_DAY = "1900-01-01"
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800}
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_MOMENT: TypeAdapter[datetime] = TypeAdapter(Moment)
_TEXT: TypeAdapter[str] = TypeAdapter(StoredText)
_BETWEEN = "\x1f"
_WHOLE = {
    ColumnKind.EMAIL: re.compile(r"[^@]@[^@]"),
    ColumnKind.PHONE: re.compile(r"^\+\d{8,15}$"),
    ColumnKind.URL: re.compile(r"^[a-z][a-z0-9+.-]*:", re.IGNORECASE),
}
_NUMBER = re.compile(r"\+?[\d\s().\-/]{2,60}")
# Nobody types these by heart, and their indexes have them as they are.
_WRITTEN_BY_US = frozenset(("cause", "only_host"))


class BadSearch(BadRequest):
    """A token whose value its field cannot have; the message says what to type."""

    http_status = 400
    code = "bad_search"

    def __init__(self, token: SearchToken, complaint: str, example: str) -> None:
        super().__init__(f"{str(token)[:200]}: {complaint}. Type {example}.")
        self.complaint = complaint
        self.facts = {"token": str(token)[:1000], "example": example}


def compared(
    column: SQLColumnExpression[Any], reader: TypeAdapter[Any], field: SearchableField, token: SearchToken
) -> ColumnElement[bool]:
    """The token's condition on a column, without its `not`."""
    if token.operator is SearchOperator.EMPTY:
        return _empty(column, field)
    if not token.value.strip():
        raise BadSearch(token, "there is nothing after the colon", field.example)
    if field.kind is ColumnKind.MOMENT:
        return _at_moment(column, field, token)
    if field.kind is ColumnKind.JSON:
        return _in_list(column, field, token)
    if field.kind.is_number:
        return _by_number(column, reader, field, token)
    return _by_text(column, reader, field, token)


def _empty(column: SQLColumnExpression[Any], field: SearchableField) -> ColumnElement[bool]:
    if field.kind is ColumnKind.JSON:
        return func.coalesce(func.cardinality(column), 0) == 0
    if field.kind in (ColumnKind.BOOLEAN, ColumnKind.ID, ColumnKind.MOMENT) or field.kind.is_number:
        return column.is_(None)
    return or_(column.is_(None), column == "")


def _by_text(
    column: SQLColumnExpression[Any], reader: TypeAdapter[Any], field: SearchableField, token: SearchToken
) -> ColumnElement[bool]:
    """The whole of it or a part, whatever its case; only addresses have one. Ids and truths are compared like text.

    Ids also by their order, which is that in which rows were made.
    """
    if field.kind is ColumnKind.PHONE:
        token = _kept_number(token)
    is_text = field.kind not in (ColumnKind.BOOLEAN, ColumnKind.ID)
    if is_text and (token.operator is SearchOperator.CONTAINS or _is_part(field.kind, token)):
        return column.icontains(_read(_TEXT, token.value, field, token), autoescape=True)
    if token.operator is SearchOperator.AT_LEAST and field.kind is ColumnKind.ID:
        since: ColumnElement[bool] = column >= _read(reader, token.value, field, token)
        return since
    if token.operator is not SearchOperator.IS:
        hint = "; put quotes around what begins with a sign" if is_text else ""
        raise BadSearch(token, f"{field.label} cannot be compared with {token.operator.value}{hint}", field.example)
    value = _read(reader, token.value, field, token)
    is_exact = field.kind is ColumnKind.URL or field.name in _WRITTEN_BY_US
    if isinstance(value, str) and not is_exact:
        return func.lower(column) == func.lower(value)
    equal: ColumnElement[bool] = column == value
    return equal


def _kept_number(token: SearchToken) -> SearchToken:
    """In files and on cards it has gaps; where it is dialled from nearby, a zero stands for the country."""
    if not _NUMBER.fullmatch(token.value):
        return token
    number = without_gaps(token.value)
    return replace(token, value=number if number.startswith("+") else number.lstrip("0") or number)


def _is_part(kind: ColumnKind, token: SearchToken) -> bool:
    """What is no whole address, e-mail address or number can only be meant as a part of one: `email:davis`."""
    whole = _WHOLE.get(kind)
    return whole is not None and token.operator is SearchOperator.IS and not whole.search(token.value)


def _in_list(column: SQLColumnExpression[Any], field: SearchableField, token: SearchToken) -> ColumnElement[bool]:
    value = _read(_TEXT, token.value, field, token)
    if token.operator is SearchOperator.CONTAINS:
        return func.array_to_string(column, " ").icontains(value, autoescape=True)
    if token.operator is not SearchOperator.IS:
        raise BadSearch(token, f"{field.label} is a list", field.example)
    whole = func.lower(func.array_to_string(column, _BETWEEN))
    return func.lower(literal(value)) == any_(func.string_to_array(whole, _BETWEEN))


def _by_number(
    column: SQLColumnExpression[Any], reader: TypeAdapter[Any], field: SearchableField, token: SearchToken
) -> ColumnElement[bool]:
    if token.operator is SearchOperator.CONTAINS:
        raise BadSearch(token, f"{field.label} is a number and has no parts", field.example)
    least, most = _number(reader, token.value, field, token), token.until
    if token.operator is SearchOperator.BETWEEN:
        return column.between(least, _number(reader, most, field, token))
    comparisons: dict[SearchOperator, ColumnElement[bool]] = {
        SearchOperator.IS: column == least,
        SearchOperator.ABOVE: column > least,
        SearchOperator.AT_LEAST: column >= least,
        SearchOperator.BELOW: column < least,
        SearchOperator.AT_MOST: column <= least,
    }
    return comparisons[token.operator]


def _number(reader: TypeAdapter[Any], text: str, field: SearchableField, token: SearchToken) -> Any:
    value = _read(reader, text, field, token)
    if isinstance(value, float) and not isfinite(value):
        raise BadSearch(token, f"{text!r} is no number", field.example)
    return value


def _read(reader: TypeAdapter[Any], text: str, field: SearchableField, token: SearchToken) -> Any:
    try:
        return reader.validate_python(text)
    except ValidationError as error:
        raise BadSearch(token, _why_not(text[:80], field, error), field.example) from error


def _why_not(text: str, field: SearchableField, error: ValidationError) -> str:
    """In words of this product: those of the reader speak of inputs and parsing."""
    kind = error.errors()[0]["type"]
    if field.kind.is_number and kind not in ("int_parsing", "int_from_float", "float_parsing"):
        return f"{field.label} is never {text}"
    if kind in ("int_from_float", "int_parsing") and _is_number(text):
        return f"{field.label} is a whole number, and {text} is none"
    if field.kind.is_number:
        return f"{field.label} is a number, and {text!r} is none"
    if field.kind is ColumnKind.BOOLEAN:
        return f"{field.label} is true or false"
    if field.kind is ColumnKind.ID:
        return f"{text!r} is no id"
    return f"{field.label} is never {text!r}"


def _is_number(text: str) -> bool:
    try:
        return isfinite(float(text))
    except ValueError:
        return False


def _at_moment(column: SQLColumnExpression[Any], field: SearchableField, token: SearchToken) -> ColumnElement[bool]:
    """A day is all of it: from its beginning, up to the next one's."""
    start, end = read_moment(token.value, field, token)
    if token.operator is SearchOperator.BETWEEN:
        return and_(column >= start, column < read_moment(token.until, field, token)[1])
    if token.operator is SearchOperator.CONTAINS:
        raise BadSearch(token, f"{field.label} is a moment and has no parts", field.example)
    comparisons: dict[SearchOperator, ColumnElement[bool]] = {
        SearchOperator.IS: and_(column >= start, column < end),
        SearchOperator.ABOVE: column >= end,
        SearchOperator.AT_LEAST: column >= start,
        SearchOperator.BELOW: column < start,
        SearchOperator.AT_MOST: column < end,
    }
    return comparisons[token.operator]


def read_moment(text: str, field: SearchableField, token: SearchToken) -> tuple[Any, Any]:
    """Where what the text names begins and ends: `2026-03-01` a day, `2h` that long ago, else one moment."""
    ago = AGO.fullmatch(text)
    if ago:
        then = func.now() - func.make_interval(0, 0, 0, 0, 0, 0, int(ago[1]) * _SECONDS[ago[2]])
        return then, then
    try:
        if _DAY.fullmatch(text):
            day = date.fromisoformat(text)
            start = _MOMENT.validate_python(datetime(day.year, day.month, day.day, tzinfo=UTC))
            return start, start + timedelta(days=1)
        moment = _MOMENT.validate_python(text)
    except ValueError as error:  # pydantic's own errors are among them
        complaint = f"{text[:80]!r} is no moment; a day is 2026-03-01, a span 2h or 3d"
        raise BadSearch(token, complaint, field.example) from error
    return moment, moment + timedelta(microseconds=1)


def pinned_moment(text: str, now: datetime) -> str:
    """What a span such as `2h` means at this moment, so that it means the same later.

    >>> pinned_moment("2h", datetime(2026, 3, 1, 9, tzinfo=UTC)), pinned_moment("2026-03-01", datetime.min)
    ('2026-03-01T07:00:00+00:00', '2026-03-01')
    """
    ago = AGO.fullmatch(text)
    if ago is None:
        return text
    try:
        return (now - timedelta(seconds=int(ago[1]) * _SECONDS[ago[2]])).isoformat()
    except OverflowError:
        return FIRST_DAY
