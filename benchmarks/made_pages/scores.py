"""How much of what made pages say is read, and how sure that is: F1 by field and part, with bootstrap intervals."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from benchmarks.made_pages.pages import MadePage
from scrapersky.extract.contacts.extraction import extract_contacts
from scrapersky.extract.finding import Kind, Owner

FIELDS = ("emails", "phones", "faxes", "streets", "hours")
_KINDS = {"emails": Kind.EMAIL, "phones": Kind.PHONE, "faxes": Kind.FAX, "hours": Kind.OPENING_HOURS}
_OTHERS = (Owner.WEB_DESIGNER, Owner.OTHER_FIRM)
ROUNDS = 400


@dataclass(frozen=True, slots=True)
class Count:
    right: int
    missed: int
    wrong: int


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read of one page, field by field, and what was not as it should be."""

    page: MadePage
    counts: dict[str, Count]
    faults: tuple[str, ...]


def reading_of(page: MadePage) -> Reading:
    findings = [one for one in extract_contacts(page.html, page.url, page.region).findings if one.owner not in _OTHERS]
    counts, faults = {}, []
    for field in FIELDS:
        wanted: frozenset[str] = getattr(page, field)
        if field == "streets":
            read = frozenset(one.value for one in findings if one.kind is Kind.ADDRESS)
            right = frozenset({street for street in wanted if any(_plain(street) in _plain(one) for one in read)})
            wrong = {one for one in read if not any(_plain(street) in _plain(one) for street in wanted)}
        else:
            read = frozenset(one.value for one in findings if one.kind is _KINDS[field])
            right, wrong = wanted & read, set(read - wanted)
        counts[field] = Count(len(right), len(wanted - right), len(wrong))
        if wanted - right or wrong:
            faults.append(f"{field}: missed {sorted(wanted - right)}, wrong {sorted(wrong)}")
    return Reading(page, counts, tuple(faults))


def _plain(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalnum())


def f1(counts: Iterable[Count]) -> float:
    right = missed = wrong = 0
    for count in counts:
        right, missed, wrong = right + count.right, missed + count.missed, wrong + count.wrong
    return 2 * right / max(1, 2 * right + missed + wrong)


def interval(counts: Sequence[Count], seed: int = 1) -> tuple[float, float]:
    """The middle 95 % of what samples of these pages would give."""
    dice = Random(seed)
    drawn = sorted(f1(dice.choices(counts, k=len(counts))) for _ in range(ROUNDS))
    return drawn[ROUNDS // 40], drawn[-1 - ROUNDS // 40]
