"""What was asked of others for money, and what may be."""

from uuid import UUID

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, column, func
from sqlalchemy.orm import Mapped, mapped_column

from scrapersky.models.base import Base


class ApiCall(Base):
    """The ledger: requests to a paid source, each written before it is sent; only added to.

    What a source of a package paid by itself is written with what it bought, as so many `calls` at once.
    """

    __tablename__ = "api_calls"
    __table_args__ = (Index("ix_api_calls_search", "search_id", postgresql_where=column("search_id").is_not(None)),)

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    tenant_id: Mapped[UUID] = mapped_column(ForeignKey("tenants.id", ondelete="CASCADE"))
    source: Mapped[str]
    calls: Mapped[int]
    cost_micros: Mapped[int] = mapped_column(BigInteger)
    workflow: Mapped[str | None]
    row_id: Mapped[UUID | None]
    search_id: Mapped[UUID | None]


class Budget(Base):
    """What may be spent in a month, or on each search, at one source or, without one, at all together."""

    __tablename__ = "budgets"
    __table_args__ = (
        Index("uq_budgets", "tenant_id", "per", "source", unique=True, postgresql_nulls_not_distinct=True),
        CheckConstraint("per IN ('month', 'search')", name="ck_budgets_per"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    tenant_id: Mapped[UUID] = mapped_column(ForeignKey("tenants.id", ondelete="CASCADE"))
    source: Mapped[str | None]
    per: Mapped[str]
    most_micros: Mapped[int | None] = mapped_column(BigInteger)
    most_calls: Mapped[int | None]
    changed_by: Mapped[str]
