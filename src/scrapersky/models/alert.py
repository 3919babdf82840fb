"""What the operator was told by webhook."""

from datetime import datetime

from sqlalchemy import func
from sqlalchemy.orm import Mapped, mapped_column

from scrapersky.models.base import Base


class ToldAlert(Base):
    """Whoever writes it tells it: two processes never both do."""

    __tablename__ = "alerts"

    key: Mapped[str] = mapped_column(primary_key=True)
    words: Mapped[str]
    told_at: Mapped[datetime] = mapped_column(server_default=func.now())
