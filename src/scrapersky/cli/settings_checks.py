"""What `doctor` finds in the settings themselves, before anything starts with them."""

from collections.abc import Iterator

from pydantic import SecretStr

from scrapersky.accounts.tokens import WeakSecret, signing_secret
from scrapersky.clients.fetching.errors import FetchError
from scrapersky.clients.fetching.guard import judge
from scrapersky.config.settings import Settings

SHORTEST_KEY = 16
_MAKE_ONE = "what this prints: openssl rand -hex 32"


def wrong_settings(settings: Settings) -> Iterator[tuple[str, str, str]]:
    """Which setting, what is wrong with it, and what to do. Addresses may carry a key, and are not repeated."""
    try:
        signing_secret(settings)
    except (WeakSecret, OSError) as error:
        yield "JWT_SECRET", str(error), f"Set JWT_SECRET to {_MAKE_ONE}"
    yield from _wrong_webhook("WEBHOOK", settings.webhook_url, settings.webhook_secret)
    yield from _wrong_webhook("ALERT_WEBHOOK", settings.alert_webhook_url, settings.alert_webhook_secret)
    if settings.html_store == "bucket":
        for name in ("html_bucket", "html_bucket_key_id", "html_bucket_secret"):
            if not getattr(settings, name):
                yield name.upper(), "not set, and HTML_STORE is bucket", f"Set {name.upper()}, or another HTML_STORE."


def _wrong_webhook(name: str, address: str | None, secret: SecretStr | None) -> Iterator[tuple[str, str, str]]:
    if address is None:
        return
    try:
        judge(address)
    except FetchError as error:
        remedy = f"Set {name}_URL to an address such as https://crm.example/hook."
        yield f"{name}_URL", f"no public web address ({error.reason})", remedy
    length = len(secret.get_secret_value()) if secret else 0
    if length < SHORTEST_KEY:
        remedy = f"Set {name}_SECRET, here and at the receiver, to {_MAKE_ONE}"
        yield f"{name}_SECRET", f"{length} characters, at least {SHORTEST_KEY} are needed to sign with", remedy
