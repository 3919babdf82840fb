"""Where a new workflow can write: into its source, a new table, or one of ours, by a key both have or by its keeper."""

import keyword
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, Table, UniqueConstraint

from scrapersky.builder.new_columns import NewColumn, NewColumnKind, checked_identifier
from scrapersky.builder.wording import BadAnswer
from scrapersky.curation_sdk.declaring import IDENTIFIER_LIMIT, pascal_case, snake_case

UPDATES_SOURCE = "updates source"


@dataclass(frozen=True, slots=True)
class Keeper:
    """A function of the product that writes a table whose rows nobody should put together by hand.

    It is called with a session, the row of the source, which needs some columns, and the values of the key column.
    """

    module: str
    function: str
    needs: tuple[str, ...]
    columns: tuple[NewColumn, ...]


_KEEPERS = {
    "contacts": Keeper(
        "scrapersky.services.contacts.adding",
        "add_emails",
        needs=("domain_id",),
        columns=(NewColumn("email", NewColumnKind.EMAIL, required=True),),
    )
}


def keeper_of(destination: str | None, source: type[Any]) -> Keeper | None:
    keeper = _KEEPERS.get(destination or "")
    return keeper if keeper and set(keeper.needs) <= set(source.__table__.c.keys()) else None


def checked_destination(table: str, models: Mapping[str, type[Any]], source: type[Any]) -> str | None:
    """None where rows of the source are updated; a table that does not exist yet will be made."""
    written = table.strip().lower()
    if written in ("", source.__tablename__) or written.startswith(("updates source", "updates existing")):
        return None
    if snake_case(table) != table:
        raise BadAnswer(
            f"Table name {table!r} is not snake_case; type {snake_case(table)!r} instead.", snake_case(table)
        )
    longest = IDENTIFIER_LIMIT - len("uq__source")
    if len(table) > longest:
        raise BadAnswer(
            f"Table name {table!r} has {len(table)} characters; type one of at most {longest}.",
            table[:longest].strip("_"),
        )
    if table not in models:
        return _new_table(checked_identifier(table, "Table"), models)
    lacking = [] if keeper_of(table, source) else _lacking(source.__table__, models[table].__table__)
    if lacking:
        other = f"found_{table}"
        raise BadAnswer(
            f"{table} exists, and needs {', '.join(lacking)}, which {source.__tablename__} does not have;"
            f" type a new table's name, such as {other!r}, or {UPDATES_SOURCE!r}.",
            other,
        )
    return table


def _new_table(table: str, models: Mapping[str, type[Any]]) -> str:
    taken = {model.__name__ for model in models.values()}
    name = class_of(table)
    if name in taken or not name.isidentifier() or keyword.iskeyword(name.lower()):
        other = f"{table}_found"
        raise BadAnswer(f"The class {name} of the table {table!r} is taken; type another, such as {other!r}.", other)
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
    constraints = [constraint for constraint in destination.constraints if isinstance(constraint, UniqueConstraint)]
    keys = [tuple(column.name for column in constraint.columns) for constraint in constraints]
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
