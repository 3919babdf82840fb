"""Adding a place source in the tree, tried on a copy: its module and a line of the registry are all it takes."""

from pathlib import Path

from tests.edited_copy import answer_of, edited_copy, with_text_before

ROOT = Path(__file__).parents[1]
REGISTRY = "scrapersky/clients/places/registry.py"
REGISTERED = """VILLAGE = RegisteredSource(
    "village", "scrapersky.clients.places.village:Village", "free, of one village", trust=50, is_mappable=False
)
"""
SOURCE = """
from scrapersky.clients.places.registry import VILLAGE
from scrapersky.clients.places.source import Listing, Probe, Terms

class Village:
    terms = Terms(VILLAGE.name, "The village", cap=None)

    async def probe(self, query, area): return Probe((), False, 0)
    async def listing(self, query, area, most=None): return Listing(())
    async def details(self, place_id, fields): return Listing(())
"""
SHOWS = """
import json
from scrapersky.app.extensions import load_extensions
from scrapersky.app.internet import Internet, make_sources, source_names
from scrapersky.cli.commands.search import SOURCES_HELP
from scrapersky.clients.places.registry import trust_in
from scrapersky.clients.places.settings import PlaceSettings
from scrapersky.routers.map import NEVER_DRAWN
from scrapersky.workflows.wf1_single_search import single_search

internet = Internet(place_settings=PlaceSettings.model_construct(), additions=load_extensions([]).additions)
print(json.dumps({
    "named": "village" in source_names(internet),
    "made": make_sources(internet, None).by_name["village"].terms.title,
    "told": "village (free, of one village)" in SOURCES_HELP,
    "chosen": "village" in single_search.looks["source"].choices,
    "trusted first": max(("google", "village"), key=trust_in),
    "drawn": "village" not in NEVER_DRAWN,
}))
"""


def test_a_source_that_is_registered_is_named_made_told_and_trusted(tmp_path: Path) -> None:
    registry = with_text_before(REGISTRY, "SOURCES = (", REGISTERED).replace("SOURCES = (", "SOURCES = (VILLAGE, ", 1)
    edits = {REGISTRY: registry, "scrapersky/clients/places/village.py": SOURCE}
    assert answer_of(SHOWS, edited_copy(tmp_path, edits)) == {
        "named": True,
        "made": "The village",
        "told": True,
        "chosen": True,
        "trusted first": "village",
        "drawn": False,
    }


def test_the_guide_names_both_files() -> None:
    guide = (ROOT / "CONTRIBUTING.md").read_text().partition("### Add a place source")[2].partition("\n#")[0]
    for file in ("src/scrapersky/clients/places/", "src/scrapersky/clients/places/registry.py"):
        assert f"`{file}" in guide
