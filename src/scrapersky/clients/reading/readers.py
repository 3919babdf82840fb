"""A few processes that read for this one, started when first needed and gone when it is."""

import asyncio
import os
import pickle
from collections import deque
from collections.abc import Callable, Iterable
from contextvars import Context
from itertools import chain
from typing import ParamSpec, Self, TypeVar

from scrapersky.clients.reading.reader import Call, Reader, wanted
from scrapersky.curation_sdk.declaring import step

MOST_READERS = 4
# Far more than a page takes on a busy machine: what is taken back is read twice.
PATIENCE = 5.0

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


def usual_readers() -> int:
    """As many as there are processors, up to a few: each takes some 40 MB."""
    return min(os.cpu_count() or 1, MOST_READERS)


class Readers:
    """With `most` of 0 a thread of this process does it. Functions go by their names: only those of modules can."""

    def __init__(self, most: int = 0, patience: float = PATIENCE) -> None:
        self._most, self._patience = most, patience
        self._waiting: deque[Call] = deque()
        self._readers: dict[Reader, asyncio.Task[None]] = {}
        self._alarm: asyncio.TimerHandle | None = None
        self._context = Context()  # what began for one row would otherwise keep that row

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        for call in (*self._waiting, *chain.from_iterable(wanted(reader.calls) for reader in self._readers)):
            call.answer.cancel()
        for reader in self._readers:
            reader.end()
        await asyncio.gather(*self._readers.values(), return_exceptions=True)
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    async def call(
        self, function: Callable[Arguments, Result], *arguments: Arguments.args, **named: Arguments.kwargs
    ) -> Result:
        """What the function returns or raises. Cancelled, its process is ended: no page keeps a processor."""
        with step("extract", **{"code.function.name": function.__name__}):
            return await self._call(function, *arguments, **named)

    async def _call(
        self, function: Callable[Arguments, Result], *arguments: Arguments.args, **named: Arguments.kwargs
    ) -> Result:
        if not self._most:
            return await asyncio.to_thread(function, *arguments, **named)
        packed = pickle.dumps((function, arguments, named), pickle.HIGHEST_PROTOCOL)
        is_result, value = pickle.loads(await self._answer(packed))  # noqa: S301  from our own process
        if not is_result:
            raise value
        result: Result = value
        return result

    async def _answer(self, packed: bytes) -> bytes:
        call = Call(packed, asyncio.get_running_loop().create_future())
        self._waiting.append(call)
        self._hand_out()
        try:
            return await call.answer
        except asyncio.CancelledError:
            await asyncio.shield(self._let_go(call))
            raise

    async def _let_go(self, call: Call) -> None:
        """Whoever works on it is ended. Behind another it costs what it takes, or its reader if that is long."""
        for reader, attending in list(self._readers.items()):
            if reader.calls and reader.calls[0] is call:
                reader.end()
                await asyncio.wait([attending])

    def _hand_out(self) -> None:
        while self._waiting:
            if not self._waiting[0].is_wanted:
                self._waiting.popleft()
            elif (reader := self._least_busy()) is not None:
                reader.send(self._waiting.popleft())
            else:
                break
        if self._alarm is None and any(reader.calls for reader in self._readers):
            self._alarm = asyncio.get_running_loop().call_later(self._patience, self._look_again, context=self._context)

    def _least_busy(self) -> Reader | None:
        reader = min((one for one in self._readers if one.is_open), key=lambda one: len(one.calls), default=None)
        if len(self._readers) < self._most and (reader is None or reader.calls):
            reader = Reader(self._patience)
            self._readers[reader] = asyncio.create_task(self._attend(reader), context=self._context)
        return reader

    async def _attend(self, reader: Reader) -> None:
        try:
            await reader.serve(self._hand_out)
        except OSError as error:
            reader.fail(error)
        finally:
            del self._readers[reader]
            self._call_again(reader.take_back_all())

    def _look_again(self) -> None:
        self._alarm = None
        self._call_again(chain.from_iterable([reader.take_back_late() for reader in self._readers]))

    def _call_again(self, calls: Iterable[Call]) -> None:
        """Before those that came later."""
        self._waiting.extendleft(reversed(list(calls)))
        self._hand_out()
