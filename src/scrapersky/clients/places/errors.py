"""What can go wrong with a place source, as a tree.

PlaceSourceError
├── EmptyPhrase            empty_phrase: nothing to look for, or nowhere to look
├── UnknownSource          unknown_source
├── SourceNotConfigured    not_configured: a key or a file is missing
├── KeyRefused             bad_key
├── AccessRefused          service_disabled, billing_disabled, …
├── QuotaExhausted         quota: put off until the minute or the day is over
├── BudgetUsedUp           budget: put off until there is money again
├── SourceBusy             source_busy: may pass
├── SourceUnreachable      source_busy: may pass
├── AnswerUnreadable       bad_response
├── RequestRefused         refused_request
├── AreaUnknown            unknown_area
├── AreaTooLarge           area_too_large: the cell is split
└── PlaceGone              place_gone
"""

from datetime import datetime, timedelta

from scrapersky.errors import ScraperSkyError


class PlaceSourceError(ScraperSkyError):
    """A place source could not, or would not, answer."""

    code = "place_source"


class EmptyPhrase(PlaceSourceError):
    """The phrase does not say what to look for, or not where."""

    http_status = 422
    code = outcome = "empty_phrase"


class UnknownSource(PlaceSourceError):
    http_status = 422
    code = outcome = "unknown_source"

    def __init__(self, name: str, known: list[str]) -> None:
        super().__init__(f"There is no place source {name[:40]!r}; there are: {', '.join(known)}.")


class SourceNotConfigured(PlaceSourceError):
    http_status = 422
    code = outcome = "not_configured"


class KeyRefused(PlaceSourceError):
    """The key itself is never repeated."""

    outcome = "bad_key"

    def __init__(self, title: str, setting: str) -> None:
        super().__init__(f"{title} does not accept the key in {setting}. Check it, then queue this again.")


class AccessRefused(PlaceSourceError):
    """The key is good, and its project may not ask this."""

    def __init__(self, message: str, outcome: str) -> None:
        super().__init__(message)
        self.outcome = outcome


class QuotaExhausted(PlaceSourceError):
    """Nobody's fault: the row goes on by itself when the minute or the day is over."""

    outcome = "quota"
    costs_attempt = False

    def __init__(self, title: str, window: str, limit: str, now: datetime, until: datetime) -> None:
        allowed = f" ({limit} requests a {window})" if limit else ""
        super().__init__(
            f"{title}: the quota of the {window} is used up{allowed}."
            f" Goes on by itself at {until:%Y-%m-%d %H:%M:%S} UTC."
        )
        self.window, self.until, self.retry_after = window, until, until - now


class BudgetUsedUp(PlaceSourceError):
    """The row stays queued and looks again now and then: somebody may raise the budget, and a month ends."""

    outcome = "budget"
    costs_attempt = False
    retry_after = timedelta(minutes=15)

    def __init__(self, message: str, *, is_of_search: bool = False) -> None:
        super().__init__(message)
        self.is_of_search = is_of_search


class SourceBusy(PlaceSourceError):
    worth_retrying = True
    outcome = "source_busy"

    def __init__(self, title: str, status: int, retry_after: timedelta | None = None) -> None:
        super().__init__(f"{title} cannot answer at the moment (HTTP {status}).")
        if retry_after is not None:
            self.retry_after = retry_after


class SourceUnreachable(PlaceSourceError):
    """What would answer is away, or the way there is."""

    worth_retrying = True
    outcome = "source_busy"

    def __init__(self, title: str, why: str) -> None:
        super().__init__(f"{title} cannot be reached at the moment: {why}.")


class AnswerUnreadable(PlaceSourceError):
    worth_retrying = True
    outcome = "bad_response"

    def __init__(self, title: str, why: str) -> None:
        super().__init__(f"{title} sent an answer that cannot be read: {why}.")


class RequestRefused(PlaceSourceError):
    outcome = "refused_request"

    def __init__(self, title: str, why: str) -> None:
        super().__init__(f"{title} refused the request: {why}")


class AreaUnknown(PlaceSourceError):
    http_status = 422
    code = outcome = "unknown_area"

    def __init__(self, name: str) -> None:
        super().__init__(f"Nobody knows where {name[:100]!r} is. Write a city with its state or country.")


class AreaTooLarge(PlaceSourceError):
    """The source gave up half-way, or sent more than is read; a smaller area may do."""

    outcome = "area_too_large"
    worth_retrying = True

    def __init__(self, title: str, why: str) -> None:
        super().__init__(f"{title} could not answer for so large an area: {why}")


class PlaceGone(PlaceSourceError):
    outcome = "place_gone"

    def __init__(self, title: str, place_id: str) -> None:
        super().__init__(f"{title} no longer knows the place {place_id[:100]}; search again to find its successor.")
