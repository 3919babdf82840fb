"""`scrapersky audit`: who did what, in the whole installation."""

import sys
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

from scrapersky.accounts.audit import COLUMNS, AuditFilter, FoundEntry, all_entries, hashed, lines_of
from scrapersky.accounts.tokens import make_signer
from scrapersky.accounts.users import user_named
from scrapersky.app.product import open_product
from scrapersky.cli.commands.operating import AuditFile
from scrapersky.cli.running import read_settings, run


def audit(
    *,
    operation: str | None,
    user: str | None,
    address: str | None,
    tried: str | None,
    since: datetime | None,
    until: datetime | None,
    file_format: AuditFile,
) -> None:
    async def work() -> None:
        settings = read_settings()
        signer = make_signer(settings)
        async with open_product(settings) as product:
            async with product.sessions() as session:
                who = (await user_named(session, user)).id if user else None
            wanted = AuditFilter(
                operation=operation,
                user_id=who,
                address_hash=hashed(signer, address) if address else None,
                name_hash=hashed(signer, tried) if tried else None,
                since=since.replace(tzinfo=UTC) if since else None,
                until=until.replace(tzinfo=UTC) if until else None,
            )
            async for line in lines_of(_rows(all_entries(product.sessions, wanted)), file_format.value):
                sys.stdout.write(line)

    run(work())


async def _rows(found: AsyncIterator[FoundEntry]) -> AsyncIterator[dict[str, Any]]:
    async for entry, name in found:
        known = {column: getattr(entry, column, None) for column in COLUMNS}
        texts = {column: str(value) for column, value in known.items() if value is not None and column != "facts"}
        yield dict.fromkeys(COLUMNS) | texts | {"user": name, "facts": entry.facts}
