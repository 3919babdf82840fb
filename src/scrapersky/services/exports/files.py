"""The file that an export ends in, and the folder in which files wait to be fetched.

No other is overwritten unasked, and it is whole or not there.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import BinaryIO, Self

from scrapersky.clients.whole_files import draft_of
from scrapersky.config.settings import Settings
from scrapersky.errors import ScraperSkyError
from scrapersky.models import ExportOrder
from scrapersky.services.exports.bounds import GIGABYTE


class FileExists(ScraperSkyError):
    """There is a file of that name already."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} is there already. Choose another name, or replace it with --force.")


class NoPlaceForFile(ScraperSkyError):
    """A file cannot be made there, or not become whole: the folder is none, is not ours, or its disk is full."""


def refuse_to_overwrite(path: Path, *, force: bool) -> None:
    """Asked before any work is done for the file. What is no file, such as a device, is never replaced by one."""
    folder = path.resolve().parent
    if path.is_dir():
        raise NoPlaceForFile(f"{path} is a folder; name a file in it, such as {path / 'contacts.csv'}.")
    if path.exists() and not path.is_file():
        raise NoPlaceForFile(f"{path} is a device or a pipe, not a file. Choose another name.")
    if not folder.is_dir():
        raise NoPlaceForFile(f"There is no folder {folder} for {path.name}. Make it first, or choose another.")
    if not os.access(folder, os.W_OK):
        raise NoPlaceForFile(f"This user may not write into {folder}. Choose another folder for {path.name}.")
    if path.exists() and not force:
        raise FileExists(path)


@contextmanager
def replacing(path: Path, *, force: bool) -> Iterator[BinaryIO]:
    refuse_to_overwrite(path, force=force)
    whole = path.resolve()  # a link stays one, to the new file
    with draft_of(whole, Path.replace if force else _take_name) as stream:
        yield stream


def _take_name(draft: Path, path: Path) -> None:
    """Linking refuses a name that was taken meanwhile, where renaming would replace."""
    try:
        path.hardlink_to(draft)
    except FileExistsError as error:
        raise FileExists(path) from error
    except OSError:  # a file system without links
        refuse_to_overwrite(path, force=False)
        draft.replace(path)


@dataclass(frozen=True, slots=True)
class ExportFolder:
    """Where files wait, for how long, and how much of a tenant's. They are nobody else's business on this machine."""

    folder: Path
    kept: timedelta
    most_bytes: int

    @classmethod
    def from_settings(cls, settings: Settings) -> Self:
        folder = settings.export_folder or settings.scrapersky_data / "exports"
        most_bytes = round(settings.export_kept_gigabytes * GIGABYTE)
        return cls(folder, timedelta(hours=settings.export_hours), most_bytes)

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
