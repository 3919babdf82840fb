"""The SQL of one workflow, from the same objects the models are made of, so that the two cannot drift."""

from typing import Any

from sqlalchemy import CheckConstraint, Index, Table, create_mock_engine
from sqlalchemy.schema import AddConstraint, CreateColumn, CreateIndex

from scrapersky.curation_sdk.declaring import CURATION_VALUES, PROCESSING_VALUES, Curation

_DIALECT: Any = create_mock_engine("postgresql+asyncpg://", lambda *_: None).dialect

# Half the dead rows of a queue table are reused in place with room on the page; vacuum must not wait for a share of it.
STORAGE = (
    "fillfactor = 70, autovacuum_vacuum_scale_factor = 0,"
    " autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0"
)


def workflow_sql(curation: Curation, title: str) -> str:
    """Types, columns, checks and indexes, with the queries that verify them."""
    names = curation.names
    table: Table = curation.model.__table__
    statements = [
        *type_statements(curation),
        *(f"ALTER TABLE {names.table} ADD COLUMN {compiled(CreateColumn(c))}" for c in columns_of(curation)),
        *(compiled(AddConstraint(check, isolate_from_table=False)) for check in checks_of(curation)),
        *(compiled(CreateIndex(index)) for index in indexes_of(curation)),
        f"ALTER TABLE {names.table} SET ({STORAGE})",
    ]
    lines = [f"-- {title}: what the workflow {names.workflow} adds to the table {table.name}.", "-- (generated)", ""]
    lines += [f"{statement.strip()};" for statement in statements]
    return "\n".join(lines) + "\n" + _verification(curation)


def type_statements(curation: Curation) -> list[str]:
    names = curation.names
    return [
        f"CREATE TYPE {names.curation_status_type} AS ENUM ({_labels(CURATION_VALUES)})",
        f"CREATE TYPE {names.processing_status_type} AS ENUM ({_labels(PROCESSING_VALUES)})",
    ]


def columns_of(curation: Curation) -> list[Any]:
    return [c for c in curation.model.__table__.columns if c.key in curation.column_names]


def checks_of(curation: Curation) -> list[CheckConstraint]:
    wanted = {curation.names.claim_check, curation.names.queued_check}
    found = [c for c in curation.model.__table__.constraints if isinstance(c, CheckConstraint) and c.name in wanted]
    return sorted(found, key=lambda check: str(check.name))


def indexes_of(curation: Curation) -> list[Index]:
    wanted = set(index_names(curation))
    return sorted((i for i in curation.model.__table__.indexes if i.name in wanted), key=lambda index: str(index.name))


def index_names(curation: Curation) -> list[str]:
    names = curation.names
    ordered = [names.ordered_index] if curation.ordered_by else []
    return [names.queue_index, names.in_work_index, names.list_index, names.errors_index, *ordered]


def _labels(values: tuple[str, ...]) -> str:
    return ", ".join(f"'{value}'" for value in values)


def compiled(element: Any) -> str:
    return str(element.compile(dialect=_DIALECT)).strip()


def _verification(curation: Curation) -> str:
    names = curation.names
    return f"""
-- To verify by hand:
--   SELECT t.typname, array_agg(e.enumlabel ORDER BY e.enumsortorder)
--     FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid
--    WHERE t.typname IN ('{names.curation_status_type}', '{names.processing_status_type}') GROUP BY t.typname;
--   SELECT column_name, udt_name, is_nullable, column_default
--     FROM information_schema.columns WHERE table_name = '{names.table}' ORDER BY ordinal_position;
"""  # noqa: S608  names of our own making, in a comment
