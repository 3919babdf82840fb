"""Fits what a score of the rules is worth, by kind, and draws how well that holds on pages that were not fitted on.

Run: python -m benchmarks.labelled_pages.calibration [--check] [webstruct FOLDER]. Fits on the even part of the pages
that are made or kept here and writes `calibration.toml`; draws the odd part into the documents. `--check` writes
nothing and fails if the table would change by more than rounding. With a corpus, its figures are printed as well.
"""

import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from benchmarks.labelled_pages.reading import LabelledPage, Reading, f1, reading_of
from benchmarks.labelled_pages.reliability import drawing
from benchmarks.labelled_pages.sources import people, webstruct, written
from benchmarks.made_pages.pages import made_pages
from scrapersky.extract.calibration import Curve
from scrapersky.extract.finding import Kind

TABLE = Path("src/scrapersky/extract/vocabulary/calibration.toml")
PLOT = Path("docs/pictures/reliability.svg")
_MADE_PAGES, _SEED = 840, 11
_TOLERANCE = 0.005
_HEAVIEST = 4.0
_LEAST_VALUES = 50
_HEAD = """# What a score of the rules is worth, by kind: `chances` are the shares that were right at `scores`; between
# them in a straight line. Below `least`, half of the kind's F1, a value costs more than it brings.
# Written by `python -m benchmarks.labelled_pages.calibration` from pages that are made or kept in this repository.
"""


@dataclass(frozen=True, slots=True)
class Judged:
    """One value with what it counts: each source of pages counts the same, however many it has."""

    kind: Kind
    score: float
    is_right: bool
    weight: float = 1.0


def judged_values(sources: Sequence[Sequence[Reading]]) -> list[Judged]:
    found = [[judged for reading in readings for judged in reading.judged] for readings in sources]
    counts = [Counter(finding.kind for finding, _ in judged) for judged in found]
    return [
        Judged(
            one.kind, one.confidence, is_right, min(_HEAVIEST, max(most[one.kind] for most in counts) / count[one.kind])
        )
        for judged, count in zip(found, counts, strict=True)
        for one, is_right in judged
    ]


def fitted(values: Iterable[Judged], least: float) -> Curve:
    """Isotonic regression with one right and one wrong value added to each score, so that few prove little.

    >>> kept = [Judged(Kind.PHONE, 0.9, True)] * 8 + [Judged(Kind.PHONE, 0.7, False)] * 2
    >>> fitted(kept, 0.5)
    Curve(least=0.5, scores=(0.7, 0.9), chances=(0.25, 0.9))
    """
    sums: dict[float, list[float]] = defaultdict(lambda: [1.0, 2.0])
    for value in values:
        sums[value.score][0] += value.weight * value.is_right
        sums[value.score][1] += value.weight
    blocks: list[tuple[float, float, list[float]]] = []
    for score, (right, count) in sorted(sums.items()):
        block = (right, count, [score])
        while blocks and blocks[-1][0] / blocks[-1][1] >= block[0] / block[1]:
            before = blocks.pop()
            block = (before[0] + block[0], before[1] + block[1], before[2] + block[2])
        blocks.append(block)
    points = [(score, round(right / count, 3)) for right, count, scores in blocks for score in scores]
    return Curve(least, tuple(score for score, _ in points), tuple(chance for _, chance in points))


def curves_of(sources: Sequence[Sequence[Reading]]) -> dict[Kind, Curve]:
    values = judged_values(sources)
    readings = [reading for source in sources for reading in source]
    kinds = [kind for kind in Kind if sum(value.kind is kind for value in values) >= _LEAST_VALUES]
    return {
        kind: fitted(
            (value for value in values if value.kind is kind),
            round(f1(reading.count(kind) for reading in readings) / 2, 3),
        )
        for kind in kinds
    }


def readings_of(pages: Iterable[LabelledPage]) -> list[Reading]:
    """As the rules score them: without the table that is to be made."""
    with patch("scrapersky.extract.contacts.extraction.calibrated", lambda finding: finding):
        return [reading_of(page) for page in pages]


def sources() -> list[list[Reading]]:
    return [readings_of(pages) for pages in (made_pages(_MADE_PAGES, _SEED), people(), written())]


def part(sources: Sequence[Sequence[Reading]], name: str) -> list[list[Reading]]:
    return [[reading for reading in readings if reading.page.part == name] for readings in sources]


def error(values: Sequence[Judged], curves: Mapping[Kind, Curve]) -> Iterator[str]:
    """By kind, how far the chances are from what came out, each score weighed by how often it is met."""
    for kind, curve in curves.items():
        by_score: dict[float, list[bool]] = defaultdict(list)
        for value in values:
            if value.kind is kind:
                by_score[curve.chance(value.score)].append(value.is_right)
        count = sum(map(len, by_score.values()))
        gaps = (len(right) * abs(sum(right) / len(right) - chance) for chance, right in by_score.items())
        yield f"{kind.value:14s} {count:5d} values, chances are off by {sum(gaps) / max(1, count):.3f}"


def table_text(curves: Mapping[Kind, Curve]) -> str:
    sections = (
        f"\n[{kind.value}]\nleast = {curve.least}\nscores = {list(curve.scores)}\nchances = {list(curve.chances)}\n"
        for kind, curve in curves.items()
    )
    return _HEAD + "".join(sections)


def differs(text: str) -> bool:
    kept, new = (tomllib.loads(table) for table in (TABLE.read_text("utf-8"), text))
    if {kind: numbers["scores"] for kind, numbers in kept.items()} != {k: n["scores"] for k, n in new.items()}:
        return True
    pairs = ((old, one) for kind in new for old, one in zip(kept[kind]["chances"], new[kind]["chances"], strict=True))
    return any(abs(old - one) > _TOLERANCE for old, one in pairs)


def main(arguments: list[str]) -> None:
    read = sources()
    curves = curves_of(part(read, "even"))
    held_out = judged_values(part(read, "odd"))
    print("pages that were not fitted on:", *error(held_out, curves), sep="\n  ")
    if "webstruct" in arguments:
        corpus = readings_of(webstruct(Path(arguments[arguments.index("webstruct") + 1])))
        print("corpus:", *error(judged_values([corpus]), curves), sep="\n  ")
    if "--check" in arguments:
        is_other = differs(table_text(curves))
        sys.exit("The table is not what these pages give: run the command without --check" if is_other else 0)
    TABLE.write_text(table_text(curves), "utf-8")
    points = {
        kind.value: [(curve.chance(one.score), one.is_right) for one in held_out if one.kind is kind]
        for kind, curve in curves.items()
    }
    PLOT.write_text(drawing(points), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
