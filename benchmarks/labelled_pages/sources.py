"""Where labelled pages come from: written by hand, made of patterns, or a corpus of others that is not kept here."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.extract.labelled.people_pages import labelled_pages as people_pages
from tests.extract.labelled.people_pages import trap_pages

from benchmarks.labelled_pages.reading import LabelledPage
from scrapersky.extract.encodings.decoding import decode_html
from scrapersky.extract.finding import Kind

WRITTEN = Path("tests/extract/labelled/written_pages.jsonl")
WHOLE = WRITTEN.with_name("whole_pages.jsonl")
CROWDED = WRITTEN.with_name("crowded_pages.jsonl")
ORDINARY = WRITTEN.with_name("ordinary_pages.jsonl")
_LABELS = {
    Kind.EMAIL: "email",
    Kind.PHONE: "phone",
    Kind.FAX: "fax",
    Kind.WHATSAPP: "whatsapp",
    Kind.PERSON: "person",
    Kind.ADDRESS: "street",
    Kind.OPENING_HOURS: "opening_hours",
}
_REAL_LABELS = {Kind.EMAIL: "emails", Kind.PHONE: "phones", Kind.FAX: "fax", Kind.WHATSAPP: "whatsapp"}
_TITLE = re.compile(r"^(dr|mr|mrs|ms|prof)\.? ", re.IGNORECASE)


def written(file: Path = WRITTEN) -> Iterator[LabelledPage]:
    """Pages that were written to be hard by somebody who had not seen the extractors; `unjudged` has no labels."""
    for line in file.read_text("utf-8").splitlines():
        page = json.loads(line)
        wanted = {
            kind: _values(kind, page.get(label, ()))
            for kind, label in _LABELS.items()
            if label not in page.get("unjudged", ())
        }
        roles = {names: role for names, role in page.get("person", ()) if role}
        ignored = frozenset(page.get("either", ()))
        yield LabelledPage(page["url"], page["region"], page["html"], wanted, ignored, roles=roles)


def whole() -> Iterator[LabelledPage]:
    """As `written`, but pages as sites have them, with what stands around the values."""
    yield from written(WHOLE)


def crowded() -> Iterator[LabelledPage]:
    """As `whole`, by another author, and full of what belongs to others: authorities, neighbours, pupils, dishes."""
    yield from written(CROWDED)


def ordinary() -> Iterator[LabelledPage]:
    """By a third author, who aimed at nothing but what occurs: pages of small firms in 63 countries."""
    yield from written(ORDINARY)


def _values(kind: Kind, labels: list[Any]) -> tuple[str, ...]:
    return tuple(label[0] if kind is Kind.PERSON else label for label in labels)


def people() -> Iterator[LabelledPage]:
    for page in (*people_pages(), *trap_pages()):
        yield LabelledPage(page.url, None, page.html, {Kind.PERSON: tuple(names for names, _ in page.own)})


def real(folder: Path) -> Iterator[LabelledPage]:
    """Pages of real small businesses that people have labelled: a folder with `cases/realsites.jsonl` and its pages.

    Weeks are not judged: people write the same one in many ways.
    """
    for line in (folder / "cases/realsites.jsonl").read_text("utf-8").splitlines():
        case = json.loads(line)
        own, either = case["own"], case["either"]
        wanted = {kind: tuple(own[name]) for kind, name in _REAL_LABELS.items()}
        wanted[Kind.PERSON] = tuple(names for names, _ in own["people"])
        wanted[Kind.ADDRESS] = tuple(street for street, *_ in own["addresses"])
        ignored = frozenset(value for name in (*_REAL_LABELS.values(), "people", "addresses") for value in either[name])
        roles = {names: role for names, role in own["people"] if role}
        html = (folder / case["file"]).read_text("utf-8", "replace")
        yield LabelledPage(case["url"], case["region"], html, wanted, ignored, roles=roles)


def webstruct(folder: Path) -> Iterator[LabelledPage]:
    """The contact pages of webstruct with their labels: a folder with `cases` and what these name.

    All addresses and numbers on a page are labelled, whosever they are. Its Dutch pages have no labels to judge by.
    """
    cases = folder / "cases/contact_pages_webstruct_gold.jsonl"
    for line in cases.read_text("utf-8").splitlines():
        case = json.loads(line)
        if case["corpus"] != "nl":
            yield _webstruct_page(case, decode_html((folder / case["input"]).read_bytes(), None).text)


def _webstruct_page(case: dict[str, Any], html: str) -> LabelledPage:
    names = (_TITLE.sub("", name) for name in case["per"])
    numbers = (re.sub(r"\D", "", number) for number in case["tel_raw_unparsed"])
    return LabelledPage(
        case["base_url"] or "",
        case["region"],
        html,
        {
            Kind.EMAIL: tuple(case["email"]),
            Kind.PHONE: tuple(case["tel"]),
            Kind.PERSON: tuple({name.lower(): name for name in names if " " in name.strip()}.values()),
        },
        ignored=frozenset(case["fax"]),
        ignored_ends=tuple(number[-6:] for number in numbers if number),
        any_owner=frozenset((Kind.EMAIL, Kind.PHONE)),
        site="" if case["base_url"] else case["id"],
    )
