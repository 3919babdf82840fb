"""What Google's refusals mean: wait a minute, wait a day, mend the key, or nothing can be done."""

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from scrapersky.clients.places import errors
from scrapersky.clients.places.reading import Json, inner, objects, text

TITLE = "Google Places"
KEY_SETTING = "GOOGLE_PLACES_API_KEY"
_MINUTE, _LONGEST_PAUSE = timedelta(seconds=60), timedelta(hours=25)
_DURATION = re.compile(r"(\d{1,6}(?:\.\d{1,9})?)s")
_PACIFIC = ZoneInfo("America/Los_Angeles")
_ACCESS = {
    "SERVICE_DISABLED": "the Places API (New) is not enabled for the key's project. Enable it in the Cloud console",
    "BILLING_DISABLED": "the key's project has no billing account. Add one in the Cloud console",
    "API_KEY_SERVICE_BLOCKED": "the key is not allowed to use the Places API (New). Change its restrictions",
    "CONSUMER_SUSPENDED": "the key's project is suspended. Ask Google why",
}
_PROJECT = re.compile(r"(?:projects?[ /#]{1,3}|project_number:)\d{1,20}", re.IGNORECASE)


def refusal(status: int, answer: Json, now: datetime) -> errors.PlaceSourceError:
    """The error that an answer other than 200 stands for. Neither key nor project number is in its message."""
    error = inner(answer, "error")
    reasons = {text(detail, "reason"): inner(detail, "metadata") for detail in objects(error, "details")}
    pause = _pause(error)
    if status == 429:
        return _quota(reasons.get("RATE_LIMIT_EXCEEDED", {}), text(error, "message") or "", now, pause)
    if status >= 500:
        return errors.SourceBusy(TITLE, status, pause)
    if "API_KEY_INVALID" in reasons:
        return errors.KeyRefused(TITLE, KEY_SETTING)
    for reason, words in _ACCESS.items():
        if reason in reasons:
            return errors.AccessRefused(f"{TITLE}: {words}, then queue this again.", reason.lower())
    if status in {401, 403}:
        return errors.AccessRefused(f"{TITLE} refused access: {_words(error)}", "blocked")
    return errors.RequestRefused(TITLE, _words(error))


def _pause(error: Json) -> timedelta | None:
    """How long Google asks to wait (google.rpc.RetryInfo), in the notation of a Duration: `12s`, `0.5s`."""
    for detail in objects(error, "details"):
        delay = _DURATION.fullmatch(text(detail, "retryDelay") or "")
        if delay and (text(detail, "@type") or "").endswith("google.rpc.RetryInfo"):
            return min(timedelta(seconds=float(delay[1])), _LONGEST_PAUSE)
    return None


def _quota(metadata: Json, message: str, now: datetime, pause: timedelta | None) -> errors.QuotaExhausted:
    named = f"{text(metadata, 'quota_limit')} {text(metadata, 'quota_unit')} {message}".lower()
    limit = (text(metadata, "quota_limit_value") or "")[:12]
    if "perday" in named or "1/d/" in named or "per day" in named:
        return errors.QuotaExhausted(
            TITLE, "day", limit, now, max(midnight_pacific_after(now), now + (pause or _MINUTE))
        )
    return errors.QuotaExhausted(TITLE, "minute", limit, now, now + (pause or _MINUTE))


def midnight_pacific_after(now: datetime) -> datetime:
    """When Google's day begins, also when the clocks change.

    >>> midnight_pacific_after(datetime.fromisoformat("2026-11-15T10:00:00+00:00")).isoformat()
    '2026-11-16T08:00:00+00:00'
    """
    there = now.astimezone(_PACIFIC)
    midnight = (there + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    return midnight.astimezone(now.tzinfo)


def _words(error: Json) -> str:
    return _PROJECT.sub("the project", text(error, "message") or "it did not say why")[:300]
