"""A named list: a client or a campaign."""

from sqlalchemy import UniqueConstraint
from sqlalchemy.orm import Mapped

from scrapersky.models.base import Base, Row, tenant_key


class List(Row, Base):
    """What searches are gathered under; every later row can be found by it."""

    __tablename__ = "lists"
    __table_args__ = (UniqueConstraint("tenant_id", "name", name="uq_lists_name"), tenant_key("lists"))

    name: Mapped[str]
