"""Prints what is read of labelled pages, the part to look at beside the part that is only measured.

Run: python -m benchmarks.labelled_pages written|whole|crowded|ordinary|made|people [--faults],
or with real FOLDER or webstruct FOLDER: corpora of others' pages, which are not kept here.
Faults are listed of the part to look at only.
"""

import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from benchmarks.labelled_pages.reading import PARTS, LabelledPage, Reading, f1, interval, reading_of
from benchmarks.labelled_pages.sources import crowded, ordinary, people, real, webstruct, whole, written
from benchmarks.made_pages.pages import made_pages
from scrapersky.extract.finding import Kind

_SOURCES: dict[str, Callable[[], Iterable[LabelledPage]]] = {
    "written": written,
    "whole": whole,
    "crowded": crowded,
    "ordinary": ordinary,
    "made": made_pages,
    "people": people,
}
_CORPORA = {"real": real, "webstruct": webstruct}


def main(arguments: list[str]) -> None:
    names = [argument for argument in arguments if not argument.startswith("--")]
    readings = [reading_of(page) for page in _pages(names)]
    for kind in dict.fromkeys(kind for reading in readings for kind in reading.page.wanted):
        print(f"{kind.value:14s}", "   ".join(_column(readings, kind, part) for part in PARTS))
    if any(reading.roles for reading in readings):
        print(f"{'role':14s}", "   ".join(_roles(readings, part) for part in PARTS))
    if "--faults" in arguments:
        for reading in readings:
            for fault in reading.faults() if reading.page.part == PARTS[0] else ():
                print(reading.page.url, *reading.page.notes, fault)


def _pages(names: Sequence[str]) -> list[LabelledPage]:
    if len(names) > 1 and names[0] in _CORPORA:
        return list(_CORPORA[names[0]](Path(names[1])))
    if not names or names[0] not in _SOURCES:
        sys.exit(__doc__)
    return list(_SOURCES[names[0]]())


def _column(readings: Sequence[Reading], kind: Kind, part: str) -> str:
    counts = [reading.count(kind) for reading in readings if reading.page.part == part]
    right, missed, wrong = (sum(getattr(count, name) for count in counts) for name in ("right", "missed", "wrong"))
    low, high = interval(counts)
    return f"{part} {f1(counts):.3f} [{low:.3f}, {high:.3f}] {right} right, {missed} missed, {wrong} wrong;"


def _roles(readings: Sequence[Reading], part: str) -> str:
    """Of the people who were found."""
    counts = [(reading.roles, len(reading.other_roles)) for reading in readings if reading.page.part == part]
    roles, others = (sum(column) for column in zip(*counts, strict=True))
    return f"{part} {1 - others / max(1, roles):.3f} {roles - others} right, {others} not;"


if __name__ == "__main__":
    main(sys.argv[1:])
