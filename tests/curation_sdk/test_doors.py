"""What others may use of the SDK is exported by it and by its rooms, and nothing else is used."""

import ast
import importlib
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import scrapersky.curation_sdk

SDK = "scrapersky.curation_sdk"
PRODUCT = Path(scrapersky.curation_sdk.__file__).parents[1]
ROOMS = sorted(folder.name for folder in (PRODUCT / "curation_sdk").iterdir() if (folder / "__init__.py").exists())
WORDS = {f"{SDK}.{name}" for name in ("complaints", "errors", "plurals")}
DOORS = {SDK, *WORDS, *(f"{SDK}.{room}" for room in ROOMS)}


def imports_of(file: Path) -> set[str]:
    """Modules of the SDK that a file takes names from."""
    nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    modules = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    return {module for module in modules if module.startswith(SDK)}


def exported_by(door: ModuleType) -> list[str]:
    """What it imports under the name that it has."""
    nodes = ast.walk(ast.parse(Path(str(door.__file__)).read_text(encoding="utf-8")))
    imported = (name for node in nodes if isinstance(node, ast.ImportFrom) for name in node.names)
    return [name.name for name in imported if name.asname == name.name]


def test_the_product_goes_through_the_doors() -> None:
    files = [file for file in PRODUCT.rglob("*.py") if PRODUCT / "curation_sdk" not in file.parents]
    assert len(files) > 300
    past = {str(file.relative_to(PRODUCT)): imports_of(file) - DOORS for file in files}
    assert {file: modules for file, modules in past.items() if modules} == {}


def test_a_room_takes_what_another_exports() -> None:
    for room in ROOMS:
        for file in (PRODUCT / "curation_sdk" / room).rglob("*.py"):
            others = {module for module in imports_of(file) if not module.startswith(f"{SDK}.{room}")}
            assert others <= DOORS, file


@pytest.mark.parametrize("door", sorted(DOORS - WORDS))
def test_a_door_says_what_it_is_for_and_gives_what_it_promises(door: str) -> None:
    module = importlib.import_module(door)
    assert module.__doc__
    assert len(module.__doc__.strip()) > 40
    modules = {file.stem for file in Path(str(module.__file__)).parent.glob("*.py")} if door != SDK else set()
    names = exported_by(module)
    assert names
    assert modules.isdisjoint(names), "a name and a module of the same name would hide each other"
    for name in names:
        assert not name.startswith("_")
        assert getattr(module, name) is not None


def test_a_late_door_loads_what_is_asked_for_and_names_what_it_lacks() -> None:
    room = "scrapersky.curation_sdk.decisions"
    asking = f"import sys, {room} as room; before = '{room}.batch' in sys.modules; room.Decision; "
    told = f"{asking}print(before, '{room}.batch' in sys.modules, '{room}.removal' in sys.modules)"
    command = [sys.executable, "-c", told]
    loaded = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603  ours
    assert loaded.stdout.split() == ["False", "True", "False"]
    with pytest.raises(AttributeError, match="no attribute 'nobody'"):
        getattr(importlib.import_module(room), "nobody")  # noqa: B009  by its name
