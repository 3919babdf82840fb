"""What was asked of others for money."""

from uuid import UUID

from sqlalchemy import BigInteger, ForeignKey, func
from sqlalchemy.orm import Mapped, mapped_column

from scrapersky.models.base import Base


class ApiCall(Base):
    """Requests to a paid source that one row took; only added to, so that workers never wait for each other here."""

    __tablename__ = "api_calls"

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=func.uuidv7())
    tenant_id: Mapped[UUID] = mapped_column(ForeignKey("tenants.id", ondelete="CASCADE"))
    source: Mapped[str]
    calls: Mapped[int]
    cost_micros: Mapped[int] = mapped_column(BigInteger)
