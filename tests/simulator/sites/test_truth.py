"""The truth is plain, whole, and the same in every process."""

import json
import os
import subprocess
import sys
from pathlib import Path

from hypothesis import given, settings
from tests.simulator.sites.visiting import Visit, all_sites, made_over, visits

from scrapersky.simulator import sites

_DIGEST = """
import hashlib, json
from scrapersky.simulator import sites
from scrapersky.simulator.exchange import SiteRequest
from scrapersky.simulator.world import World
world, digest = World(21, 300), hashlib.sha256()
for business in world:
    if not business.website or not business.website.host:
        continue
    truth = sites.truth(world, business)
    digest.update(json.dumps(truth.as_json()).encode())
    for path in ("/", "/robots.txt", "/sitemap.xml", "/nothing"):
        answer = sites.respond(world, business, SiteRequest("GET", truth.host, path, https="https:" in truth.origin))
        digest.update(repr((answer.status, sorted(answer.headers.items()), answer.body)).encode())
print(digest.hexdigest())
"""


@given(visits)
@settings(max_examples=60, deadline=None)
def test_the_truth_is_json(visit: Visit) -> None:
    shown = json.loads(json.dumps(visit.truth.as_json()))
    assert shown["host"] == visit.truth.host
    assert len(shown["planted"]) == len(visit.truth.planted)
    assert len(shown["sitemaps"]) == len(visit.truth.sitemaps)


def test_two_processes_agree_on_every_byte() -> None:
    def digest(hash_seed: str) -> str:
        source = Path(sites.__file__).parents[3]
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(source)}
        done = subprocess.run(  # noqa: S603  our own interpreter and our own words
            [sys.executable, "-c", _DIGEST], env=environment, capture_output=True, text=True, check=True
        )
        return done.stdout

    assert digest("1") == digest("2")


def test_the_truth_of_a_large_site_is_short() -> None:
    visit = made_over(all_sites(2, 100)[0], "wordpress", 100_000)
    assert len(json.dumps(visit.truth.as_json())) < 60_000
    assert visit.truth.page_counts["post"] > 99_000


def test_every_language_and_platform_occurs_and_navigation_is_in_the_language() -> None:
    visited = all_sites(8, 1_500)
    assert {visit.truth.language for visit in visited} == {"en", "de", "fr", "es", "it", "nl", "pt", "pl", "sv"}
    assert {visit.truth.platform for visit in visited} == {
        "wordpress", "wordpress_seo", "builder", "shop", "handwritten_1990s", "handwritten_2000s", "handwritten", "spa",
    }  # fmt: skip
    german = next(v for v in visited if v.truth.language == "de" and v.truth.platform == "wordpress")
    assert {"Kontakt", "Über uns"} <= set(german.read("/").text.split("\n"))
