"""Contacts of a run as they are ready: in the file, and on the screen for who follows."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import ColumnElement, func, select

from scrapersky.cli.pipeline import Pipeline
from scrapersky.cli.run_file import RunFile
from scrapersky.cli.running import say
from scrapersky.curation_sdk.declaring import State
from scrapersky.models.contact import Contact
from scrapersky.services.exports.choices import Exportable
from scrapersky.services.exports.export import Export
from scrapersky.services.exports.tables import export_table
from scrapersky.services.runs.run import PipelineRun

SECONDS_BETWEEN_FILES = 5.0
SHARE_OF_TIME_TO_WRITE = 0.1
LONGEST_REST = 60.0  # what took longer than it should met a database that was away
OVERLAP = timedelta(minutes=2)
"""What was written in a transaction that began this long ago, and ended only now, is not overlooked."""
SHOWN = ("name", "role", "email", "phone", "business")


@dataclass
class ReadyContacts:
    """Looked for after each round of a run. A contact is ready when nothing more of its site is to be read."""

    pipeline: Pipeline
    file: RunFile
    is_followed: bool
    is_replaced: bool
    _seen: set[UUID] = field(default_factory=set)
    _since: datetime | None = None
    _next_file: float = 0.0
    _unwritten: int = 0

    async def take(self, run: PipelineRun) -> None:
        new = await self._new(run)
        self._unwritten += len(new)
        if new and self.is_followed:
            await self._print(run, new)
        if self._unwritten and time.monotonic() >= self._next_file:
            await self._write()

    async def _new(self, run: PipelineRun) -> Sequence[UUID]:
        changed = Contact.contact_delivery.updated_at
        wanted = select(Contact.id, func.now()).where(
            Contact.tenant_id == run.tenant_id, run.led_to(Contact), is_ready()
        )
        if self._since is not None:
            wanted = wanted.where(changed >= self._since - OVERLAP)
        async with self.pipeline.sessions() as session:
            rows = (await session.execute(wanted.order_by(changed, Contact.id))).all()
        self._since = rows[0][1] if rows else self._since
        new = [row_id for row_id, _ in rows if row_id not in self._seen]
        self._seen.update(new)
        return new

    async def _print(self, run: PipelineRun, ids: Sequence[UUID]) -> None:
        table = export_table(Exportable.CONTACTS)
        export = Export(table, run.tenant_id, [Contact.id.in_(ids)])
        async for rows in export.chunks(self.pipeline.sessions):
            for row in rows:
                values = dict(zip(table.columns, row, strict=True))
                say("  ".join(str(values[name]) for name in SHOWN if values[name]))

    async def _write(self) -> None:
        """The whole file anew, so that it is one at any moment. What is in it so far may be replaced."""
        began = time.monotonic()
        is_replaced = self.is_replaced or self.file.is_unfinished
        await self.pipeline.export(self.file.out, force=is_replaced, conditions=[is_ready()])
        self.file.note(put_off=1)
        took = time.monotonic() - began
        rest = min(max(SECONDS_BETWEEN_FILES, took / SHARE_OF_TIME_TO_WRITE), LONGEST_REST)
        self._unwritten, self._next_file = 0, time.monotonic() + rest


def is_ready() -> ColumnElement[bool]:
    return Contact.contact_delivery.state.in_((State.COMPLETE.value, State.ERROR.value))
