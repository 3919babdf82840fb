"""Contacts for tests, and a pretend name service for mail."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncSession
from tests.domains import make_domain

from scrapersky.clients.mail.servers import MailLookupFailed, MailRoute
from scrapersky.models import Contact

EVERYWHERE = MailRoute(("mx.example",))


@dataclass
class PretendMailServers:
    """Every domain has a mail server, but for those said otherwise; None stands for a name server that is away."""

    routes: Mapping[str, MailRoute | None] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    async def route(self, domain: str) -> MailRoute:
        self.asked.append(domain)
        route = self.routes.get(domain, EVERYWHERE)
        if route is None:
            raise MailLookupFailed(domain, "the name servers are away")
        return route


async def make_contact(session: AsyncSession, tenant_id: UUID, **values: Any) -> UUID:
    email = values.setdefault("email", "ana@cedar.example")
    known = {"tenant_id": tenant_id, "identity": email or str(uuid4()), "owner": "business"}
    if "domain_id" not in values:
        known["domain_id"] = await make_domain(session, tenant_id)
    made = await session.execute(insert(Contact).values(known | values).returning(Contact.id))
    return made.scalar_one()
