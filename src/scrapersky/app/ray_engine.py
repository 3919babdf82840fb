"""Runs the work of rows on the nodes of a Ray cluster: an actor for each processor that a living node has.

Rows go in groups, since a call costs the same for one as for a hundred. A node that dies takes nothing with it but the
attempts that ran there: claim and completion are this process's.
"""

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count
from typing import Any
from uuid import UUID

from scrapersky.app.row_actor import ActorSettings, RowActor, SentRow, WorkAnswer
from scrapersky.curation_sdk.declaring import AnyWorkflow
from scrapersky.curation_sdk.errors import TryAgain
from scrapersky.errors import ScraperSkyError

log = logging.getLogger(__name__)

SECONDS_TO_GATHER = 0.002
SECONDS_BETWEEN_LOOKS = 5.0
SECONDS_TO_CLOSE = 5.0
SECONDS_TO_REACH = 10.0
LARGEST_GROUP = 50
AT_ONCE_EACH = 500


class RayMissing(ScraperSkyError):
    """The engine is an extra, which many installations do without."""

    message = 'Work on a Ray cluster needs Ray: pip install "scrapersky[ray]", here and on every node.'


class NoCluster(ScraperSkyError):
    """Nobody answers as the head of a cluster."""

    def __init__(self, address: str, error: BaseException) -> None:
        reason = " ".join(str(error).split())
        super().__init__(
            f"No Ray cluster at {address!r}: {reason} Start one with `ray start --head`, or name it with --address."
        )


class NodeGone(TryAgain):
    """The row itself may be at fault, if reading it ends processes; so it costs an attempt."""

    code = "node_gone"

    def __init__(self) -> None:
        super().__init__(
            "The machine of the cluster that worked on this row is gone.", outcome="node_gone", after=timedelta(0)
        )


@dataclass(eq=False, slots=True)
class ActorOnNode:
    """One on a node, with the rows that are there."""

    node: str
    remote: Any
    rows: dict[int, asyncio.Future[Any]] = field(default_factory=dict)


