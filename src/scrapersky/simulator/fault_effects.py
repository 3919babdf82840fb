"""What each fault does to an answer."""

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import repeat

from scrapersky.simulator.dice import Dice, keyed_hash
from scrapersky.simulator.exchange import SiteRequest, SiteResponse
from scrapersky.simulator.faults import HIDDEN_FROM_CLIENTS, Fault, Faults
from scrapersky.simulator.hosts import INTERNAL_HOST, MUST_NEVER_BE_READ

_PRIVATE_TARGETS = (
    "http://169.254.169.254/latest/meta-data/iam/security-credentials/", "http://127.0.0.1:8080/admin",
    "http://10.0.0.5/", "http://192.168.1.1/setup", "http://[::1]/", "http://[::ffff:10.0.0.5]/", "http://localhost/",
    "http://2130706433/", f"http://{INTERNAL_HOST}/",
)  # fmt: skip
_SPARE_ROBOTS = frozenset(Fault) - HIDDEN_FROM_CLIENTS - {
    Fault.SLOW, Fault.TOO_MANY_REQUESTS, Fault.SERVER_ERROR, Fault.EXPIRED_CERTIFICATE,
}  # fmt: skip
_DRIP_SECONDS = 0.05
_BLOCK = b" " * (1 << 20)
_BLOCKS = 256
BOMB_SIZE = len(_BLOCK) * _BLOCKS
"""Bytes the gzip bomb unpacks to: a thousand times what is sent."""

_LEVELS = 10


@dataclass(frozen=True, slots=True)
class FaultyAnswer:
    """An answer and how its bytes reach the client."""

    response: SiteResponse
    delay: float = 0.0
    pause: float = 0.0
    """Seconds between two pieces of a body that comes in pieces."""
    declared_length: int | None = None
    """What `Content-Length` says, where that is not the truth."""
    sent_length: int | None = None
    """After how many bytes the connection is cut."""


