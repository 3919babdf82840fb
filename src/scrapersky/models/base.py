"""What every table of the product has."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Computed, DateTime, ForeignKey, ForeignKeyConstraint, Index, Text, UniqueConstraint, func
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from scrapersky.curation_sdk.declaring import last_written


class Base(DeclarativeBase):
    """The product's tables."""

    type_annotation_map = {  # noqa: RUF012  SQLAlchemy's own spelling
        datetime: DateTime(timezone=True),
        str: Text,
        list[str]: ARRAY(Text),
        dict[str, Any]: JSONB,
    }

    updated_at: Mapped[datetime] = last_written()


class Row:
    """A row of a tenant. `edited_fields` names the values a person corrected; a worker leaves those alone."""

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    tenant_id: Mapped[UUID] = mapped_column(ForeignKey("tenants.id", ondelete="CASCADE"))
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    edited_fields: Mapped[list[str]] = mapped_column(server_default="{}")


def tenant_key(table: str) -> UniqueConstraint:
    """What rows that belong to one of this table's refer to: the row, and whose it is."""
    return UniqueConstraint("tenant_id", "id", name=f"uq_{table}_tenant")


def belongs_to(table: str, column: str, *, lets_go: bool = False) -> ForeignKeyConstraint:
    """A reference to a row of the same tenant; another tenant's is refused by the database itself.

    With the row goes what belongs to it, unless it is let go: it then only forgets where it came from.
    """
    ending = f"SET NULL ({column})" if lets_go else "CASCADE"
    return ForeignKeyConstraint(("tenant_id", column), (f"{table}.tenant_id", f"{table}.id"), ondelete=ending)


def words_of(first: str, *others: str, first_may_be_missing: bool = False) -> Computed:
    """What searches look in: the words of some columns.

    Punctuation becomes space, so that "acme" finds www.acme.example, and accents are left out, as in what is searched
    for; the simple configuration knows no language.
    """
    start = f"coalesce({first}, '')" if first_may_be_missing else first
    joined = " || ' ' || ".join([start, *(f"coalesce({name}, '')" for name in others)])
    words = f"regexp_replace(without_accents({joined}), '[^[:alnum:]]+', ' ', 'g')"
    return Computed(f"to_tsvector('simple'::regconfig, {words})", persisted=True)


def words_index(name: str) -> Index:
    """Each change of a status writes the words anew, into a list that is sorted in when it is full.

    At its usual size ten thousand rows fill it, and the person who decides about them waits for that. With room for
    more, autovacuum does it; until then a search reads the list too, which takes some milliseconds.
    """
    return Index(name, "search_words", postgresql_using="gin", postgresql_with={"gin_pending_list_limit": 16384})
