"""A last look before a contact leaves the house: minutes may have passed since it was taken up."""

from typing import Protocol
from uuid import UUID

from scrapersky.clients.delivery.contact import OutgoingContact


class LastLook(Protocol):
    async def __call__(self, tenant_id: UUID, contact: OutgoingContact) -> str | None:
        """Why it may not leave after all, or None."""
        ...


async def no_objection(tenant_id: UUID, contact: OutgoingContact) -> str | None:  # noqa: ARG001  the protocol's
    return None
