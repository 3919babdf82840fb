"""PgQueuer, to be run by a Python that has it: `pgqueuer_jobs.py URL JOBS BATCH`. Nothing of ours is imported here."""

import asyncio
import json
import sys
import time

import asyncpg
import uvloop
from pgqueuer import PgQueuer
from pgqueuer.db import AsyncpgDriver
from pgqueuer.queries import Queries
from pgqueuer.types import QueueExecutionMode

MOST_AT_ONCE = 1000  # jobs of one statement that adds them


async def drain(url, jobs, batch):
    connection = await asyncpg.connect(url)
    driver = AsyncpgDriver(connection)
    queries = Queries(driver)
    if not await queries.schema_is_installed():
        await queries.install()
    await connection.execute("TRUNCATE pgqueuer, pgqueuer_log")
    for first in range(0, jobs, MOST_AT_ONCE):
        count = min(MOST_AT_ONCE, jobs - first)
        await queries.enqueue(["nothing"] * count, [None] * count, [0] * count)
    await connection.execute("VACUUM ANALYZE pgqueuer")
    worker = PgQueuer(driver)

    @worker.entrypoint("nothing")
    async def nothing(_job):
        pass

    began, processor = time.perf_counter(), time.process_time()
    await worker.qm.run(batch_size=batch, mode=QueueExecutionMode.drain)
    measured = {
        "units": jobs,
        "seconds": time.perf_counter() - began,
        "processor_seconds": time.process_time() - processor,
        "left": await connection.fetchval("SELECT count(*) FROM pgqueuer"),
    }
    sys.stdout.write(json.dumps(measured) + "\n")


if __name__ == "__main__":
    asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
    asyncio.run(drain(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
