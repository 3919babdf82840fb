"""What runs on a node of a Ray cluster: holds clients of its own, and does the work of groups of rows.

It never sees a row's claim and writes nothing of a row down: whoever sent the group does that.
"""

import asyncio
import traceback
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from scrapersky.app.extensions import load_extensions
from scrapersky.app.internet import Internet, open_clients
from scrapersky.app.product import open_pools
from scrapersky.config.logging import set_up_logging
from scrapersky.config.settings import Settings
from scrapersky.curation_sdk.declaring import AnyWorkflow, Registry, portable
from scrapersky.curation_sdk.errors import CurationError
from scrapersky.curation_sdk.queue import LocalEngine
from scrapersky.db.second_line import SecondLine
from scrapersky.workflows import product_workflows

SECONDS_FOR_OTHERS_TO_END = 0.005


@dataclass(frozen=True, slots=True)
class ActorSettings:
    """What an actor is made of. `internet` makes the simulated one again, where that is meant."""

    settings: Settings
    address: str
    second_line: SecondLine | None
    internet: Callable[[], Internet] = Internet


@dataclass(frozen=True, slots=True)
class SentRow:
    key: int
    tenant_id: UUID
    given: Any


@dataclass(frozen=True, slots=True)
class WorkAnswer:
    """A result, or what was raised instead, with its trace where nobody foresaw it."""

    key: int
    result: Any = None
    error: BaseException | None = None
    trace: str | None = None


class RowActor:
    """Opens its clients when first needed, on the event loop that uses them."""

    def __init__(self, made_of: ActorSettings) -> None:
        self._made_of = made_of
        self._opening = asyncio.Lock()
        self._engine: LocalEngine | None = None
        self._workflows: Registry | None = None
        self._open = AsyncExitStack()
        self._in_work: dict[int, asyncio.Task[WorkAnswer]] = {}

    async def work(self, workflow: str, rows: Sequence[SentRow]) -> AsyncIterator[list[WorkAnswer]]:
        """Answers as they come, those that end together in one: each takes as long to travel as a hundred."""
        engine, declared = await self._opened(workflow)
        tasks = {asyncio.create_task(self._answer(engine, declared, row)): row.key for row in rows}
        self._in_work |= {key: task for task, key in tasks.items()}
        try:
            while tasks:
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                await asyncio.sleep(SECONDS_FOR_OTHERS_TO_END)
                ended = [task for task in tasks if task.done()]
                for task in ended:
                    self._in_work.pop(tasks.pop(task), None)
                yield [task.result() for task in ended if not task.cancelled()]
        finally:
            for task in tasks:
                task.cancel()

    async def drop(self, keys: Iterable[int]) -> None:
        """Nobody waits for these any more."""
        for key in keys:
            if task := self._in_work.pop(key, None):
                task.cancel()

    async def close(self) -> None:
        await self._open.aclose()

    async def _opened(self, workflow: str) -> tuple[LocalEngine, AnyWorkflow]:
        async with self._opening:
            if self._engine is None or self._workflows is None:
                await self._open_clients()
        assert self._engine is not None  # noqa: S101  opened above
        assert self._workflows is not None  # noqa: S101
        return self._engine, self._workflows[workflow]

    async def _open_clients(self) -> None:
        made_of = self._made_of
        # There is an actor for each processor: more processes would only share it.
        settings = made_of.settings.model_copy(update={"reader_processes": 0})
        set_up_logging(settings.log_level)
        extensions = load_extensions()
        self._workflows = Registry([*product_workflows(), *extensions.workflows])
        internet = replace(made_of.internet(), additions=extensions.additions)
        pools = await self._open.enter_async_context(open_pools(settings, made_of.address, made_of.second_line))
        clients = await self._open.enter_async_context(open_clients(settings, pools[0], internet))
        self._engine = LocalEngine(clients)

    async def _answer(self, engine: LocalEngine, workflow: AnyWorkflow, row: SentRow) -> WorkAnswer:
        try:
            return WorkAnswer(row.key, await engine.work(workflow, row.given, row.tenant_id))
        except asyncio.CancelledError:
            raise
        except BaseException as error:  # noqa: BLE001  one row's failure is its own, and is judged elsewhere
            sendable = portable(error, workflow.work.__module__.partition(".")[0])
            is_foreseen = isinstance(error, (CurationError, OSError))
            trace = None if is_foreseen else "".join(traceback.format_exception(error))
            return WorkAnswer(row.key, error=sendable, trace=trace)
