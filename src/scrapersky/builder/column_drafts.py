"""The lines that columns come to, in a model, SQL and a service."""

from collections.abc import Sequence

from scrapersky.builder.answers import Answers
from scrapersky.builder.new_columns import Filling, NewColumn, NewColumnKind
from scrapersky.builder.rule_drafts import pattern_name

_COLUMNS = {
    NewColumnKind.TEXT: ("text", "str"),
    NewColumnKind.NUMBER: ("integer", "int"),
    NewColumnKind.DECIMAL: ("double precision", "float"),
    NewColumnKind.YES_NO: ("boolean", "bool"),
    NewColumnKind.TIME: ("timestamptz", "datetime"),
    NewColumnKind.EMAIL: ("text", "str"),
    NewColumnKind.URL: ("text", "str"),
    NewColumnKind.PHONE: ("text", "str"),
}
_LONGEST = {NewColumnKind.EMAIL: 254, NewColumnKind.URL: 2000, NewColumnKind.PHONE: 30}


def model_lines(columns: Sequence[NewColumn]) -> str:
    """
    >>> model_lines([NewColumn("dish", NewColumnKind.TEXT, True), NewColumn("price", NewColumnKind.NUMBER)])
    '    dish: Mapped[str]\\n    price: Mapped[int | None]'
    """
    optional = {True: "", False: " | None"}
    return "\n".join(f"    {c.name}: Mapped[{_COLUMNS[c.kind][1]}{optional[c.required]}]" for c in columns)


def sql_lines(columns: Sequence[NewColumn]) -> str:
    return ",\n".join(f"    {c.name} {_COLUMNS[c.kind][0]}{' NOT NULL' if c.required else ''}" for c in columns)


def limits(table: str, columns: Sequence[NewColumn]) -> list[tuple[str, str]]:
    """Checks of a new table, by name: what is longer than any address or number is none."""
    return [(f"ck_{table}_{c.name}", f"length({c.name}) <= {_LONGEST[c.kind]}") for c in columns if c.kind in _LONGEST]


def filled_pairs(answers: Answers) -> str:
    """What fills each column of a row, as the pairs of a dictionary; one that nothing fills yet is left out."""
    pairs = ((column.name, _value(column, answers)) for column in answers.columns)
    return ", ".join(f'"{name}": {value}' for name, value in pairs if value)


def _value(column: NewColumn, answers: Answers) -> str | None:
    filling = column.filling(answers.needs)
    if filling is Filling.FOUND and answers.key:
        # Nobody knows to which of many rows another value belongs, unless it cannot be without one.
        is_key = column == answers.key
        return column.name if is_key else _first(column) if column.required else None
    return {
        Filling.FIELD: f"given.{column.name}",
        Filling.WORDS: "text",
        Filling.COUNT: "len(text.split())",
        Filling.FOUND: _first(column),
    }.get(filling)


def _first(column: NewColumn) -> str:
    return f"first_found({pattern_name(column.kind)}, text)"


def needs_first_found(answers: Answers) -> bool:
    return "first_found(" in filled_pairs(answers)
