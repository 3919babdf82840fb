"""What a whole process has in hand: many rows of all its workflows, or one row and nothing else."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Solitude:
    """Every loop counts what it takes. Whoever asks to be alone waits until nothing is in hand; nobody takes more."""

    def __init__(self) -> None:
        self._in_hand = 0
        self._open, self._empty, self._turn = asyncio.Event(), asyncio.Event(), asyncio.Lock()
        self._open.set()

    async def over(self) -> None:
        """Wait for it."""
        while not self._open.is_set():  # closed again before those who waited had their turn
            await self._open.wait()

    def take(self, count: int) -> None:
        self._in_hand += count

    def put_down(self, count: int) -> None:
        self._in_hand -= count
        if not self._in_hand:
            self._empty.set()

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        async with self._turn:
            self._open.clear()
            try:
                while self._in_hand:
                    self._empty.clear()
                    await self._empty.wait()
                yield
            finally:
                self._open.set()
