"""Undoes what site plugins do to keep addresses from readers: each scheme is known by its mark, none is guessed."""

import binascii
import codecs
import re
from base64 import b64decode
from collections.abc import Iterator, Mapping
from html import unescape
from itertools import islice
from urllib.parse import unquote

from scrapersky.extract.html.document import Document, Element

_HEX = re.compile(r"(?:[0-9a-fA-F]{2}){4,200}")
_TYPO3 = re.compile(r"linkTo_UnCryptMailto\s{0,5}\(\s{0,5}(?:'|%27|\")([^'\")]{5,300}?)(?:'|%27|\")")
_TYPO3_RANGES = ((0x2B, 0x3A), (0x40, 0x5A), (0x61, 0x7A))
_SCRIPT_STARTS = frozenset("jJ \t\r\n")  # most links begin otherwise, and need no closer look
_SCRIPT_MARKS = ("ailto", "lto:", "znvygb", "fromcharcode")
_CHARACTER_CODES = re.compile(r"String\.fromCharCode\(([\d,\s]{3,400})\)")
_JOINT = re.compile(r"['\"]\s{0,3}\+\s{0,3}['\"]")
_MAILTO = re.compile(r"(?i:(mailto|znvygb)):([^'\"]{5,300})")
_BASE64 = re.compile(r"[A-Za-z0-9+/]{8,200}={0,2}")
_ROT13_MARKS = ("data-enc-email", "data-rot13", "data-email-rot13")
_USER_NAMES = ("data-user", "data-name", "data-local", "data-mailbox", "data-email-user", "data-part1")
_HOST_NAMES = ("data-domain", "data-host", "data-website", "data-email-domain", "data-part2")
_ENDING_NAMES = ("data-tld", "data-suffix", "data-ext", "data-part3")
_CODED_NAMES = ("data-email", "data-mail", "data-mailto", "data-contact")
_MARKS = frozenset(("data-cfemail", "data-mailto-token", *_ROT13_MARKS, *_USER_NAMES, *_CODED_NAMES))
_VARIABLE = r"[A-Za-z_$][\w$]{0,40}"
_TERM = rf"(?:'(?:[^'\\\n]|\\.){{0,200}}'|\"(?:[^\"\\\n]|\\.){{0,200}}\"|{_VARIABLE})"
_SUM = re.compile(
    rf"(?:(?<![\w$.])(?P<name>{_VARIABLE})\s{{0,3}}(?P<more>\+?)=\s{{0,3}})?(?<![\w$])(?P<sum>{_TERM}(?:\s{{0,3}}\+\s{{0,3}}{_TERM}){{0,20}})"
)
_SUMMANDS = re.compile(_TERM)
_SUMMED = re.compile(r"[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,5}[a-z]{2,24}", re.IGNORECASE)
_AT_BESIDE_QUOTE = ("@'", '@"', "&#64;")
_MOST_SUMS = 2_000


def decode_cloudflare(code: str) -> str | None:
    """The address behind a `data-cfemail` value: each byte is hidden with the first.

    >>> decode_cloudflare("422b2c242d0223212f276c212d2f")
    'info@acme.com'
    >>> decode_cloudflare("not hex") is None
    True
    """
    if not _HEX.fullmatch(code):
        return None
    key, *rest = binascii.unhexlify(code)
    try:
        return bytes(byte ^ key for byte in rest).decode("utf-8")
    except UnicodeDecodeError:
        return None


def decode_typo3(code: str) -> str | None:
    """The address in a TYPO3 link: letters moved by a number of places that is tried out, as `mailto:` must come out.

    >>> decode_typo3("nbjmup+jogpAbdnf/dpn")
    'info@acme.com'
    """
    for offset in range(-25, 26):
        plain = "".join(_move(letter, offset) for letter in code[:300])
        if plain.startswith("mailto:"):
            return plain.removeprefix("mailto:")
    return None


def _move(letter: str, offset: int) -> str:
    code = ord(letter)
    for low, high in _TYPO3_RANGES:
        if low <= code <= high:
            return chr(low + (code - low + offset) % (high - low + 1))
    return letter


def decode_script_link(href: str) -> str | None:
    """The address that a link puts together when it is followed: from quoted pieces, character codes, or turned by 13.

    >>> decode_script_link("javascript:location='mai'+'lto:'+'info'+'@'+'acme.com'")
    'info@acme.com'
    >>> decode_script_link("javascript:open('znvygb:vasb@npzr.pbz')"), decode_script_link("javascript:void(0)")
    ('info@acme.com', None)
    """
    code = _CHARACTER_CODES.sub(_as_quoted, unquote(href[:1_000]))
    link = _MAILTO.search(_JOINT.sub("", code))
    if link is None:
        return None
    return link[2] if link[1].lower() == "mailto" else codecs.decode(link[2], "rot13")


