"""An answer whose body has not been read yet."""

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Self

from multidict import CIMultiDict

from scrapersky.clients.fetching.decompression import (
    DecompressionRefused,
    Decompressor,
    Doubled,
    Plain,
    decompressor_for,
)
from scrapersky.clients.fetching.errors import AnswerBroken, BadEncoding, TimedOut, TooLarge
from scrapersky.clients.fetching.limits import FetchLimits, TimeBudget

if TYPE_CHECKING:
    from scrapersky.clients.fetching.wire import Answer

# Servers that say it twice are joined by a comma on the way.
_END_OF_TYPE = re.compile("[;,]")


class Response:
    """Read it once, with `async for chunk in response` or `await response.read()`; both keep the limits."""

    def __init__(
        self,
        answer: "Answer",
        *,
        url: str,
        requested_url: str,
        redirects: tuple[str, ...],
        limits: FetchLimits,
        budget: TimeBudget,
    ) -> None:
        self.url, self.requested_url, self.redirects = url, requested_url, redirects
        self.status = answer.status
        self.headers = storable_headers(answer.headers)
        self._answer, self._limits, self._budget = answer, limits, budget
        # What a 304 says about size and encoding is said of a body that it does not have.
        has_body = not answer.content.at_eof()
        self._decompressor = _decompressor(url, self.headers, limits) if has_body else Plain()
        self._pieces: Iterator[bytes] = iter(())
        self._received_bytes = self._unfolded = 0
        if has_body:
            self._refuse_size(answer.content_length or 0)

    @property
    def content_type(self) -> str:
        """The media type in lower case without parameters; empty when the site gave none, or a word that is none.

        The charset is left in `headers`.
        """
        said = _END_OF_TYPE.split(self.headers.get("Content-Type", ""), maxsplit=1)[0].strip().lower()
        return said if "/" in said else ""

    @property
    def etag(self) -> str | None:
        return self.headers.get("ETag")

    @property
    def last_modified(self) -> str | None:
        return self.headers.get("Last-Modified")

    @property
    def elapsed(self) -> float:
        """Seconds spent on the network so far, redirects included and waiting for a turn not."""
        return self._budget.spent

    async def read(self) -> bytes:
        chunks = [chunk async for chunk in self]
        return chunks[0] if len(chunks) == 1 else b"".join(chunks)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> bytes:
        try:
            piece = await self._next_piece()
        except DecompressionRefused as error:
            raise BadEncoding(self.url, str(error)) from error
        if piece is None:
            raise StopAsyncIteration
        self._unfolded += len(piece)
        self._refuse_size(self._unfolded)
        return piece

    async def _next_piece(self) -> bytes | None:
        while (piece := next(self._pieces, None)) is None:
            if not (raw := await self._received()):
                self._decompressor.finish()
                return None
            # Counted too: compressed bytes can be endless and unfold to nothing.
            self._received_bytes += len(raw)
            self._refuse_size(self._received_bytes)
            self._pieces = self._decompressor.feed(raw)
        return piece

    def _refuse_size(self, size: int) -> None:
        if size > self._limits.body_bytes:
            raise TooLarge(self.url, f"{self._limits.body_bytes:,}")

    async def _received(self) -> bytes:
        import aiohttp  # noqa: PLC0415  who has an answer has loaded it

        content = self._answer.content
        try:
            if (waiting := content.read_nowait()) or content.at_eof():
                return waiting
            return await self._budget.spend(self.url, content.readany())
        except TimeoutError as error:
            raise TimedOut(self.url, f"nothing came for {self._limits.read_seconds:g} seconds") from error
        except (aiohttp.ClientError, OSError) as error:
            raise AnswerBroken(self.url, "the connection ended before the page did", reason="disconnected") from error


def _decompressor(url: str, headers: Mapping[str, str], limits: FetchLimits) -> Decompressor | Doubled | Plain:
    try:
        return decompressor_for(headers.get("Content-Encoding", ""), limits.ratio)
    except DecompressionRefused as error:
        raise BadEncoding(url, str(error)) from error


def storable_headers(headers: Mapping[str, str]) -> Mapping[str, str]:
    """Bytes that are not UTF-8 arrive as lone surrogates, which no database takes."""
    if all(value.isascii() for value in headers.values()):
        return headers
    return CIMultiDict((name, _storable(value)) for name, value in headers.items())


def _storable(value: str) -> str:
    return value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
