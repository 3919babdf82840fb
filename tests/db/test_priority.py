"""Workers' connections stand back on the server as well."""

import os

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from scrapersky.db.priority import stand_back


async def test_the_server_s_half_of_a_connection_stands_back(engine: AsyncEngine) -> None:
    await engine.dispose()
    own = os.getpriority(os.PRIO_PROCESS, 0)
    stand_back(engine, own + 3)
    async with engine.connect() as connection:
        pid = await connection.scalar(select(func.pg_backend_pid()))
    assert os.getpriority(os.PRIO_PROCESS, pid or 0) == own + 3
