"""How well people are read from labelled pages: recall and precision, whole and by part, with bootstrap intervals.

`python -m tests.extract.labelled.people_figures` prints them; `-v` lists what is missed and wrong in the even part.
"""

import random
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tests.extract.labelled.people_pages import Labelled, labelled_pages, trap_pages

from scrapersky.extract.contacts.cards import page_contacts
from scrapersky.extract.contacts.extraction import extract_contacts
from scrapersky.extract.finding import Kind, Owner
from scrapersky.extract.folding import folded

_RESAMPLES = 400
_NO_WORD = re.compile(r"\W+")


@dataclass(slots=True)
class PageScore:
    """What was right on one page; `contacts` are the own people that became contacts of their own."""

    page: Labelled
    found: int = 0
    contacts: int = 0
    roles: int = 0
    wrong: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    other_roles: list[str] = field(default_factory=list)


def score(page: Labelled) -> PageScore:
    extraction = extract_contacts(page.html, page.url)
    seen = {
        _plain(one.value): one for one in extraction.findings if one.kind is Kind.PERSON and one.owner is Owner.PERSON
    }
    cards = {_plain(card.name) for card in page_contacts(extraction).cards if card.name}
    result = PageScore(page)
    for names, role in page.own:
        name = next((plain for one in names.split("|") if (plain := _plain(one)) in seen), None)
        if name is None:
            result.missed.append(f"{names}: {role}")
            continue
        finding = seen.pop(name)
        written = finding.fact("role_raw") or finding.fact("role") or ""
        is_role = _plain(role) in _plain(written)
        result.found += 1
        result.contacts += name in cards
        result.roles += is_role
        if not is_role or "@" in written:
            result.other_roles.append(f"{names}: {role!r}, got {written!r}")
    result.wrong = [one.value for one in seen.values()]
    return result


@dataclass(frozen=True, slots=True)
class Figures:
    recall: float
    precision: float
    contact_recall: float
    role_recall: float


def figures(scores: Sequence[PageScore]) -> Figures:
    own = sum(len(one.page.own) for one in scores)
    found, wrong = sum(one.found for one in scores), sum(len(one.wrong) for one in scores)
    return Figures(
        found / max(1, own),
        found / max(1, found + wrong),
        sum(one.contacts for one in scores) / max(1, own),
        sum(one.roles for one in scores) / max(1, found),
    )


def interval(scores: Sequence[PageScore], name: str) -> tuple[float, float]:
    """Where the figure lies in nineteen of twenty samples of as many pages."""
    dice = random.Random(1)
    values = sorted(getattr(figures(dice.choices(scores, k=len(scores))), name) for _ in range(_RESAMPLES))
    return values[_RESAMPLES // 40], values[-_RESAMPLES // 40]


def _plain(text: str) -> str:
    return _NO_WORD.sub(" ", folded(text)).strip()


def _print(title: str, scores: Sequence[PageScore]) -> None:
    whole = figures(scores)
    print(f"{title} ({len(scores)} pages)")  # noqa: T201
    for name in ("recall", "precision", "contact_recall", "role_recall"):
        low, high = interval(scores, name)
        print(f"   {name:15s} {getattr(whole, name):.3f}  [{low:.3f}, {high:.3f}]")  # noqa: T201


def _print_faults(scores: Iterable[PageScore]) -> None:
    for one in scores:
        for fault, values in (("missed", one.missed), ("wrong", one.wrong), ("role", one.other_roles)):
            for value in values:
                print(f"   {one.page.url} {fault} {value}")  # noqa: T201


if __name__ == "__main__":
    scores = [score(page) for page in labelled_pages()]
    parts = [[one for one in scores if one.page.part == part] for part in (0, 1)]
    traps = [score(page) for page in trap_pages()]
    if "-v" in sys.argv:
        _print_faults((*traps, *parts[0]))
    for title, part in (("made pages, even part", parts[0]), ("made pages, odd part", parts[1]), ("traps", traps)):
        _print(title, part)
