"""Pages of servers that speak HTTP/2 and nothing older: each request on a connection of its own, its answer read whole.

Nearly every server speaks HTTP/1.1 too, and is asked by that. One that does not says so while TLS is agreed on.
"""

import asyncio
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

import aiohttp
import yarl
from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.events import ConnectionTerminated, DataReceived, ResponseReceived, StreamEnded, StreamReset
from h2.exceptions import H2Error
from multidict import CIMultiDict, CIMultiDictProxy

from scrapersky.clients.fetching.limits import FetchLimits

_NOT_THIS_PROTOCOL = "alert no application protocol"  # it has no number that Python knows
_STREAM, _READ_AT_ONCE = 1, 65_536


def speaks_only_http2(error: BaseException) -> bool:
    return isinstance(error, aiohttp.ClientConnectorSSLError) and _NOT_THIS_PROTOCOL in str(error)


@dataclass(slots=True)
class WholeAnswer:
    """What is asked of aiohttp's answers, of one that has come already. It is its own stream."""

    status: int
    headers: CIMultiDictProxy[str]
    body: bytes

    @property
    def content(self) -> Self:
        return self

    @property
    def content_length(self) -> int:
        return len(self.body)

    def at_eof(self) -> bool:
        return not self.body

    def read_nowait(self) -> bytes:
        body, self.body = self.body, b""
        return body

    async def readany(self) -> bytes:
        return self.read_nowait()

    async def read(self) -> bytes:
        return self.read_nowait()

    def close(self) -> None:
        """The connection is gone already."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        """Nothing is held."""


async def get(
    endpoint: tuple[str, int], url: yarl.URL, headers: Mapping[str, str], trust: ssl.SSLContext, limits: FetchLimits
) -> WholeAnswer:
    """Raises what aiohttp would."""
    async with asyncio.timeout(limits.connect_seconds):
        reader, writer = await asyncio.open_connection(*endpoint, ssl=trust, server_hostname=url.raw_host)
    try:
        return await _exchanged(reader, writer, url, headers, limits)
    except H2Error as error:
        raise aiohttp.ServerDisconnectedError(str(error)) from error
    finally:
        writer.close()


async def _exchanged(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    url: yarl.URL,
    headers: Mapping[str, str],
    limits: FetchLimits,
) -> WholeAnswer:
    connection = H2Connection(H2Configuration(header_encoding=None))
    connection.initiate_connection()
    place = [(":method", "GET"), (":scheme", url.scheme), (":authority", url.authority), (":path", url.raw_path_qs)]
    connection.send_headers(
        _STREAM, place + [(name.lower(), value) for name, value in headers.items()], end_stream=True
    )
    head: list[tuple[bytes, bytes]] = []
    body = bytearray()
    while len(body) <= limits.body_bytes:  # one byte more is enough to be refused
        writer.write(connection.data_to_send())
        async with asyncio.timeout(limits.read_seconds):
            received = await reader.read(_READ_AT_ONCE)
        if not received:
            raise aiohttp.ServerDisconnectedError
        for event in connection.receive_data(received):
            match event:
                case ResponseReceived():
                    head = list(event.headers)
                case DataReceived():
                    body += event.data
                    connection.acknowledge_received_data(event.flow_controlled_length, _STREAM)
                case StreamReset() | ConnectionTerminated():
                    raise aiohttp.ServerDisconnectedError
                case StreamEnded():
                    return _answer(head, body)
    return _answer(head, body)


def _answer(head: list[tuple[bytes, bytes]], body: bytearray) -> WholeAnswer:
    told = [(_text(name), _text(value)) for name, value in head]
    named = CIMultiDict((name, value) for name, value in told if not name.startswith(":"))
    return WholeAnswer(int(dict(told)[":status"]), CIMultiDictProxy(named), bytes(body))


def _text(value: bytes) -> str:
    return value.decode("utf-8", "surrogateescape")
