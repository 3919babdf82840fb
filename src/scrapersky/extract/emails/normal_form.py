"""An e-mail address as it is stored."""

import re
from functools import lru_cache

from scrapersky.extract.emails.mail_hosts import registrable_domain

# What nearly every address looks like; the standard's whole grammar takes a library and fifty times as long.
_PLAIN = re.compile(
    r"[a-z0-9](?:[a-z0-9]|[._+-](?=[a-z0-9])){0,63}@"
    r"(?:[a-z0-9](?:[a-z0-9]|-(?=[a-z0-9])){0,62}\.){1,8}[a-z]{2,24}"
)


@lru_cache(maxsize=4_096)
def normalise_email(address: str) -> str | None:
    """The address as it is stored: lower case, checked by the standard's grammar and for a real public suffix.

    >>> normalise_email("Info@ACME.com"), normalise_email("info@acme"), normalise_email("info@acme.notasuffix")
    ('info@acme.com', None, None)
    """
    if not 3 <= len(address) <= 254:
        return None
    if address.isascii() and _PLAIN.fullmatch(address.lower()):
        return _plain(address.lower())
    from email_validator import EmailNotValidError, validate_email  # noqa: PLC0415  it takes long to load

    try:
        valid = validate_email(address, check_deliverability=False)
    except EmailNotValidError:
        return None
    if registrable_domain(valid.ascii_domain or "") is None:
        return None
    return valid.normalized.lower()


def _plain(address: str) -> str | None:
    from email_validator import SPECIAL_USE_DOMAIN_NAMES  # noqa: PLC0415  as long

    host = address.partition("@")[2]
    is_reserved = host.rpartition(".")[2] in SPECIAL_USE_DOMAIN_NAMES
    return None if is_reserved or registrable_domain(host) is None else address