class RayEngine:
    """Keeps an actor for each processor of each node that lives, also of those that join or go later."""

    def __init__(self, ray: Any, made_of: ActorSettings) -> None:
        self._ray, self._made_of = ray, made_of
        self._actors: list[ActorOnNode] = []
        self._waiting: dict[str, list[tuple[SentRow, asyncio.Future[Any]]]] = defaultdict(list)
        self._keys = count()
        self._tasks: set[asyncio.Task[None]] = set()
        self._has_actors = asyncio.Event()
        self._look = asyncio.Event()

    async def work(self, workflow: AnyWorkflow, given: Any, tenant_id: UUID) -> Any:
        """Waits a moment for others that go the same way."""
        row = SentRow(next(self._keys), tenant_id, given)
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        waiting = self._waiting[workflow.name]
        if not waiting:
            asyncio.get_running_loop().call_later(SECONDS_TO_GATHER, self._send_all, workflow.name)
        waiting.append((row, answer))
        try:
            return await answer
        except asyncio.CancelledError:
            self._drop(row.key)
            raise

    def _send_all(self, workflow: str) -> None:
        waiting = [each for each in self._waiting.pop(workflow, []) if not each[1].done()]
        share = max(1, min(LARGEST_GROUP, -(-len(waiting) // max(1, len(self._actors)))))
        for first in range(0, len(waiting), share):
            self._begin(self._send(workflow, waiting[first : first + share]))

    def _begin(self, doing: Any) -> None:
        task = asyncio.create_task(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send(self, workflow: str, group: list[tuple[SentRow, asyncio.Future[Any]]]) -> None:
        await self._has_actors.wait()
        actor = min(self._actors, key=lambda each: len(each.rows))
        sent = {row.key: answer for row, answer in group if not answer.done()}
        actor.rows |= sent
        rows = [row for row, _ in group if row.key in sent]
        try:
            stream = actor.remote.work.options(num_returns="streaming").remote(workflow, rows)
            async for answers in stream:
                for answer in await answers:
                    actor.rows.pop(answer.key, None)
                    _tell(sent[answer.key], answer)
        except self._ray.exceptions.RayActorError as error:
            self._lose(actor, error)
        except self._ray.exceptions.RayError as error:  # such as a result that cannot travel
            for future in sent.values():
                _fail(future, RuntimeError(str(error)))
        finally:
            for key, future in sent.items():
                actor.rows.pop(key, None)
                _fail(future, NodeGone())

    def _lose(self, actor: ActorOnNode, error: BaseException) -> None:
        if actor in self._actors:
            log.warning("an actor on node %s is gone with %d rows: %s", actor.node[:8], len(actor.rows), error)
            self._actors.remove(actor)
            if not self._actors:
                self._has_actors.clear()
            self._look.set()

    def _drop(self, key: int) -> None:
        for actor in self._actors:
            if actor.rows.pop(key, None) is not None:
                actor.remote.drop.remote([key])

    async def keep_actors(self) -> None:
        while True:
            self._look.clear()
            for node, missing in (await asyncio.to_thread(self._missing)).items():
                self._actors += [self._new_actor(node) for _ in range(missing)]
            if self._actors:
                self._has_actors.set()
            with suppress(TimeoutError):
                async with asyncio.timeout(SECONDS_BETWEEN_LOOKS):
                    await self._look.wait()

    def _missing(self) -> Counter[str]:
        """By node, how many actors more it could have."""
        processors = {
            node["NodeID"]: int(node["Resources"].get("CPU", 0)) for node in self._ray.nodes() if node["Alive"]
        }
        return Counter(processors) - Counter(actor.node for actor in self._actors)

    def _new_actor(self, node: str) -> ActorOnNode:
        """It takes no processor for itself in Ray's books: several workers may share a cluster."""
        here = self._ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy(node, soft=False)
        kind = self._ray.remote(RowActor).options(num_cpus=0, max_concurrency=AT_ONCE_EACH, scheduling_strategy=here)
        return ActorOnNode(node, kind.remote(self._made_of))

    async def close(self) -> None:
        """Clients close on their own loops; whoever does not within seconds is ended."""
        for task in self._tasks:
            task.cancel()
        closing = [asyncio.ensure_future(actor.remote.close.remote()) for actor in self._actors]
        if closing:
            await asyncio.wait(closing, timeout=SECONDS_TO_CLOSE)
        for actor, closed in zip(self._actors, closing, strict=True):
            if closed.done() and not closed.cancelled():
                closed.exception()
            self._ray.kill(actor.remote)


def _tell(future: asyncio.Future[Any], answer: WorkAnswer) -> None:
    if answer.trace:
        log.error("work on a row failed elsewhere:\n%s", answer.trace)
    if answer.error is not None:
        _fail(future, answer.error)
    elif not future.done():
        future.set_result(answer.result)


def _fail(future: asyncio.Future[Any], error: BaseException) -> None:
    if not future.done():
        future.set_exception(error)


async def _reach(address: str) -> None:
    """Ray itself tries for a minute and then ends the process."""
    host, colon, port = address.rpartition(":")
    if colon and port.isdigit() and "://" not in host:
        async with asyncio.timeout(SECONDS_TO_REACH):
            _, writer = await asyncio.open_connection(host, int(port))
        writer.close()


@asynccontextmanager
async def open_ray(address: str, made_of: ActorSettings) -> AsyncIterator[RayEngine]:
    """Joins the cluster at the address; `auto` is the one on this machine, `local` one of this process's own."""
    try:
        import ray  # noqa: PLC0415  an extra
        import ray.util.scheduling_strategies  # noqa: PLC0415
    except ImportError as error:
        raise RayMissing from error
    try:
        await _reach(address)
        ray.init(address=address, logging_level=logging.WARNING, log_to_driver=False, configure_logging=False)
    except (OSError, RuntimeError, ValueError) as error:
        raise NoCluster(address, error) from error
    engine = RayEngine(ray, made_of)
    keeping = asyncio.create_task(engine.keep_actors(), name="actors")
    try:
        yield engine
    finally:
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)
        await engine.close()
        ray.shutdown()
