"""Pages that were written to be hard before anybody tried them: notations of some twenty countries, one thing each."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from scrapersky.extract.contacts.extraction import extract_contacts
from scrapersky.extract.finding import Kind, Owner

PAGES = [json.loads(line) for line in (Path(__file__).parent / "labelled/unseen_pages.jsonl").read_text().splitlines()]
CASES = [(page, name) for page in PAGES for name in page if name not in ("region", "url", "html")]
OWN = (Owner.BUSINESS, Owner.PERSON)
# Whether closed days are told is not what these pages are about.
CLOSED_DAYS = re.compile(r"; \w\w(?:-\w\w)? off")


def values(page: dict[str, Any], kind: Kind) -> list[str]:
    found = extract_contacts(page["html"], page["url"], page["region"]).findings
    return sorted(CLOSED_DAYS.sub("", one.value) for one in found if one.kind is kind and one.owner in OWN)


@pytest.mark.parametrize(("page", "name"), [case for case in CASES if case[1] != "street"])
def test_what_a_page_says_is_read_and_nothing_else(page: dict[str, Any], name: str) -> None:
    assert values(page, Kind(name)) == page[name], page["html"]


@pytest.mark.parametrize("page", [page for page in PAGES if "street" in page])
def test_a_street_is_read_with_its_number(page: dict[str, Any]) -> None:
    written = " ".join(values(page, Kind.ADDRESS))
    assert " ".join(re.findall(r"\w+", page["street"][0])) in " ".join(re.findall(r"\w+", written)), page["html"]
