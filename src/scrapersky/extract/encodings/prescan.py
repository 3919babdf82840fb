"""The standard's prescan: finds an encoding declared in a page without parsing it.

https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
"""

import re
from collections.abc import Callable
from typing import NamedTuple

_TAG = re.compile(rb"</?[A-Za-z]")
_META = re.compile(rb"<meta(?=[\t\n\x0c\r /])", re.IGNORECASE)
_RAW_TEXT = re.compile(rb"<(script|style|textarea|title|noscript)(?=[\t\n\x0c\r />])", re.IGNORECASE)
_RAW_TEXT_ENDS = {
    name: re.compile(b"</" + name, re.IGNORECASE) for name in (b"script", b"style", b"textarea", b"title", b"noscript")
}
_TAG_NAME = re.compile(rb"[^\t\n\x0c\r >]*+")
_XML_ENCODING = re.compile(rb"""<\?xml[^>]{0,200}?encoding[\x00-\x20]{0,20}=[\x00-\x20]{0,20}["']([^"'>]{1,40})["']""")
_CONTENT_CHARSET = re.compile(
    rb"""charset[\t\n\x0c\r ]{0,99}=[\t\n\x0c\r ]{0,99}"""
    rb"""(?:"([^"]{0,99})"|'([^']{0,99})'|([^\t\n\x0c\r ;"'][^\t\n\x0c\r ;]{0,99}))""",
    re.IGNORECASE,
)
MAX_TAGS = 20_000


class _Attribute(NamedTuple):
    name: bytes
    value: bytes
    end: int


def prescan(body: bytes, canonical: Callable[[str], str | None], *, skip_scripts: bool = False) -> str | None:
    """Return the declared encoding, or None. `skip_scripts` is for looking further than browsers prescan.

    >>> prescan(b'<!-- <meta charset=a> --><META Charset=utf-8>', str)
    'utf-8'
    """
    position = 0
    for _ in range(MAX_TAGS):
        position = body.find(b"<", position)
        if position < 0:
            break
        if _META.match(body, position):
            label, position = _meta(body, position + 5, canonical)
            if label:
                return label
        else:
            position = _after_markup(body, position, skip_scripts=skip_scripts)
        if position < 0:
            break
    xml = _XML_ENCODING.match(body)
    return canonical(xml[1].decode("latin-1")) if xml else None


def _after_markup(body: bytes, position: int, *, skip_scripts: bool) -> int:
    """Return where to look on after the tag, comment or other markup that begins here; -1 at the end."""
    if body.startswith(b"<!--", position):
        # The two dashes may be those that opened it: <!--> is a whole comment.
        end = body.find(b"-->", position + 2)
        return end + 3 if end >= 0 else -1
    if _TAG.match(body, position):
        raw = _RAW_TEXT.match(body, position) if skip_scripts else None
        end = _after_tag(body, position)
        return _after_raw_text(body, end, raw[1]) if raw and end >= 0 else end
    if body[position + 1 : position + 2] in {b"!", b"/", b"?"}:
        end = body.find(b">", position)
        return end + 1 if end >= 0 else -1
    return position + 1


def _after_tag(body: bytes, position: int) -> int:
    position = _end(_TAG_NAME, body, position)
    while True:
        attribute = _next_attribute(body, position)
        if attribute is None:
            return -1
        position = attribute.end
        if not attribute.name:
            return position


def _after_raw_text(body: bytes, position: int, name: bytes) -> int:
    end = _RAW_TEXT_ENDS[name.lower()].search(body, position)
    return end.start() if end else -1


def _meta(body: bytes, position: int, canonical: Callable[[str], str | None]) -> tuple[str | None, int]:
    """Return the encoding this meta element declares, if any, and where it ends; -1 when it does not."""
    attributes: dict[bytes, bytes] = {}
    while True:
        attribute = _next_attribute(body, position)
        if attribute is None:
            return None, -1
        position = attribute.end
        if not attribute.name:
            return _declared(attributes, canonical), position
        attributes.setdefault(attribute.name, attribute.value)


def _declared(attributes: dict[bytes, bytes], canonical: Callable[[str], str | None]) -> str | None:
    if b"charset" in attributes:
        return canonical(attributes[b"charset"].decode("latin-1"))
    if attributes.get(b"http-equiv") == b"content-type":
        match = _CONTENT_CHARSET.search(attributes.get(b"content", b""))
        if match:
            return canonical((match[1] or match[2] or match[3] or b"").decode("latin-1"))
    return None


_BEFORE_NAME = re.compile(rb"[\t\n\x0c\r /]*+")
_NAME = re.compile(rb"[^\t\n\x0c\r />=][^\t\n\x0c\r />=]*+|=[^\t\n\x0c\r />=]*+")
_EQUALS = re.compile(rb"[\t\n\x0c\r ]*+=[\t\n\x0c\r ]*+")
_BARE_VALUE = re.compile(rb"[^\t\n\x0c\r >]*+")


def _next_attribute(body: bytes, position: int) -> _Attribute | None:
    """Read an attribute; an empty name says that the tag ended, None that the bytes did."""
    position = _end(_BEFORE_NAME, body, position)
    if position >= len(body):
        return None
    if body[position : position + 1] == b">":
        return _Attribute(b"", b"", position + 1)
    name_end = _end(_NAME, body, position)
    name = body[position:name_end].lower()
    value_start = _end(_EQUALS, body, name_end)
    if value_start == name_end:
        return _Attribute(name, b"", name_end) if name_end < len(body) else None
    return _value(body, name, value_start)


def _value(body: bytes, name: bytes, start: int) -> _Attribute | None:
    quote = body[start : start + 1]
    if quote in {b'"', b"'"}:
        end = body.find(quote, start + 1)
        return _Attribute(name, body[start + 1 : end].lower(), end + 1) if end >= 0 else None
    end = _end(_BARE_VALUE, body, start)
    return _Attribute(name, body[start:end].lower(), end) if end < len(body) else None


def _end(pattern: re.Pattern[bytes], body: bytes, position: int) -> int:
    match = pattern.match(body, position)
    return match.end() if match else position
