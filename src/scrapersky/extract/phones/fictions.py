"""Numbers that films, themes and examples use: no telephone of a real firm has them."""

import re
from urllib.parse import urlsplit

# What the authorities of these countries keep free for fiction.
_KEPT_FREE = re.compile(
    r"\+1\d{3}55501\d\d"
    r"|\+44(?:2079460|2890180|2920180|7700900|1632960|8081570|9098790|3069990|1(?:1[3-8]|21|31|41|51|61)4960|1914980)\d{3}"
    r"|\+61(?:[2378](?:5550|7010)\d{4}|491570\d{3})"
    r"|\+33(?:19900|26191|35301|46571|53649|63998)\d{4}"
    r"|\+49(?:30231250?|6990009|4066969|2214710|8999998)\d{3}|\+491713920\d{3}|\+49176040690\d\d"
)
_TWO_DIGITS = 2
_NORTH_AMERICAN = re.compile(r"\+1\d{10}")
_FICTITIOUS_SITE = re.compile(r"(?:^|\.)(?:example(?:\.(?:com|net|org))?|test|invalid|localhost)$|^127\.")


def reason_of_fiction(e164: str, url: str) -> str | None:
    """Why a well-formed number is nobody's; None when it may be somebody's, as on a site that is fiction itself.

    >>> reason_of_fiction("+15125550100", "https://acme.com/"), reason_of_fiction("+15125550100", "https://acme.example/")
    ('A number kept free for fiction', None)
    >>> reason_of_fiction("+18008008000", "")
    'A placeholder'
    """
    if _NORTH_AMERICAN.fullmatch(e164) and len(set(e164[2:])) <= _TWO_DIGITS:
        return "A placeholder"
    if _KEPT_FREE.fullmatch(e164) and not _is_fiction(url):
        return "A number kept free for fiction"
    return None


def _is_fiction(url: str) -> bool:
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return False
    return not host or _FICTITIOUS_SITE.search(host) is not None
