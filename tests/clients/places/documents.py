"""Answers without a network."""

from scrapersky.clients.fetching.document import FetchedDocument


def document(body: bytes, status: int = 200) -> FetchedDocument:
    return FetchedDocument(
        url="https://example.test/",
        requested_url="https://example.test/",
        status=status,
        headers={},
        body=body,
        content_type="application/json",
        etag=None,
        last_modified=None,
        redirects=(),
        elapsed=0.0,
    )
