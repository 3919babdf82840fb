"""The text of an HTML page from its bytes, by the rules browsers follow."""

import re
from dataclasses import dataclass

import webencodings

from scrapersky.extract.encodings.guess import DEFAULT, guess_encoding
from scrapersky.extract.encodings.prescan import prescan

# Where browsers look before parsing, and how far a late declaration can still make them start again.
PRESCAN_BYTES = 1024
LATE_PRESCAN_BYTES = 256 * 1024

_CHARSET = re.compile(
    r"""[;\s]charset\s{0,9}=\s{0,9}(?:"([^"]{1,40})"|'([^']{1,40})'|([^\s;"']{1,40}))""", re.IGNORECASE
)
_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xfe\xff", "utf-16be"), (b"\xff\xfe", "utf-16le"))
_UTF_16_STARTS = {b"<\x00!\x00": "utf-16le", b"<\x00h\x00": "utf-16le", b"<\x00?\x00": "utf-16le"}
_UTF_16_STARTS |= {b"\x00<\x00!": "utf-16be", b"\x00<\x00h": "utf-16be", b"\x00<\x00?": "utf-16be"}


@dataclass(frozen=True, slots=True)
class Decoded:
    """A page's text, and the standard's name of the encoding it was read in."""

    text: str
    encoding: str


def decode_html(body: bytes, content_type: str | None = None) -> Decoded:
    """Decode a page: byte order mark, transport, declaration in the page, and only then a guess.

    >>> decode_html(b'<meta charset="latin1">caf\\xe9')
    Decoded(text='<meta charset="latin1">café', encoding='windows-1252')
    >>> decode_html("<p>Größe".encode(), "text/html").encoding
    'utf-8'
    """
    name = _by_mark(body) or _by_transport(content_type) or _by_declaration(body) or guess_encoding(body)
    return Decoded(_decode(body, name), name)


def _by_mark(body: bytes) -> str | None:
    return next((name for mark, name in _BOMS if body.startswith(mark)), None)


def _by_transport(content_type: str | None) -> str | None:
    match = _CHARSET.search(f";{(content_type or '')[:1024]}")
    return canonical_name(match[1] or match[2] or match[3]) if match else None


def _by_declaration(body: bytes) -> str | None:
    start = body[:4]
    if start in _UTF_16_STARTS:
        return _UTF_16_STARTS[start]
    label = prescan(body[:PRESCAN_BYTES], canonical_name)
    if label is None and len(body) > PRESCAN_BYTES:
        label = prescan(body[:LATE_PRESCAN_BYTES], canonical_name, skip_scripts=True)
    # A page whose declaration could be read as ASCII is not in UTF-16, whatever it declares.
    if label in {"utf-16le", "utf-16be"}:
        return "utf-8"
    return DEFAULT if label == "x-user-defined" else label


def canonical_name(label: str) -> str | None:
    """Return the standard's name for an encoding label, None when browsers do not know it.

    >>> canonical_name(" Latin1 "), canonical_name("utf8"), canonical_name("bogus")
    ('windows-1252', 'utf-8', None)
    """
    encoding = webencodings.lookup(label)
    return encoding.name.lower() if encoding else None


def _decode(body: bytes, name: str) -> str:
    encoding = webencodings.lookup(name)
    if encoding is None:
        return body.decode("utf-8", "replace")
    text: str = webencodings.decode(body, encoding, "replace")[0]
    return text
