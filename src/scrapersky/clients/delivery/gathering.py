"""Contacts that come within a moment of one another go in one request, and each gets its own answer."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(slots=True, eq=False)
class _Group(Generic[Item, Result]):
    items: list[tuple[Item, "asyncio.Future[Result]"]] = field(default_factory=list)
    keys: set[Hashable] = field(default_factory=set)


class Gathering(Generic[Item, Result]):
    """`send` gives for each item its result or the error that is its own; what it raises is everybody's.

    Two items of one key never go together: services refuse a request that names somebody twice.
    """

    def __init__(
        self,
        send: Callable[[Sequence[Item]], Awaitable[Sequence[Result | Exception]]],
        key_of: Callable[[Item], Hashable],
        *,
        most: int,
        seconds: float,
    ) -> None:
        self._send, self._key_of, self._most, self._seconds = send, key_of, most, seconds
        self._open: list[_Group[Item, Result]] = []
        self._sending: set[asyncio.Task[None]] = set()

    async def __call__(self, item: Item) -> Result:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Result] = loop.create_future()
        key = self._key_of(item)
        group = next((each for each in self._open if key not in each.keys), None)
        if group is None:
            group = _Group()
            self._open.append(group)
            loop.call_later(self._seconds, self._go, group)
        group.items.append((item, answer))
        group.keys.add(key)
        if len(group.items) >= self._most:
            self._go(group)
        return await answer

    def _go(self, group: _Group[Item, Result]) -> None:
        if group in self._open:
            self._open.remove(group)
            task = asyncio.create_task(self._deliver(group))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    async def _deliver(self, group: _Group[Item, Result]) -> None:
        """Who has gone away meanwhile is left out. A row that is stopped stops no other."""
        waiting = [(item, answer) for item, answer in group.items if not answer.done()]
        if not waiting:
            return
        results: Sequence[Result | Exception]
        try:
            results = await self._send([item for item, _ in waiting])
        except asyncio.CancelledError:
            for _, answer in waiting:
                answer.cancel()
            raise
        except Exception as error:  # noqa: BLE001  it is raised where each waits
            results = [_again(error) for _ in waiting]
        for (_, answer), result in zip(waiting, results, strict=True):
            if answer.done():
                continue
            if isinstance(result, Exception):
                answer.set_exception(result)
            else:
                answer.set_result(result)


def _again(error: Exception) -> Exception:
    """The same failure as another object: each row writes on its own what it has kept."""
    made = type(error).__new__(type(error), *error.args)
    made.__dict__.update(error.__dict__)
    made.__cause__ = error
    return made
