"""A page and what a reader would take from it, held against what was read; F1 with bootstrap intervals."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha1
from random import Random
from urllib.parse import urlsplit

from scrapersky.extract.contacts.extraction import extract_contacts
from scrapersky.extract.finding import Finding, Kind, Owner
from scrapersky.extract.folding import folded

_OWN = (Owner.BUSINESS, Owner.PERSON)
ROUNDS = 400
PARTS = ("even", "odd")


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """`wanted` has the right values by kind; a kind that is not among them is not judged.

    Ways to write a street, one person's name or role, and weeks of which one is enough, are parted by `|`; `roles` are
    by those names. A street is wanted as part of an address. What is `ignored` is neither right nor wrong, nor is a
    phone number that ends in `ignored_ends`. Of `any_owner`, others' count too.
    """

    url: str
    region: str | None
    html: str
    wanted: Mapping[Kind, tuple[str, ...]]
    ignored: frozenset[str] = frozenset()
    ignored_ends: tuple[str, ...] = ()
    any_owner: frozenset[Kind] = frozenset()
    roles: Mapping[str, str] = field(default_factory=dict)
    site: str = ""
    notes: tuple[str, ...] = field(default=(), compare=False)

    @property
    def part(self) -> str:
        """Decided by the site: `even` may be looked at, `odd` is only measured."""
        domain = self.site or (urlsplit(self.url).hostname or "").removeprefix("www.")
        return PARTS[sha1(domain.encode(), usedforsecurity=False).digest()[-1] % 2]


@dataclass(frozen=True, slots=True)
class Count:
    right: int
    missed: int
    wrong: int


@dataclass(frozen=True, slots=True)
class Reading:
    """The judged findings of a page, each with whether it is right, and the labels that none of them met."""

    page: LabelledPage
    judged: tuple[tuple[Finding, bool], ...]
    missed: tuple[tuple[Kind, str], ...]
    other_roles: tuple[str, ...] = ()
    roles: int = 0

    def count(self, kind: Kind) -> Count:
        right = [is_right for finding, is_right in self.judged if finding.kind is kind]
        return Count(sum(right), sum(one is kind for one, _ in self.missed), right.count(False))

    def faults(self) -> Iterator[str]:
        yield from (f"missed {kind.value} {label}" for kind, label in self.missed)
        yield from (f"wrong {finding.kind.value} {finding.value}" for finding, is_right in self.judged if not is_right)
        yield from (f"role {role}" for role in self.other_roles)


def reading_of(page: LabelledPage) -> Reading:
    findings = [
        finding
        for finding in extract_contacts(page.html, page.url, page.region).findings
        if finding.kind in page.wanted and (finding.owner in _OWN or finding.kind in page.any_owner)
    ]
    judged, roles, left = [], [], {kind: list(labels) for kind, labels in page.wanted.items()}
    for finding in findings:
        label = next((label for label in left[finding.kind] if _meets(finding, label)), None)
        if label is not None:
            left[finding.kind].remove(label)
            judged.append((finding, True))
            roles += [(finding, page.roles[label])] if page.roles.get(label) else []
        elif not _is_ignored(finding, page):
            judged.append((finding, False))
    missed = tuple((kind, label) for kind, labels in left.items() for label in labels)
    others = [
        f"{one.value}: {role!r}, got {_role(one)!r}"
        for one, role in roles
        if not any(_plain(way) in _plain(_role(one)) for way in role.split("|"))
    ]
    return Reading(page, tuple(judged), missed, tuple(others), len(roles))


def _role(person: Finding) -> str:
    return person.fact("role_raw") or person.fact("role") or ""


def _meets(finding: Finding, label: str) -> bool:
    if finding.kind is Kind.PERSON:
        return any(_plain(name) == _plain(finding.value) for name in label.split("|"))
    if finding.kind is Kind.ADDRESS:
        whole = _plain(finding.value).replace(" ", "")
        return any(_plain(way).replace(" ", "") in whole for way in label.split("|"))
    if finding.kind is Kind.OPENING_HOURS:
        return any(_open_days(finding.value) == _open_days(week) for week in label.split(" | "))
    return finding.value.lower() == label.lower()


def _is_ignored(finding: Finding, page: LabelledPage) -> bool:
    values = {finding.value, _plain(finding.value)}
    if finding.kind is Kind.ADDRESS and any(_plain(box) in _plain(finding.value) for box in page.ignored):
        return True
    if finding.kind is Kind.OPENING_HOURS:
        values = {week for week in page.ignored if _open_days(week) == _open_days(finding.value)}
    is_end = finding.kind is Kind.PHONE and finding.value.endswith(page.ignored_ends)
    return is_end or not page.ignored.isdisjoint(values)


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", folded(text)))


def _open_days(hours: str) -> list[str]:
    """Whether closed days are told is not what is judged."""
    return [rule for rule in hours.split("; ") if not rule.endswith(" off")]


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
