"""What servers do, one table: whether we read the page, whether curl does, and why not."""

import asyncio
import gzip
import shutil
import zlib
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
from tests.clients.internet import UNPACED, Internet

from scrapersky.clients.fetching.errors import FetchError

BODY = b"<p>hello</p>" * 20
HOST = "odd.example"
ZIPPED = gzip.compress(BODY)
OK = b"HTTP/1.1 200 OK\r\n"
MOVED = b"HTTP/1.1 301 Moved\r\n"
LENGTH = b"Content-Length: %d\r\n" % len(BODY)
CLOSE = b"Connection: close\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n"


def chunks(body: bytes, *, extension: bytes = b"", trailer: bytes = b"", case: str = "x") -> bytes:
    return b"".join(
        (format(len(body), case).encode(), extension, b"\r\n", body, b"\r\n0\r\n", trailer, b"\r\n"),
    )


def answer(*headers: bytes, body: bytes = BODY, start: bytes = OK) -> bytes:
    return start + b"".join(headers) + b"\r\n" + body


def encoded(name: bytes, body: bytes, *more: bytes) -> bytes:
    return answer(b"Content-Encoding: " + name + b"\r\n", b"Content-Length: %d\r\n" % len(body), *more, body=body)


def redirects(count: int) -> tuple[bytes, ...]:
    ending = (b"Content-Length: 0\r\n", CLOSE)
    hops = (answer(b"Location: ?%d\r\n" % hop, *ending, body=b"", start=MOVED) for hop in range(count))
    return (*hops, answer(LENGTH))


@dataclass(frozen=True)
class Behaviour:
    """`ours` is empty where we read the page, else our word for why not. `curl` tells whether it reads it."""

    name: str
    answers: tuple[bytes, ...]
    ours: str = ""
    curl: bool = True
    body: bytes = BODY


def case(
    name: str, raw: bytes | tuple[bytes, ...], ours: str = "", *, curl: bool = True, body: bytes = BODY
) -> Behaviour:
    return Behaviour(name, raw if isinstance(raw, tuple) else (raw,), ours, curl, body)


