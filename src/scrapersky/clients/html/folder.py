"""The HTML of pages as files in a folder, which several machines may share."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from scrapersky.clients.html import store
from scrapersky.clients.whole_files import write_whole

SCHEME = "folder:"
_LISTED_AT_ONCE = 1_000


@dataclass(frozen=True, slots=True)
class HtmlFolder:
    """Places are relative to the folder, so that it may move."""

    path: Path

    def holds(self, kept: store.KeptHtml) -> bool:
        return kept.place is not None and kept.place.startswith(SCHEME)

    async def put(self, content_hash: str, packed: bytes) -> store.KeptHtml:
        name = store.object_name(content_hash)
        try:
            await asyncio.to_thread(_write, self.path / name, packed)
        except OSError as error:
            raise store.HtmlStoreFailed(
                f"Could not write {self.path / name}: {error.strerror or error}. Check HTML_FOLDER."
            ) from error
        return store.KeptHtml(place=f"{SCHEME}{name}")

    async def get(self, kept: store.KeptHtml) -> bytes:
        file = self._file(kept.place or "")
        try:
            return await asyncio.to_thread(file.read_bytes)
        except FileNotFoundError as error:
            raise store.HtmlMissing(str(file)) from error
        except OSError as error:
            raise store.HtmlStoreFailed(
                f"Could not read {file}: {error.strerror or error}. Check HTML_FOLDER."
            ) from error

    async def objects(self) -> AsyncIterator[list[store.StoredObject]]:
        listed = _listed(self.path)
        while chunk := await asyncio.to_thread(lambda: list(islice(listed, _LISTED_AT_ONCE))):
            yield chunk

    async def remove(self, place: str) -> None:
        await asyncio.to_thread(self._file(place).unlink, missing_ok=True)

    def _file(self, place: str) -> Path:
        """A place comes from a row: one that leads out of the folder is none of ours."""
        name = place.removeprefix(SCHEME)
        if not place.startswith(SCHEME) or not store.is_object_name(name):
            raise store.HtmlElsewhere(place)
        return self.path / name


def _listed(folder: Path) -> Iterator[store.StoredObject]:
    for file in folder.glob("*/*.html.zst"):
        name = f"{file.parent.name}/{file.name}"
        if store.is_object_name(name):
            yield store.StoredObject(f"{SCHEME}{name}", datetime.fromtimestamp(file.stat().st_mtime, UTC))


def _write(file: Path, packed: bytes) -> None:
    if file.exists():
        os.utime(file)
    else:
        write_whole(file, packed)
