"""Contacts of a run as they are ready: in the file, and on the screen for who follows.

A file that left rows for later may be replaced by the same command, as long as nobody changed it.
"""

import hashlib
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from uuid import UUID

from sqlalchemy import ColumnElement, func, select

from scrapersky.cli.pipeline import Pipeline
from scrapersky.cli.running import say
from scrapersky.curation_sdk.declaring import State
from scrapersky.models import Contact
from scrapersky.services.exports.choices import Exportable
from scrapersky.services.exports.export import Export
from scrapersky.services.exports.files import refuse_to_overwrite
from scrapersky.services.exports.tables import export_table
from scrapersky.services.runs.run import PipelineRun

SECONDS_BETWEEN_FILES = 5.0
SHARE_OF_TIME_TO_WRITE = 0.1
LONGEST_REST = 60.0  # what took longer than it should met a database that was away
OVERLAP = timedelta(minutes=2)
"""What was written in a transaction that began this long ago, and ended only now, is not overlooked."""
SHOWN = ("name", "role", "email", "phone", "business")


@dataclass(frozen=True, slots=True)
class RunFile:
    """`wish` is what was asked for, in words that two runs of the same command share."""

    out: Path
    wish: str
    folder: Path

    @property
    def _note(self) -> Path:
        name = hashlib.sha256(str(self.out.absolute()).encode()).hexdigest()[:32]
        return self.folder / "unfinished" / f"{name}.json"

    def refuse_to_overwrite(self, *, force: bool) -> None:
        refuse_to_overwrite(self.out, force=force or self.is_unfinished)

    @property
    def is_unfinished(self) -> bool:
        """Whether the file is as an earlier run of this command left it, with rows still to come."""
        try:
            return bool(json.loads(self._note.read_text(encoding="utf-8")) == self._facts())
        except (OSError, ValueError):
            return False

    def note(self, *, put_off: int) -> None:
        if not put_off:
            self._note.unlink(missing_ok=True)
            return
        self._note.parent.mkdir(parents=True, exist_ok=True)
        self._note.write_text(json.dumps(self._facts()), encoding="utf-8")

    def _facts(self) -> dict[str, object]:
        written = self.out.stat()
        return {"wish": self.wish, "size": written.st_size, "changed": written.st_mtime_ns}


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
