"""Signs requests as S3 and everything compatible with it wants them: AWS Signature, version 4."""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from urllib.parse import quote

_ALGORITHM = "AWS4-HMAC-SHA256"


@dataclass(frozen=True, slots=True)
class Signer:
    """The keys of one account in one region. `service` is s3 for buckets, whoever runs them."""

    key_id: str
    secret: str = field(repr=False)
    region: str
    service: str = "s3"

    def signed(
        self,
        method: str,
        host: str,
        path: str,
        now: datetime,
        *,
        query: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        body: bytes = b"",
    ) -> dict[str, str]:
        """The headers to send, the signature among them. `path` is already percent-coded; `now` is in UTC."""
        body_hash = hashlib.sha256(body).hexdigest()
        stamp = now.strftime("%Y%m%dT%H%M%SZ")
        sent = {**(headers or {}), "Host": host, "x-amz-content-sha256": body_hash, "x-amz-date": stamp}
        named = {name.lower(): " ".join(value.split()) for name, value in sent.items()}
        names = ";".join(sorted(named))
        lines = "".join(f"{name}:{named[name]}\n" for name in sorted(named))
        canonical = "\n".join((method, path, query_string(query or {}), lines, names, body_hash))
        scope = f"{stamp[:8]}/{self.region}/{self.service}/aws4_request"
        digest = hashlib.sha256(canonical.encode()).hexdigest()
        signature = hmac.new(self._key(stamp[:8]), f"{_ALGORITHM}\n{stamp}\n{scope}\n{digest}".encode(), hashlib.sha256)
        credential = f"Credential={self.key_id}/{scope}"
        sent["Authorization"] = f"{_ALGORITHM} {credential},SignedHeaders={names},Signature={signature.hexdigest()}"
        return sent

    def _key(self, day: str) -> bytes:
        key = f"AWS4{self.secret}".encode()
        for part in (day, self.region, self.service, "aws4_request"):
            key = hmac.new(key, part.encode(), hashlib.sha256).digest()
        return key


def query_string(query: Mapping[str, str]) -> str:
    """In the one order and spelling that is signed; what is sent has to be the same.

    >>> query_string({"prefix": "a b/", "list-type": "2"})
    'list-type=2&prefix=a%20b%2F'
    """
    return "&".join(f"{quote(name, safe='-_.~')}={quote(query[name], safe='-_.~')}" for name in sorted(query))