BEHAVIOURS = [
    # Lengths
    case("content length", answer(LENGTH)),
    case("no length, ends with the connection", answer(CLOSE)),
    case("no length, HTTP/1.0", answer(start=b"HTTP/1.0 200 OK\r\n")),
    case("HTTP/1.0 with a length", answer(LENGTH, start=b"HTTP/1.0 200 OK\r\n")),
    case("the same length twice", answer(LENGTH, LENGTH)),
    case("the same length three times", answer(LENGTH, LENGTH, LENGTH)),
    case("the same length in one line", answer(b"Content-Length: %d, %d\r\n" % (len(BODY), len(BODY)))),
    case("two lengths that differ", answer(LENGTH, b"Content-Length: 3\r\n"), "bad_response"),
    case("length with blanks", answer(b"Content-Length:   %d  \r\n" % len(BODY))),
    case("length with zeros in front", answer(b"Content-Length: 000%d\r\n" % len(BODY))),
    case("length in small letters", answer(LENGTH.lower())),
    case("length that is no number", answer(b"Content-Length: many\r\n", CLOSE), "bad_response", curl=False),
    case("negative length", answer(b"Content-Length: -5\r\n", CLOSE), "bad_response", curl=False),
    case("length longer than the body", answer(b"Content-Length: 9999\r\n", CLOSE), "disconnected", curl=False),
    case("length shorter than the body", answer(b"Content-Length: 12\r\n", CLOSE), body=BODY[:12]),
    case("length of nothing", answer(b"Content-Length: 0\r\n", body=b""), body=b""),
    # Chunks
    case("chunks", answer(CHUNKED, body=chunks(BODY))),
    case("chunks and a length", answer(CHUNKED, LENGTH, body=chunks(BODY))),
    case("a wrong length and chunks", answer(b"Content-Length: 3\r\n", CHUNKED, body=chunks(BODY))),
    case("chunk sizes in capitals", answer(CHUNKED, body=chunks(BODY, case="X"))),
    case("chunk sizes with zeros in front", answer(CHUNKED, body=b"0000" + chunks(BODY))),
    case("chunk extensions", answer(CHUNKED, body=chunks(BODY, extension=b";name=value"))),
    case("blanks after a chunk's size", answer(CHUNKED, body=chunks(BODY, extension=b"  "))),
    case("trailers", answer(CHUNKED, body=chunks(BODY, trailer=b"X-Sum: 1\r\n"))),
    case("one byte a chunk", answer(CHUNKED, body=b"".join(b"1\r\n%c\r\n" % each for each in BODY) + b"0\r\n\r\n")),
    case("chunked in capitals", answer(CHUNKED.upper(), body=chunks(BODY))),
    case("no last chunk", answer(CHUNKED, CLOSE, body=chunks(BODY)[:-5]), "disconnected", curl=False),
    case("a chunk size that is none", answer(CHUNKED, CLOSE, body=b"zz\r\n" + BODY), "bad_response", curl=False),
    case("chunks by HTTP/1.0", answer(CHUNKED, CLOSE, body=chunks(BODY), start=b"HTTP/1.0 200 OK\r\n")),
    # Encodings
    case("gzip", encoded(b"gzip", ZIPPED)),
    case("x-gzip", encoded(b"x-gzip", ZIPPED)),
    case("GZIP in capitals", encoded(b"GZIP", ZIPPED)),
    case("gzip in chunks", answer(CHUNKED, b"Content-Encoding: gzip\r\n", body=chunks(ZIPPED))),
    case("gzip, ends with the connection", answer(b"Content-Encoding: gzip\r\n", CLOSE, body=ZIPPED)),
    case("gzip of two parts", encoded(b"gzip", gzip.compress(BODY[:9]) + gzip.compress(BODY[9:])), curl=False),
    case("gzip with rubbish behind", encoded(b"gzip", ZIPPED + b"\0\0\0"), curl=False),
    case("gzip that ends in the middle", encoded(b"gzip", ZIPPED[:-6])),
    case("gzip twice", encoded(b"gzip, gzip", gzip.compress(ZIPPED))),
    case("gzip of deflate", encoded(b"deflate, gzip", gzip.compress(zlib.compress(BODY)))),
    case("gzip of nothing", encoded(b"gzip", b""), body=b""),
    case("gzip that is none", encoded(b"gzip", BODY), "decompression", curl=False),
    case("gzip, damaged", encoded(b"gzip", b"\x1f\x8b\x08" + b"x" * 60), "decompression", curl=False),
    case("deflate with a wrapper", encoded(b"deflate", zlib.compress(BODY))),
    case("deflate without one", encoded(b"deflate", zlib.compress(BODY, wbits=-15))),
    case("identity", encoded(b"identity", BODY)),
    case("none", encoded(b"none", BODY)),
    case("a charset as encoding", encoded(b"utf-8", BODY), curl=False),
    case("an empty encoding", encoded(b"", BODY)),
    case("identity and gzip", encoded(b"identity, gzip", ZIPPED)),
    case("brotli that nobody asked for", encoded(b"br", BODY), "decompression", curl=False),
    # Heads
    case("150 headers", answer(LENGTH, *(b"X-%d: %d\r\n" % (each, each) for each in range(150)))),
    case("300 headers", answer(LENGTH, *(b"X-%d: 1\r\n" % each for each in range(300))), "headers_too_large"),
    case("a header of 30 KB", answer(LENGTH, b"X-Long: " + b"y" * 30_000 + b"\r\n")),
    case("a header without a value", answer(LENGTH, b"X-Empty:\r\n")),
    case("a header with a tab", answer(LENGTH, b"X-Tab:\tvalue\r\n")),
    case("a header in Latin-1", answer(LENGTH, b"X-Name: M\xfcller\r\n")),
    case("a header in UTF-8", answer(LENGTH, "X-Name: Müller\r\n".encode())),
    case("line ends without a return", answer(LENGTH).replace(b"\r\n", b"\n")),
    case("no words behind the status", answer(LENGTH, start=b"HTTP/1.1 200\r\n")),
    case("a blank behind the status", answer(LENGTH, start=b"HTTP/1.1 200 \r\n")),
    case("words in Latin-1 behind the status", answer(LENGTH, start=b"HTTP/1.1 200 Tr\xe8s bien\r\n")),
    case("status 203", answer(LENGTH, start=b"HTTP/1.1 203 Other\r\n")),
    case("status 299", answer(LENGTH, start=b"HTTP/1.1 299 Odd\r\n")),
    case("the same header often", answer(LENGTH, *[b"Set-Cookie: a=1\r\n"] * 40)),
    case("no content type", answer(LENGTH)),
    case("a content type of rubbish", answer(LENGTH, b"Content-Type: ;;;\r\n")),
    case("a blank before the colon", answer(LENGTH, b"X-Odd : 1\r\n")),
    case("a header that is folded", answer(LENGTH, b"X-Fold: a\r\n b\r\n")),
    case("a header without a colon", answer(LENGTH, b"nonsense\r\n"), "bad_response", curl=False),
    case("an empty name", answer(LENGTH, b": value\r\n"), "bad_response"),
    case("keep alive said twice", answer(LENGTH, b"Connection: keep-alive\r\n", b"Connection: keep-alive\r\n")),
    case("early hints before the answer", b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + answer(LENGTH)),
    case("continue before the answer", b"HTTP/1.1 100 Continue\r\n\r\n" + answer(LENGTH, LENGTH)),
    case("an offer of HTTP/2", answer(LENGTH, b"Upgrade: h2,h2c\r\n", b"Connection: Upgrade\r\n")),
    case("an empty line in front", b"\r\n" + answer(LENGTH), curl=False),
    # Ends
    case("nothing at all", b"", "disconnected", curl=False),
    case("half a head", OK + b"Content-Le", "disconnected"),
    case("no HTTP", b"220 mail.example ESMTP\r\n", "bad_response", curl=False),
    case("HTTP/0.9", BODY, "bad_response", curl=False),
    case("an unknown version", answer(LENGTH, start=b"HTTP/9.9 200 OK\r\n"), "bad_response", curl=False),
    case("HTTP/2 without a word", b"\0\0\x12\x04\0\0\0\0\0" + b"\0" * 18, "bad_response", curl=False),
    # Redirects
    case("one redirect", redirects(1)),
    case("ten redirects", redirects(10)),
    case("twenty redirects", redirects(20)),
    case("more redirects than anybody follows", redirects(60), "bad_redirect", curl=False),
    case(
        "a redirect with a body", (answer(b"Location: ?1\r\n", LENGTH, start=b"HTTP/1.1 301 Moved\r\n"), answer(LENGTH))
    ),
    case(
        "a redirect in Latin-1", (answer(b"Location: ?\xfc\r\n", LENGTH, start=b"HTTP/1.1 301 M\r\n"), answer(LENGTH))
    ),
    case(
        "a redirect with a blank", (answer(b"Location: ?a b\r\n", LENGTH, start=b"HTTP/1.1 302 F\r\n"), answer(LENGTH))
    ),
    case("a redirect to nowhere", answer(LENGTH, start=b"HTTP/1.1 302 Found\r\n"), "bad_redirect"),
    case("a redirect to itself", answer(b"Location: \r\n", LENGTH, start=b"HTTP/1.1 302 F\r\n"), "bad_redirect"),
]


