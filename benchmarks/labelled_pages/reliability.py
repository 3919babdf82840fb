"""The reliability plot: how sure we said we were, against how often that was right."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle

_SIDE, _EDGE, _FROM = 360, 48, 0.4
_COLOURS = ("#1b6ca8", "#c44536", "#3a7d44", "#8e5ea2", "#b8860b", "#555555", "#00838f")
Points = Sequence[tuple[float, bool]]


def drawing(by_kind: Mapping[str, Points]) -> str:
    """An SVG: a circle for each chance that values of a kind were given, as large as they are many."""
    width = _SIDE + 2 * _EDGE + 130
    height = _SIDE + 2 * _EDGE
    circles = "".join(
        circle
        for number, (kind, points) in enumerate(by_kind.items())
        for circle in _circles(points, _COLOURS[number % len(_COLOURS)], kind)
    )
    legend = "".join(
        f'<text x="{_SIDE + _EDGE + 24}" y="{_EDGE + 20 * number}" fill="{colour}">{kind} ({len(points)})</text>'
        for number, ((kind, points), colour) in enumerate(zip(by_kind.items(), cycle(_COLOURS), strict=False))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif"'
        ' font-size="13">'
        "<title>How sure it was said to be, and how often it was right, on pages that were not fitted on</title>"
        f'<rect width="{width}" height="{height}" fill="white"/>{"".join(_axes())}{circles}{legend}</svg>\n'
    )


def _axes() -> Iterator[str]:
    yield f'<path d="M{_x(_FROM)} {_y(_FROM)}L{_x(1)} {_y(1)}" stroke="#999" stroke-dasharray="4 4" fill="none"/>'
    yield f'<path d="M{_x(_FROM)} {_y(1)}V{_y(_FROM)}H{_x(1)}" stroke="#333" fill="none"/>'
    for tenth in range(4, 11):
        share = tenth / 10
        yield f'<text x="{_x(share)}" y="{_y(_FROM) + 20}" text-anchor="middle">{share:.0%}</text>'
        yield f'<text x="{_x(_FROM) - 8}" y="{_y(share) + 4}" text-anchor="end">{share:.0%}</text>'
    yield f'<text x="{_x(0.7)}" y="{_y(_FROM) + 40}" text-anchor="middle">how sure it is said to be</text>'
    yield f'<text x="{_x(_FROM)}" y="{_EDGE - 20}">right of these</text>'


def _circles(points: Points, colour: str, kind: str) -> Iterator[str]:
    by_chance: dict[float, list[bool]] = defaultdict(list)
    for chance, is_right in points:
        by_chance[chance].append(is_right)
    for chance, right in sorted(by_chance.items()):
        share = sum(right) / len(right)
        place = f'cx="{_x(max(_FROM, chance))}" cy="{_y(max(_FROM, share))}" r="{3 + len(right) ** 0.5 / 3:.1f}"'
        words = f"{kind}: {chance:.1%} said, {share:.1%} of {len(right)} right"
        yield f'<circle {place} fill="{colour}" fill-opacity="0.6"><title>{words}</title></circle>'


def _x(share: float) -> float:
    return round(_EDGE + (share - _FROM) / (1 - _FROM) * _SIDE, 1)


def _y(share: float) -> float:
    return round(_EDGE + (1 - share) / (1 - _FROM) * _SIDE, 1)
