"""What a target gets of a contact, for people to read. Keys and signatures are no part of it."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Protocol, runtime_checkable

from scrapersky.clients.delivery.contact import OutgoingContact


@runtime_checkable
class Telling(Protocol):
    """A target with names of its own for what a contact says; the others get the contact as it is."""

    def told(self, contact: OutgoingContact) -> Mapping[str, Any]: ...


def told_to(target: object, contact: OutgoingContact) -> dict[str, Any]:
    told = target.told(contact) if isinstance(target, Telling) else asdict(contact) | {"id": str(contact.id)}
    return _without_gaps(told)


def _without_gaps(told: Mapping[str, Any]) -> dict[str, Any]:
    deep = {name: _without_gaps(each) if isinstance(each, Mapping) else each for name, each in told.items()}
    return {name: each for name, each in deep.items() if each not in (None, "", {}, [], ())}
