"""What can go wrong when a contact is handed over."""

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from datetime import timedelta
from typing import Self
from urllib.parse import urlsplit

from scrapersky.clients.fetching.errors import AddressRefused, FetchError, PortRefused, UrlRefused
from scrapersky.clients.fetching.guard import WEB_PORTS, OwnServices, judge
from scrapersky.curation_sdk.errors import CurationError
from scrapersky.errors import ScraperSkyError

# RFC 9110 and the draft on Idempotency-Key: too early, too many, or the first copy of this request is still in work.
_PASSING_STATUSES = frozenset({408, 409, 423, 425, 429})
_ADDRESS = re.compile(r"(https?://)[^\s'\"]*?([:.,;]?)(?=[\s'\"]|$)")


class DeliveryFailed(ScraperSkyError):
    """A target did not take a contact. `kept` is what was handed over to other targets before."""

    code = "delivery"
    kept: object = None

    def __init__(
        self,
        message: str,
        *,
        outcome: str,
        worth_retrying: bool = False,
        retry_after: timedelta | None = None,
        costs_attempt: bool = True,
    ) -> None:
        super().__init__(message)
        self.outcome, self.worth_retrying = outcome, worth_retrying
        self.retry_after, self.costs_attempt = retry_after, costs_attempt

    @classmethod
    def like(cls, error: CurationError, message: str) -> Self:
        """As passing as another error is."""
        return cls(
            message,
            outcome=error.outcome,
            worth_retrying=error.worth_retrying,
            retry_after=error.retry_after,
            costs_attempt=error.costs_attempt,
        )


def not_set_up(target: str, what_to_do: str) -> DeliveryFailed:
    return DeliveryFailed(f"{target} is not set up: {what_to_do}", outcome="not_set_up")


def unreachable(target: str, setting: str, error: FetchError) -> DeliveryFailed:
    """The request got no answer. Addresses inside our own network are refused before anything is sent."""
    refused = why_unusable(error.url) or _why(error) if isinstance(error, UrlRefused) else None
    why = f"{setting} cannot be used: {refused}" if refused else hosts_only(str(error))
    return DeliveryFailed.like(error, f"{target} could not be reached. {why}")


_SET_BY_OPERATORS = (
    "That is a setting of the environment: whoever runs ScraperSky sets it where it is started, and starts it again."
)


def why_unusable(address: str, own: OwnServices = frozenset()) -> str | None:
    """Why nothing is handed over there, in one reason and what to do. The address is not repeated: it may be a secret.

    Braces stand for what a contact fills in.

    >>> why_unusable("http://localhost:9000/hook")[:67]
    'localhost is not on the public internet, and nobody reaches into th'
    >>> why_unusable("https://crm.example:8443/hook")[:82]
    'crm.example has port 8443, and only 80 and 443 are contacted. Let OWN_SERVICES nam'
    >>> why_unusable("http://localhost:9000/hook", {("localhost", 9000)}) is None
    True
    """
    address = address.replace("{", "").replace("}", "")
    refusal = _refusal(address, WEB_PORTS, own)
    if isinstance(refusal, PortRefused):
        refusal = _refusal(address, {refusal.port}, own) or refusal
    return _why(refusal) if refusal else None


def _refusal(address: str, ports: AbstractSet[int], own: OwnServices) -> UrlRefused | None:
    try:
        judge(address, ports=ports, own=own)
    except UrlRefused as refusal:
        return refusal
    return None


def _why(error: UrlRefused) -> str:
    if isinstance(error, PortRefused):
        host = urlsplit(error.url).hostname
        return (
            f"{host} has port {error.port}, and only 80 and 443 are contacted. Let OWN_SERVICES name it:"
            f" {host}:{error.port}. {_SET_BY_OPERATORS}"
        )
    if isinstance(error, AddressRefused):
        return (
            f"{error.host} is not on the public internet, and nobody reaches into this network unless its operator"
            f" says so. Let OWN_SERVICES name the host and its port: {urlsplit(error.url).netloc}. {_SET_BY_OPERATORS}"
        )
    return f"it is no web address such as https://crm.example/hook ({error.reason})."


def refused(target: str, status: int, said: str, retry_after: timedelta | None, setting: str) -> DeliveryFailed:
    """The target answered, and not with yes. One that has too much to do is waited for, however often it says so."""
    is_passing = status in _PASSING_STATUSES or status >= 500
    return DeliveryFailed(
        f"{target} {_in_words(status)}{f': {said}' if said else ''}. {_advice(status, setting, is_passing=is_passing)}",
        outcome=f"http_{status}",
        worth_retrying=is_passing,
        retry_after=retry_after,
        costs_attempt=status != 429,
    )


def as_one(failures: Sequence[DeliveryFailed]) -> DeliveryFailed:
    """What several targets' failures mean together: who says that it is too much never keeps quiet who says no.

    A failure that costs an attempt decides, of those one that may pass; the others are told behind it.
    """
    first, *others = sorted(failures, key=lambda each: (not each.costs_attempt, not each.worth_retrying))
    if not others:
        return first
    joined = DeliveryFailed.like(first, " ".join(map(str, (first, *others))))
    joined.__cause__ = first
    return joined


def _in_words(status: int) -> str:
    return f"answered HTTP {status}" if status >= 500 or status < 400 else f"refused the contact with HTTP {status}"


def _advice(status: int, setting: str, *, is_passing: bool) -> str:
    if is_passing:
        return "That may pass."
    if status in (401, 403):
        return f"Check {setting}."
    if 300 <= status < 400:
        return f"Redirects are not followed: set {setting} to where it leads."
    return "Trying again would change nothing."


def hosts_only(words: str) -> str:
    """Paths and queries of webhooks are often secrets themselves, and rows that fail are seen by many.

    >>> hosts_only("Could not reach http://ann:pw@hooks.example:81/T0/secret: refused")
    'Could not reach http://hooks.example: refused'
    >>> hosts_only("Could not reach http://[hooks.example]/T0/secret, which is no address")
    'Could not reach http://, which is no address'
    """
    return _ADDRESS.sub(lambda found: f"{found[1]}{_host(found[0])}{found[2]}", words)


def _host(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:  # brackets around what is no number
        return ""
