"""Brevo: contacts are created or updated by their e-mail address."""

from dataclasses import dataclass, field

import orjson

from scrapersky.clients.delivery.contact import OutgoingContact
from scrapersky.clients.delivery.target import Post
from scrapersky.clients.fetcher import Fetcher

CONTACTS = "https://api.brevo.com/v3/contacts"


@dataclass(frozen=True, slots=True)
class Brevo:
    """`lists` are the ids of the lists that contacts are put on."""

    api_key: str = field(repr=False)
    lists: tuple[int, ...] = ()

    name = "brevo"

    @property
    def destination(self) -> str:
        return f"{CONTACTS}#{','.join(map(str, self.lists))}"

    def refusal(self, contact: OutgoingContact) -> str | None:
        return None if contact.email else "Brevo knows contacts by their e-mail address, and this one has none"

    async def deliver(self, contact: OutgoingContact, key: str, web: Fetcher) -> str:  # noqa: ARG002  it takes none
        body: dict[str, object] = {
            "email": contact.email,
            "ext_id": str(contact.id),
            "attributes": attributes(contact),
            "updateEnabled": True,
        }
        if self.lists:
            body["listIds"] = list(self.lists)
        post = Post("Brevo", "BREVO_API_KEY", CONTACTS, orjson.dumps(body), {"api-key": self.api_key})
        answer = await post.send(web)
        return f"HTTP {answer.status} contact {'created' if answer.status == 201 else 'updated'}"


def attributes(contact: OutgoingContact) -> dict[str, str]:
    """Only what every account has: Brevo refuses attributes it was not told of. A landline is no SMS number."""
    first, last = contact.names
    mobile = contact.phone if contact.phone_kind == "mobile" else None
    known = {"FIRSTNAME": first, "LASTNAME": last, "SMS": mobile}
    return {name: value for name, value in known.items() if value}
