"""What became of the lines of a file, and of all of them together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from uuid import UUID

from scrapersky.curation_sdk.plurals import plural
from scrapersky.services.imports.ids import IdSet
from scrapersky.services.imports.seeming import SeemingSame

LOSES = "is kept without"


class Verdict(StrEnum):
    """What became of one row. A known one was there already, and nothing had to be changed; one is repeated if a line
    above it is the same row.
    """

    ADDED = "added"
    UPDATED = "updated"
    KNOWN = "known"
    REPEATED = "repeated"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class ImportedRow:
    """One row's result; `line` counts from 1, the header included.

    `reason`: why it, or a part of it, is not kept, or why it is not queued.

    Of a line that several rows were made of, `also` has the others that are new, and `also_there` those that were
    there, of which some are `also_changed`; `brought` are new rows of another table. `text` is what a refused line
    says, `seems` what a new row may be.
    """

    line: int
    verdict: Verdict
    id: UUID | None = None
    reason: str | None = None
    also: Sequence[UUID] = ()
    also_there: Sequence[UUID] = ()
    also_changed: Sequence[UUID] = ()
    brought: Sequence[UUID] = ()
    text: str | None = None
    seems: SeemingSame | None = None

    def beside(self, other: "ImportedRow") -> "ImportedRow":
        """Of one line: the first that is kept, with what is to be said of both."""
        told = "; ".join(dict.fromkeys(filter(None, (self.reason, other.reason)))) or None
        if self.verdict is Verdict.REFUSED:
            return replace(other, reason=told)
        ids, verdict = [other.id] if other.id else [], other.verdict
        return replace(
            self,
            reason=told,
            also=[*self.also, *(ids if verdict is Verdict.ADDED else [])],
            also_there=[*self.also_there, *([] if verdict is Verdict.ADDED else ids)],
            also_changed=[*self.also_changed, *(ids if verdict is Verdict.UPDATED else [])],
            brought=[*self.brought, *other.brought],
        )

    def unless_queued(self, refused: Mapping[UUID, str]) -> "ImportedRow":
        """With why its rows are not queued, of those that are not."""
        rows = [each for each in (self.id, *self.also, *self.also_there) if each]
        told = dict.fromkeys(filter(None, (self.reason, *map(refused.get, rows))))
        return replace(self, reason="; ".join(told) or None)


@dataclass(slots=True)
class Tally:
    """What all lines came to: several may be one row, and one may be several.

    `made` are rows that are new, `there` those that were there before, of which some are `changed`; `repeated` lines
    became a row of one above. `seeming` are new rows that may be there already. `losing` lines are kept without
    something that they say. `businesses` are the new ones that contacts brought with them.
    """

    made: IdSet = field(default_factory=IdSet)
    there: IdSet = field(default_factory=IdSet)
    changed: IdSet = field(default_factory=IdSet)
    businesses: IdSet = field(default_factory=IdSet)
    lines: int = 0
    repeated: int = 0
    seeming: int = 0
    losing: int = 0
    refused: int = 0

    def counted(self, row: ImportedRow) -> ImportedRow:
        """As it is told: a line that repeats one above it is nothing else besides."""
        own = [] if row.id is None else [row.id]
        is_repeated = any(each in self.made or each in self.there for each in own)
        self._count(row, own, is_repeated=is_repeated)
        return replace(row, verdict=Verdict.REPEATED, seems=None) if is_repeated else row

    def _count(self, row: ImportedRow, own: Sequence[UUID], *, is_repeated: bool) -> None:
        self.lines += 1
        self.refused += row.verdict is Verdict.REFUSED
        self.losing += row.verdict is not Verdict.REFUSED and LOSES in (row.reason or "")
        if is_repeated:
            self.repeated += 1
        else:
            self.seeming += row.seems is not None
            (self.made if row.verdict is Verdict.ADDED else self.there).update(own)
        self.made.update(each for each in row.also if each not in self.there)
        self.there.update(each for each in row.also_there if each not in self.made)
        updated = (*own, *row.also_changed) if row.verdict is Verdict.UPDATED else row.also_changed
        self.changed.update(each for each in updated if each in self.there)
        self.businesses.update(row.brought)

    def sums(self) -> dict[str, int]:
        """In rows, each counted once, and the lines that are one with another."""
        rows = {"made": self.made, "there": self.there, "changed": self.changed, "businesses": self.businesses}
        lines = {"repeated": self.repeated, "losing": self.losing, "seeming": self.seeming}
        return {name: len(some) for name, some in rows.items()} | lines

    def in_words(self) -> str:
        """For the history, which says itself how many are new.

        >>> Tally(lines=5, repeated=2, losing=1, refused=1).in_words()
        'of 5 lines: 2 lines repeat ones above them, 1 line loses values, 1 refused'
        """
        parts = [
            f"{len(self.there):,} there already" if self.there else "",
            f"{self.seeming:,} that may be there already" if self.seeming else "",
            plural(self.repeated, "line repeats one above it", "lines repeat ones above them") if self.repeated else "",
            plural(self.losing, "line loses values", "lines lose values") if self.losing else "",
            f"{self.refused:,} refused" if self.refused else "",
            f"{plural(len(self.businesses), 'new business', 'new businesses')} with them" if self.businesses else "",
        ]
        told = ", ".join(filter(None, parts))
        return f"of {plural(self.lines, 'line')}{f': {told}' if told else ''}"
