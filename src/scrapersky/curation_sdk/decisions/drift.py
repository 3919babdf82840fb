"""Whether as many rows match as a person saw."""

from scrapersky.curation_sdk.errors import BadRequest, CountDrifted
from scrapersky.curation_sdk.plurals import plural


def refuse_drift(expected: int | None, actual: int) -> None:
    """A few rows more or less are no surprise where there are many; more than 2 %, or 50, is another decision."""
    if expected is None:
        raise BadRequest(
            f"Say how many rows you expect, as expected_count; {plural(actual, 'row matches', 'rows match')} now."
        )
    if abs(actual - expected) > min(50, expected * 0.02):
        raise CountDrifted(expected, actual)
