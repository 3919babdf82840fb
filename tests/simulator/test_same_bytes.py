"""The same seed gives the same bytes: in every process, on every run, and until somebody means to change them."""

import json
import os
import subprocess
import sys
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from urllib.parse import unquote, urlsplit

from tests.simulator.places import served

from scrapersky.simulator import sites
from scrapersky.simulator.exchange import SiteRequest, SiteResponse
from scrapersky.simulator.faults import Faults
from scrapersky.simulator.google.service import VALID_KEY, SimulatedGooglePlaces
from scrapersky.simulator.nominatim import SimulatedNominatim
from scrapersky.simulator.overpass.service import SimulatedOverpass
from scrapersky.simulator.truth import truth_about
from scrapersky.simulator.vocabulary import CITIES
from scrapersky.simulator.world import World

GOLDEN_PLACES = "f5a6acbbb6fd38d82ac85c6bb856df2d"
GOLDEN_SITES = "be9d073a5968a92016dbe4fa3a2e43ea"
"""Change them only together with what the place sources, or the sites, are meant to answer."""

NAMED = {"user-agent": "simulator-tests/1.0 (tests@scrapersky.example)"}


def places_digest(seed: int = 7) -> str:
    """A digest of answers of every place source."""
    world = World(seed, 20_000)
    google = {"x-goog-api-key": VALID_KEY, "x-goog-fieldmask": "*"} | NAMED
    search = json.dumps({"textQuery": "dentists in Austin, TX"}).encode()
    area = f"(30,-98,31,-97)(area:{3_600_000_000 + CITIES[0].osm_relation})"
    query = f'[out:json];nwr["amenity"="dentist"]{area};out center tags;'.encode()
    answers = [
        SimulatedGooglePlaces(world).answer(
            SiteRequest("POST", "", "/v1/places:searchText", headers=google, body=search)
        ),
        *(
            SimulatedGooglePlaces(world).answer(
                SiteRequest("GET", "", f"/v1/places/{world.business(n).id}", headers=google)
            )
            for n in range(0, 20_000, 400)
        ),
        SimulatedOverpass(world, clock=lambda: 1_800_000_000.0).answer(
            SiteRequest("POST", "", "/api/interpreter", headers=NAMED, body=query)
        ),
        SimulatedNominatim().answer(SiteRequest("GET", "", "/search", "q=Austin, TX&addressdetails=1", NAMED)),
    ]
    return _digest(answers)


def sites_digest(seed: int = 7) -> str:
    """A digest of pages, robots.txt and sitemaps, and of the truth about them."""
    world = World(seed, 2_000)
    answers = []
    for business, _ in islice(served(world), 0, None, 40):
        truth = sites.truth(world, business)
        listed = [page.url for page in truth.pages[:5]] + [sitemap.url for sitemap in truth.sitemaps[:3]]
        for url in (f"{truth.origin}/", f"{truth.origin}/robots.txt", f"{truth.origin}/no-such-page", *listed):
            parts = urlsplit(url)
            request = SiteRequest("GET", parts.netloc, unquote(parts.path), parts.query, https=parts.scheme == "https")
            answers.append(sites.respond(world, business, request))
        facts = json.dumps(truth_about(world, business, Faults(seed, "hostile")), sort_keys=True, default=str)
        answers.append(SiteResponse(200, {}, facts.encode()))
    return _digest(answers)


def _digest(answers: list[SiteResponse]) -> str:
    digest = blake2b(digest_size=16)
    for answer in answers:
        digest.update(f"{answer.status} {sorted(answer.headers.items())}".encode())
        digest.update(answer.body if isinstance(answer.body, bytes) else b"".join(answer.body))
    return digest.hexdigest()


def test_all_answer_as_they_always_did_in_every_process() -> None:
    root = Path(__file__).parents[2]
    command = "from tests.simulator import test_same_bytes as t; print(t.places_digest(), t.sites_digest())"
    environment = os.environ | {"PYTHONPATH": f"{root / 'src'}:{root}", "PYTHONHASHSEED": "1"}
    run = subprocess.run(  # noqa: S603  our own interpreter and our own words
        [sys.executable, "-c", command], env=environment, cwd=root, capture_output=True, text=True, check=True
    )

    assert run.stdout.split() == [GOLDEN_PLACES, GOLDEN_SITES] == [places_digest(), sites_digest()]


def test_another_seed_gives_other_bytes() -> None:
    assert places_digest(8) != places_digest(7)
    assert sites_digest(8) != sites_digest(7)


def test_asking_in_another_order_changes_nothing() -> None:
    forwards, backwards = World(3, 1_000), World(3, 1_000)

    seen = {number: forwards.business(number) for number in range(0, 1_000, 7)}

    assert all(backwards.business(number) == seen[number] for number in sorted(seen, reverse=True))
