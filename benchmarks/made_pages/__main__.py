"""Prints what is read of made pages, the part to look at beside the part to measure on.

Run: python -m benchmarks.made_pages [pages] [seed] [--faults]. Faults are listed of the part to look at only.
"""

import sys

from benchmarks.made_pages.pages import made_pages
from benchmarks.made_pages.scores import FIELDS, f1, interval, reading_of


def main(arguments: list[str]) -> None:
    numbers = [int(argument) for argument in arguments if argument.isdigit()]
    count, seed = (*numbers, *(420, 7)[len(numbers) :])[:2]
    readings = [reading_of(page) for page in made_pages(count, seed)]
    for field in FIELDS:
        columns = []
        for part in ("even", "odd"):
            counts = [reading.counts[field] for reading in readings if reading.page.part == part]
            low, high = interval(counts)
            columns.append(f"{part} {f1(counts):.3f} [{low:.3f}, {high:.3f}] of {len(counts)} pages")
        print(f"{field:8s}", "   ".join(columns))
    if "--faults" in arguments:
        for reading in readings:
            if reading.faults and reading.page.part == "even":
                print(reading.page.region, *reading.page.shapes, *reading.faults, reading.page.html, sep="\n  ")


if __name__ == "__main__":
    main(sys.argv[1:])