def _as_quoted(codes: re.Match[str]) -> str:
    letters = (int(code) for code in codes[1].split(",") if code.strip().isdigit())
    return "'" + "".join(chr(letter) for letter in letters if letter < 0x250) + "'"


def may_join(code: str) -> bool:
    """Whether a quoted piece of a script ends in the sign, or spells it."""
    return any(sign in code for sign in _AT_BESIDE_QUOTE)


def joined_in_script(code: str) -> Iterator[str]:
    """The addresses that a script puts together from quoted pieces and variables: of code, only this is read.

    >>> list(joined_in_script("var u = 'info', h = 'acme.com'; write('<a href=mailto:' + u + '@' + h + '>')"))
    ['info@acme.com']

    One that grows over several statements, as Joomla's do, is left alone: beside them stands that no robot should.

    >>> list(joined_in_script("var addy1 = 'inf&#111;' + '&#64;'; addy1 = addy1 + 'acme' + '&#46;' + 'com';"))
    []
    """
    values: dict[str, str] = {}
    seen: set[str] = set()
    for match in islice(_SUM.finditer(code), _MOST_SUMS):
        terms = _SUMMANDS.findall(match["sum"])
        if match["name"] in terms:
            continue
        text = "".join(_value(term, values) for term in terms)[:400]
        if match["name"]:
            values[match["name"]] = text = (values.get(match["name"], "") if match["more"] else "") + text
        for address in _SUMMED.findall(text) if "@" in text else ():
            if address not in seen:
                seen.add(address)
                yield address


def _value(term: str, values: Mapping[str, str]) -> str:
    """The text of a quoted piece or of a variable; one that is not known parts what stands around it."""
    if term[0] in "'\"":
        return unescape(term[1:-1].replace("\\x40", "@"))
    return values.get(term, "\n")


def protected_addresses(document: Document) -> Iterator[tuple[str, Element]]:
    """Every address that a known plugin has hidden in an element, with that element."""
    for element in document.elements:
        attributes = element.attributes
        href = attributes.get("href", "")
        is_coded = "/cdn-cgi/l/" in href or (href[:1] in _SCRIPT_STARTS and _is_script_link(href))
        if is_coded or not _MARKS.isdisjoint(attributes):
            for address in _in_attributes(attributes):
                yield address, element


def _is_script_link(href: str) -> bool:
    """Whether a link runs a script that may put an address together."""
    if not href[:30].lstrip(" \t\r\n").lower().startswith("javascript:"):
        return False
    script = href[:1_000].lower()
    return any(mark in script for mark in _SCRIPT_MARKS)


def _in_attributes(attributes: Mapping[str, str]) -> Iterator[str]:
    href = attributes.get("href", "")
    code = attributes.get("data-cfemail") or href.partition("/cdn-cgi/l/email-protection#")[2]
    if code and (plain := decode_cloudflare(code.strip())):
        yield plain
    if "UnCryptMailto" in href and (crypted := _TYPO3.search(unquote(href[:1_000]))):
        yield decode_typo3(crypted[1]) or ""
    elif _is_script_link(href):
        yield decode_script_link(href) or ""
    if "data-mailto-token" in attributes:
        yield decode_typo3(attributes["data-mailto-token"]) or ""
    for mark in _ROT13_MARKS:
        if mark in attributes:
            yield codecs.decode(attributes[mark][:300].replace("[at]", "@"), "rot13")
    yield from _from_parts(attributes)
    for name in _CODED_NAMES:
        if _BASE64.fullmatch(value := attributes.get(name, "")):
            yield _base64(value)


def _from_parts(attributes: Mapping[str, str]) -> Iterator[str]:
    user = next((attributes[name] for name in _USER_NAMES if attributes.get(name)), "")
    host = next((attributes[name] for name in _HOST_NAMES if attributes.get(name)), "")
    ending = next((attributes[name] for name in _ENDING_NAMES if attributes.get(name)), "")
    if user and host:
        yield f"{user}@{host}.{ending.lstrip('.')}" if ending else f"{user}@{host}"


def _base64(value: str) -> str:
    try:
        return b64decode(value + "=" * (-len(value) % 4)).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return ""
