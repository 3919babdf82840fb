"""The picture of the SDK's rooms and the layers in CONTRIBUTING, from the contracts and the imports: `make house`."""

import re
import sys
import textwrap
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from importlib import import_module
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
SDK = "scrapersky.curation_sdk"
PICTURE, GUIDE = "docs/pictures/house.svg", "CONTRIBUTING.md"
_BEGIN, _END = "<!-- Written by `make house` from pyproject.toml. -->\n", "<!-- The end of what is written. -->\n"
_WIDTH = 112
_TEXT, _STEP, _FLOOR, _ROOM, _HIGH = 355, 64, 46, 88, 28

Imports = frozenset[tuple[str, str]]


def layers(name: str) -> list[str]:
    """Of the contract of that name, the highest first."""
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    (found,) = (contract["layers"] for contract in tool["importlinter"]["contracts"] if contract["name"] == name)
    return [layer.replace("scrapersky.", "") for layer in found]


def rooms() -> list[str]:
    return layers("No room of the SDK knows one above it")


@cache
def imports_between_rooms() -> Imports:
    graph = grimp.build_graph("scrapersky", cache_dir=None)
    of_room = {module: room_of(module) for module in graph.modules if module.startswith(f"{SDK}.")}
    return frozenset(
        (room, of_room[imported])
        for module, room in of_room.items()
        for imported in graph.find_modules_directly_imported_by(module)
        if of_room.get(imported, room) != room
    )


def room_of(module: str) -> str:
    return module.removeprefix(f"{SDK}.").partition(".")[0]


def upward(order: Sequence[str], imports: Imports) -> list[str]:
    return sorted(f"{room} imports {other}" for room, other in imports if order.index(other) < order.index(room))


def picture(order: Sequence[str], imports: Imports) -> str:
    """Stairs down to the right: a room's line goes right, and each dot on it drops into a room that it imports."""
    width, height = _TEXT + (len(order) - 1) * _STEP + _ROOM + 20, len(order) * _FLOOR + 50
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    for floor, room in enumerate(order):
        below = [order.index(other) for other in order[floor + 1 :] if (room, other) in imports]
        drawn += _lines(floor, below, [order.index(above) for above in order[:floor] if (above, room) in imports])
    for floor, room in enumerate(order):
        drawn += _room(floor, room)
    dots = sorted((order.index(room), order.index(other)) for room, other in imports)
    drawn += [f'<circle cx="{_middle(other)}" cy="{_level(room)}" r="5" fill="#0f766e"/>' for room, other in dots]
    words = "A dot: the room of this line imports the one below the dot. None imports one above it."
    drawn += [f'<text x="16" y="{height - 14}" font-size="12" fill="#475569">{words}</text>', "</svg>\n"]
    return "\n".join(drawn)


def _lines(floor: int, below: Sequence[int], above: Sequence[int]) -> Iterator[str]:
    if below:
        yield _line(_middle(floor), _level(floor), _middle(max(below)), _level(floor))
    if above:
        yield _line(_middle(floor), _level(min(above)), _middle(floor), _level(floor))


def _line(*ends: int) -> str:
    return '<line x1="{}" y1="{}" x2="{}" y2="{}" stroke="#cbd5e1" stroke-width="1.5"/>'.format(*ends)


def _room(floor: int, room: str) -> Iterator[str]:
    left, top = _middle(floor) - _ROOM // 2, _level(floor) - _HIGH // 2
    said = (import_module(f"{SDK}.{room}").__doc__ or "").strip().splitlines()[0]
    for number, line in enumerate(textwrap.wrap(said, 58)):
        yield f'<text x="16" y="{_level(floor) - 2 + 14 * number}" font-size="11" fill="#475569">{escape(line)}</text>'
    yield f'<rect x="{left}" y="{top}" width="{_ROOM}" height="{_HIGH}" rx="5" fill="#e0f2f1" stroke="#0f766e"/>'
    yield (
        f'<text x="{_middle(floor)}" y="{_level(floor) + 5}" font-size="13" font-weight="bold" fill="#134e4a"'
        f' text-anchor="middle">{room}</text>'
    )


def _middle(floor: int) -> int:
    return _TEXT + floor * _STEP + _ROOM // 2


def _level(floor: int) -> int:
    return 30 + floor * _FLOOR


def guide(written: str) -> str:
    """CONTRIBUTING with the layers as the contracts have them now."""
    tall = textwrap.fill(" → ".join(layers("Imports point down")), _WIDTH)
    wide = textwrap.fill(" → ".join(rooms()), _WIDTH)
    told = (
        f"{_BEGIN}\nImports point down, and `make check` holds that:\n\n{textwrap.indent(tall, '    ')}\n\n"
        "The SDK has rooms, each with a door (its `__init__`, or itself) that exports what others may use. None knows"
        " one above:"
        f"\n\n{textwrap.indent(wide, '    ')}\n\n![What the rooms of the SDK import]({PICTURE})\n\n{_END}"
    )
    return re.sub(f"{re.escape(_BEGIN)}.*?{re.escape(_END)}", lambda _: told, written, flags=re.DOTALL)


def house() -> dict[str, str]:
    """What each file should say, by its path from the root."""
    written = (ROOT / GUIDE).read_text(encoding="utf-8")
    return {PICTURE: picture(rooms(), imports_between_rooms()), GUIDE: guide(written)}


if __name__ == "__main__":
    for name, text in house().items():
        (ROOT / name).write_text(text, encoding="utf-8")
    sys.exit("; ".join(upward(rooms(), imports_between_rooms())) or 0)
