"""Decisions that were made, are being carried out, or were taken back."""

from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import Select, any_, literal_column, or_, select
from sqlalchemy.orm import defer

from scrapersky.curation_sdk.decisions import UNFINISHED, written_job
from scrapersky.curation_sdk.declaring import Batch, id_ago
from scrapersky.curation_sdk.lists import array
from scrapersky.curation_sdk.live.events import BulkEvent, Event, JobEvent, News, Poll

# A batch gets its key when it begins, and shows when all its rows are changed.
SECONDS_BACK = 30.0
MOST_READ = 500

Progress = tuple[str, int, int]


class WatchedBatches:
    def __init__(self) -> None:
        self._seen: dict[UUID, Progress] = {}

    async def news(self, look: Poll) -> Iterable[News]:
        running = [batch_id for batch_id, (state, _, _) in self._seen.items() if state in UNFINISHED]
        batches = list(await look.session.scalars(recent_batches(look, running)))
        news = [(batch.tenant_id, event) for batch in batches if self._is_new(batch) for event in _events(batch)]
        self._seen = {batch.id: _progress(batch) for batch in batches}
        return news

    def _is_new(self, batch: Batch) -> bool:
        return self._seen.get(batch.id) != _progress(batch)


def recent_batches(look: Poll, running: list[UUID]) -> Select[Any]:
    """Made, added to or taken back lately, unfinished, or unfinished when last seen: each by an index."""
    unfinished = Batch.state.in_([literal_column(f"'{state}'") for state in UNFINISHED])
    return (
        select(Batch)
        .where(
            Batch.tenant_id == any_(array(look.tenants)),
            or_(
                Batch.id > id_ago(look.now, SECONDS_BACK),
                Batch.undone_at > look.now - timedelta(seconds=SECONDS_BACK),
                Batch.last_at > look.now - timedelta(seconds=SECONDS_BACK),
                Batch.id == any_(array(running)),
                unfinished,
            ),
        )
        .order_by(Batch.id.desc())
        .limit(MOST_READ)
        .options(defer(Batch.row_ids))
    )


def _progress(batch: Batch) -> Progress:
    return batch.state, batch.done, batch.restored


def _events(batch: Batch) -> Iterator[Event]:
    count = batch.restored if batch.undone_at else batch.done
    yield BulkEvent(workflow=batch.workflow, batch_id=batch.id, state=batch.state, count=count)
    if batch.state in UNFINISHED or batch.last_id is not None:
        yield JobEvent(job=written_job(batch))
