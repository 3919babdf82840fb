"""The folder in which exports are written and wait to be fetched."""

import os
import shutil
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import BinaryIO

from scrapersky.models.export_order import ExportOrder


@dataclass(frozen=True, slots=True)
class ExportFolder:
    """Where files wait, for how long, and how much of a tenant's. They are nobody else's business on this machine."""

    folder: Path
    kept: timedelta
    most_bytes: int

    def prepare(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)

    def file(self, order: ExportOrder) -> Path:
        return self.folder / f"{order.id}.{order.format}"

    def _part(self, order: ExportOrder) -> Path:
        return self.folder / f"{order.id}.{order.claim}.part"

    def spool(self, order: ExportOrder) -> Path:
        """A folder for what is laid aside until the file can be written."""
        return self.folder / f"{order.id}.{order.claim}.spool"

    def begin(self, order: ExportOrder) -> BinaryIO:
        self.spool(order).mkdir(mode=0o700)
        handle = os.open(self._part(order), os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
        return os.fdopen(handle, "w+b")

    def finish(self, order: ExportOrder) -> int:
        """The file takes its name when it is whole. Returns its size."""
        return self._part(order).replace(self.file(order)).stat().st_size

    def size(self, order: ExportOrder) -> int:
        """So far."""
        try:
            return self._part(order).stat().st_size
        except FileNotFoundError:
            return 0

    def drop_part(self, order: ExportOrder) -> None:
        self._part(order).unlink(missing_ok=True)
        shutil.rmtree(self.spool(order), ignore_errors=True)
