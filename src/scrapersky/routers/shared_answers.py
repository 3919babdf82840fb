"""Answers that all of a tenant share for a moment: two hundred who look at one tab have its values counted once."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from fastapi import Request

from scrapersky.curation_sdk.monitor import KeptAnswers

# Less than browsers wait, after news of a row, before they ask for what it may have changed.
SECONDS_KEPT = 1.0


@dataclass(frozen=True, slots=True)
class SharedAnswers:
    """None is older than what somebody of the tenant changed here: whoever decides sees it in the next answer."""

    kept: KeptAnswers[Any] = field(default_factory=lambda: KeptAnswers(SECONDS_KEPT, times_its_cost=0))
    changed: dict[UUID, float] = field(default_factory=dict)

    def note_change(self, tenant_id: UUID) -> None:
        self.changed[tenant_id] = self.kept.clock()

    async def get(self, asking: Request, tenant_id: UUID, make: Callable[[], Awaitable[Any]]) -> Any:
        since = self.changed.get(tenant_id, float("-inf"))
        return await self.kept.get((tenant_id, asking.url.path, asking.url.query), make, since)


def shared_answers_of(request: Request) -> SharedAnswers:
    shared: SharedAnswers = request.app.state.shared_answers
    return shared