class FaultEffects:
    """Applies faults. Counts attempts, because some faults go away."""

    _REMEMBERED = 100_000

    def __init__(self, faults: Faults, slow_seconds: float) -> None:
        self._faults = faults
        self._slow_seconds = slow_seconds
        self._attempts: dict[tuple[str, str], int] = {}

    def deliver(self, request: SiteRequest, page: Callable[[], SiteResponse]) -> FaultyAnswer:
        """The page as its fault lets it through. `page` is asked only where a page is sent at all."""
        fault = self._faults.at(request.host, request.path)
        if fault is None or (request.path == "/robots.txt" and fault in _SPARE_ROBOTS):
            return FaultyAnswer(page())
        instead = self._instead(fault, request)
        if instead is not None:
            return FaultyAnswer(instead)
        return self._spoiled(fault, request, page())

    def _instead(self, fault: Fault, request: SiteRequest) -> SiteResponse | None:
        """The answer sent in place of the page, if any."""
        dice = self._dice(request)
        if fault in HIDDEN_FROM_CLIENTS:
            return _text(200, MUST_NEVER_BE_READ)
        if fault is Fault.TOO_MANY_REQUESTS:
            return _text(429, "Too many requests")
        if fault is Fault.TOO_MANY_REQUESTS_FOR_A_WHILE and self._still_fails(request):
            return _text(429, "Too many requests", {"Retry-After": "1"})
        if fault is Fault.SERVER_ERROR or (fault is Fault.SERVER_ERROR_AT_FIRST and self._still_fails(request)):
            return _text(dice.choice((500, 502, 503, 504)), "The server could not answer")
        return _redirected(fault, request, dice)

    def _spoiled(self, fault: Fault, request: SiteRequest, response: SiteResponse) -> FaultyAnswer:
        if fault is Fault.SLOW:
            return FaultyAnswer(response, delay=self._slow_seconds)
        if fault is Fault.NEVER_ENDING and _is_page(response):
            return FaultyAnswer(replace(response, body=_endless(response.body)), pause=_DRIP_SECONDS)
        if fault is Fault.WRONG_CHARSET:
            return FaultyAnswer(_with_wrong_charset(response))
        if fault in (Fault.GZIP_BOMB, Fault.XML_BOMB):
            return FaultyAnswer(_bomb(fault, request, response))
        if fault in (Fault.CUT_OFF, Fault.WRONG_LENGTH) and isinstance(response.body, bytes):
            return self._cut(fault, request, response, len(response.body))
        return FaultyAnswer(response)

    def _cut(self, fault: Fault, request: SiteRequest, response: SiteResponse, length: int) -> FaultyAnswer:
        if fault is Fault.CUT_OFF:
            return FaultyAnswer(response, declared_length=length, sent_length=length // 2)
        too_long = length < 3 or self._dice(request).chance(0.5)
        return FaultyAnswer(
            response, declared_length=length + 1000 if too_long else length * 2 // 3, sent_length=length
        )

    def is_interrupted(self, request: SiteRequest) -> bool:
        """Whether a place source answers with its own kind of "not now". The same question asked again is answered."""
        question = f"{keyed_hash(request.path, request.query, request.body)}"
        return self._faults.interrupts(request.host, question) and self._attempt(request.host, question) == 1

    def _still_fails(self, request: SiteRequest) -> bool:
        attempt = self._attempt(request.host, request.path)
        return attempt <= self._faults.attempts_that_fail(request.host, request.path)

    def _attempt(self, host: str, question: str) -> int:
        if len(self._attempts) >= self._REMEMBERED:
            self._attempts.clear()
        attempt = self._attempts.get((host, question), 0) + 1
        self._attempts[host, question] = attempt
        return attempt

    def _dice(self, request: SiteRequest) -> Dice:
        return Dice(self._faults.seed, "effect", request.host.removeprefix("www."), request.path)


def _text(status: int, text: str, headers: dict[str, str] | None = None) -> SiteResponse:
    return SiteResponse(status, {"Content-Type": "text/plain; charset=utf-8"} | (headers or {}), text.encode())


def _redirected(fault: Fault, request: SiteRequest, dice: Dice) -> SiteResponse | None:
    if fault is Fault.EXPIRED_CERTIFICATE and not request.https:
        return _text(301, "", {"Location": f"https://{request.host}{request.path}"})
    if fault is Fault.REDIRECT_LOOP:
        hop = "" if request.query == "hop=2" else "?hop=2"
        return _text(302, "", {"Location": f"{request.origin}{request.path}{hop}"})
    if fault is Fault.REDIRECT_TO_PRIVATE_ADDRESS:
        return _text(302, "", {"Location": dice.choice(_PRIVATE_TARGETS)})
    return None


def _is_page(response: SiteResponse) -> bool:
    return response.status == 200 and "html" in response.headers.get("Content-Type", "")


def _endless(start: bytes | Iterator[bytes]) -> Iterator[bytes]:
    yield start if isinstance(start, bytes) else b"".join(start)
    yield from repeat(b"<p>And so on, and so on, and so on.</p>\n" * 100)


def _with_wrong_charset(response: SiteResponse) -> SiteResponse:
    """Bytes of one encoding under the name of another."""
    if not _is_page(response) or not isinstance(response.body, bytes):
        return response
    try:
        body = response.body.decode("utf-8").encode("windows-1252", "xmlcharrefreplace")
    except UnicodeDecodeError:
        return response
    return replace(response, body=body, headers={**response.headers, "Content-Type": "text/html; charset=utf-8"})


def _bomb(fault: Fault, request: SiteRequest, response: SiteResponse) -> SiteResponse:
    is_sitemap = "sitemap" in request.path or request.path.endswith((".xml", ".xml.gz"))
    if fault is Fault.XML_BOMB and is_sitemap:
        return SiteResponse(200, {"Content-Type": "application/xml"}, xml_bomb())
    if fault is Fault.GZIP_BOMB and (is_sitemap or _is_page(response)):
        kind = "application/xml" if is_sitemap else "text/html; charset=utf-8"
        return SiteResponse(200, {"Content-Type": kind, "Content-Encoding": "gzip"}, gzip_bomb())
    return response


@lru_cache(1)
def gzip_bomb() -> bytes:
    """A valid gzip stream of 256 MiB of blanks. Made once, from one compressed block repeated."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    block = packer.compress(_BLOCK) + packer.flush(zlib.Z_FULL_FLUSH)
    checksum = 0
    for _ in range(_BLOCKS):
        checksum = zlib.crc32(_BLOCK, checksum)
    header = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff"
    trailer = checksum.to_bytes(4, "little") + BOMB_SIZE.to_bytes(4, "little")
    return header + block * _BLOCKS + packer.flush() + trailer


def xml_bomb() -> bytes:
    """A sitemap whose one address is a thousand million words long, once its entities are unfolded."""
    entities = "".join(
        f'<!ENTITY e{level} "{f"&e{level - 1};" * 10 if level else "http"}">' for level in range(_LEVELS)
    )
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE urlset [{entities}]>'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
        f"<url><loc>&e{_LEVELS - 1};</loc></url></urlset>"
    ).encode()
