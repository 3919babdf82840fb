"""The examples in the docstrings are true, in every module that has any."""

import doctest
import importlib
from pathlib import Path

import pytest

import scrapersky

SOURCES = Path(scrapersky.__file__).parent


def modules_with_examples() -> list[str]:
    found = (path for path in SOURCES.rglob("*.py") if ">>> " in path.read_text(encoding="utf-8"))
    names = (".".join(path.relative_to(SOURCES.parent).with_suffix("").parts) for path in found)
    return sorted(name.removesuffix(".__init__") for name in names)


@pytest.mark.parametrize("name", modules_with_examples())
def test_the_examples_of_a_module_hold(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0
