"""The examples in the docstrings of the address, people and opening hours extractors hold."""

import doctest
import importlib

import pytest

MODULES = (
    "addresses.address",
    "addresses.extraction",
    "addresses.parsing",
    "addresses.places",
    "folding",
    "opening_hours.extraction",
    "opening_hours.hours",
    "opening_hours.parsing",
    "people.extraction",
    "people.names",
    "people.roles",
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_hold(name: str) -> None:
    result = doctest.testmod(importlib.import_module(f"scrapersky.extract.{name}"))
    assert result.attempted > 0
    assert result.failed == 0
