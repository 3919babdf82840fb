"""What a score of the rules is worth: of so many such values on pages with known answers, so many were right.

The table is fitted by `python -m benchmarks.labelled_pages.calibration`; nobody writes numbers into it.
"""

import tomllib
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from scrapersky.extract.finding import Finding, Kind, Owner

FILE = "calibration.toml"
# Too few pages tell of these by themselves.
_LIKE = {Kind.WHATSAPP: Kind.PHONE}
_OWN = (Owner.BUSINESS, Owner.PERSON)


@dataclass(frozen=True, slots=True)
class Curve:
    """The chance to be right by score; below `least` a value of this kind is not taken for the business's.

    >>> curve = Curve(least=0.5, scores=(0.6, 0.8), chances=(0.4, 0.9))
    >>> [curve.chance(score) for score in (0.5, 0.6, 0.7, 1.0)]
    [0.333, 0.4, 0.65, 0.9]
    """

    least: float
    scores: Sequence[float]
    chances: Sequence[float]

    def chance(self, score: float) -> float:
        right = bisect_right(self.scores, score)
        if not right:
            return round(self.chances[0] * score / self.scores[0], 3)
        if right == len(self.scores):
            return self.chances[-1]
        (low, high), (below, above) = self.scores[right - 1 : right + 1], self.chances[right - 1 : right + 1]
        return round(below + (above - below) * (score - low) / (high - low), 3)


@cache
def curves() -> Mapping[Kind, Curve]:
    table = tomllib.loads(files("scrapersky.extract.vocabulary").joinpath(FILE).read_text("utf-8"))
    return {Kind(kind): Curve(**numbers) for kind, numbers in table.items()}


def calibrated(finding: Finding) -> Finding:
    """The finding with its chance to be right instead of the rules' score; one that is too unsure is nobody's."""
    curve = curves().get(_LIKE.get(finding.kind, finding.kind))
    if curve is None:
        return finding
    chance = curve.chance(finding.confidence)
    if chance >= curve.least or finding.owner not in _OWN:
        return replace(finding, confidence=chance)
    reason = f"{finding.reason}; too unsure: {chance:.0%} of such are right"
    return replace(finding, confidence=chance, owner=Owner.UNKNOWN, reason=reason)
