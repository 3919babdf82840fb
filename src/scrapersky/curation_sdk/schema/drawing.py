"""The pipeline as a picture: tables as boxes from left to right, workflows as arrows between them."""

from collections.abc import Sequence
from html import escape

from scrapersky.curation_sdk.declaring import Registry
from scrapersky.curation_sdk.schema.documents import pipeline_steps

_WIDTH, _HEIGHT, _ACROSS, _DOWN, _MARGIN = 150, 44, 330, 120, 40
_HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">\n'
    "<title>The pipeline</title>\n"
    '<defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto">'
    '<path d="M0 0 10 5 0 10z"/></marker></defs>\n'
)

Step = tuple[str, str, str]
Place = tuple[int, int]


def pipeline_svg(registry: Registry) -> str:
    """Draw every workflow; one that updates its source is an arrow from the table to itself."""
    steps = pipeline_steps(registry)
    places = _places(steps)
    width = max((x for x, _ in places.values()), default=0) + _WIDTH + _MARGIN
    height = max((y for _, y in places.values()), default=0) + _HEIGHT + _MARGIN
    arrows = [_arrow(step, places, number) for step, number in zip(steps, _parallels(steps), strict=True)]
    boxes = [_box(table, place) for table, place in places.items()]
    return _HEAD.format(width=width, height=height) + "\n".join([*arrows, *boxes]) + "\n</svg>\n"


def _places(steps: Sequence[Step]) -> dict[str, Place]:
    """A table stands right of every table it is made from; in a cycle the first one seen stands left."""
    columns: dict[str, int] = {}
    for source, _, target in steps:
        columns.setdefault(source, 0)
        if target not in columns:
            columns[target] = columns[source] + 1
    for _ in steps:
        for source, _, target in steps:
            if list(columns).index(target) > list(columns).index(source):
                columns[target] = max(columns[target], columns[source] + 1)
    filled: dict[int, int] = {}
    places: dict[str, Place] = {}
    for table, across in columns.items():
        down = filled.get(across, 0)
        filled[across] = down + 1
        places[table] = (_MARGIN + across * _ACROSS, 2 * _MARGIN + down * _DOWN)
    return places


def _parallels(steps: Sequence[Step]) -> list[int]:
    """How many arrows between the same two tables came before each."""
    ends = [(source, target) for source, _, target in steps]
    return [ends[:position].count(pair) for position, pair in enumerate(ends)]


def _arrow(step: Step, places: dict[str, Place], earlier: int) -> str:
    source, label, target = step
    (x1, y1), (x2, y2) = places[source], places[target]
    shift = earlier * 18
    if source == target:
        middle, top = x1 + _WIDTH // 2, y1 - 20 - shift
        line = f"M{middle - 25} {y1} C{middle - 25} {top} {middle + 25} {top} {middle + 25} {y1}"
        return _labelled(line, label, middle, top - 4)
    start, end = (x1 + _WIDTH, x2) if x2 > x1 else (x1, x2 + _WIDTH)
    line = f"M{start} {y1 + _HEIGHT // 2 + shift} L{end} {y2 + _HEIGHT // 2 + shift}"
    return _labelled(line, label, (start + end) // 2, (y1 + y2 + _HEIGHT) // 2 - 6 + shift)


def _labelled(line: str, label: str, x: int, y: int) -> str:
    return (
        f'<path d="{line}" fill="none" stroke="#333" marker-end="url(#head)"/>'
        f'<text x="{x}" y="{y}" text-anchor="middle">{escape(label)}</text>'
    )


def _box(table: str, place: Place) -> str:
    x, y = place
    return (
        f'<rect x="{x}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" rx="6" fill="#eef4fb" stroke="#345"/>'
        f'<text x="{x + _WIDTH // 2}" y="{y + 27}" text-anchor="middle">{escape(table)}</text>'
    )
