"""A number with the place it was met at: what it is there, whose, and the words that show it."""

import re
from typing import NamedTuple

from scrapersky.extract.contacts.owners import judge_place
from scrapersky.extract.finding import Finding, Kind, Way
from scrapersky.extract.html.document import Document
from scrapersky.extract.phones.labels import Label, also_phone
from scrapersky.extract.phones.numbers import Number

EXTENSION = re.compile(
    r"[\s,;]{0,3}(?:ext(?:ension)?|extn|x|durchwahl|dw|poste|int|#)\s{0,2}[.:#]?\s{0,2}(\d{1,6})\b", re.IGNORECASE
)


class PhoneSighting(NamedTuple):
    """A number as it was met; `start` is -1 when it does not stand in the visible text."""

    kind: Kind
    number: Number
    raw: str
    way: Way
    confidence: float
    start: int = -1
    end: int = -1
    label: Label | None = None


def number_finding(sighting: PhoneSighting, document: Document) -> Finding:
    """The sighting with its evidence and its owner."""
    start, end = sighting.start, sighting.end
    judged = judge_place(document, start)
    facts = {"line": sighting.number.line}
    if sighting.label is not None:
        facts["label"] = sighting.label.value
    if start >= 0 and (extension := EXTENSION.match(document.text, end)):
        facts["extension"] = extension[1]
    if sighting.kind is Kind.FAX and start >= 0 and also_phone(document.text, start):
        facts["also_phone"] = "yes"
    return Finding(
        kind=sighting.kind,
        value=sighting.number.e164,
        raw=sighting.raw[:60],
        way=sighting.way,
        confidence=sighting.confidence,
        snippet=document.snippet(start, end) if start >= 0 else sighting.raw[:60],
        owner=judged.owner,
        reason=judged.reason,
        facts=tuple(sorted(facts.items())),
    )


def no_such_number(region: str | None) -> str:
    return f"No number that exists in {region}" if region else "No international number, and the country is not known"
