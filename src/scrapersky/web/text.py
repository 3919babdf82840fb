"""Text from the web, made safe to look at: what a character does to a line is shown, not done."""

import re
from datetime import UTC, datetime
from urllib.parse import urlsplit

from scrapersky.curation_sdk.shown_columns import ColumnKind

# Controls, zero-width characters and marks that turn the direction of what follows.
_TRICKS = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]"
)


def shown(value: object) -> str:
    """Text as it is, with characters that would deceive the eye spelled out.

    >>> shown("\\u202egnp.exe")
    '[U+202E]gnp.exe'
    """
    if value is None:
        return ""
    return _TRICKS.sub(lambda found: f"[U+{ord(found[0]):04X}]", str(value))


def written(value: object, kind: ColumnKind) -> str:
    """A value of a grid as a person reads it.

    >>> written(640_000, ColumnKind.MONEY_MICROS), written(1_536, ColumnKind.BYTES), written(["file"], ColumnKind.JSON)
    ('$0.64', '1.5 KB', 'file')
    """
    match value:
        case bool():
            return "yes" if value else "no"
        case int() | float():
            return _number(value, kind)
        case list():
            return shown(", ".join(map(str, value)))
        case datetime():
            return value.strftime("%Y-%m-%d %H:%M")
        case _:
            return shown(value)


def _number(value: float, kind: ColumnKind) -> str:
    if kind is ColumnKind.MONEY_MICROS:
        return f"${value / 1_000_000:,.2f}"
    if kind is ColumnKind.BYTES:
        return _size(value)
    return str(value) if isinstance(value, int) else f"{value:.4g}"


def _size(count: float) -> str:
    """
    >>> _size(900), _size(20_480), _size(3_000_000_000)
    ('900 B', '20.0 KB', '2.8 GB')
    """
    if count < 1024:
        return f"{count} B"
    for unit in ("KB", "MB"):
        count /= 1024
        if count < 1024:
            return f"{count:.1f} {unit}"
    return f"{count / 1024:,.1f} GB"


def safe_href(value: object) -> str | None:
    """The value if it may become a link: http or https, nothing else.

    >>> safe_href("https://acme.example/"), safe_href("javascript:alert(1)")
    ('https://acme.example/', None)
    """
    text = str(value or "")
    try:
        address = urlsplit(text)
    except ValueError:
        return None
    is_plain = shown(text) == text and not any(character.isspace() for character in text)
    return text if address.scheme in ("http", "https") and address.netloc and is_plain else None


def heading(name: str) -> str:
    """
    >>> heading("postal_code")
    'Postal code'
    """
    return name.replace("_", " ").capitalize()


def ago(moment: datetime) -> str:
    """How long ago, in the largest unit that fits."""
    seconds = max((datetime.now(UTC) - moment).total_seconds(), 0)
    for unit, length in (("d", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= length:
            return f"{int(seconds // length)} {unit} ago"
    return f"{int(seconds)} s ago"
