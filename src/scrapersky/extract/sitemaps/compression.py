"""Unpacks gzip piece by piece, whether the name says so or not, and stops at a bomb."""

import zlib
from collections.abc import Iterator

_MAGIC = b"\x1f\x8b"
_GZIP = 31
_PIECE = 64 * 1024
# Below this much output any ratio is harmless; small files of equal lines pack extremely well.
_RATIO_MATTERS_FROM = 8 * 1024 * 1024


class DamagedGzipError(ValueError):
    """The compressed bytes cannot be unpacked further; all that could be was handed over."""


class RatioExceededError(ValueError):
    """The bytes unpack to far more than they should."""


class Unpacker:
    """Turns chunks as they arrive into plain pieces of bounded size; plain bytes pass unchanged."""

    def __init__(self, max_ratio: int) -> None:
        self._max_ratio = max_ratio
        self._waiting = b""
        self._is_plain = False
        self._inflate = zlib.decompressobj(_GZIP)
        self._is_within_member = False
        self._is_damaged = False
        self._members = 0
        self._taken = 0
        self._given = 0

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """Yield what the chunk unpacks to, in pieces of at most 64 KiB."""
        chunk = self._waiting + chunk
        self._waiting = b""
        self._taken += len(chunk)
        # What may wait inside the decompressor comes with the next bytes: the checksum always follows the text.
        while chunk and not self._is_plain:
            if not self._is_within_member and not self._begin_member(chunk):
                break
            piece, chunk = self._inflate_piece(chunk)
            self._check_ratio(piece)
            if piece:
                yield piece
            if self._is_damaged:
                raise DamagedGzipError
        if self._is_plain:
            yield from (chunk[start : start + _PIECE] for start in range(0, len(chunk), _PIECE))

    def close(self) -> Iterator[bytes]:
        """Yield what was held back; raise DamagedGzipError when the end is missing."""
        if self._is_within_member:
            raise DamagedGzipError
        if self._waiting and not self._members:
            yield self._waiting

    def _begin_member(self, chunk: bytes) -> bool:
        """Say whether the chunk goes on with a gzip member; after the last one, servers append all sorts of bytes."""
        if len(chunk) < len(_MAGIC):
            self._waiting = chunk
            return False
        if not chunk.startswith(_MAGIC):
            self._is_plain = not self._members
            return False
        self._inflate = zlib.decompressobj(_GZIP)
        self._is_within_member = True
        self._members += 1
        return True

    def _inflate_piece(self, chunk: bytes) -> tuple[bytes, bytes]:
        before = self._inflate.copy()
        try:
            piece = self._inflate.decompress(chunk, _PIECE)
        except zlib.error:
            self._is_damaged = True
            return _up_to_the_damage(before, chunk), b""
        if self._inflate.eof:
            self._is_within_member = False
            return piece, self._inflate.unused_data
        return piece, self._inflate.unconsumed_tail

    def _check_ratio(self, piece: bytes) -> None:
        self._given += len(piece)
        if self._given > max(_RATIO_MATTERS_FROM, self._taken * self._max_ratio):
            raise RatioExceededError


def _up_to_the_damage(inflate: "zlib._Decompress", chunk: bytes) -> bytes:
    """What the bytes before the fault unpack to: of a piece with a fault in it, zlib hands over nothing."""
    pieces = []
    for position in range(len(chunk)):
        try:
            pieces.append(inflate.decompress(chunk[position : position + 1], _PIECE))
        except zlib.error:
            break
    return b"".join(pieces)
