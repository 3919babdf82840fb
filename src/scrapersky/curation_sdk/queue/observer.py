"""Who is told what becomes of rows, such as counters and traces. Told by the loop, so nothing here may wait."""

from collections.abc import Sequence

from scrapersky.curation_sdk.declaring import Attempt


class Observer:
    """Hears everything and does nothing about it."""

    asks_who_decided = False
    """Whether to find out, by one more statement for each claim, which decision queued each row."""

    def claimed(self, workflow: str, attempts: Sequence[Attempt], began: float) -> None:
        """Rows were taken up, since `began` on the monotonic clock."""

    def completed(self, workflow: str, attempts: Sequence[Attempt]) -> None:
        """Their endings stand in the database."""

    def lost(self, workflow: str, attempts: Sequence[Attempt]) -> None:
        """These rows were no longer this process's when it wanted to complete them."""

    def lease_lapsed(self) -> None:
        """For a while others took this process for dead."""
