"""A folder: one JSON file per contact, replaced whole when the contact changes."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from scrapersky.clients.delivery.contact import OutgoingContact
from scrapersky.clients.delivery.errors import DeliveryFailed
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.whole_files import write_whole
from scrapersky.config.settings import Settings


@dataclass(frozen=True, slots=True)
class Folder:
    path: Path

    name = "folder"

    @classmethod
    def from_settings(cls, settings: Settings) -> Self | None:
        return cls(settings.delivery_folder) if settings.delivery_folder else None

    @property
    def destination(self) -> str:
        return str(self.path.absolute())

    def refusal(self, contact: OutgoingContact) -> str | None:  # noqa: ARG002  the protocol's signature
        return None

    async def deliver(self, contact: OutgoingContact, key: str, web: Fetcher) -> str:  # noqa: ARG002  as above
        file = self.path / f"{contact.id}.json"
        try:
            await asyncio.to_thread(write_whole, file, contact.to_json() + b"\n")
        except OSError as error:
            raise DeliveryFailed(
                f"Could not write {file}: {error.strerror or error}. Check DELIVERY_FOLDER.",
                outcome="file",
                worth_retrying=True,
            ) from error
        return str(file)
