import asyncio
import gzip
import time
import tracemalloc
import zlib
from dataclasses import replace

import pytest
from aiohttp import web as server
from hypothesis import given
from hypothesis import strategies as st
from tests.clients.internet import UNPACED, Internet, Page, RawServer, answering

from scrapersky.clients.fetching.decompression import DecompressionRefused, Decompressor
from scrapersky.clients.fetching.errors import (
    AnswerBroken,
    BadEncoding,
    FetchError,
    HeadersTooLarge,
    TimedOut,
    TooLarge,
)
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.fetching.limits import FetchLimits

SMALL = FetchLimits(body_bytes=100_000, seconds=3, read_seconds=3)


def raw(answer: bytes) -> RawServer:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        await writer.drain()

    return serve


def encoded(body: bytes, encoding: str) -> Page:
    return answering(body, headers={"Content-Encoding": encoding})


async def test_a_body_that_announces_too_much_is_not_read(internet: Internet, web: Fetcher) -> None:
    internet.site("acme.test", {"/": b"x" * 100_001, "/just": b"x" * 100_000})
    with pytest.raises(TooLarge, match="100,000 bytes") as caught:
        await web.fetch("http://acme.test/", limits=SMALL)
    assert caught.value.reason == "too_large"
    assert len((await web.fetch("http://acme.test/just", limits=SMALL)).body) == 100_000


async def test_a_body_that_never_ends_is_cut_off(internet: Internet, web: Fetcher) -> None:
    async def endless(request: server.Request) -> server.StreamResponse:
        response = server.StreamResponse()
        await response.prepare(request)
        while True:
            await response.write(b"x" * 10_000)

    internet.site("acme.test", {"/": endless})
    with pytest.raises(TooLarge):
        await web.fetch("http://acme.test/", limits=SMALL)


@pytest.mark.parametrize(
    ("body", "encoding"),
    [
        (gzip.compress(b"hello", mtime=0), "gzip"),
        (gzip.compress(b"hello", mtime=0), "x-gzip"),
        (gzip.compress(b"hello", mtime=0), "GZIP, identity"),
        (gzip.compress(b"hel", mtime=0) + gzip.compress(b"lo", mtime=0), "gzip"),
        (gzip.compress(b"hello", mtime=0) + b"\0" * 100, "gzip"),
        (zlib.compress(b"hello"), "deflate"),
        (zlib.compress(b"hello", wbits=-15), "deflate"),
        (b"hello", "identity"),
        (b"hello", ""),
    ],
)
async def test_a_compressed_body_is_unfolded(internet: Internet, web: Fetcher, body: bytes, encoding: str) -> None:
    internet.site("acme.test", {"/": encoded(body, encoding)})
    assert (await web.fetch("http://acme.test/")).body == b"hello"


@pytest.mark.parametrize(
    ("body", "encoding", "message"),
    [
        (b"hello", "gzip", "not compressed as its header says"),
        (gzip.compress(b"hello" * 1000, mtime=0)[:12], "gzip", "ends in the middle"),
        (gzip.compress(b"hello", mtime=0), "gzip, gzip, gzip", "more than twice"),
        (b"hello", "br", "encoding br"),
        (b"hello", "zstd", "encoding zstd"),
        (gzip.compress(b"a", mtime=0) * 200, "gzip", "too many parts"),
    ],
)
async def test_a_body_that_cannot_be_unfolded_has_a_reason(
    internet: Internet, web: Fetcher, body: bytes, encoding: str, message: str
) -> None:
    internet.site("acme.test", {"/": encoded(body, encoding)})
    with pytest.raises(BadEncoding, match=message) as caught:
        await web.fetch("http://acme.test/")
    assert caught.value.reason == "decompression"


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
async def test_a_bomb_is_noticed_without_being_unfolded(internet: Internet, web: Fetcher, encoding: str) -> None:
    packer = zlib.compressobj(9, wbits=31 if encoding == "gzip" else 15)
    bomb = b"".join(packer.compress(b"\0" * 1_000_000) for _ in range(300)) + packer.flush()
    internet.site("acme.test", {"/": encoded(bomb, encoding)})
    await web.fetch("http://acme.test/robots.txt")

    tracemalloc.start()
    try:
        with pytest.raises(BadEncoding, match="200 times"):
            await web.fetch("http://acme.test/", limits=FetchLimits(body_bytes=400_000_000))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 20_000_000


