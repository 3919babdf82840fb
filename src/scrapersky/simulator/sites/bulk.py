"""Style sheets, scripts and images: what makes up most of a real page's weight."""

import struct
import zlib
from functools import lru_cache

from scrapersky.simulator.dice import Dice

_PROPERTIES = ("margin", "padding", "border-radius", "letter-spacing", "line-height", "gap", "inset", "top")


@lru_cache(maxsize=64)
def style_rules(kilobytes: int) -> str:
    dice = Dice("style", kilobytes)
    rules: list[str] = []
    length = 0
    while length < kilobytes * 1024:
        name, number = dice.choice(_PROPERTIES), dice.below(64)
        rules.append(f".c{len(rules)}-{dice.below(900)}{{{name}:{number}px;color:#{dice.below(1 << 24):06x}}}")
        length += len(rules[-1])
    return "".join(rules)


@lru_cache(maxsize=1)
def script_text() -> str:
    return (
        "(function(){var d=document;d.documentElement.className+=' js';" + "var q=function(s){return s};" * 20 + "})();"
    )


@lru_cache(maxsize=32)
def picture(number: int) -> bytes:
    """A small PNG of one colour: valid, and the same on every machine."""
    row = b"\x00" + bytes((number * 37 % 256, number * 91 % 256, 120)) * 8
    # Stored, not squeezed: compressors differ, these bytes do not.
    pixels = row * 8
    stored = b"\x78\x01\x01" + struct.pack("<HH", len(pixels), len(pixels) ^ 0xFFFF) + pixels
    content = stored + struct.pack(">I", zlib.adler32(pixels))
    header = struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", content) + _chunk(b"IEND", b"")


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
