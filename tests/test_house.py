"""The house as it is drawn is the house as it stands."""

import ast
from pathlib import Path

from tests.house import GUIDE, ROOT, house, imports_between_rooms, picture, rooms, upward

import scrapersky
from scrapersky import models


def test_the_picture_and_the_layers_in_the_guide_are_as_the_code_is() -> None:
    stale = [name for name, text in house().items() if (ROOT / name).read_text(encoding="utf-8") != text]
    assert stale == [], "Run: make house"


def test_no_room_imports_one_above_it_and_one_that_did_would_be_named() -> None:
    order, imports = rooms(), imports_between_rooms()
    assert upward(order, imports) == []
    assert upward(order, imports | {("queue", "http")}) == ["queue imports http"]


def test_every_import_between_rooms_is_a_dot() -> None:
    imports = imports_between_rooms()
    assert len(imports) > 30
    assert picture(rooms(), imports).count("<circle") == len(imports)
    assert picture(rooms(), imports - {("declaring", "errors")}).count("<circle") == len(imports) - 1


def test_the_guide_names_every_layer() -> None:
    written = (ROOT / GUIDE).read_text(encoding="utf-8")
    assert [room for room in rooms() if room not in written] == []


def test_what_the_door_of_the_models_gives_is_taken_from_it() -> None:
    product = Path(scrapersky.__file__).parent
    files = [file for file in product.rglob("*.py") if file.parent != product / "models"]
    assert len(files) > 300
    past = {
        f"{file.relative_to(product)}: {name.name}"
        for file in files
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("scrapersky.models.")
        for name in node.names
        if hasattr(models, name.name)
    }
    assert past == set()
