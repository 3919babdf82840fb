"""What the first bytes of an answer are: an encoding, and XML, plain text or a web page."""

import codecs
import re
from typing import Literal, NamedTuple

import webencodings

HEAD_BYTES = 4096

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16le"),
    (codecs.BOM_UTF16_BE, "utf-16be"),
)
_DECLARED = re.compile(rb"""\s{0,64}<\?xml[^>]{0,128}?\sencoding\s{0,4}=\s{0,4}["']([A-Za-z0-9._:-]{1,40})["']""")
_CHARSET = re.compile(r"""charset\s{0,4}=\s{0,4}["']?([A-Za-z0-9._:-]{1,40})""", re.IGNORECASE)
_BLANKS = "\ufeff\x00 \t\r\n\x0b\x0c\xa0"
_HTML = re.compile(r"<(?:!doctype\s{1,9}html|html|head|body|title|meta|script|div)\b", re.IGNORECASE)
# Programs warn in such tags before their XML, so these tell a page only where no XML follows.
_PIECE_OF_HTML = re.compile(r"<(?:p|a|b|br|h[1-6]|center|font|span|style|table|ul|section|main|pre)\b", re.IGNORECASE)
_XML = re.compile(
    r"<(?:\?xml\b|!--|!doctype\b|(?:[\w.-]{1,40}:)?(?:urlset|sitemapindex|rss|feed|rdf|url|sitemap)\b)", re.IGNORECASE
)
_XML_START = re.compile(r"<\?xml\s|<(?:[\w.-]{1,40}:)?(?:urlset|sitemapindex)\b|<(?:rss|feed|rdf:RDF)\s", re.IGNORECASE)


class Sniffed(NamedTuple):
    """The kind of body, and how much of the decoded head to pass over before it begins."""

    body: Literal["xml", "text", "html"]
    skip: int
    has_junk_before: bool = False


def encoding_of(head: bytes, content_type: str | None) -> str:
    """Return the standard's name of the encoding: byte order mark, declaration, transport, UTF-8.

    >>> encoding_of(b'<?xml version="1.0" encoding="ISO-8859-1"?>', None), encoding_of(b"<urlset>", "text/xml")
    ('windows-1252', 'utf-8')
    """
    for mark, name in _BOMS:
        if head.startswith(mark):
            return name
    if head[:4] in {b"<\x00?\x00", b"<\x00u\x00", b"<\x00s\x00"}:
        return "utf-16le"
    if head[:4] in {b"\x00<\x00?", b"\x00<\x00u", b"\x00<\x00s"}:
        return "utf-16be"
    declared = _DECLARED.match(head)
    transport = _CHARSET.search((content_type or "")[:512])
    labels = [declared[1].decode("ascii")] if declared else []
    labels += [transport[1]] if transport else []
    encodings = (webencodings.lookup(label) for label in labels)
    # Bytes of one unit that declare UTF-16 are mistaken about it: the declaration could not have been read.
    names = (encoding.name for encoding in encodings if encoding and not encoding.name.startswith("utf-16"))
    return next(names, "utf-8")


def decoder_for(encoding: str) -> codecs.IncrementalDecoder:
    """Return a decoder that replaces what it cannot read."""
    known = webencodings.lookup(encoding)
    decoder: codecs.IncrementalDecoder = (known or webencodings.UTF8).codec_info.incrementaldecoder("replace")
    return decoder


def sniff(head: str) -> Sniffed:
    """Tell what begins here; programs print warnings before their XML, and sites answer pages for files they lack.

    >>> sniff(" <urlset>"), sniff("https://example.com/"), sniff("<!DOCTYPE html><p>Not found")
    (Sniffed(body='xml', skip=1, has_junk_before=False), Sniffed(body='text', skip=0, has_junk_before=False), \
Sniffed(body='html', skip=0, has_junk_before=False))
    """
    skip = len(head) - len(head.lstrip(_BLANKS))
    if _HTML.match(head, skip):
        return Sniffed("html", skip)
    if _XML.match(head, skip):
        return Sniffed("xml", skip)
    start = _XML_START.search(head, skip)
    if start:
        return Sniffed("xml", start.start(), has_junk_before=True)
    if _PIECE_OF_HTML.match(head, skip):
        return Sniffed("html", skip)
    return Sniffed("xml" if head[skip : skip + 1] == "<" else "text", skip)
