"""`python -m benchmarks.speed_page`: what `make bench` measured, as a table and a picture in the documents."""

from collections.abc import Iterator
from html import escape
from math import log10
from pathlib import Path
from typing import Any

import orjson

from benchmarks.measuring import between_marks
from scrapersky.bench.frame import figure

ROOT = Path(__file__).parents[1]
RESULTS, DOCUMENT, PICTURE = (
    ROOT / "benchmarks/results",
    ROOT / "docs/explanation/speed.md",
    ROOT / "docs/pictures/speed.svg",
)
BAR, GAP, LEFT, WIDTH = 18, 8, 300, 420


def main() -> None:
    results = [orjson.loads(file.read_bytes()) for file in sorted(RESULTS.glob("*.json"))]
    between_marks(DOCUMENT, "\n\n".join([_goals(results), *(_section(result) for result in results)]))
    PICTURE.write_text(_picture([row for result in results for row in _bars(result)]), encoding="utf-8")


def _goals(results: list[dict[str, Any]]) -> str:
    """Every ratio that has a goal; in bold what is short of it."""
    lines = ["| | ratio | goal |", "| --- | --: | --: |"]
    for result in results:
        for name, goal in result.get("goals", {}).items():
            shown = "not measured" if result[name] is None else f"{result[name]:.2f}"
            words = f"{result['benchmark']}: {name.replace('_', ' ')}"
            lines.append(f"| {words} | {shown if _is_met(result[name], goal) else f'**{shown}**'} | {goal} |")
    return "\n".join(lines)


def _is_met(ratio: float | None, goal: str) -> bool:
    sign, bound = goal.split()
    return ratio is not None and (ratio >= float(bound) if sign == "≥" else ratio <= float(bound))


def _section(result: dict[str, Any]) -> str:
    """A benchmark's contenders, and what was measured where."""
    unit, machine = result["unit"], result["machine"]
    lines = [f"| {result['benchmark']} | {unit} a second | spread | ms of processor |", "| --- | --: | --: | --: |"]
    for name, contender in result["contenders"].items():
        spent = contender["processor_milliseconds"]
        share = "" if spent is None else f"{spent:.2f}"
        lines.append(f"| {name} | {figure(contender['rate'])} | {contender['spread']:.0%} | {share} |")
    versions = ", ".join(f"{name} {version}" for name, version in result["versions"].items())
    where = f"{machine['processors']} processors with a load of {machine['load'][0]}, Python {machine['python']}"
    return "\n".join([*lines, "", f"{result['measured_at'][:10]}, {where}; {versions}.", *result["notes"]])


def _bars(result: dict[str, Any]) -> Iterator[tuple[str, float]]:
    """What has a goal, as a ratio of rates."""
    for name in result.get("goals", {}):
        if name.startswith("ratio_to_") and result[name]:
            yield f"{result['benchmark']}: {name.removeprefix('ratio_to_').replace('_', ' ')}", result[name]


def _picture(bars: list[tuple[str, float]]) -> str:
    """How many times as fast we are, by a scale of tenfolds: a line at one, shorter is slower."""
    most = max(40.0, *(ratio for _, ratio in bars))
    height = len(bars) * (BAR + GAP) + GAP
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 80} {height}" role="img">']
    parts.append("<title>How many times as fast as each peer</title>")
    parts.append("<style>text{font:13px sans-serif;fill:#57606a}rect{fill:#3b82f6}line{stroke:#57606a}</style>")
    parts.append(f'<line x1="{_at(1, most):.0f}" x2="{_at(1, most):.0f}" y1="0" y2="{height}"/>')
    for number, (name, ratio) in enumerate(bars):
        top = GAP + number * (BAR + GAP)
        width = _at(ratio, most) - LEFT
        parts.append(f'<text x="{LEFT - 8}" y="{top + 13}" text-anchor="end">{escape(name)}</text>')
        parts.append(f'<rect x="{LEFT}" y="{top}" width="{width:.0f}" height="{BAR}"/>')
        parts.append(f'<text x="{LEFT + width + 6:.0f}" y="{top + 13}">{ratio:.2f}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _at(ratio: float, most: float) -> float:
    """From a hundredth to the most, each tenfold as wide as the next."""
    return LEFT + WIDTH * max(0.0, log10(ratio) + 2) / (log10(most) + 2)


if __name__ == "__main__":
    main()
