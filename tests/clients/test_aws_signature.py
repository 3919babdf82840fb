"""Signatures are those that Amazon publishes as examples for its own service."""

from datetime import UTC, datetime

import pytest

from scrapersky.clients.html.aws_signature import Signer

SIGNER = Signer("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "us-east-1")
HOST = "examplebucket.s3.amazonaws.com"
THEN = datetime(2013, 5, 24, tzinfo=UTC)


def test_reading_an_object_is_signed_as_published() -> None:
    sent = SIGNER.signed("GET", HOST, "/test.txt", THEN, headers={"Range": "bytes=0-9"})
    assert sent["Authorization"] == (
        "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"
        "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,"
        "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
    )


def test_writing_an_object_is_signed_as_published() -> None:
    headers = {"Date": "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY"}
    sent = SIGNER.signed("PUT", HOST, "/test%24file.text", THEN, headers=headers, body=b"Welcome to Amazon S3.")
    assert sent["Authorization"].endswith("98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd")


def test_a_listing_is_signed_as_published() -> None:
    sent = SIGNER.signed("GET", HOST, "/", THEN, query={"prefix": "J", "max-keys": "2"})
    assert sent["Authorization"].endswith("34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7")


@pytest.mark.parametrize("changed", [{"method": "DELETE"}, {"path": "/b"}, {"body": b"x"}, {"query": {"a": "1"}}])
def test_a_signature_holds_for_nothing_else(changed: dict[str, object]) -> None:
    asked: dict[str, object] = {"method": "GET", "host": HOST, "path": "/a", "now": THEN}
    first = SIGNER.signed(**asked)["Authorization"]  # type: ignore[arg-type]  # built from parts
    assert SIGNER.signed(**(asked | changed))["Authorization"] != first  # type: ignore[arg-type]  # as above


def test_the_secret_is_not_in_what_is_sent_or_shown() -> None:
    sent = SIGNER.signed("GET", HOST, "/", THEN)
    assert SIGNER.secret not in str(sent)
    assert SIGNER.secret not in repr(SIGNER)
