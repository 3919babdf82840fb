"""Extractors of packages: what they find is kept; what is wrong with one is told and stops nothing."""

import asyncio
from collections.abc import Callable

import pytest

from scrapersky.clients.extensions import Extension
from scrapersky.clients.extensions import extractors as asked
from scrapersky.clients.extensions.extractors import (
    MOST_LATE,
    AskedExtractor,
    ExtractorFindings,
    Extractors,
    with_added,
)
from scrapersky.clients.reading.page_bodies import PackedPage, compressed
from scrapersky.clients.reading.readers import Readers
from scrapersky.extract.finding import Finding, Kind, Owner, Way

Make = Callable[[str, str], Extension]
PAGE = "<p>Call us</p>"
URL = "https://acme.example/"
HEAD = """
from scrapersky.extract.finding import Finding, Kind, Owner, Way

def finding(value="+15125550100", kind=Kind.PHONE, confidence=0.9, **more):
    return Finding(kind, value, "raw", Way.TEXT, confidence, "snippet", Owner.BUSINESS, **more)

"""


def packed(html: str = PAGE) -> PackedPage:
    return PackedPage(compressed(html.encode()), "utf-8")


async def look(addition: Extension, seconds: float = 10) -> ExtractorFindings:
    extractors = Extractors([addition], seconds)
    try:
        return await extractors.look_at(packed(), URL, "US", Readers())
    finally:
        await extractors.close()


async def test_what_an_extractor_finds_is_checked_and_signed(addition: Make) -> None:
    text = (
        HEAD
        + "def extract(html, url):\n    print('hello')\n    yield finding('(512) 555-0100', facts=(('line', 'fixed'),))"
    )
    found = await look(addition("extract", text))
    assert found.troubles == ()
    (one,) = found.findings
    assert (one.value, one.kind, one.owner) == ("+15125550100", Kind.PHONE, Owner.BUSINESS)
    assert one.facts == (("extractor", "hasty"), ("line", "fixed"))


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("raise RuntimeError('half finished')", "RuntimeError: half finished"),
        ("raise SystemExit(3)", "its process ended without an answer"),
        ("import os; os._exit(0)", "its process ended without an answer"),
        ("return None", "TypeError: 'NoneType' object is not iterable"),
        ("return ['+15125550100']", "it found str, and extractors find Finding(...)"),
        ("return [finding()] * 201", "it found more than 200 values on one page"),
        ("return [finding('nobody@nowhere', Kind.EMAIL)]", "'nobody@nowhere' is no email"),
        ("return [finding('12345')]", "'12345' is no phone"),
        ("return [finding('javascript:alert(1)', Kind.SOCIAL)]", "'javascript:alert(1)' is no social"),
        ("return [finding('', Kind.PERSON)]", "'' is no person"),
        ("return [finding('x' * 501, Kind.ADDRESS)]", "is no address"),
        ("return [finding('x' * 4_000_000, Kind.ADDRESS)]", "its answer has more than 4 MB"),
        ("return [finding(confidence=7)]", "a confidence is from 0 to 1, and not 7"),
        ("return [finding(confidence=float('nan'))]", "confidence"),
        ("return [finding(7)]", "0.value must be a text"),
        ("return [finding(kind='pigeon')]", "0.kind must be"),
        ("return [finding(facts=7)]", "0.facts"),
        ("return [finding(facts=(('a', object()),))]", "TypeError"),
        ("return [finding('\\ud800', Kind.PERSON)]", "surrogates"),
        ("return (finding() for _ in iter(int, 1))", "it found more than 200 values on one page"),
    ],
)
async def test_an_extractor_that_is_wrong_is_named_and_left_out(addition: Make, body: str, words: str) -> None:
    found = await look(addition("extract", f"{HEAD}def extract(html, url):\n    {body}"))
    assert found.findings == ()
    (trouble,) = found.troubles
    assert trouble.startswith("The extractor hasty (hasty_0_")
    assert words in trouble


async def test_a_pattern_that_never_ends_is_ended_and_the_next_page_is_read(addition: Make) -> None:
    text = f"{HEAD}import re\ndef extract(html, url):\n    re.match(r'(a+)+$', html)\n    yield finding()"
    extractors = Extractors([addition("extract", text)], seconds=1)
    slow = await extractors.look_at(packed("a" * 60 + "!"), URL, "US", Readers())
    assert "it took longer than 1 seconds" in slow.troubles[0]
    fine = await extractors.look_at(packed("fine"), URL, "US", Readers())
    assert (len(fine.findings), fine.troubles) == (1, ())
    for _ in range(MOST_LATE):
        await extractors.look_at(packed("a" * 60 + "!"), URL, "US", Readers())
    benched = await extractors.look_at(packed("fine"), URL, "US", Readers())
    assert "too slow for 3 pages in a row" in benched.troubles[0]
    await extractors.close()


async def test_a_page_waits_only_so_long_for_those_before_it(addition: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asked, "MOST_PAGES_WAITED_FOR", 0)
    extractors = Extractors([addition("extract", f"{HEAD}def extract(html, url):\n    yield finding()")])
    first, second = await asyncio.gather(*(extractors.look_at(packed(), URL, "US", Readers()) for _ in range(2)))
    assert (len(first.findings), first.troubles) == (1, ())
    assert "it was still busy with the pages before this one" in second.troubles[0]
    await extractors.close()


async def test_one_extractor_keeps_no_other_from_its_page(addition: Make) -> None:
    sound = addition("extract", f"{HEAD}def extract(html, url):\n    yield finding()")
    broken = addition("extract", f"{HEAD}def extract(html, url):\n    1 / 0")
    extractors = Extractors([broken, sound])
    pages = await asyncio.gather(*(extractors.look_at(packed(), URL, "US", Readers()) for _ in range(5)))
    assert [(len(found.findings), len(found.troubles)) for found in pages] == [(1, 1)] * 5
    await extractors.close()


async def test_an_import_that_fails_only_there_is_told(addition: Make) -> None:
    made = addition("extract", f"{HEAD}def extract(html, url):\n    yield finding()")
    gone = Extension(made.name, "hasty_that_is_gone:extract")
    assert "ModuleNotFoundError" in (await look(gone)).troubles[0]


async def test_hostile_text_arrives_whole(addition: Make) -> None:
    body = "yield finding(str(len(html)) + ' Oak Street', Kind.ADDRESS)"
    made = addition("extract", f"{HEAD}def extract(html, url):\n    {body}")
    extractor = AskedExtractor(made, 10)
    found = await extractor.look_at("\ud800\x00\n\r\u2028" + "x" * 3_000_000, URL, "US")
    await extractor.close()
    assert found.findings[0].value == "2000000 Oak Street"


def test_what_ours_found_stays_and_is_not_found_twice() -> None:
    ours = Finding(Kind.EMAIL, "info@acme.example", "raw", Way.TEXT, 0.5, "", Owner.BUSINESS)
    same = Finding(Kind.EMAIL, "info@acme.example", "raw", Way.LINK, 1.0, "", Owner.PERSON)
    more = Finding(Kind.EMAIL, "sales@acme.example", "raw", Way.LINK, 1.0, "", Owner.PERSON)
    assert with_added([ours], [same, more, more]) == (ours, more)
