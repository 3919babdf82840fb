"""Saving what a group's rows produced, in a transaction that locks these rows before anything is written."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, event
from sqlalchemy.orm import Session, SessionTransaction

from scrapersky.curation_sdk.declaring import Attempt
from scrapersky.curation_sdk.errors import CurationError
from scrapersky.curation_sdk.queue.tenancy import bind


class CommittedTooEarly(CurationError):
    message = "`save` committed by itself. What a row produced and that it is done are one transaction: leave it open."


class SaveRefused(Exception):
    """What one row produced could not be saved; the group is tried again without it."""

    def __init__(self, attempt: Attempt, reason: BaseException) -> None:
        super().__init__(str(reason))
        self.attempt, self.reason = attempt, reason


class GroupRefused(Exception):
    """What a group produced could not be saved at once; it is tried again row by row, which tells whose fault it is."""


class NoLongerHeld(Exception):
    """Some rows of the group were taken away meanwhile; nothing may be written for them."""

    def __init__(self, held: list[Attempt]) -> None:
        super().__init__("rows were taken away before they could be completed")
        self.held = held


class Fence:
    """The lock on a group's rows. Saves that write nothing never need it."""

    def __init__(self, lock: Any, worker: UUID, attempts: Sequence[Attempt]) -> None:
        self._lock, self._worker, self._attempts = lock, worker, attempts
        self._asked = False
        self._held: list[Attempt] | None = None
        self.tenant: UUID | None = None
        self._bound_to: UUID | None = None
        self.has_settled = False

    @property
    def is_up(self) -> bool:
        return self._asked

    @property
    def broke(self) -> bool:
        """Whether the lock itself failed, through no fault of the row being saved."""
        return self._asked and (self._held is None or len(self._held) < len(self._attempts))

    def put_up(self, connection: Connection) -> None:
        if not self._asked:
            self._asked = True
            ids = [attempt.row_id for attempt in self._attempts]
            claims = dict(connection.execute(self._lock, {"worker": self._worker, "ids": ids}).all())
            self._held = [attempt for attempt in self._attempts if claims.get(attempt.row_id) == attempt.claim]
        if self._held is not None and len(self._held) < len(self._attempts):
            raise NoLongerHeld(self._held)

    def bind(self, connection: Connection) -> None:
        """What is saved now is of this tenant, and nothing of another can be written."""
        if self._bound_to != self.tenant:
            bind(connection, self.tenant, in_tables=True)
            self._bound_to = self.tenant


class SavingSession(Session):
    """The session that `save` is given: its first statement is preceded by the fence, and bound to the row's tenant."""


@event.listens_for(SavingSession, "after_begin")
def put_up_the_fence(session: Session, _: SessionTransaction, connection: Connection) -> None:
    fence: Fence = session.info["fence"]
    fence.put_up(connection)
    fence.bind(connection)


@event.listens_for(SavingSession, "before_commit")
def commit_with_the_statuses(session: Session) -> None:
    """Savepoints are the save's own."""
    fence: Fence = session.info["fence"]
    if not fence.has_settled and not session.in_nested_transaction():
        raise CommittedTooEarly
