"""A domain: where one or several businesses have their website."""

from sqlalchemy import UniqueConstraint
from sqlalchemy.orm import Mapped

from scrapersky.models.base import Base, Row


class Domain(Row, Base):
    """A registrable domain, once per tenant however many businesses share it."""

    __tablename__ = "domains"
    __table_args__ = (UniqueConstraint("tenant_id", "name", name="uq_domains_name"),)

    name: Mapped[str]
    home_url: Mapped[str]
