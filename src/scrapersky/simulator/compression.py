"""Some servers compress what they send to clients that take it."""

import gzip
from dataclasses import replace
from functools import lru_cache

from scrapersky.simulator.dice import Dice
from scrapersky.simulator.exchange import SiteRequest, SiteResponse

_SMALLEST = 1_000
_LARGEST = 200_000
_REMEMBERED = 256
# Fast rather than small: the simulator must not be what a benchmark measures.
_LEVEL = 1


def compressed(seed: int, request: SiteRequest, response: SiteResponse) -> SiteResponse:
    """The answer as the host's server sends it: compressed, if it does that and the client asked for it."""
    body = response.body
    if not isinstance(body, bytes) or not _SMALLEST <= len(body) <= _LARGEST or response.status != 200:
        return response
    is_text = response.headers.get("Content-Type", "").startswith("text/")
    if not is_text or "Content-Encoding" in response.headers or not _takes_gzip(request):
        return response
    if not Dice(seed, "compression", request.host.removeprefix("www.")).chance(0.4):
        return response
    headers = {**response.headers, "Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return replace(response, headers=headers, body=_packed(body))


def _takes_gzip(request: SiteRequest) -> bool:
    return request.method == "GET" and "gzip" in request.headers.get("accept-encoding", "")


@lru_cache(_REMEMBERED)
def _packed(body: bytes) -> bytes:
    return gzip.compress(body, _LEVEL, mtime=0)
