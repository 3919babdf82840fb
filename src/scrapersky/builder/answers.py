"""What is asked about a new workflow, and which answers can work. A refusal says what to type instead."""

import difflib
import keyword
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, Table, Text, UniqueConstraint

from scrapersky.builder.bad_answer import BadAnswer
from scrapersky.builder.field_rules import (
    NewColumn,
    Rule,
    SourceField,
    checked_identifier,
    read_columns,
    read_needs,
    read_rules,
)
from scrapersky.curation_sdk import DeclarationError
from scrapersky.curation_sdk.declaring import (
    IDENTIFIER_LIMIT,
    check_workflow_name,
    curations_of,
    is_plain,
    pascal_case,
    snake_case,
)

UPDATES_SOURCE = "updates source"
_MACHINERY = {"id", "tenant_id", "created_at", "updated_at", "edited_fields"}


@dataclass(frozen=True, slots=True)
class Answers:
    """Phase 1 of the specification, answered. `destination` is None for a workflow that updates its source.

    `columns` are those of a destination that does not exist yet.
    """

    name: str
    purpose: str
    source: type[Any]
    destination: str | None
    needs: tuple[SourceField, ...]
    background_only: bool = False
    seconds_per_row: float = 1.0
    columns: tuple[NewColumn, ...] = ()
    rules: tuple[Rule, ...] = ()
    code: str = "WF10"

    @property
    def fields(self) -> tuple[str, ...]:
        return tuple(need.name for need in self.needs)

    @property
    def title(self) -> str:
        return self.name.replace("_", " ").capitalize()

    @property
    def singular(self) -> str:
        return snake_case(self.source.__name__)


Models = Mapping[str, type[Any]]


def curatable(models: Models) -> dict[str, type[Any]]:
    """The tables a workflow can read: those whose rows belong to a tenant."""
    return {name: model for name, model in models.items() if set(model.__table__.c.keys()) >= _MACHINERY}


def checked_name(name: str, models: Models) -> str:
    try:
        check_workflow_name(name)
    except DeclarationError as error:
        raise BadAnswer(str(error)) from error
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        raise BadAnswer(f"{name!r} is a word of Python; type {name + '_work'!r} instead.")
    taken = {each.name: model for model in models.values() for each in curations_of(model)}
    if name in taken:
        table = taken[name].__tablename__
        raise BadAnswer(f"There is a workflow {name} already, on {table}; type another name, such as '{name}_again'.")
    return name


def checked_purpose(text: str) -> str:
    if not text.strip():
        raise BadAnswer("Type in one sentence what the workflow is for, such as 'Find the menu of a restaurant.'")
    purpose = text.strip()
    # It goes into Python, TOML, YAML and Markdown: what could end a line or read otherwise than it looks stays out.
    if '"' in purpose or "\\" in purpose or not purpose.isprintable():
        raise BadAnswer("Type the purpose on one line of plain text, without double quotes and backslashes.")
    return purpose


def checked_source(table: str, models: Models, name: str) -> type[Any]:
    known = curatable(models)
    if table not in known:
        close = difflib.get_close_matches(table, known, n=1)
        hint = f"type {close[0]!r} instead" if close else f"type one of: {', '.join(sorted(known))}"
        raise BadAnswer(f"There is no table {table!r} that a workflow can read; {hint}.")
    if hasattr(known[table], name):
        raise BadAnswer(f"{table} has something called {name!r} already; type another name, such as '{name}_work'.")
    return known[table]


def checked_destination(table: str, models: Models, source: type[Any]) -> str | None:
    """None where rows of the source are updated; a table that does not exist yet will be made."""
    if table.strip().lower().strip("_()") in ("", UPDATES_SOURCE, source.__tablename__):
        return None
    if snake_case(table) != table:
        raise BadAnswer(f"Table name {table!r} is not snake_case; type {snake_case(table)!r} instead.")
    longest = IDENTIFIER_LIMIT - len("uq__source")
    if len(table) > longest:
        raise BadAnswer(f"Table name {table!r} has {len(table)} characters; type one of at most {longest}.")
    if table not in models:
        return _new_table(checked_identifier(table, "Table"), models)
    lacking = _lacking(source.__table__, models[table].__table__)
    if lacking:
        raise BadAnswer(
            f"{table} exists, and needs {', '.join(lacking)}, which {source.__tablename__} does not have;"
            f" type a new table's name, or {UPDATES_SOURCE!r}."
        )
    return table


