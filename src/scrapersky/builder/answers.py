"""What is asked about a new workflow, and which answers can work. A refusal says what to type instead."""

import difflib
import keyword
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import InstrumentedAttribute

from scrapersky.builder.destinations import Keeper, keeper_of
from scrapersky.builder.field_rules import FieldRule, SourceField, read_needs
from scrapersky.builder.new_columns import TAKEN_COLUMNS, NewColumn, key_column, read_columns
from scrapersky.builder.wording import BadAnswer, read_verb
from scrapersky.curation_sdk import DeclarationError
from scrapersky.curation_sdk.declaring import check_workflow_name, curations_of, is_plain, snake_case


@dataclass(frozen=True, slots=True)
class Answers:
    """Phase 1 of the specification, answered. `destination` is None for a workflow that updates its source.

    `columns` are those the work fills: all of a destination that does not exist yet, or what a keeper takes. With
    `many`, one row of the source gives one for each value of the key column.
    """

    name: str
    purpose: str
    source: type[Any]
    destination: str | None
    needs: tuple[SourceField, ...]
    background_only: bool = False
    seconds_per_row: float = 1.0
    columns: tuple[NewColumn, ...] = ()
    many: bool = False
    rules: tuple[FieldRule, ...] = ()
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

    @property
    def keeper(self) -> Keeper | None:
        return keeper_of(self.destination, self.source)

    @property
    def key(self) -> NewColumn | None:
        return key_column(self.columns, self.needs) if self.many else None


Models = Mapping[str, type[Any]]


def curatable(models: Models) -> dict[str, type[Any]]:
    """The tables a workflow can read: those whose rows belong to a tenant."""
    return {name: model for name, model in models.items() if set(model.__table__.c.keys()) >= TAKEN_COLUMNS}


def checked_name(name: str, models: Models) -> str:
    try:
        check_workflow_name(name)
    except DeclarationError as error:
        raise BadAnswer(str(error), snake_case(name)[:40].strip("_")) from error
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        raise BadAnswer(f"{name!r} is a word of Python; type {name + '_work'!r} instead.", f"{name}_work")
    taken = {curation.name: model for model in models.values() for curation in curations_of(model)}
    if name in taken:
        table, other = taken[name].__tablename__, f"{name}_again"
        raise BadAnswer(f"There is a workflow {name} already, on {table}; type another name, such as {other!r}.", other)
    return name


def checked_purpose(text: str) -> str:
    if not text.strip():
        raise BadAnswer("Type in one sentence what the workflow is for, such as 'Find the menu of a restaurant.'")
    purpose = text.strip()
    # It goes into Python, TOML, YAML and Markdown: what could end a line or read otherwise than it looks stays out.
    if '"' in purpose or "\\" in purpose or not purpose.isprintable():
        printable = "".join(each if each.isprintable() and each not in '"\\' else " " for each in purpose)
        raise BadAnswer(
            "Type the purpose on one line of plain text, without double quotes and backslashes.",
            " ".join(printable.split()),
        )
    return purpose


def checked_source(table: str, models: Models, name: str) -> type[Any]:
    known = curatable(models)
    if table not in known:
        close = difflib.get_close_matches(table, known, n=1)
        hint = f"type {close[0]!r} instead" if close else f"type one of: {', '.join(sorted(known))}"
        raise BadAnswer(f"There is no table {table!r} that a workflow can read; {hint}.", next(iter(close), None))
    if hasattr(known[table], name):
        raise BadAnswer(f"{table} has something called {name!r} already; type another name, such as '{name}_work'.")
    return known[table]


def readable_fields(model: type[Any]) -> list[str]:
    """The columns that hold something to read: no keys, no machinery of workflows."""
    machinery = TAKEN_COLUMNS.union(*(curation.column_names for curation in curations_of(model)))
    columns = (column for column in model.__table__.c if is_plain(column) and column.computed is None)
    return [column.name for column in columns if column.name not in machinery and not column.foreign_keys]


def text_fields(model: type[Any]) -> list[str]:
    return [name for name in readable_fields(model) if SourceField(name, attribute=getattr(model, name)).is_text]


def readable(source: type[Any], models: Models) -> dict[str, InstrumentedAttribute[Any]]:
    """What a workflow can read of a row: its own fields, and those of tables with one row for each of the source.

    `page_content` alone is the text of a page's content, `page_content.title` its title.
    """
    known = {name: getattr(source, name) for name in readable_fields(source)}
    for model in models.values():
        if model is source or link_of(model, source) is None or not text_fields(model):
            continue
        single = snake_case(model.__name__)
        texts = text_fields(model)
        large = (name for name in texts if model.__mapper__.attrs[name].deferred)
        known.setdefault(single, getattr(model, next(large, texts[0])))
        known |= {f"{single}.{name}": getattr(model, name) for name in readable_fields(model)}
    return known


def link_of(model: type[Any], source: type[Any]) -> str | None:
    """The column of a table that has one row, or none, for each row of the source."""
    for column in model.__table__.c:
        if column.unique and any(key.column.table is source.__table__ for key in column.foreign_keys):
            return str(column.name)
    return None


def checked_fields(names: str, source: type[Any], models: Models, *, updates_source: bool) -> tuple[SourceField, ...]:
    """Commas between them. A workflow that updates its source changes these, so they must be text."""
    if updates_source:
        known = {name: getattr(source, name) for name in text_fields(source)}
        return read_needs(names, known, source.__tablename__, "text field")
    return read_needs(names, readable(source, models), source.__tablename__, "field")


def checked_columns(
    text: str, destination: str | None, models: Models, source: type[Any], needs: tuple[SourceField, ...]
) -> tuple[NewColumn, ...]:
    """Only a table that does not exist yet gets columns."""
    if destination is None or destination in models:
        if text.strip():
            has = f"{destination or source.__tablename__} has its columns already; leave the answer empty."
            raise BadAnswer(has, nearest="")
        keeper = keeper_of(destination, source)
        return keeper.columns if keeper else ()
    return read_columns(text, source, needs)


def checked_rows(text: str, destination: str | None, models: Models, *, has_key: bool, keeps: bool) -> bool:
    """Whether one row of the source may give many."""
    word = text.strip().lower()
    if word not in ("one", "many"):
        raise BadAnswer(f"{text!r} is neither; type one or many.")
    if word == "one" and keeps:
        raise BadAnswer(f"{destination} takes as many as there are; type 'many'.", "many")
    if word == "many" and not has_key:
        is_new = destination is not None and destination not in models
        hint = "add a column such as 'email email required', or type 'one'" if is_new else "type 'one'"
        raise BadAnswer(f"Nothing says what each of many rows is for; {hint}.", "one")
    return word == "many"


def checked_writes(text: str, destination: str | None) -> str:
    wanted = "updates" if destination is None else "creates"
    if read_verb(text) != wanted:
        where = f"the table {destination} to write" if destination else "no table of its own to write"
        raise BadAnswer(f"It has {where}, so it {wanted} records; type {wanted!r}, or begin again.", wanted)
    return wanted
