"""The truth is plain, whole, and the same in every process."""

import json
from hashlib import blake2b

from hypothesis import given, settings
from tests.simulator.sites.visiting import Visit, all_sites, made_over, visits

GOLDEN_SITES = "1586fcbad69256b89a8e61ebab0825ea"
"""Change it only together with what the sites are meant to answer."""


def sites_digest() -> str:
    """A digest of pages, sitemaps and truths. Gzipped files are left out: compressors may differ."""
    digest = blake2b(digest_size=16)
    for visit in all_sites(21, 400):
        truth = visit.truth
        digest.update(json.dumps(truth.as_json()).encode())
        listed = [page.url for page in truth.pages[:4]] + [s.url for s in truth.sitemaps[:3] if not s.gzipped]
        for url in ("/robots.txt", "/nothing", *listed):
            answer = visit.ask(url)
            assert isinstance(answer.body, bytes)
            digest.update(f"{answer.status} {sorted(answer.headers.items())}".encode() + answer.body)
    return digest.hexdigest()


def test_the_sites_answer_as_they_always_did() -> None:
    assert sites_digest() == GOLDEN_SITES


@given(visits)
@settings(max_examples=60, deadline=None)
def test_the_truth_is_json(visit: Visit) -> None:
    shown = json.loads(json.dumps(visit.truth.as_json()))
    assert shown["host"] == visit.truth.host
    assert len(shown["planted"]) == len(visit.truth.planted)
    assert len(shown["sitemaps"]) == len(visit.truth.sitemaps)


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
