"""The truth is plain and whole."""

import json

from hypothesis import given, settings
from tests.simulator.sites.visiting import Visit, all_sites, made_over, visits


@given(visits)
@settings(max_examples=20, deadline=None)
def test_the_truth_is_json(visit: Visit) -> None:
    shown = json.loads(json.dumps(visit.truth.as_json()))
    assert shown["host"] == visit.truth.host
    assert len(shown["planted"]) == len(visit.truth.planted)
    assert len(shown["sitemaps"]) == len(visit.truth.sitemaps)


def test_the_truth_of_a_large_site_is_short() -> None:
    visit = made_over(all_sites()[0], "wordpress", 100_000)
    assert len(json.dumps(visit.truth.as_json())) < 60_000
    assert visit.truth.page_counts["post"] > 99_000


def test_every_language_and_platform_occurs_and_navigation_is_in_the_language() -> None:
    visited = all_sites()
    assert {visit.truth.language for visit in visited} == {"en", "de", "fr", "es", "it", "nl", "pt", "pl", "sv"}
    assert {visit.truth.platform for visit in visited} == {
        "wordpress", "wordpress_seo", "builder", "shop", "handwritten_1990s", "handwritten_2000s", "handwritten", "spa",
    }  # fmt: skip
    german = next(v for v in visited if v.truth.language == "de" and v.truth.platform == "wordpress")
    assert {"Kontakt", "Über uns"} <= set(german.read("/").text.split("\n"))
