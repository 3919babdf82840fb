"""`scrapersky erase` and `disclose` as people type them."""

import asyncio
import json
from pathlib import Path

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from tests.cli.conftest import Command
from tests.contacts import make_contact

from scrapersky.db.engine import make_engine
from scrapersky.models import Suppression, Tenant


@pytest.fixture
def jane(command: Command, database_url: str) -> None:
    command("user", "add", "ana", "--password-stdin", given="correct horse battery")

    async def add() -> None:
        engine = make_engine(database_url)
        async with AsyncSession(engine) as session, session.begin():
            tenant_id = (await session.scalars(select(Tenant.id))).one()
            await make_contact(session, tenant_id, email="jane@cedar.example", name="Jane Doe", owner="person")
            clear = {"tenant_id": tenant_id, "kind": "email", "value": "jane@cedar.example"}
            session.add(Suppression(**clear))
        await engine.dispose()

    asyncio.run(add())


@pytest.mark.usefixtures("jane")
def test_somebody_is_told_what_there_is_and_erased(command: Command, elsewhere: Path) -> None:
    assert command("disclose", "email", "jane@cedar.example", "--out", "jane.json").code == 0
    told = json.loads((elsewhere / "jane.json").read_text())
    assert [one["name"] for one in told["contacts"]] == ["Jane Doe"]
    assert command("disclose", "email", "jane@cedar.example", "--out", "jane.json").code == 1
    dry = command("erase", "person", "Jane Doe", "--dry-run")
    assert (dry.code, "This would be erased:\n  1 contact\n" in dry.out, "Backups" in dry.out) == (0, True, True)
    done = command("erase", "person", "Jane Doe", "--yes")
    assert (done.code, "Erased:\n  1 contact\n" in done.out) == (0, True)
    again = command("erase", "person", "Jane Doe", "--yes")
    assert (again.code, "No contact is called 'Jane Doe'" in again.err) == (1, True)
    left = json.loads(command("disclose", "email", "jane@cedar.example").out)
    assert (left["contacts"], left["mentioned_in"], left["suppressed"]) == ([], [], ["email jane@cedar.example"])
