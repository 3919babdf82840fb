"""Text from the web, made safe to look at: what a character does to a line is shown, not done."""

import re
from datetime import UTC, datetime
from urllib.parse import urlsplit

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
    return text if address.scheme in ("http", "https") and address.netloc and shown(text) == text else None


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
