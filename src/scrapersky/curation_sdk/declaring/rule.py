"""A rule: which rows of a workflow are queued or skipped without a click, in which order, and how many."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any


class RuleAction(StrEnum):
    QUEUE = "queue"
    SKIP = "skip"


@dataclass(frozen=True, slots=True)
class Rule:
    """What it says of rows that nobody decided about; the first rule of a workflow that holds for a row decides it.

    `when` is a condition; without one it holds for every row. `at_most` rows are taken `per` row of another table, such
    as pages per domain; `first` says which, as fields (`-score` is the highest first) and conditions, and after
    `enough` of one sort, such as `{"kind": 3}`, others come first. It waits for rows of the workflows in
    `after` that belong to the same group: the best pages of a site are known when all its sitemaps are read.
    """

    name: str
    when: str = ""
    action: RuleAction = RuleAction.QUEUE
    at_most: int | None = None
    per: str | None = None
    first: tuple[str, ...] = ()
    enough: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    after: tuple[str, ...] = ()

    def written(self) -> dict[str, Any]:
        """As a file has it: what is said, and nothing else."""
        values = {
            "name": self.name,
            "when": self.when,
            "action": "" if self.action is RuleAction.QUEUE else self.action.value,
            "at_most": self.at_most,
            "per": self.per,
            "first": list(self.first),
            "enough": dict(self.enough),
            "after": list(self.after),
        }
        return {key: value for key, value in values.items() if value}
