"""What stands among a business's contacts: there a name with a number is a street, though no word says so."""

import re
from collections.abc import Sequence

from scrapersky.extract.addresses.vocabulary import ADDRESS_LABELS
from scrapersky.extract.folding import folded
from scrapersky.extract.pages.lines import Line

_REACH = 3  # lines
_NEAR = 16  # blocks
_SHORT = 90
_LONGEST_LABEL = 40
_CHANNELS = ("tel:", "mailto:")
_MAPS = re.compile(
    r"//(?:www\.)?(?:google\.[a-z.]{2,6}/maps|maps\.|goo\.gl/maps|openstreetmap\.|[a-z.]{2,20}/maps/)|^(?:geo|maps):"
)
_CHANNEL = re.compile(
    r"(?:[^\W\d_]{1,12}[.:]{0,2}\s?)?[+(]{0,2}\d[\d ()/.-]{6,18}|(?:https?://)?(?:[a-z\d-]{2,40}\.){1,3}[a-z]{2,9}/?",
    re.IGNORECASE,
)
_PHONE = re.compile(r"(?<!\d)(?:\+\d{1,3}|\(?0\d)[\d ()/.-]{6,18}\d(?!\d)")


def is_among_contacts(lines: Sequence[Line], index: int) -> bool:
    """Whether a telephone number, an e-mail address or a map stands beside a line, or it stands in an address element.

    >>> is_among_contacts([Line("Acacia 12, Temuco"), Line("+56 45 221 0000")], 0)
    True
    """
    own = lines[index]
    if own.in_address or is_mapped(own) or is_below_label(lines, index):
        return True
    beside = (at for at in range(max(0, index - _REACH), min(len(lines), index + _REACH + 1)) if at != index)
    return any(abs(lines[at].block - own.block) <= _NEAR and _tells_channel(lines[at]) for at in beside)


def is_mapped(line: Line) -> bool:
    """Whether a line leads to a map."""
    return any(_MAPS.search(link) is not None for link in line.links)


def is_below_label(lines: Sequence[Line], index: int) -> bool:
    """Whether the line above says that an address follows: `Alamat Kantor`."""
    above = lines[index - 1].text if index else ""
    if not 2 < len(above) <= _LONGEST_LABEL:
        return False
    plain = folded(above).strip(" :.?!")
    return plain in ADDRESS_LABELS or any(part in ADDRESS_LABELS for part in plain.split())


def is_channel(part: str) -> bool:
    """Whether a part of a line is a number, an e-mail address or a site.

    >>> is_channel("Tel. 45 221 0000"), is_channel("acme.example"), is_channel("Calle 12")
    (True, True, False)
    """
    return "@" in part or _CHANNEL.fullmatch(part) is not None


def _tells_channel(line: Line) -> bool:
    if len(line.text) > _SHORT:
        return False
    has_link = any(link.startswith(_CHANNELS) for link in line.links)
    return has_link or "@" in line.text or _PHONE.search(line.text) is not None
