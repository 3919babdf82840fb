"""Raw connections to the running server: those that keep it waiting end, and others are served meanwhile."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import pytest
from fastapi import FastAPI, Request
from fastapi.responses import StreamingResponse
from tests.curation_sdk.widgets import eventually
from tests.serving import PATIENCE, served

from scrapersky.cli.connection import ConnectionTimeouts
from scrapersky.cli.serving import listen
from scrapersky.cli.web_server import Server, server_config
from scrapersky.curation_sdk.live.hub import MOST_LISTENERS, Hub

Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]
SHORT = 0.5
LONG = 3600.0
GET = b"GET /well HTTP/1.1\r\nHost: a\r\n\r\n"
POST = b"POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n"


def quick() -> ConnectionTimeouts:
    return ConnectionTimeouts(ask=SHORT, silence=SHORT, rest=SHORT)


def application() -> FastAPI:
    app = FastAPI()

    @app.get("/well")
    async def well() -> str:
        return "well"

    @app.post("/body")
    async def body(request: Request) -> int:
        return len(await request.body())

    @app.post("/refused")
    async def refused() -> str:
        return "refused"

    @app.get("/endless")
    async def endless() -> StreamingResponse:
        async def pieces() -> AsyncIterator[bytes]:
            yield b"begun"
            await asyncio.sleep(LONG)

        return StreamingResponse(pieces())

    @app.get("/large")
    async def large() -> StreamingResponse:
        async def pieces() -> AsyncIterator[bytes]:
            while True:
                yield b"x" * 65_536
                await asyncio.sleep(0)

        return StreamingResponse(pieces())

    return app


@asynccontextmanager
async def server(patience: ConnectionTimeouts) -> AsyncIterator[str]:
    async with served(application(), Hub(), patience) as (address, _):
        yield address


async def connect(address: str, sent: bytes = b"") -> Ends:
    place = urlsplit(address)
    reader, writer = await asyncio.open_connection(place.hostname, place.port)
    writer.write(sent)
    return reader, writer


async def rest(reader: asyncio.StreamReader) -> bytes:
    """What still comes until the server closes."""
    received = b""
    async with asyncio.timeout(PATIENCE):
        try:
            while piece := await reader.read(1 << 20):
                received = (received + piece)[-1000:]
        except ConnectionResetError:
            pass
    return received


async def is_served(address: str) -> bool:
    reader, writer = await connect(address, GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
    answer = await rest(reader)
    writer.close()
    return b'"well"' in answer


@pytest.mark.parametrize(
    "sent",
    [
        *(b"", b"GET /well HTT", b"GET /well HTTP/1.1\r\nHost: a\r\nX-Slow: "),
        *(POST % 100_000, POST % 100_000 + b"x" * 500, GET + b"GET /well HTT"),
        b"POST /refused HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n",
    ],
    ids=["nothing", "half a line", "half a header", "no body", "a bit of a body", "half a second request", "a rest"],
)
async def test_who_does_not_go_on_is_cut_off(sent: bytes) -> None:
    async with server(quick()) as address:
        reader, writer = await connect(address, sent)
        answer = await rest(reader)
        assert (b"200 OK" in answer) == (b"second" in sent or sent.startswith(GET) or b"refused" in sent)
        writer.close()
        assert await is_served(address)


async def test_a_byte_now_and_then_does_not_keep_half_a_request_open() -> None:
    async with server(quick()) as address:
        reader, writer = await connect(address, b"GET /well HTTP/1.1\r\n")

        async def trickle() -> None:
            while True:
                writer.write(b"X-A: b\r\n")
                await asyncio.sleep(0.05)

        trickling = asyncio.create_task(trickle())
        assert await rest(reader) == b""
        trickling.cancel()
        writer.close()


async def test_a_body_that_comes_slowly_and_steadily_is_taken() -> None:
    async with server(ConnectionTimeouts(ask=LONG, silence=2.0, rest=LONG)) as address:
        reader, writer = await connect(address, POST % 25_000)
        for _ in range(25):
            writer.write(b"x" * 1000)
            await asyncio.sleep(0.1)
        async with asyncio.timeout(PATIENCE):
            answer = await reader.readuntil(b"25000")
        assert b"200 OK" in answer
        writer.close()


async def test_who_does_not_read_the_answer_is_cut_off() -> None:
    async with served(application(), Hub(), quick()) as (address, running):
        reader, writer = await connect(address, b"GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
        async with asyncio.timeout(PATIENCE):
            await reader.readexactly(65_536)
        transport: Any = writer.transport
        transport.pause_reading()

        async def is_gone() -> bool:
            return not running.server_state.connections

        await eventually(is_gone, within=PATIENCE)
        writer.transport.abort()


async def test_many_half_requests_leave_room_for_streams_and_for_others() -> None:
    patience = ConnectionTimeouts(ask=LONG, silence=LONG, rest=LONG, most_waiting=50)
    async with server(patience) as address:
        streams = [await connect(address, b"GET /endless HTTP/1.1\r\nHost: a\r\n\r\n") for _ in range(100)]
        for reader, _ in streams:
            async with asyncio.timeout(PATIENCE):
                await reader.readuntil(b"begun")
        halves = [await connect(address, b"GET /well HTT") for _ in range(200)]
        assert await is_served(address)
        for reader, _ in halves[:100]:
            assert await rest(reader) == b""
        assert len(patience.waiting) <= 50
        for reader, writer in streams:
            assert not reader.at_eof()
            writer.close()
        for _, writer in halves:
            writer.close()


def test_the_usual_limits_leave_room_for_every_stream() -> None:
    assert ConnectionTimeouts().most_waiting + MOST_LISTENERS < 4096


async def test_a_server_told_to_stop_while_it_starts_ends_what_it_has_begun() -> None:
    ended = False

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        nonlocal ended
        starting.stop()
        await asyncio.sleep(0)
        yield
        ended = True

    with listen("127.0.0.1", 0) as listening:
        starting = Server(server_config(FastAPI(lifespan=lifespan)), Hub())
        async with asyncio.timeout(PATIENCE):
            await starting.serve(sockets=[listening])
    assert ended


async def test_a_request_that_is_cut_when_the_server_stops_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    async with served(application(), Hub()) as (address, _):
        reader, writer = await connect(address, b"GET /endless HTTP/1.1\r\nHost: a\r\n\r\n")
        async with asyncio.timeout(PATIENCE):
            await reader.readuntil(b"begun")
    writer.close()
    assert "Exception in ASGI" not in caplog.text