async def test_a_body_is_measured_unfolded(internet: Internet, web: Fetcher) -> None:
    body = b"".join(b"%d " % n for n in range(40_000))
    assert len(gzip.compress(body, mtime=0)) < SMALL.body_bytes < len(body)
    internet.site("acme.test", {"/": encoded(gzip.compress(body, mtime=0), "gzip")})
    with pytest.raises(TooLarge):
        await web.fetch("http://acme.test/", limits=SMALL)


async def test_compressed_bytes_that_unfold_to_nothing_are_limited_too(internet: Internet, web: Fetcher) -> None:
    async def empty_blocks(request: server.Request) -> server.StreamResponse:
        response = server.StreamResponse(headers={"Content-Encoding": "deflate"})
        await response.prepare(request)
        while True:
            await response.write(b"\x00\x00\x00\xff\xff" * 1000)

    internet.site("acme.test", {"/": empty_blocks})
    with pytest.raises(TooLarge):
        await web.fetch("http://acme.test/", limits=SMALL)


async def test_a_body_that_announces_too_much_is_not_waited_for(internet: Internet, web: Fetcher) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\n\r\n")
        await asyncio.sleep(30)

    await internet.raw_site("acme.test", serve)
    with pytest.raises(TooLarge):
        await web.call("http://acme.test/", limits=SMALL)


@given(st.binary(max_size=3000), st.integers(1, 500), st.sampled_from(["gzip", "deflate"]))
def test_a_compressed_body_is_unfolded_however_it_is_cut(body: bytes, step: int, encoding: str) -> None:
    packed = gzip.compress(body, mtime=0) if encoding == "gzip" else zlib.compress(body)
    decompressor = Decompressor(encoding, 200)
    cuts = [packed[start : start + step] for start in range(0, len(packed), step)]
    assert b"".join(piece for cut in cuts for piece in decompressor.feed(cut)) == body
    decompressor.finish()


@given(st.binary(min_size=1, max_size=300), st.sampled_from(["gzip", "deflate"]))
def test_any_bytes_are_unfolded_or_refused(body: bytes, encoding: str) -> None:
    decompressor = Decompressor(encoding, 200)
    try:
        unfolded = b"".join(decompressor.feed(body))
        decompressor.finish()
    except DecompressionRefused:
        return
    assert len(unfolded) <= 1_000_000


