"""Content-Encoding undone in small steps, so that a bomb is noticed after a few kilobytes and never unfolded."""

import zlib
from collections.abc import Iterator

ACCEPTED_ENCODINGS = "gzip, deflate"
_STEP = 65_536
_HARMLESS_OUTPUT = 1_000_000
_MOST_MEMBERS = 100
_KNOWN = frozenset(("gzip", "deflate"))
_NOT_ASKED_FOR = frozenset(("br", "zstd", "compress", "dcb", "dcz", "exi", "pack200-gzip", "bzip2", "lzma", "xz"))


class DecompressionRefused(Exception):
    """Becomes BadEncoding where the URL is known."""


class Decompressor:
    """One stream of gzip or deflate: feed it what arrives, take pieces of at most 64 KiB."""

    def __init__(self, encoding: str, ratio: int) -> None:
        self._is_gzip = encoding == "gzip"
        self._ratio = ratio
        self._taken = self._given = 0
        self._members = 1
        self._stream = zlib.decompressobj(wbits=31) if self._is_gzip else None

    def feed(self, compressed: bytes) -> Iterator[bytes]:
        self._taken += len(compressed)
        while compressed:
            piece, compressed = self._step(compressed)
            self._given += len(piece)
            if self._given > _HARMLESS_OUTPUT and self._given > self._taken * self._ratio:
                raise DecompressionRefused(f"it grows to more than {self._ratio} times its size")
            if piece:
                yield piece

    def finish(self) -> None:
        """One that ends in the middle is read as far as it goes, as browsers do; one of which nothing came is not."""
        if self._stream is not None and self._taken and not self._stream.eof and not self._given:
            raise DecompressionRefused("it ends in the middle")

    def _step(self, compressed: bytes) -> tuple[bytes, bytes]:
        stream = self._stream_for(compressed)
        if stream is None:
            return b"", b""
        try:
            piece = stream.decompress(compressed, _STEP)
        except zlib.error as error:
            raise DecompressionRefused("it is damaged, or not compressed as its header says") from error
        return piece, stream.unused_data if stream.eof else stream.unconsumed_tail

    def _stream_for(self, compressed: bytes) -> "zlib._Decompress | None":
        """The stream that the next bytes belong to; None when they are padding after the last one."""
        if self._stream is None:
            # Servers send "deflate" with and without the zlib wrapper; its first byte tells.
            self._stream = zlib.decompressobj(wbits=15 if compressed[0] & 0x0F == 8 else -15)
        elif self._stream.eof:
            if not self._is_gzip or compressed[0] != 0x1F:
                return None
            self._members += 1
            if self._members > _MOST_MEMBERS:
                raise DecompressionRefused("it is made of too many parts")
            self._stream = zlib.decompressobj(wbits=31)
        return self._stream


class Doubled:
    """Compressed, and then compressed again by a server that did not know. Both are bounded by what arrived."""

    def __init__(self, inner: Decompressor, outer: Decompressor) -> None:
        self._inner, self._outer = inner, outer

    def feed(self, received: bytes) -> Iterator[bytes]:
        for piece in self._outer.feed(received):
            yield from self._inner.feed(piece)

    def finish(self) -> None:
        self._outer.finish()
        self._inner.finish()


class Plain:
    """A body that is sent as it is."""

    def feed(self, received: bytes) -> Iterator[bytes]:
        return iter((received,))

    def finish(self) -> None:
        """Any end is a good end."""


def decompressor_for(content_encoding: str, ratio: int) -> Decompressor | Doubled | Plain:
    """Words that name no compression, such as `none` or `utf-8`, are passed over, as browsers do."""
    named = [name.strip().removeprefix("x-") for name in content_encoding[:200].lower().split(",")]
    if unknown := [name for name in named if name in _NOT_ASKED_FOR]:
        raise DecompressionRefused(f"it is in the encoding {unknown[0]}, which we did not ask for")
    encodings = [name for name in named if name in _KNOWN]
    if len(encodings) > 2:
        raise DecompressionRefused("it is compressed more than twice")
    streams = [Decompressor(name, ratio) for name in encodings]
    return Doubled(*streams) if len(streams) == 2 else streams[0] if streams else Plain()
