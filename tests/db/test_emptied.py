"""A database that a test leaves is another's only if nothing but rows was changed in it."""

from sqlalchemy import make_url

from scrapersky import testing
from scrapersky.db.scratch import administer, connect_to
from scrapersky.testing import address_of


async def test_rows_are_deleted_and_whatever_else_was_changed_is_noticed(server_url: str, template: str) -> None:
    name = await testing._copy(server_url, template)
    url, shape = address_of(server_url, name), await testing._shape_of(address_of(server_url, template))
    connection = await connect_to(make_url(url))
    await connection.execute("INSERT INTO tenants (id, name) VALUES (gen_random_uuid(), 'left by a test')")
    assert await testing._empty(url, shape)  # which ends the connection
    for change in ("CREATE INDEX left_here ON tenants (name, id)", "DROP TABLE schema_log CASCADE"):
        connection = await connect_to(make_url(url))
        assert await connection.fetchval("SELECT count(*) FROM tenants") == 0
        await connection.execute(change)
        assert not await testing._empty(url, shape), change
    await administer(make_url(server_url), f"DROP DATABASE {name} WITH (FORCE)")
