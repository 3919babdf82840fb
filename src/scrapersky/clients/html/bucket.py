"""The HTML of pages in a bucket of S3, or of anything that speaks its language."""

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

from obstore.exceptions import BaseError, PermissionDeniedError, UnauthenticatedError
from obstore.store import S3Store

from scrapersky.clients.html import store

if TYPE_CHECKING:
    from obstore.store import S3Credential

PREFIX = "pages/"
LARGEST_ANSWER = 30_000_000
_LISTED_AT_ONCE = 1_000
_LATER = "That may pass, and it is tried again; where it does not, check HTML_BUCKET_ENDPOINT."


@dataclass(frozen=True, slots=True)
class BucketKey:
    """`token` comes with keys that are given for a while."""

    key_id: str
    secret: str = field(repr=False)
    token: str | None = field(default=None, repr=False)

    def credential(self) -> "S3Credential":
        return {"access_key_id": self.key_id, "secret_access_key": self.secret, "token": self.token, "expires_at": None}


@dataclass(frozen=True, slots=True)
class HtmlBucket:
    """Its service is the installation's own choice, as the database's is, and may stand inside our network: it is not
    asked through the fetcher, which goes to strangers only.
    """

    bucket: str
    objects_in: S3Store = field(repr=False)

    @property
    def _scheme(self) -> str:
        return f"s3://{self.bucket}/"

    def holds(self, kept: store.KeptHtml) -> bool:
        return kept.place is not None and kept.place.startswith(self._scheme)

    async def put(self, content_hash: str, packed: bytes) -> store.KeptHtml:
        key = PREFIX + store.object_name(content_hash)
        with _told("take the page"):
            kind = {"Content-Type": "application/zstd"}
            await self.objects_in.put_async(key, packed, attributes=kind, use_multipart=False)
        return store.KeptHtml(place=f"{self._scheme}{key}")

    async def get(self, kept: store.KeptHtml) -> bytes:
        place = kept.place or ""
        key = self._key(place)
        with _told("give the page"):
            try:
                found = await self.objects_in.get_async(key)
            except FileNotFoundError as error:
                raise store.HtmlMissing(place) from error
            if found.meta["size"] > LARGEST_ANSWER:
                raise store.HtmlStoreFailed(f"The bucket has more than {LARGEST_ANSWER:,} bytes for one page.")
            return bytes(await found.bytes_async())

    async def objects(self) -> AsyncIterator[list[store.StoredObject]]:
        listing = self.objects_in.list(PREFIX, chunk_size=_LISTED_AT_ONCE)
        while True:
            with _told("list its pages"):
                chunk = await anext(listing, None)
            if chunk is None:
                return
            yield [
                store.StoredObject(f"{self._scheme}{each['path']}", each["last_modified"])
                for each in chunk
                if store.is_object_name(each["path"].removeprefix(PREFIX))
            ]

    async def remove(self, place: str) -> None:
        key = self._key(place)
        with _told("remove the page"), suppress(FileNotFoundError):
            await self.objects_in.delete_async(key)

    def _key(self, place: str) -> str:
        """A place comes from a row: one that leads to anything but a page is none of ours."""
        key = place.removeprefix(self._scheme)
        if not place.startswith(f"{self._scheme}{PREFIX}") or not store.is_object_name(key.removeprefix(PREFIX)):
            raise store.HtmlElsewhere(place)
        return key


def open_bucket(bucket: str, endpoint: str, region: str, key: BucketKey | None) -> HtmlBucket:
    """Addressed by path, which all of them take. Without a key, by what the machine itself was given: its role, its
    container's or service account's, or the variables that Amazon's own programs read.
    """
    objects_in = S3Store(
        bucket,
        aws_endpoint_url_s3=endpoint,
        region=region,
        virtual_hosted_style_request=False,
        disable_bulk_delete=True,  # not all of them know it
        client_options={"allow_http": True, "connect_timeout": "10s", "timeout": "60s"},
        retry_config={"max_retries": 2, "retry_timeout": timedelta(seconds=30)},
        credential_provider=key.credential if key else None,
    )
    return HtmlBucket(bucket, objects_in)


@contextmanager
def _told(what: str) -> Iterator[None]:
    try:
        yield
    except (BaseError, FileNotFoundError) as error:
        said = str(error).partition("\n\n")[0].rpartition(" - ")[2]
        is_ours = isinstance(error, PermissionDeniedError | UnauthenticatedError | FileNotFoundError)
        advice = "Check HTML_BUCKET, its keys and its region." if is_ours else _LATER
        raise store.HtmlStoreFailed(f"The bucket did not {what}: {' '.join(said[:300].split())}. {advice}") from error
