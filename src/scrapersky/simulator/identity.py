"""Names that carry a business's number, so that who is meant is computed rather than looked up."""

import base64
import binascii
import re
import unicodedata

from scrapersky.simulator.dice import keyed_hash
from scrapersky.simulator.hosts import BUILDER_HOST

_PLACE_ID = re.compile(r"ChIJ[A-Za-z0-9_-]{23}")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ł": "l", "ø": "o", "å": "a", "'": "", ".": ""})
_MASK = (1 << 64) - 1


def slug(text: str) -> str:
    """Letters, digits and single hyphens, fit for a host name or a mailbox.

    >>> slug("Zahnarztpraxis Müller & Söhne")
    'zahnarztpraxis-mueller-soehne'
    """
    plain = unicodedata.normalize("NFKD", text.lower().translate(_UMLAUTS)).encode("ascii", "ignore").decode()
    return "-".join(re.findall(r"[a-z0-9]{1,64}", plain))[:40].strip("-")


def host_name(name: str, number: int, *, built: bool = False) -> str:
    """The host of a business's own website.

    >>> host_name("Bright Dental", 1000)
    'bright-dental-rs.example'
    """
    return f"{slug(name)}-{_base36(number)}.{BUILDER_HOST if built else 'example'}"


def number_in_host(host: str) -> int | None:
    """The number a host name carries, whether or not such a business exists.

    >>> number_in_host("www.bright-dental-rs.example")
    1000
    """
    label = host.removeprefix("www.").removesuffix("." + BUILDER_HOST).removesuffix(".example")
    name, _, digits = label.rpartition("-")
    if "." in label or not name or not re.fullmatch(r"[0-9a-z]{1,12}", digits):
        return None
    return int(digits, 36)


def place_id(seed: int, number: int) -> str:
    """A place id of the usual look: `ChIJ` and 23 more characters. The last eight bytes prove the rest."""
    hidden = number ^ keyed_hash(seed, "place id")
    content = hidden.to_bytes(8, "big") + b"\x00" + keyed_hash(seed, "place id", number).to_bytes(8, "big")
    return "ChIJ" + base64.urlsafe_b64encode(content).decode().rstrip("=")


def number_in_place_id(seed: int, identifier: str) -> int | None:
    """The number in a place id of this seed, or None if it was never issued."""
    if not looks_like_place_id(identifier):
        return None
    try:
        content = base64.urlsafe_b64decode(identifier[4:] + "=")
    except binascii.Error:
        return None
    number = (int.from_bytes(content[:8], "big") ^ keyed_hash(seed, "place id")) & _MASK
    return number if place_id(seed, number) == identifier else None


def looks_like_place_id(identifier: str) -> bool:
    return _PLACE_ID.fullmatch(identifier) is not None


def _base36(number: int) -> str:
    digits = ""
    while number or not digits:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
    return digits
