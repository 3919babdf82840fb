"""What can go wrong with curation, and the two ways in which work may say "not now"."""

from collections.abc import Mapping
from datetime import datetime, timedelta


class CurationError(Exception):
    """The root of all errors whose message is meant for the person curating."""

    http_status = 400
    code = "curation_error"
    facts: Mapping[str, object] | None = None

    def __str__(self) -> str:
        return super().__str__() or type(self).__name__


class DeclarationError(CurationError, TypeError):
    """A model or a workflow was declared in a way that cannot work; the message says what to type."""

    code = "declaration"


class TryAgain(CurationError):
    """Raised by `work`: this attempt failed in a way that may pass. Costs an attempt."""

    code = "try_again"

    def __init__(self, reason: str, *, outcome: str = "error", after: timedelta | None = None) -> None:
        super().__init__(reason)
        self.outcome, self.after = outcome, after


class Defer(CurationError):
    """Raised by `work`: not now, and nobody's fault (a paced host, a rate limit, a budget). Costs no attempt."""

    code = "defer"

    def __init__(
        self, reason: str, *, outcome: str = "deferred", after: timedelta | None = None, until: datetime | None = None
    ) -> None:
        super().__init__(reason)
        if (after is None) == (until is None):
            raise DeclarationError("Defer takes one of after=timedelta(…) or until=datetime(…)")
        self.outcome, self.after, self.until = outcome, after, until

    def delay(self) -> timedelta:
        if self.after is not None:
            return max(self.after, timedelta(0))
        assert self.until is not None  # noqa: S101  the constructor saw to it
        return max(self.until - datetime.now(tz=self.until.tzinfo), timedelta(0))


class RowsNotFound(CurationError):
    """None of the rows exists, or none belongs to the tenant."""

    http_status = 404
    code = "not_found"


class CountDrifted(CurationError):
    """The rows that match have changed in number since the person looked."""

    http_status = 409
    code = "count_drifted"

    def __init__(self, expected: int, actual: int) -> None:
        super().__init__(f"You expected {expected:,} rows and {actual:,} match now. Look again, then repeat.")
        self.expected, self.actual = expected, actual
        self.facts = {"expected": expected, "actual": actual}


class BadRequest(CurationError):
    """The request is well formed and still cannot be carried out."""

    http_status = 422
    code = "bad_request"


class LeaseLost(CurationError):
    """This worker's lease is over; its rows belong to others now."""

    code = "lease_lost"
