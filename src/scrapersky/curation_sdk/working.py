"""One row's turn with `work`: whatever becomes of it, it is that row's ending and no other's."""

import asyncio
import logging
import time
from typing import Any

from scrapersky.curation_sdk.errors import CurationError
from scrapersky.curation_sdk.loading import taken
from scrapersky.curation_sdk.outcomes import Attempt, Ending, Nothing, readable
from scrapersky.curation_sdk.settling import Settler
from scrapersky.curation_sdk.workflow import AnyWorkflow

log = logging.getLogger(__name__)


class Working:
    """Calls a workflow's `work` and answers for all that is raised within it, cancellation included."""

    def __init__(self, workflow: AnyWorkflow, clients: Any, settler: Settler, timeout_seconds: float) -> None:
        self._workflow, self._clients, self._settler = workflow, clients, settler
        self._timeout_seconds = timeout_seconds

    async def work(self, attempt: Attempt) -> None:
        try:
            attempt.complete(await self._result(attempt))
            if time.monotonic() - attempt.started > self._timeout_seconds:
                self._came_too_late(attempt)
        except asyncio.CancelledError:
            self._cancelled(attempt)
        except (KeyboardInterrupt, GeneratorExit):
            raise
        except BaseException as error:  # noqa: BLE001  one row's failure, panic or exit is its own
            self._settler.note(attempt, error)

    async def _result(self, attempt: Attempt) -> Any:
        """Clients that are not the same for all have `of_tenant`."""
        of_tenant = getattr(self._clients, "of_tenant", None)
        clients = of_tenant(attempt.row.tenant_id) if of_tenant is not None else self._clients
        try:
            return await self._workflow.work(taken(attempt), clients)
        except CurationError as error:
            if not error.completes:
                raise
            return Nothing(error.outcome, readable(error))

    def _came_too_late(self, attempt: Attempt) -> None:
        """It was not cancelled in time, so the clock had no turn."""
        log.warning(
            "%s: row %s came back after %.1f s, past its limit of %g s. This work, or another in this process, blocks"
            " the event loop; put what blocks into asyncio.to_thread.",
            self._workflow.name,
            attempt.row_id,
            time.monotonic() - attempt.started,
            self._timeout_seconds,
        )
        self._settler.put_away(attempt)
        self._settler.note(attempt, self._too_long())

    def _cancelled(self, attempt: Attempt) -> None:
        """Who cancelled has said why in the ending; otherwise it came from within the work."""
        if attempt.ending is Ending.RETRY:
            self._settler.note(attempt, self._too_long())
        elif attempt.ending is Ending.COMPLETE:
            self._settler.note(attempt, CurationError("The work was cancelled from within."))

    def _too_long(self) -> TimeoutError:
        return TimeoutError(f"Took longer than {self._timeout_seconds:g} s, the limit for one row.")
