"""What can go wrong with curation, and the two ways in which work may say "not now"."""

import re
from collections.abc import Mapping
from datetime import datetime, timedelta

from scrapersky.curation_sdk.plurals import plural


class CurationError(Exception):
    """The root of all errors whose message is meant for the person curating.

    Raised by `work` or `save` it is the row's Error, unless it is worth retrying and attempts are left. One that costs
    no attempt puts the row back until `retry_after` is over, however often. What `work` had achieved by then can be
    `kept`: it is given to `save` like a result, and the row goes on from there. One that `completes` the row ends it as
    if `work` had returned Nothing for that reason. One that always says the same has it as its `message`.

    `code` is what programs know it by: the name of its class (`LastAdmin` is `last_admin`), unless the class says
    otherwise. What derives from an error shares its code, save from a root that only gathers errors.
    """

    http_status = 400
    code = "curation_error"
    message: str = ""
    outcome: str = "error"
    worth_retrying: bool = False
    costs_attempt: bool = True
    completes: bool = False
    retry_after: timedelta | None = None
    facts: Mapping[str, object] | None = None
    kept: object = None
    _is_root = True

    def __init_subclass__(cls, *, is_root: bool = False) -> None:
        if "code" not in vars(cls) and cls._is_root:
            cls.code = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", cls.__name__).lower()
        cls._is_root = is_root

    def __str__(self) -> str:
        return super().__str__() or self.message or type(self).__name__


class DeclarationError(CurationError, TypeError):
    """A model or a workflow was declared in a way that cannot work; the message says what to type."""

    code = "declaration"


class TryAgain(CurationError):
    """Raised by `work`: this attempt failed in a way that may pass. Costs an attempt."""

    worth_retrying = True

    def __init__(self, reason: str, *, outcome: str = "error", after: timedelta | None = None) -> None:
        super().__init__(reason)
        self.outcome, self.retry_after = outcome, after


class Defer(CurationError):
    """Raised by `work`: not now, and nobody's fault (a paced host, a rate limit, a budget). Costs no attempt.

    Long work is done in parts: `Defer(…, after=timedelta(0), kept=part)` saves a part and asks for the next turn.
    """

    costs_attempt = False

    def __init__(
        self,
        reason: str,
        *,
        outcome: str = "deferred",
        after: timedelta | None = None,
        until: datetime | None = None,
        kept: object = None,
    ) -> None:
        super().__init__(reason)
        self.kept = kept
        if (after is None) == (until is None):
            raise DeclarationError("Defer takes one of after=timedelta(…) or until=datetime(…)")
        wait = after if until is None else until - datetime.now(tz=until.tzinfo)
        self.outcome, self.retry_after = outcome, wait


class RowsNotFound(CurationError):
    """None of the rows exists, or none belongs to the tenant."""

    http_status = 404
    code = "not_found"


class CountDrifted(CurationError):
    """The rows that match have changed in number since the person looked."""

    http_status = 409

    def __init__(self, expected: int, actual: int) -> None:
        matching = plural(actual, "matches", "match")
        super().__init__(f"You expected {plural(expected, 'row')} and {matching} now. Look again, then repeat.")
        self.expected, self.actual = expected, actual
        self.facts = {"expected": expected, "actual": actual}


class BadRequest(CurationError):
    """The request is well formed and still cannot be carried out."""

    http_status = 422
