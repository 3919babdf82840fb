"""How a site's bytes become letters, and where it says so."""

from dataclasses import dataclass
from typing import Literal

from scrapersky.simulator.dice import Dice
from scrapersky.simulator.sites.variants import Variant

Declared = Literal["header", "meta", "header_and_meta", "bom"]

_WESTERN = ("iso-8859-1", "windows-1252", "iso-8859-15")
_CENTRAL = ("iso-8859-2", "windows-1250")
_CENTRAL_LANGUAGES = frozenset({"pl", "cs", "hu", "sk"})


@dataclass(frozen=True, slots=True)
class Charset:
    name: str
    declared: Declared

    @property
    def content_type(self) -> str:
        return f"text/html; charset={self.name}" if self.declared in {"header", "header_and_meta"} else "text/html"

    @property
    def in_meta(self) -> bool:
        return self.declared in {"meta", "header_and_meta"}

    @property
    def mark(self) -> bytes:
        """What stands before the first letter of a page."""
        return b"\xef\xbb\xbf" if self.declared == "bom" else b""

    def encode(self, html: str) -> bytes:
        """Letters the charset lacks become character references, as an editor of the time would save them."""
        return html.encode(self.name, "xmlcharrefreplace")


_MODERN_UTF8 = (
    (Charset("utf-8", "header_and_meta"), 14),
    (Charset("utf-8", "header"), 2),
    (Charset("utf-8", "meta"), 3),
    (Charset("utf-8", "bom"), 1),
)
_LEGACY_SHARE = {"nineties": 0.9, "xhtml": 0.45, "modern": 0.02, "app_inline": 0.0, "app_endpoint": 0.0}


def draw_charset(dice: Dice, variant: Variant, language: str) -> Charset:
    if not dice.chance(_LEGACY_SHARE[variant.dialect]):
        return dice.weighted(_MODERN_UTF8)
    name = dice.choice(_CENTRAL if language in _CENTRAL_LANGUAGES else _WESTERN)
    return Charset(name, dice.choice(("header", "meta", "header_and_meta")))
