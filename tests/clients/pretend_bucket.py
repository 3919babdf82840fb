"""A bucket on loopback that checks every signature by itself, from the request as it arrived."""

import hashlib
import hmac
import re
from datetime import UTC, datetime
from types import TracebackType
from typing import Self
from xml.sax.saxutils import escape

from aiohttp import web
from aiohttp.test_utils import TestServer

KEY_ID, SECRET, REGION, BUCKET = "key-id", "the secret", "eu-test-1", "pages-of-acme"
_AUTHORIZATION = re.compile(
    r"AWS4-HMAC-SHA256 Credential=(?P<id>[^/]+)/(?P<scope>[^,]+),SignedHeaders=(?P<names>[^,]+),Signature=(?P<sign>\w+)"
)


class PretendBucket:
    """`objects` is what it holds; `failing` makes it answer with that status and nothing else."""

    def __init__(self, page_size: int = 2) -> None:
        self.objects: dict[str, tuple[bytes, datetime]] = {}
        self.endpoint = ""
        self.failing = 0
        self._page_size = page_size
        app = web.Application(client_max_size=50_000_000)
        app.router.add_route("*", "/{tail:.*}", self._answer)
        self._server = TestServer(app)

    async def __aenter__(self) -> Self:
        await self._server.start_server()
        self.endpoint = f"http://127.0.0.1:{self._server.port}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._server.close()

    async def _answer(self, request: web.Request) -> web.Response:
        body = await request.read()
        if self.failing:
            return web.Response(status=self.failing, text="<Error><Code>SlowDown</Code></Error>")
        if not _is_signed(request, body):
            return web.Response(status=403, text="<Error><Code>SignatureDoesNotMatch</Code></Error>")
        bucket, _, key = request.path.lstrip("/").partition("/")
        if bucket != BUCKET:
            return web.Response(status=404, text="<Error><Code>NoSuchBucket</Code></Error>")
        return self._done(request, key, body)

    def _done(self, request: web.Request, key: str, body: bytes) -> web.Response:
        if request.method == "PUT":
            self.objects[key] = (body, datetime.now(UTC))
        elif request.method == "DELETE":
            self.objects.pop(key, None)
            return web.Response(status=204)
        elif not key:
            return self._listing(request)
        elif key not in self.objects:
            return web.Response(status=404, text="<Error><Code>NoSuchKey</Code></Error>")
        else:
            return web.Response(body=self.objects[key][0])
        return web.Response()

    def _listing(self, request: web.Request) -> web.Response:
        after = request.query.get("continuation-token", "")
        keys = sorted(key for key in self.objects if key.startswith(request.query["prefix"]) and key > after)
        shown = keys[: self._page_size]
        more = f"<NextContinuationToken>{escape(shown[-1])}</NextContinuationToken>" if len(keys) > len(shown) else ""
        entries = "".join(
            f"<Contents><Key>{escape(key)}</Key><LastModified>{self.objects[key][1].isoformat()}</LastModified></Contents>"
            for key in shown
        )
        return web.Response(text=f"<?xml version='1.0'?><ListBucketResult>{entries}{more}</ListBucketResult>")


def _is_signed(request: web.Request, body: bytes) -> bool:
    """By the published steps, apart from the product's own code; more than a quarter of an hour ago is too old."""
    told = _AUTHORIZATION.fullmatch(request.headers.get("Authorization", ""))
    if told is None or told["id"] != KEY_ID:
        return False
    stamp = request.headers["x-amz-date"]
    age = datetime.now(UTC) - datetime.strptime(stamp, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    if request.headers["x-amz-content-sha256"] != hashlib.sha256(body).hexdigest() or abs(age.total_seconds()) > 900:
        return False
    path, _, query = request.raw_path.partition("?")
    lines = [f"{name}:{request.headers[name].strip()}" for name in told["names"].split(";")]
    parts = [request.method, path, "&".join(sorted(query.split("&"))) if query else "", *lines, "", told["names"]]
    digest = hashlib.sha256("\n".join([*parts, request.headers["x-amz-content-sha256"]]).encode()).hexdigest()
    text = "\n".join(["AWS4-HMAC-SHA256", stamp, told["scope"], digest])
    key = b"AWS4" + SECRET.encode()
    for step in (stamp[:8], REGION, "s3", "aws4_request"):
        key = hmac.digest(key, step.encode(), "sha256")
    return hmac.compare_digest(hmac.digest(key, text.encode(), "sha256").hex(), told["sign"])
