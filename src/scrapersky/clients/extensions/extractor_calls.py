"""A package's extractor, imported and asked by a reader's process: that can be ended, whatever a pattern does."""

from collections.abc import Callable, Iterable
from dataclasses import asdict
from itertools import islice
from pkgutil import resolve_name

import orjson

from scrapersky.clients.extensions.extension import in_words
from scrapersky.extract.finding import Finding

MOST_FINDINGS = 200
LARGEST_ANSWER = 4_000_000

Extractor = Callable[[str, str], Iterable[Finding]]


def import_fault(place: str) -> str | None:
    """Why it cannot be imported there, if so."""
    try:
        resolve_name(place)
    except BaseException as error:  # noqa: BLE001  foreign code may fail in any way
        return in_words(error)
    return None


def findings_by(place: str, html: str, url: str) -> bytes | str:
    """JSON, since no object of the package's own is to reach the worker; as text, what is wrong."""
    try:
        extractor: Extractor = resolve_name(place)
        found = list(islice(extractor(html, url), MOST_FINDINGS + 1))
        if len(found) > MOST_FINDINGS:
            return f"it found more than {MOST_FINDINGS} values on one page"
        for one in found:
            if not isinstance(one, Finding):
                return f"it found {type(one).__name__}, and extractors find Finding(...)"
        written = orjson.dumps([asdict(one) for one in found])
    except Exception as error:  # noqa: BLE001  foreign code may fail in any way
        return in_words(error)
    return written if len(written) <= LARGEST_ANSWER else f"its answer has more than {LARGEST_ANSWER // 1_000_000} MB"
