"""The stores of HTML that an installation has set up."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import yarl

from scrapersky.clients.html.aws_signature import Signer
from scrapersky.clients.html.bucket import HtmlBucket, make_session
from scrapersky.clients.html.folder import HtmlFolder
from scrapersky.clients.html.store import HtmlStores, InRow, OuterHtmlStore
from scrapersky.config.settings import Settings
from scrapersky.errors import ScraperSkyError


class BucketNotSetUp(ScraperSkyError):
    """HTML is to go into a bucket, and what leads to it is not all there."""

    code = "bucket_not_set_up"


@asynccontextmanager
async def open_shelves(settings: Settings) -> AsyncIterator[dict[str, OuterHtmlStore]]:
    """The stores beside the database, by the value of HTML_STORE that chooses them."""
    folder = HtmlFolder(settings.html_folder or settings.scrapersky_data / "pages")
    if not settings.html_bucket:
        if settings.html_store == "bucket":
            raise BucketNotSetUp("HTML_STORE is bucket: set HTML_BUCKET, HTML_BUCKET_ENDPOINT and its keys as well.")
        yield {"folder": folder}
        return
    async with make_session() as session:
        bucket = HtmlBucket(_endpoint(settings), settings.html_bucket, _signer(settings), session)
        yield {"folder": folder, "bucket": bucket}


def stores(settings: Settings, shelves: dict[str, OuterHtmlStore]) -> HtmlStores:
    """New pages go where HTML_STORE says; older ones are found wherever they were put."""
    return HtmlStores(shelves.get(settings.html_store, InRow()), tuple(shelves.values()))


def _endpoint(settings: Settings) -> yarl.URL:
    endpoint = yarl.URL(settings.html_bucket_endpoint)
    if endpoint.scheme not in {"http", "https"} or not endpoint.raw_host or endpoint.query_string:
        raise BucketNotSetUp("HTML_BUCKET_ENDPOINT is given as https://host or https://host:port, without the bucket.")
    return endpoint


def _signer(settings: Settings) -> Signer:
    if not settings.html_bucket_key_id or settings.html_bucket_secret is None:
        raise BucketNotSetUp("HTML_BUCKET needs HTML_BUCKET_KEY_ID and HTML_BUCKET_SECRET.")
    secret = settings.html_bucket_secret.get_secret_value()
    return Signer(settings.html_bucket_key_id, secret, settings.html_bucket_region)
