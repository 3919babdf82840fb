"""One worker process: the schedulers that every worker has, on the soak's workflow, until it is killed."""

import asyncio
import importlib

import uvloop

from scrapersky.bench.soak.errands import ErrandPace
from scrapersky.bench.soak.kinds import LEASE_SECONDS
from scrapersky.config.logging import set_up_logging
from scrapersky.curation_sdk.declaring import AnyWorkflow
from scrapersky.curation_sdk.queue import Lease, Runtime, Schedulers
from scrapersky.db.engine import make_engine

POOL_SIZE = 5


def load_workflow(place: str) -> AnyWorkflow:
    """`package.module:name`"""
    module, _, name = place.partition(":")
    workflow: AnyWorkflow = getattr(importlib.import_module(module), name)
    return workflow


def run_worker(url: str, workflow: AnyWorkflow) -> None:
    set_up_logging("INFO")
    uvloop.run(_work(url, workflow))


async def _work(url: str, workflow: AnyWorkflow) -> None:
    engine = make_engine(
        url, pool_size=POOL_SIZE, idle_transaction_seconds=LEASE_SECONDS, statement_seconds=LEASE_SECONDS
    )
    schedulers = Schedulers(Runtime(engine, ErrandPace(), Lease(engine, LEASE_SECONDS), grace_seconds=1))
    schedulers.setup(workflow, workflow.schedule)
    await schedulers.start()
    await asyncio.Event().wait()
