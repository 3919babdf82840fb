"""What job loops did with the rows they took up, counted."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

from scrapersky.curation_sdk.declaring import Attempt, Ending


@dataclass(slots=True)
class Drained:
    """What one run of a job loop did."""

    claimed: int = 0
    complete: int = 0
    failed: int = 0
    put_back: int = 0
    lost: int = 0

    def in_words(self) -> str:
        """
        >>> Drained(claimed=14, complete=12, failed=1, put_back=1).in_words()
        '14 taken up: 12 complete, 1 failed, 1 back in the queue'
        """
        counts = {
            "complete": self.complete,
            "failed": self.failed,
            "back in the queue": self.put_back,
            "taken away": self.lost,
        }
        ended = ", ".join(f"{count:,} {what}" for what, count in counts.items() if count)
        return f"{self.claimed:,} taken up" + (f": {ended}" if ended else "")

    @property
    def ended(self) -> int:
        return self.complete + self.failed

    def count(self, attempts: Sequence[Attempt]) -> None:
        endings = [attempt.ending for attempt in attempts]
        complete, failed = endings.count(Ending.COMPLETE), endings.count(Ending.ERROR)
        self.complete += complete
        self.failed += failed
        self.put_back += len(endings) - complete - failed

    def add(self, other: "Drained") -> None:
        """
        >>> total = Drained(claimed=2, complete=2)
        >>> total.add(Drained(claimed=3, complete=1, failed=2))
        >>> total
        Drained(claimed=5, complete=3, failed=2, put_back=0, lost=0)
        """
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))
