"""By what lists are sorted: the beginning of a text, since an index entry has room for no whole one, else the value."""

from typing import Any

from sqlalchemy import Column, ColumnElement, SQLColumnExpression, Text, column, func, literal_column

CHARACTERS = 200


def beginning(text: str | SQLColumnExpression[Any]) -> ColumnElement[str]:
    """For an index by which a text is sorted: `Index("ix_trees_name", "tenant_id", beginning("name"), "id")`.

    A literal, not a parameter: an index serves only the very expression it is made of.
    """
    whole: Any = column(text) if isinstance(text, str) else text
    return func.left(whole, literal_column(str(CHARACTERS)))


def sort_key(attribute: SQLColumnExpression[Any], stored: Column[Any]) -> SQLColumnExpression[Any]:
    return beginning(attribute) if isinstance(stored.type, Text) else attribute
