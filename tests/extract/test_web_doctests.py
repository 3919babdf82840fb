"""The examples in the docstrings are true."""

import doctest
import importlib

import pytest

MODULES = (
    "domains",
    "encoding_guess",
    "encoding_prescan",
    "encodings",
    "home_addresses",
    "home_page",
    "nesting",
    "networks",
    "own_sites",
    "page_kinds",
    "page_names",
    "parked",
    "robots",
    "robots_paths",
    "sitemap_places",
    "sitemaps",
    "sitemaps.common_entries",
    "sitemaps.dates",
    "sitemaps.reader",
    "sitemaps.sniffing",
    "submitted_addresses",
    "submitted_rows",
    "technologies",
    "urls",
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name: str) -> None:
    results = doctest.testmod(importlib.import_module(f"scrapersky.extract.{name}"))
    assert results.attempted > 0
    assert results.failed == 0
