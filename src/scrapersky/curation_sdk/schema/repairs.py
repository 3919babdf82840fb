"""The statement that adds what a database lacks, printed for a person to review and run."""

from sqlalchemy import Table
from sqlalchemy.schema import CreateColumn, CreateIndex

from scrapersky.curation_sdk.schema.ddl import compiled


def add_column(table: Table, key: str) -> str:
    return f"ALTER TABLE {table.name} ADD COLUMN {compiled(CreateColumn(table.c[key]))};"


def add_constraint(table: Table, name: str, definition: str) -> str:
    return f"ALTER TABLE {table.name} ADD CONSTRAINT {name} {definition};"


def add_index(table: Table, name: str) -> str:
    index = next(each for each in table.indexes if each.name == name)
    return f"{compiled(CreateIndex(index))};"
