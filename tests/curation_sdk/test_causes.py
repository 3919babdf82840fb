"""Errors that differ only in what is one row's own have one signature."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import literal, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from scrapersky.curation_sdk.declaring.table_parts import LONGEST_SIGNATURE, signature

KNOWN = {
    "https://acme.example/a?b=1 answered HTTP 503.": "address answered HTTP 503.",
    "http://www.other.example:8080/ answered HTTP 503.": "address answered HTTP 503.",
    "https://acme.example/ answered HTTP 404.": "address answered HTTP 404.",
    "The site's server failed at https://acme.example/ (HTTP status 502).": (
        "The site's server failed at address (HTTP status #)."
    ),
    "The name acme.example could not be resolved: no such name.": "The name host could not be resolved: no such name.",
    "Could not connect to 93.184.216.34:443: refused.": "Could not connect to host: refused.",
    "The site's robots.txt does not allow https://a.example/x to be fetched.": (
        "The site's robots.txt does not allow address to be fetched."
    ),
    "Took longer than 60 s, the limit for one row.": "Took longer than # s, the limit for one row.",
    "a.example is not asked again before 2026-03-01 12:00:00 UTC: it asked for a pause.": (
        "host is not asked again before # # UTC: it asked for a pause."
    ),
    "acme.example failed 3 times in a row (timeout); the next try is in 1,200 seconds.": (
        "host failed # times in a row (timeout); the next try is in # seconds."
    ),
    "KeyError: 'name'": "KeyError: …",
    'There is no "thing" here': "There is no … here",
    "Google no longer knows the place ChIJN1t_tDeuEmsRUsoyG83frY4; search again.": (
        "Google no longer knows the place id; search again."
    ),
    "There is no row 0199a8c2-6f7b-7cc3-9c1e-2f1f5b0c8a11 in pages.": "There is no row id in pages.",
    "Mail to ana@acme.example was refused": "Mail to address was refused",
    "A line\nand another": "A line and another",
    'An odd " quote': "An odd quote",
    "Widgets need oil.": "Widgets need oil.",
}


async def signature_of(engine: AsyncEngine, message: str | None) -> str | None:
    async with AsyncSession(engine) as session:
        return await session.scalar(select(signature(literal(message))))


@pytest.mark.parametrize(("message", "expected"), KNOWN.items())
async def test_a_signature_keeps_the_cause_only(engine: AsyncEngine, message: str, expected: str) -> None:
    assert await signature_of(engine, message) == expected


async def test_a_signature_is_the_signature_of_itself(engine: AsyncEngine) -> None:
    for expected in KNOWN.values():
        assert await signature_of(engine, expected) == expected


async def test_no_message_has_no_signature(engine: AsyncEngine) -> None:
    assert await signature_of(engine, None) is None


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
@given(message=st.text(alphabet=st.characters(exclude_characters="\x00", exclude_categories=["Cs"]), max_size=3000))
async def test_any_message_has_a_short_signature_that_can_be_quoted(engine: AsyncEngine, message: str) -> None:
    told = await signature_of(engine, message)
    assert told is not None
    assert len(told) <= LONGEST_SIGNATURE
    assert '"' not in told
    assert "\n" not in told
