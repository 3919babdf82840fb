"""Claims whose answer never came: the server may have made them all the same, and nobody would know of their rows."""

import time
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import Uuid, any_, bindparam, select
from sqlalchemy.dialects.postgresql import ARRAY

from scrapersky.curation_sdk.declaring import Attempt, Curation, Ending
from scrapersky.curation_sdk.queue.statements import PROCESSING

# What a closed connection still had to send may reach the server for as long as TCP tries again.
SECONDS_UNTIL_SURE = 1_000.0


class UnansweredClaims:
    """Those of one queue, each with the worker that asked and until when it may still be made."""

    def __init__(self) -> None:
        self._asked: dict[UUID, tuple[UUID, float]] = {}

    def add(self, claim: UUID, worker: UUID) -> None:
        self._asked[claim] = worker, time.monotonic() + SECONDS_UNTIL_SURE

    def open_ones(self) -> list[UUID]:
        now = time.monotonic()
        self._asked = {claim: asked for claim, asked in self._asked.items() if asked[1] > now}
        return list(self._asked)

    def released(self, rows: Sequence[Any]) -> dict[UUID, list[Attempt]]:
        """By worker, an attempt for each row that nobody began, to be settled as such."""
        attempts: dict[UUID, list[Attempt]] = {}
        now = time.monotonic()
        for row_id, tenant_id, claim, number in rows:
            worker, _ = self._asked[claim]
            keys = row_id, tenant_id, worker, claim
            attempt = Attempt(None, *keys, number, started=now, ended=now, ending=Ending.RELEASED)
            attempts.setdefault(worker, []).append(attempt)
        return attempts


def claimed_statement(curation: Curation) -> Any:
    """The rows of certain claims."""
    claims = any_(bindparam("claims", type_=ARRAY(Uuid, dimensions=1)))
    return select(curation.id, curation.tenant_id, curation.claim, curation.attempts).where(
        curation.processing_status == PROCESSING, curation.claim == claims
    )