class OddServer:
    """Gives the answers of a behaviour one after the other, each on a connection of its own."""

    def __init__(self) -> None:
        self.asked: dict[tuple[str, int], int] = {}

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        path = head.split(b" ")[1].decode()
        if "robots.txt" in path:
            writer.write(b"HTTP/1.1 404 None\r\nContent-Length: 0\r\n\r\n")
        else:
            who, number = ("curl" if b"curl" in head else "us"), int(path.partition("?")[0].strip("/"))
            answers = BEHAVIOURS[number].answers
            turn = self.asked.get((who, number), 0)
            self.asked[who, number] = turn + 1
            writer.write(answers[min(turn, len(answers) - 1)])
        await writer.drain()


@pytest.fixture
async def internet() -> AsyncIterator[Internet]:
    """Each behaviour has a host of its own: one that fails is left alone for a while."""
    pretended = Internet()
    await pretended.raw_site(HOST, OddServer())
    for number in range(len(BEHAVIOURS)):
        pretended.site(f"{number}.{HOST}", {}, robots=None)
        pretended._ports[f"{number}.{HOST}", 80] = pretended._ports[HOST, 80]
    yield pretended
    await pretended.close()


def test_the_table_is_long_and_each_name_is_its_own() -> None:
    assert len(BEHAVIOURS) >= 80
    assert len({each.name for each in BEHAVIOURS}) == len(BEHAVIOURS)


async def test_we_read_what_the_table_says(internet: Internet) -> None:
    async with internet.fetcher(UNPACED) as web:
        found = [await _read(web, number) for number in range(len(BEHAVIOURS))]
    wrong = [
        (each.name, body[:60] if reason == each.ours else reason, each.ours)
        for each, (reason, body) in zip(BEHAVIOURS, found, strict=True)
        if reason != each.ours or (not reason and body != each.body)
    ]
    assert wrong == []


async def _read(web: object, number: int) -> tuple[str, bytes]:
    try:
        document = await web.fetch(f"http://{number}.{HOST}/{number}", accept="text/html")  # type: ignore[attr-defined]
    except FetchError as error:
        return error.reason, b""
    return "", document.body


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed here")
async def test_curl_reads_what_the_table_says(internet: Internet, tmp_path: object) -> None:
    port = internet._ports[HOST, 80]
    urls = [
        part for number in range(len(BEHAVIOURS)) for part in ("-o", "/dev/null", f"http://127.0.0.1:{port}/{number}")
    ]
    running = await asyncio.create_subprocess_exec(
        "curl", "-qsL", "--compressed", "--max-redirs", "50", "--max-time", "20", "--noproxy", "*",
        "-w", "%{urlnum} %{exitcode}\\n", *urls, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, _ = await running.communicate()
    lines = [line.split() for line in out.decode().splitlines()]
    ended = {int(number): int(code) for number, code in lines}
    wrong = [
        (each.name, ended.get(number))
        for number, each in enumerate(BEHAVIOURS)
        if (ended.get(number) == 0) is not each.curl
    ]
    assert wrong == []
