"""A proxy on this machine, which has for every address what a test gives it: the way to sites that are nowhere."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus

Answer = tuple[str, bytes]
"""A content type, and what is sent as it."""


@asynccontextmanager
async def proxy_to(find: Callable[[str], Answer | None], port: int = 0) -> AsyncIterator[int]:
    """Says on which port it is. There is no TLS: who wants it sees it fail, and asks without."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            method, url, *_ = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split(" ", 2)
            is_tunnel = method == "CONNECT"
            answer = _written(find(f"https://{url}/" if is_tunnel else url), with_body=method != "HEAD")
            writer.write(b"HTTP/1.1 200 Connected\r\n\r\n" if is_tunnel else answer)
            await writer.drain()
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, ConnectionError, ValueError):
            pass
        finally:
            writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", port) as server:
        yield server.sockets[0].getsockname()[1]


def _written(found: Answer | None, *, with_body: bool) -> bytes:
    status, (kind, body) = (200, found) if found else (404, ("text/plain", b"Nothing is here."))
    head = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}"
    return f"{head}\r\nConnection: close\r\n\r\n".encode() + (body if with_body else b"")
