"""A bucket on loopback that has Amazon's own library check every signature, from the request as it arrived."""

import hashlib
import re
from datetime import UTC, datetime
from email.utils import format_datetime
from types import TracebackType
from typing import Self
from xml.sax.saxutils import escape

from aiohttp import web
from aiohttp.test_utils import TestServer
from botocore.auth import S3SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

KEY_ID, SECRET, REGION, BUCKET = "key-id", "the secret", "eu-test-1", "pages-of-acme"
_AUTHORIZATION = re.compile(
    r"AWS4-HMAC-SHA256 Credential=(?P<id>[^/]+)/[^,]+, ?SignedHeaders=(?P<names>[^,]+), ?Signature=(?P<sign>\w+)"
)


class PretendBucket:
    """`objects` is what it holds; `failing` makes it answer with that status and nothing else."""

    def __init__(self, page_size: int = 2) -> None:
        self.objects: dict[str, tuple[bytes, datetime]] = {}
        self.endpoint = ""
        self.failing = 0
        self.tokens: set[str] = set()
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
        if token := request.headers.get("x-amz-security-token"):
            self.tokens.add(token)
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
            body, changed_at = self.objects[key]
            return web.Response(body=body, headers={"Last-Modified": format_datetime(changed_at, usegmt=True)})
        return web.Response(headers={"ETag": '"1"'})

    def _listing(self, request: web.Request) -> web.Response:
        after = request.query.get("continuation-token", "")
        keys = sorted(key for key in self.objects if key.startswith(request.query["prefix"]) and key > after)
        shown = keys[: self._page_size]
        more = f"<NextContinuationToken>{escape(shown[-1])}</NextContinuationToken>" if len(keys) > len(shown) else ""
        entries = "".join(
            f"<Contents><Key>{escape(key)}</Key><LastModified>{self.objects[key][1].isoformat()}</LastModified>"
            f"<Size>{len(self.objects[key][0])}</Size></Contents>"
            for key in shown
        )
        return web.Response(text=f"<?xml version='1.0'?><ListBucketResult>{entries}{more}</ListBucketResult>")


def _is_signed(request: web.Request, body: bytes) -> bool:
    """As Amazon's own library signs the request that arrived; what was changed on the way is signed otherwise."""
    told = _AUTHORIZATION.fullmatch(request.headers.get("Authorization", ""))
    if told is None or request.headers["x-amz-content-sha256"] != hashlib.sha256(body).hexdigest():
        return False
    signed = {name: request.headers[name] for name in told["names"].split(";")}
    arrived = AWSRequest(request.method, f"http://{request.host}{request.raw_path}", signed)
    arrived.context["timestamp"] = request.headers["x-amz-date"]
    signer = S3SigV4Auth(Credentials(KEY_ID, SECRET), "s3", REGION)
    text = signer.string_to_sign(arrived, signer.canonical_request(arrived))
    return (told["id"], told["sign"]) == (KEY_ID, signer.signature(text, arrived))
