"""Place sources and delivery targets of packages: each fault is named, and stops nothing of ours."""

from collections.abc import Callable
from typing import cast
from uuid import UUID

import pytest

from scrapersky.clients.delivery import DeliveryFailed, OutgoingContact
from scrapersky.clients.extensions import Extension
from scrapersky.clients.extensions.sources import CheckedSource, SourceBroke, make_sources
from scrapersky.clients.extensions.targets import GuardedTarget, make_targets
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.clients.places.areas import Area, Box
from scrapersky.clients.places.errors import QuotaExhausted
from scrapersky.clients.places.source import PlaceQuery, PlaceSource
from scrapersky.config.settings import Settings

Make = Callable[[str, str], Extension]
NOWHERE = cast("Fetcher", None)
AREA = Area(Box(30.1, -97.9, 30.4, -97.5))
DENTISTS = PlaceQuery("dentists")
CONTACT = OutgoingContact(UUID(int=1), "acme.example", email="info@acme.example")
SOURCE = """
from datetime import UTC, datetime
from scrapersky.clients.places.errors import QuotaExhausted
from scrapersky.clients.places.found_place import FoundPlace
from scrapersky.clients.places.source import Listing, Probe, Terms

def place(**values):
    return FoundPlace("one", "me", datetime.now(UTC), frozenset(), **values)

class Source:
    terms = Terms("hasty", "Hasty", None)
    def __init__(self, web): ...
    async def probe(self, query, area): return {probe}
    async def listing(self, query, area, most=None): return {listing}
    async def details(self, place_id, fields): return {details}
"""
TARGET = """
class Target:
    name = "hasty"
    destination = "here"
    def refusal(self, contact): return {refusal}
    async def deliver(self, contact, key, web): return {deliver}
"""


def source_text(probe: str = "7", listing: str = "7", details: str = "7") -> str:
    return SOURCE.format(probe=probe, listing=listing, details=details)


def target_text(refusal: str = "None", deliver: str = "'taken'") -> str:
    return TARGET.format(refusal=refusal, deliver=deliver)


def naming(*targets: str, **more: object) -> Settings:
    return Settings.model_validate({"delivery_targets": targets, **more})


def made_source(addition: Extension) -> PlaceSource:
    made, faults = make_sources([addition], web=NOWHERE)
    assert faults == {}
    assert isinstance(made["hasty"], CheckedSource)
    return made["hasty"]


def made_target(addition: Extension) -> GuardedTarget:
    (made,), faults = make_targets({"hasty": addition}, naming("hasty"))
    assert faults == {}
    assert isinstance(made, GuardedTarget)
    return made


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("def Source(web): 1 / 0", "ZeroDivisionError: division by zero"),
        ("def Source(fetcher): ...", "takes fetcher, and what it can take is: web."),
        ("def Source(web): raise SystemExit('gone')", "SystemExit: gone"),
        ("def Source(web): return 7", "made int, which has no `terms: Terms`"),
        (
            source_text().replace('"hasty", "Hasty"', '"other", "Hasty"'),
            "terms are called 'other'; call them 'hasty'",
        ),
        (source_text().replace("async def listing", "def listing"), "Source has no `async def listing`"),
        (source_text().replace("async def details", "async def detail"), "Source has no `async def details`"),
    ],
)
def test_a_source_that_cannot_be_made_is_left_out_with_the_reason(addition: Make, text: str, words: str) -> None:
    sources, faults = make_sources([addition("Source", text)], web=NOWHERE)
    assert sources == {}
    (reason,) = faults.values()
    assert words in reason


