"""Content-Encoding undone in small steps, so that a bomb is noticed after a few kilobytes and never unfolded."""

import zlib
from collections.abc import Iterator

ACCEPTED_ENCODINGS = "gzip, deflate"
_STEP = 65_536
_HARMLESS_OUTPUT = 1_000_000
_MOST_MEMBERS = 100


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
        if self._stream is not None and self._taken and not self._stream.eof:
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


class Plain:
    """A body that is sent as it is."""

    def feed(self, received: bytes) -> Iterator[bytes]:
        return iter((received,))

    def finish(self) -> None:
        """Any end is a good end."""


def decompressor_for(content_encoding: str, ratio: int) -> Decompressor | Plain:
    encodings = [name for part in content_encoding[:200].lower().split(",") if (name := part.strip())]
    encodings = [name.removeprefix("x-") for name in encodings if name != "identity"]
    if not encodings:
        return Plain()
    if len(encodings) > 1:
        raise DecompressionRefused("it is compressed more than once")
    if encodings[0] not in {"gzip", "deflate"}:
        raise DecompressionRefused(f"it is in the encoding {encodings[0][:20]}, which we did not ask for")
    return Decompressor(encodings[0], ratio)
