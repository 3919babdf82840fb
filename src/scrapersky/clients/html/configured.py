"""The stores of HTML that an installation has set up."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import yarl

from scrapersky.clients.html.folder import HtmlFolder
from scrapersky.clients.html.store import HtmlStores, InRow, OuterHtmlStore
from scrapersky.config.settings import Settings
from scrapersky.errors import ScraperSkyError


class BucketNotSetUp(ScraperSkyError):
    """HTML is to go into a bucket, and what leads to it is not all there."""


@asynccontextmanager
async def open_shelves(settings: Settings) -> AsyncIterator[dict[str, OuterHtmlStore]]:
    """The stores beside the database, by the value of HTML_STORE that chooses them."""
    folder = HtmlFolder(settings.html_folder or settings.scrapersky_data / "pages")
    if not settings.html_bucket:
        if settings.html_store == "bucket":
            raise BucketNotSetUp("HTML_STORE is bucket: set HTML_BUCKET and what leads to it as well.")
        yield {"folder": folder}
        return
    # Here, since the library is 15 MB that only a bucket needs, and it starts threads that a fork would lose.
    from scrapersky.clients.html.bucket import BucketKey, open_bucket  # noqa: PLC0415

    key_id, secret, token = settings.html_bucket_key_id, settings.html_bucket_secret, settings.html_bucket_token
    if (key_id is None) is not (secret is None):
        raise BucketNotSetUp("HTML_BUCKET_KEY_ID and HTML_BUCKET_SECRET are set together, or neither.")
    passing = token.get_secret_value() if token else None
    key = BucketKey(key_id, secret.get_secret_value(), passing) if key_id and secret else None
    bucket = open_bucket(settings.html_bucket, _endpoint(settings), settings.html_bucket_region, key)
    yield {"folder": folder, "bucket": bucket}


def stores(settings: Settings, shelves: dict[str, OuterHtmlStore]) -> HtmlStores:
    """New pages go where HTML_STORE says; older ones are found wherever they were put."""
    return HtmlStores(shelves.get(settings.html_store, InRow()), tuple(shelves.values()))


def _endpoint(settings: Settings) -> str:
    endpoint = yarl.URL(settings.html_bucket_endpoint)
    if endpoint.scheme not in {"http", "https"} or not endpoint.raw_host or endpoint.query_string:
        raise BucketNotSetUp("HTML_BUCKET_ENDPOINT is given as https://host or https://host:port, without the bucket.")
    return str(endpoint).rstrip("/")
