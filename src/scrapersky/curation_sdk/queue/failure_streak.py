"""A workflow whose rows all fail, one after another and wherever they lead, pauses itself until a person looks."""

from collections import Counter
from collections.abc import Iterable
from urllib.parse import urlsplit
from uuid import UUID

from sqlalchemy import func
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk.declaring import ADDRESSES, AnyWorkflow, Attempt, Ending
from scrapersky.curation_sdk.plurals import plural
from scrapersky.curation_sdk.queue.schedule_store import ITSELF, locked_setting, record_change_of

FEWEST_HOSTS = 5
MOST_CAUSES = 3
MOST_REMEMBERED = 10_000
_TRIED_AGAIN = frozenset((Ending.RETRY, Ending.DEFERRED))


class FailureStreak:
    """Rows of this process that ended as errors since the last that did not. One host alone may just be down.

    Where many rows are worked on, the bad ones end last: they are tried again and again until nothing else is left. So
    a row counts only if none has been completed since it failed first.
    """

    def __init__(self) -> None:
        self._rows = self._completed = 0
        self._causes: Counter[str] = Counter()
        self._hosts: set[str] = set()
        self._completed_before: dict[UUID, int] = {}

    def reason_after(self, limit: int, attempts: Iterable[Attempt]) -> str | None:
        """Why to pause, once for each streak. What is tried again later says nothing yet."""
        for attempt in attempts:
            if attempt.ending is Ending.COMPLETE:
                self._completed += 1
                self._completed_before.pop(attempt.row_id, None)
                if self._rows:
                    self._begin_anew()
            elif attempt.ending in _TRIED_AGAIN:
                self._remember(attempt)
            elif attempt.ending is Ending.ERROR and self._counts(attempt):
                self._rows += 1
                self._causes[attempt.outcome or "error"] += 1
                self._hosts.add(_host(attempt))
        if self._rows < limit or len(self._hosts) < min(FEWEST_HOSTS, limit):
            return None
        reason = self._in_words()
        self._begin_anew()
        return reason

    def _remember(self, attempt: Attempt) -> None:
        if len(self._completed_before) >= MOST_REMEMBERED:
            self._completed_before.clear()
        if attempt.number == 1:
            self._completed_before.setdefault(attempt.row_id, self._completed)

    def _counts(self, attempt: Attempt) -> bool:
        """Of a row that was first tried elsewhere nobody here knows."""
        before = self._completed_before.pop(attempt.row_id, None)
        return attempt.number == 1 if before is None else before == self._completed

    def _begin_anew(self) -> None:
        self._rows = 0
        self._causes.clear()
        self._hosts.clear()

    def _in_words(self) -> str:
        """Kinds of causes, no hosts: everybody reads it, whosever rows they were."""
        causes = ", ".join(f"{cause} ({count})" for cause, count in self._causes.most_common(MOST_CAUSES))
        return f"{plural(self._rows, 'row')} in a row failed, at different hosts: {causes}"


def _host(attempt: Attempt) -> str:
    """A row that leads nowhere stands for itself."""
    loaded = vars(attempt.row)
    address = next((value for name in ADDRESSES if isinstance(value := loaded.get(name), str)), None)
    if address is None:
        return str(attempt.row_id)
    try:
        return urlsplit(address if "//" in address else f"//{address}").hostname or address
    except ValueError:
        return address


async def pause_itself(session: AsyncSession, workflow: AnyWorkflow, reason: str) -> bool:
    """False where it is paused already."""
    setting = await locked_setting(session, workflow.name)
    if setting.paused:
        return False
    record_change_of(session, ITSELF, None, workflow.name, {"paused": (False, True)})
    setting.paused, setting.paused_because, setting.changed_at = True, reason, func.now()
    setting.changed_by, setting.changed_in = ITSELF, None
    await session.flush()
    return True
