"""A database that a test leaves is another's only if nothing but rows was changed in it."""

import pytest
from sqlalchemy import make_url

from scrapersky.db.scratch import connect_to
from scrapersky.testing import END_OTHERS, Databases, address_of

CHANGES = ("CREATE INDEX left_here ON tenants (name, id)", "DROP TABLE schema_log CASCADE")


@pytest.mark.parametrize("change", CHANGES)
async def test_rows_are_deleted_and_whatever_else_was_changed_is_noticed(
    server_url: str, template: str, change: str
) -> None:
    databases = Databases(server_url, template)
    name = await databases.copy()
    for _ in range(2):
        connection = await connect_to(make_url(address_of(server_url, name)))
        assert await connection.fetchval("SELECT count(*) FROM tenants") == 0
        await connection.execute("INSERT INTO tenants (id, name) VALUES (gen_random_uuid(), 'left by a test')")
        assert await databases.empty(name)  # which ends the connection
    connection = await connect_to(make_url(address_of(server_url, name)))
    await connection.execute(END_OTHERS)  # also the one that was kept
    await connection.execute(change)
    assert not await databases.empty(name)
