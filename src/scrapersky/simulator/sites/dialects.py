"""HTML as different decades and programs write it: the same page in another hand."""

import re
from collections.abc import Callable

from scrapersky.simulator.sites.variants import Variant

_TAG = re.compile(r"<(/?[a-z][a-z0-9]{0,15})(?=[\s/>])")
_VOID_TAG = re.compile(r"<(br|hr|img|meta|link|input|base)\b([^<>]{0,600})>")


def dialect_of(variant: Variant) -> Callable[[str], str]:
    if variant.relative_links:
        return _relative
    return {"nineties": _upper_case, "xhtml": _closed}.get(variant.dialect, str)


def _upper_case(html: str) -> str:
    """Tags in capitals, as editors of the 1990s wrote them."""
    return _TAG.sub(lambda tag: "<" + tag[1].upper(), html).replace(" href=", " HREF=").replace(" src=", " SRC=")


def _closed(html: str) -> str:
    """Every tag closed, as XHTML asks."""
    return _VOID_TAG.sub(r"<\1\2 />", html)


def _relative(html: str) -> str:
    """Addresses without their first slash, for pages that say where they start from."""
    return (
        _closed(html)
        .replace(' href="/"', ' href="index.php"')
        .replace(' href="/', ' href="')
        .replace(' src="/', ' src="')
    )
