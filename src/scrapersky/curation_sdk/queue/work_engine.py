"""Where `work` runs: in this process, or on other machines. Claim, fence and completion stay with the database."""

from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any, Protocol
from uuid import UUID

from scrapersky.curation_sdk.declaring import AnyWorkflow


class WorkEngine(Protocol):
    """Gives what `work` returns and raises what it raises, cancellation included: then nobody waits for it any more.

    What it raises because a machine is gone must be worth retrying: another attempt may run elsewhere.
    """

    def work(self, workflow: AnyWorkflow, given: Any, tenant_id: UUID) -> Awaitable[Any]: ...


@dataclass(frozen=True, slots=True)
class LocalEngine:
    """In this process. Clients that are not the same for all have `of_tenant`."""

    clients: Any

    def work(self, workflow: AnyWorkflow, given: Any, tenant_id: UUID) -> Awaitable[Any]:
        of_tenant = getattr(self.clients, "of_tenant", None)
        return workflow.work(given, of_tenant(tenant_id) if of_tenant is not None else self.clients)
