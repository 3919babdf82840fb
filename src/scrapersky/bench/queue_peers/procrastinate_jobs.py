"""Procrastinate, to be run by a Python that has it: `procrastinate_jobs.py URL JOBS BATCH`. Nothing of ours is used."""

import asyncio
import json
import sys
import time

import procrastinate
import uvloop

MOST_AT_ONCE = 1000  # jobs of one statement that adds them
LEFT = "SELECT count(*) AS left_over FROM procrastinate_jobs WHERE status <> 'succeeded'"


async def drain(url, jobs, batch):
    connector = procrastinate.PsycopgConnector(conninfo=url, max_size=10)
    app = procrastinate.App(connector=connector)

    @app.task(queue="nothing")
    async def nothing():
        pass

    async with app.open_async():
        if not await app.check_connection_async():
            await app.schema_manager.apply_schema_async()
        await connector.execute_query_async("TRUNCATE procrastinate_jobs CASCADE")
        for first in range(0, jobs, MOST_AT_ONCE):
            await nothing.batch_defer_async(*({} for _ in range(min(MOST_AT_ONCE, jobs - first))))
        began, processor = time.perf_counter(), time.process_time()
        await app.run_worker_async(
            queues=["nothing"], wait=False, concurrency=batch, listen_notify=False, install_signal_handlers=False
        )
        measured = {
            "units": jobs,
            "seconds": time.perf_counter() - began,
            "processor_seconds": time.process_time() - processor,
            "left": (await connector.execute_query_one_async(LEFT))["left_over"],
        }
    sys.stdout.write(json.dumps(measured) + "\n")


if __name__ == "__main__":
    asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
    asyncio.run(drain(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
