"""Names to addresses, and addresses to what is dialled: the two seams through which a simulated internet comes in."""

import asyncio
import socket
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol


class Resolver(Protocol):
    """Raises OSError when a name cannot be resolved."""

    async def resolve(self, host: str) -> Sequence[str]: ...


class Dialer(Protocol):
    """Maps an address that was already judged to the one the socket connects to."""

    def __call__(self, address: str, port: int, host: str, /) -> tuple[str, int]: ...


def dial_directly(address: str, port: int, host: str) -> tuple[str, int]:  # noqa: ARG001  the seam's signature
    return address, port


class SystemResolver:
    """The operating system's resolver, on threads of its own: slow name servers must not starve other work."""

    def __init__(self, *, threads: int = 16, seconds: float = 10) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="resolver")
        self._seconds = seconds

    async def resolve(self, host: str) -> Sequence[str]:
        loop = asyncio.get_running_loop()
        lookup = loop.run_in_executor(self._threads, _addresses, host)
        try:
            async with asyncio.timeout(self._seconds):
                return await lookup
        except TimeoutError as error:
            raise socket.gaierror(socket.EAI_AGAIN, "the name server did not answer in time") from error

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def _addresses(host: str) -> list[str]:
    # As bytes: given text, Python would encode the name again, and raise UnicodeError on names it dislikes.
    answers = socket.getaddrinfo(host.encode("ascii"), None, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(answer[4][0]) for answer in answers))