async def _silence(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await asyncio.sleep(30)


async def _drip_headers(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\n")
    for n in range(1000):
        writer.write(b"X-%d: y\r\n" % n)
        await writer.drain()
        await asyncio.sleep(0.05)


async def _drip_body(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
    for _ in range(1000):
        writer.write(b"x")
        await writer.drain()
        await asyncio.sleep(0.05)


async def _stop_in_body(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nx")
    await asyncio.sleep(30)


@pytest.mark.parametrize(
    ("serve", "limits", "message"),
    [
        (_silence, FetchLimits(seconds=30, read_seconds=0.3), "no answer after 0.3 seconds"),
        (_silence, FetchLimits(seconds=0.3), "not done after 0.3 seconds"),
        (_drip_headers, FetchLimits(seconds=0.5), "not done after 0.5 seconds"),
        (_drip_body, FetchLimits(seconds=0.5), "not done after 0.5 seconds"),
        (_stop_in_body, FetchLimits(read_seconds=0.3), "nothing came for 0.3 seconds"),
    ],
)
async def test_a_slow_site_is_given_up(
    internet: Internet,
    web: Fetcher,
    serve: RawServer,
    limits: FetchLimits,
    message: str,
) -> None:
    await internet.raw_site("slow.test", serve)
    started = time.monotonic()
    with pytest.raises(TimedOut, match=message) as caught:
        await web.call("http://slow.test/", method="GET", limits=limits)
    assert (caught.value.reason, caught.value.worth_retrying) == ("timeout", True)
    assert time.monotonic() - started < 10


async def test_a_handshake_that_never_ends_is_given_up(internet: Internet, web: Fetcher) -> None:
    await internet.raw_site("slow.test", _silence, port=443)
    with pytest.raises(TimedOut, match=r"no connection after 0\.3 seconds"):
        await web.call("https://slow.test/", limits=FetchLimits(connect_seconds=0.3))


async def test_redirects_share_one_time_budget(internet: Internet, web: Fetcher) -> None:
    async def slow(request: server.Request) -> server.StreamResponse:
        await asyncio.sleep(0.2)
        return server.Response(status=302, headers={"Location": f"/{int(request.path[1:]) + 1}"})

    internet.site("acme.test", {f"/{n}": slow for n in range(10)})
    with pytest.raises(TimedOut):
        await web.fetch("http://acme.test/0", limits=FetchLimits(seconds=0.5))
    assert len(internet.paths("acme.test")) <= 5


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 200 OK\r\nX-Long: " + b"x" * 100_000 + b"\r\n\r\n",
        b"HTTP/1.1 200 " + b"x" * 100_000 + b"\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"X-Many: y\r\n" * 1000 + b"\r\n",
    ],
)
async def test_headers_without_end_are_refused(internet: Internet, web: Fetcher, answer: bytes) -> None:
    await internet.raw_site("acme.test", raw(answer))
    with pytest.raises(HeadersTooLarge) as caught:
        await web.call("http://acme.test/", method="GET")
    assert caught.value.reason == "headers_too_large"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (b"", "disconnected"),
        (b"SSH-2.0-OpenSSH_9.0\r\n", "bad_response"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", "disconnected"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n", "bad_response"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n", "disconnected"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", "bad_response"),
        (b"HTTP/1.1 200 OK\r\nContent-Le", "disconnected"),
    ],
)
async def test_what_is_not_http_has_a_reason(internet: Internet, web: Fetcher, answer: bytes, reason: str) -> None:
    await internet.raw_site("acme.test", raw(answer))
    with pytest.raises(AnswerBroken) as caught:
        await web.call("http://acme.test/", method="GET")
    assert (caught.value.reason, caught.value.worth_retrying) == (reason, True)


async def test_a_host_that_nobody_answers_for_has_a_reason(internet: Internet, web: Fetcher) -> None:
    internet.closed_port("closed.test")
    with pytest.raises(FetchError, match=r"Could not connect to closed\.test") as caught:
        await web.fetch("http://closed.test/")
    assert (caught.value.reason, caught.value.worth_retrying) == ("connect", True)


async def test_a_name_that_does_not_exist_has_a_reason(internet: Internet, web: Fetcher) -> None:
    with pytest.raises(FetchError, match=r"The name nowhere\.test could not be resolved") as caught:
        await web.fetch("http://nowhere.test/")
    assert (caught.value.reason, caught.value.worth_retrying) == ("dns", False)


async def test_no_more_connections_are_open_than_allowed(internet: Internet) -> None:
    now_open = most_open = 0

    async def page(_request: server.Request) -> server.StreamResponse:
        nonlocal now_open, most_open
        now_open += 1
        most_open = max(most_open, now_open)
        await asyncio.sleep(0.02)
        now_open -= 1
        return server.Response()

    internet.site("acme.test", {"/": page})
    async with internet.fetcher(replace(UNPACED, connections=3)) as web:
        await asyncio.gather(*(web.fetch("http://acme.test/") for _ in range(12)))
    assert most_open == 3
