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


class AskedInVain(PlaceSourceError):
    """A source that was asked, by its `title`, and `why` nothing came of it: a reason, a setting or a place's id."""

    def __init__(self, title: str, why: str) -> None:
        super().__init__(self.message.format(title=title, why=why))


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


class KeyRefused(AskedInVain):
    """The key itself is never repeated."""

    outcome, message = "bad_key", "{title} does not accept the key in {why}. Check it, then queue this again."


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


class SourceUnreachable(AskedInVain):
    """What would answer is away, or the way there is."""

    worth_retrying = True
    outcome, message = "source_busy", "{title} cannot be reached at the moment: {why}."


class AnswerUnreadable(AskedInVain):
    worth_retrying = True
    outcome, message = "bad_response", "{title} sent an answer that cannot be read: {why}."


class RequestRefused(AskedInVain):
    outcome, message = "refused_request", "{title} refused the request: {why}"


class AreaUnknown(PlaceSourceError):
    http_status = 422
    code = outcome = "unknown_area"

    def __init__(self, name: str) -> None:
        super().__init__(f"Nobody knows where {name[:100]!r} is. Write a city with its state or country.")


class AreaTooLarge(AskedInVain):
    """The source gave up half-way, or sent more than is read; a smaller area may do."""

    outcome, message = "area_too_large", "{title} could not answer for so large an area: {why}"
    worth_retrying = True


class PlaceGone(AskedInVain):
    outcome = "place_gone"
    message = "{title} no longer knows the place {why:.100}; search again to find its successor."