@pytest.mark.parametrize(
    ("listing", "words"),
    [
        ("7", "it answered int, and not Listing"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("Listing((7,))", "TypeError"),
        ("Listing(None)", "TypeError"),
        ("Listing((place(name=7),))", "name of a place must be a text"),
        ("Listing((place(rating='good'),))", "rating of a place must be a number"),
    ],
)
async def test_an_answer_that_makes_no_sense_is_the_rows_error(addition: Make, listing: str, words: str) -> None:
    source = made_source(addition("Source", source_text(listing=listing)))
    with pytest.raises(SourceBroke) as caught:
        await source.listing(DENTISTS, AREA)
    assert words in str(caught.value)
    assert "The place source hasty (hasty_0_" in str(caught.value)


async def test_what_no_column_takes_is_taken_out_of_places(addition: Make) -> None:
    listing = "Listing((place(name='A\\x00c\\ud800me', rating='4.5', categories=('a\\x00',)),))"
    source = made_source(addition("Source", source_text(listing=listing)))
    (place,) = (await source.listing(DENTISTS, AREA)).places
    assert (place.name, place.rating, place.categories) == ("Ac?me", 4.5, ("a",))


async def test_details_are_those_of_one_place(addition: Make) -> None:
    source = made_source(addition("Source", source_text(details="Listing(())")))
    with pytest.raises(SourceBroke, match="details has one place, and this has 0"):
        await source.details("one", frozenset())


async def test_a_source_may_say_not_now_as_ours_do(addition: Make) -> None:
    quota = "(_ for _ in ()).throw(QuotaExhausted('Hasty', 'day', '', datetime.now(UTC), datetime.now(UTC)))"
    source = made_source(addition("Source", source_text(probe=quota)))
    with pytest.raises(QuotaExhausted):
        await source.probe(DENTISTS, AREA)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("def Target(): 1 / 0", "ZeroDivisionError"),
        ("def Target(options): ...", "takes options, and what it can take is: settings."),
        ("def Target(): ...", "NoneType needs name = 'hasty'"),
        (target_text().replace('"hasty"', '"other"'), "Target needs name = 'hasty'"),
        (target_text().replace('"here"', "7"), "Target needs `destination`"),
        (target_text().replace("def refusal", "def refuse"), "Target needs `def refusal"),
        (target_text().replace("async def deliver", "def deliver"), "Target needs `async def deliver"),
    ],
)
def test_a_target_that_cannot_be_made_is_left_out_with_the_reason(addition: Make, text: str, words: str) -> None:
    targets, faults = make_targets({"hasty": addition("Target", text)}, naming("hasty"))
    assert targets == ()
    (reason,) = faults.values()
    assert words in reason


def test_a_target_that_nobody_has_is_told_with_those_there_are(addition: Make) -> None:
    there = {"hasty": addition("Target", target_text())}
    targets, faults = make_targets(there, naming("hastie", "hasty"))
    assert [target.name for target in targets] == ["hasty"]
    assert (
        "No installed package has a delivery target 'hastie'; did you mean hasty?" in faults["DELIVERY_TARGETS: hastie"]
    )
    assert "there are: none." in make_targets({}, naming("x"))[1]["DELIVERY_TARGETS: x"]


def test_a_target_that_takes_the_settings_knows_by_them_whether_it_is_set_up(addition: Make) -> None:
    text = f"{target_text()}\ndef make(settings):\n    return Target() if settings.delivery_folder else None\n"
    there = {"hasty": addition("make", text)}
    assert make_targets(there, naming()) == ((), {})
    (made,), faults = make_targets(there, naming(delivery_folder="out"))
    assert (made.name, faults) == ("hasty", {})


async def test_a_target_that_fails_is_named(addition: Make) -> None:
    target = made_target(addition("Target", target_text(refusal="1 / 0", deliver="1 / 0")))
    assert "could not say whether it takes the contact: ZeroDivisionError" in str(target.refusal(CONTACT))
    with pytest.raises(DeliveryFailed, match=r"The target hasty \(hasty_0_.*\) failed: ZeroDivisionError") as caught:
        await target.deliver(CONTACT, "key", NOWHERE)
    assert (caught.value.outcome, caught.value.worth_retrying) == ("extension", False)


async def test_a_target_that_hangs_is_given_up(addition: Make) -> None:
    made = addition("Target", "import asyncio\n" + target_text(deliver="await asyncio.sleep(60)"))
    target = GuardedTarget(made, made.made_by(), "here", seconds=0.05)
    with pytest.raises(DeliveryFailed, match=r"it took longer than 0\.05 seconds") as caught:
        await target.deliver(CONTACT, "key", NOWHERE)
    assert caught.value.worth_retrying


async def test_a_target_may_fail_with_any_error_of_ours(addition: Make) -> None:
    text = "from scrapersky.curation_sdk import TryAgain\n" + target_text(
        deliver="(_ for _ in ()).throw(TryAgain('later', outcome='busy'))"
    )
    with pytest.raises(DeliveryFailed, match="later") as caught:
        await made_target(addition("Target", text)).deliver(CONTACT, "key", NOWHERE)
    assert (caught.value.outcome, caught.value.worth_retrying) == ("busy", True)
