"""How far a search has come: which cells were looked at, which are left, and how much there is in all.

A saturated cell is split in four, and only that. The ids it showed are a sample of what it holds: where they turn up
again among its quarters tells how much lies in those not looked at yet.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from typing import Any, Self

QUARTERS = "0123"
DEEPEST = 14
PROBES_AT_LEAST = 60
PROBES_PER_RESULT = 2


@dataclass(slots=True)
class Survey:
    """Kept as JSON between the parts of a search. Whole branches are summed up, so that it stays small.

    `samples` has, for each saturated cell with open quarters, the ids seen and the quarter each turned up in; `sums`
    how much a cell holds that was seen to the end; `to_list` the cells to be read in full and how much is in them.
    """

    run: int
    limit: int | None = None
    cap: int | None = None
    to_probe: list[str] = field(default_factory=list)
    to_list: list[tuple[str, int]] = field(default_factory=list)
    samples: dict[str, dict[str, str]] = field(default_factory=dict)
    sums: dict[str, int] = field(default_factory=dict)
    probes: int = 0
    cells: int = 0
    saturated: int = 0
    found: int = 0
    available: int = 0
    listed_share: float = 0.0
    cost_micros: int = 0

    @classmethod
    def begin(cls, run: int, *, limit: int | None, cap: int | None, cost_micros: int) -> Self:
        """A source without a cap is read at once; it has nothing to hide."""
        survey = cls(run, limit, cap, cost_micros=cost_micros)
        if cap is None:
            survey.to_list = [("", 0)]
        else:
            survey.to_probe = [""]
        return survey

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Self:
        return cls(**{**kept, "to_list": [(path, count) for path, count in kept["to_list"]]})

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def is_full(self) -> bool:
        return self.limit is not None and self.found >= self.limit

    @property
    def may_probe(self) -> bool:
        """A limited search looks around as far as it takes to know what share it found, and no further."""
        if not self.to_probe:
            return False
        if self.limit is None:
            return True
        expected = self.found + _total(self.to_list)
        return self.probes < PROBES_AT_LEAST + PROBES_PER_RESULT * self.limit or expected < self.limit

    @property
    def may_list(self) -> bool:
        """With a limit the cells are chosen when all are known, lest everything lie in one corner."""
        return bool(self.to_list) and not self.is_full and (self.limit is None or not self.may_probe)

    @property
    def is_done(self) -> bool:
        return not self.may_probe and not self.may_list

    @property
    def remaining(self) -> int | None:
        return None if self.limit is None else max(0, self.limit - self.found)

    def take_probe(self) -> str:
        return self.to_probe.pop()

    def take_listings(self, most: int) -> list[tuple[str, int]]:
        """Cells to read together: no more than bring what is still wanted."""
        if self.limit is not None:
            self.to_list.sort(key=lambda cell: blake2b(cell[0].encode()).digest())
        taken: list[tuple[str, int]] = []
        while self.to_list and len(taken) < most and (self.remaining is None or _total(taken) < self.remaining):
            taken.append(self.to_list.pop())
        return taken

    def probed(self, path: str, ids: tuple[str, ...], new: int, requests: int, *, is_saturated: bool) -> list[str]:
        """Note what a probe saw, of which `new` ids are to be read. Returns the quarters to look at next."""
        self.cells += 1
        self.probes += requests
        self._locate(path, ids)
        is_root_enough = path == "" and self.limit is not None and self.cap is not None and self.limit <= self.cap
        if is_saturated and is_root_enough:
            self.to_list.append((path, len(ids)))
        if is_saturated and len(path) < DEEPEST:
            self.samples[path] = dict.fromkeys(ids, "")
            return [path + digit for digit in QUARTERS]
        self.saturated += is_saturated
        if new and not self._reads_root_only:
            self.to_list.append((path, len(ids)))
        elif not new:
            self.found += len(ids)
        self._sum_up(path, len(ids))
        return []

    @property
    def _reads_root_only(self) -> bool:
        """So few are wanted that the best of the whole area will do."""
        return self.limit is not None and self.cap is not None and self.limit <= self.cap and "" in self.samples

    def outside(self, path: str) -> None:
        """The quarter has no part in the area that was asked for."""
        self.listed_share += 4.0 ** -len(path)
        if self.cap is not None:
            self._sum_up(path, 0)

    def listed(self, path: str, places: int, kept: int, cost_micros: int) -> None:
        self.cells += self.cap is None
        self.found += kept
        self.available += places
        self.listed_share += 4.0 ** -len(path)
        self.cost_micros += cost_micros

    def estimate(self) -> float:
        """How much there is in all, as far as one can tell."""
        if self.cap is None:
            return self.available / self.listed_share if self.listed_share else 0.0
        known = self._estimate("")
        return max(float(self.found), known if known is not None else float(self._least()))

    def coverage(self) -> float | None:
        """The share found. None while nothing was seen at all."""
        if not self.cells:
            return None
        estimated = self.estimate()
        return min(1.0, self.found / estimated) if estimated else 1.0

    @property
    def saturated_left(self) -> int:
        """Cells that hold more than was told and were not looked into."""
        unopened = [path for path in self.samples if not any(path + digit in self._seen for digit in QUARTERS)]
        return self.saturated + len(unopened)

    @property
    def _seen(self) -> set[str]:
        return {*self.samples, *self.sums}

    def _locate(self, path: str, ids: tuple[str, ...]) -> None:
        for length in range(len(path)):
            sample = self.samples.get(path[:length])
            if sample is not None:
                sample |= {found: path[length] for found in ids if sample.get(found) == ""}

    def _sum_up(self, path: str, count: int) -> None:
        self.sums[path] = count
        while path:
            parent = path[:-1]
            quarters = [parent + digit for digit in QUARTERS]
            if not all(quarter in self.sums for quarter in quarters):
                return
            self.sums[parent] = sum(self.sums.pop(quarter) for quarter in quarters)
            self.samples.pop(parent, None)
            path = parent

    def _estimate(self, path: str) -> float | None:
        if path in self.sums:
            return float(self.sums[path])
        sample = self.samples.get(path)
        if sample is None:
            return None
        estimates = {digit: self._estimate(path + digit) for digit in QUARTERS}
        known = sum(estimate for estimate in estimates.values() if estimate is not None)
        hits = sum(1 for digit in sample.values() if digit and estimates[digit] is not None)
        if not hits or not known:
            return None
        return max(known * len(sample) / hits, known)

    def _least(self) -> int:
        """With nothing seen to its end, what was seen is the least there can be."""
        return sum(self.sums.values()) + len({found for sample in self.samples.values() for found in sample})


def _total(cells: list[tuple[str, int]]) -> int:
    return sum(count for _, count in cells)