def _new_table(table: str, models: Models) -> str:
    taken = {model.__name__ for model in models.values()}
    name = class_of(table)
    if name in taken or not name.isidentifier() or keyword.iskeyword(name.lower()):
        raise BadAnswer(f"The class {name} of the table {table!r} is taken; type another table, such as {table}_found.")
    return table


def _lacking(source: Table, destination: Table) -> list[str]:
    """Columns that a row of the destination cannot be without, and a unique key, as far as the source lacks them."""
    required = [column.name for column in destination.c if _is_required(column) and column.name not in source.c]
    if not required and shared_key(source, destination) is None:
        return ["a unique key of columns"]
    return required


def _is_required(column: Column[Any]) -> bool:
    return not column.nullable and column.server_default is None and column.computed is None


def shared_key(source: Table, destination: Table) -> tuple[str, ...] | None:
    """The columns of the destination's unique constraint whose values the source has."""
    constraints = [each for each in destination.constraints if isinstance(each, UniqueConstraint)]
    keys = [tuple(column.name for column in each.columns) for each in constraints]
    return next((key for key in sorted(keys) if all(name in source.c for name in key)), None)


def shared_columns(source: Table, destination: Table) -> list[str]:
    """What a new row of the destination takes over from the row it came from."""
    key = shared_key(source, destination) or ()
    return [column.name for column in destination.c if column.name in key or _copied(column, source)]


def _copied(column: Column[Any], source: Table) -> bool:
    return column.name in source.c and _is_required(column) and column.name != "id"


def class_of(table: str) -> str:
    """The class of a new table's model.

    >>> class_of("menus"), class_of("opening_categories"), class_of("staff")
    ('Menu', 'OpeningCategory', 'Staff')
    """
    singular = table.removesuffix("ies") + "y" if table.endswith("ies") else table.removesuffix("s")
    return pascal_case(singular)


def readable_fields(model: type[Any]) -> list[str]:
    """The columns that hold something to read: no keys, no machinery of workflows."""
    machinery = _MACHINERY.union(*(each.column_names for each in curations_of(model)))
    columns = (column for column in model.__table__.c if is_plain(column) and column.computed is None)
    return [column.name for column in columns if column.name not in machinery and not column.foreign_keys]


def text_fields(model: type[Any]) -> list[str]:
    return [name for name in readable_fields(model) if isinstance(model.__table__.c[name].type, Text)]


def checked_fields(names: str, source: type[Any], *, updates_source: bool) -> tuple[SourceField, ...]:
    """Commas between them. A workflow that updates its source changes these, so they must be text."""
    known = text_fields(source) if updates_source else readable_fields(source)
    return read_needs(names, known, source, "text field" if updates_source else "field")


def checked_seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 3600:
        raise BadAnswer(f"{text!r} is not a number of seconds; type one between 0.1 and 3600, such as 5.")
    return seconds


def checked_columns(
    text: str, destination: str | None, models: Models, source: type[Any], needs: tuple[SourceField, ...]
) -> tuple[NewColumn, ...]:
    """Only a table that does not exist yet gets columns."""
    if destination is None or destination in models:
        if text.strip():
            raise BadAnswer(f"{destination or source.__tablename__} has its columns already; leave the answer empty.")
        return ()
    return read_columns(text, source, [need.name for need in needs])


def checked_rules(text: str, source: type[Any], needs: tuple[SourceField, ...]) -> tuple[Rule, ...]:
    return read_rules(text, [need.name for need in needs], text_fields(source))


def checked_choice(text: str) -> bool:
    word = text.strip().lower()
    if word in ("y", "yes", "true"):
        return True
    if word in ("n", "no", "false"):
        return False
    raise BadAnswer(f"{text!r} is neither; type yes or no.")
