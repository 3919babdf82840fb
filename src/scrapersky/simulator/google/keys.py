"""API keys: any of the right form is taken; some that are named here are refused, each in its own way."""

import re

from scrapersky.simulator.google.errors import GoogleError, error_reason
from scrapersky.simulator.google.quotas import PROJECT_NUMBER
from scrapersky.simulator.google.tiers import Method

_FORM = re.compile(r"AIza[A-Za-z0-9_-]{35}")


def _key(name: str) -> str:
    return "AIza" + name.ljust(35, "-")


VALID_KEY = _key("simulated")
KEY_WITH_SERVICE_DISABLED = _key("service-disabled")
KEY_WITH_BILLING_DISABLED = _key("billing-disabled")
KEY_WITH_SERVICE_BLOCKED = _key("service-blocked")
KEY_OF_SUSPENDED_CONSUMER = _key("consumer-suspended")


def check_key(key: str | None, method: Method) -> None:
    """Raise what Google answers to a missing, wrong or powerless key."""
    if not key:
        raise GoogleError(
            "PERMISSION_DENIED",
            "Method doesn't allow unregistered callers (callers without established identity)."
            " Please use API Key or other form of API consumer identity to call this API.",
        )
    if _FORM.fullmatch(key) is None:
        raise GoogleError(
            "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", (error_reason("API_KEY_INVALID"),)
        )
    refusal = _refusals(method).get(key)
    if refusal is not None:
        reason, message = refusal
        raise GoogleError("PERMISSION_DENIED", message, (error_reason(reason, consumer=f"projects/{PROJECT_NUMBER}"),))


def _refusals(method: Method) -> dict[str, tuple[str, str]]:
    return {
        KEY_WITH_SERVICE_DISABLED: (
            "SERVICE_DISABLED",
            f"Places API (New) has not been used in project {PROJECT_NUMBER} before or it is disabled.",
        ),
        KEY_WITH_BILLING_DISABLED: (
            "BILLING_DISABLED",
            f"This API method requires billing to be enabled. Please enable billing on project #{PROJECT_NUMBER}.",
        ),
        KEY_WITH_SERVICE_BLOCKED: (
            "API_KEY_SERVICE_BLOCKED",
            f"Requests to this API places.googleapis.com method google.maps.places.v1.Places.{method} are blocked.",
        ),
        KEY_OF_SUSPENDED_CONSUMER: (
            "CONSUMER_SUSPENDED",
            f"Permission denied: Consumer 'project_number:{PROJECT_NUMBER}' has been suspended.",
        ),
    }
