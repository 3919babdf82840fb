"""The HTML of pages in a bucket of S3, or of anything that speaks its language."""

from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from io import BytesIO
from urllib.parse import quote
from xml.parsers.expat import ExpatError, ParserCreate

import aiohttp
import yarl

from scrapersky.clients.html.aws_signature import Signer, query_string
from scrapersky.clients.html.store import (
    HtmlElsewhere,
    HtmlMissing,
    HtmlStoreFailed,
    KeptHtml,
    StoredObject,
    is_object_name,
    object_name,
)

PREFIX = "pages/"
LARGEST_ANSWER = 30_000_000
_SECONDS = aiohttp.ClientTimeout(total=60, connect=10)


@dataclass(frozen=True, slots=True)
class HtmlBucket:
    """Addressed by path (`endpoint/bucket/key`), which all of them take.

    Its endpoint is the installation's own choice, as the database's is, and may stand inside our network: it is not
    asked through the fetcher, which goes to strangers only.
    """

    endpoint: yarl.URL
    bucket: str
    signer: Signer = field(repr=False)
    session: aiohttp.ClientSession = field(repr=False)
    now: Callable[[], datetime] = lambda: datetime.now(UTC)

    @property
    def _scheme(self) -> str:
        return f"s3://{self.bucket}/"

    def holds(self, kept: KeptHtml) -> bool:
        return kept.place is not None and kept.place.startswith(self._scheme)

    async def put(self, content_hash: str, packed: bytes) -> KeptHtml:
        key = PREFIX + object_name(content_hash)
        headers = {"Content-Type": "application/zstd"}
        status, said = await self._ask("PUT", key, headers=headers, body=packed)
        if status != 200:
            raise _refused("take", status, said)
        return KeptHtml(place=f"{self._scheme}{key}")

    async def get(self, kept: KeptHtml) -> bytes:
        place = kept.place or ""
        status, body = await self._ask("GET", self._key(place))
        if status == 404:
            raise HtmlMissing(place)
        if status != 200:
            raise _refused("give", status, body)
        return body

    async def objects(self) -> AsyncIterator[list[StoredObject]]:
        query = {"list-type": "2", "prefix": PREFIX}
        while True:
            status, body = await self._ask("GET", "", query=query)
            if status != 200:
                raise _refused("list", status, body)
            listing = _read_listing(body)
            yield [
                StoredObject(f"{self._scheme}{key}", changed_at)
                for key, changed_at in listing.objects
                if is_object_name(key.removeprefix(PREFIX))
            ]
            if not listing.token:
                return
            query["continuation-token"] = listing.token

    async def remove(self, place: str) -> None:
        status, said = await self._ask("DELETE", self._key(place))
        if status not in (200, 204, 404):
            raise _refused("remove", status, said)

    def _key(self, place: str) -> str:
        """A place comes from a row: one that leads to anything but a page is none of ours."""
        key = place.removeprefix(self._scheme)
        if not place.startswith(f"{self._scheme}{PREFIX}") or not is_object_name(key.removeprefix(PREFIX)):
            raise HtmlElsewhere(place)
        return key

    async def _ask(
        self,
        method: str,
        key: str,
        *,
        query: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        body: bytes = b"",
    ) -> tuple[int, bytes]:
        path = quote(f"{self.endpoint.path.rstrip('/')}/{self.bucket}/{key}", safe="/-_.~")
        host = self.endpoint.host_port_subcomponent or ""
        signed = self.signer.signed(method, host, path, self.now(), query=query, headers=headers, body=body)
        spelled = f"{self.endpoint.scheme}://{host}{path}" + (f"?{query_string(query)}" if query else "")
        url = yarl.URL(spelled, encoded=True)
        try:
            async with self.session.request(
                method,
                url,
                headers=signed,
                data=BytesIO(body) if body else None,
                allow_redirects=False,
                timeout=_SECONDS,
            ) as answer:
                return answer.status, await _bounded(answer)
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise HtmlStoreFailed(
                f"The bucket does not answer: {str(error) or type(error).__name__}. Check HTML_BUCKET_ENDPOINT."
            ) from error


def make_session() -> aiohttp.ClientSession:
    """Bytes travel as they are kept: the session neither unpacks them nor adds what was not signed."""
    return aiohttp.ClientSession(auto_decompress=False, skip_auto_headers=("Accept-Encoding", "User-Agent"))


async def _bounded(answer: aiohttp.ClientResponse) -> bytes:
    body = bytearray()
    async for piece in answer.content.iter_chunked(65_536):
        body += piece
        if len(body) > LARGEST_ANSWER:
            raise HtmlStoreFailed(f"The bucket sent more than {LARGEST_ANSWER:,} bytes for one page.")
    return bytes(body)


def _refused(what: str, status: int, said: bytes) -> HtmlStoreFailed:
    words = " ".join(said[:300].decode("utf-8", "replace").split())
    is_ours = 300 <= status < 500
    advice = "Check HTML_BUCKET, its keys and its region." if is_ours else "That may pass; it is tried again."
    return HtmlStoreFailed(f"The bucket did not {what} the page: HTTP {status} {words}. {advice}")


@dataclass(slots=True)
class _Listing:
    objects: list[tuple[str, datetime]] = field(default_factory=list)
    token: str = ""


def _read_listing(body: bytes) -> _Listing:
    """A thousand keys at most, in XML that the bucket writes."""
    listing, text, key = _Listing(), list[str](), ""

    def start(_name: str, _attributes: dict[str, str]) -> None:
        text.clear()

    def end(name: str) -> None:
        nonlocal key
        said = "".join(text)
        if name == "Key":
            key = said
        elif name == "LastModified":
            listing.objects.append((key, datetime.fromisoformat(said)))
        elif name == "NextContinuationToken":
            listing.token = said

    parser = ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = text.append
    try:
        parser.Parse(body, True)  # noqa: FBT003  expat takes no names
    except (ExpatError, ValueError) as error:
        raise HtmlStoreFailed(f"The bucket's list of pages cannot be read: {error}") from error
    return listing
