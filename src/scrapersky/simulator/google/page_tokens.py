"""Page tokens: where the next page starts, and of which search. Nothing about them is remembered."""

import base64
import binascii

from scrapersky.simulator.dice import keyed_hash
from scrapersky.simulator.google.errors import invalid_argument


def make_token(seed: int, search: bytes, offset: int) -> str:
    proof = keyed_hash(seed, "page token", search.hex(), offset)
    return base64.urlsafe_b64encode(offset.to_bytes(2, "big") + proof.to_bytes(8, "big") * 4).decode().rstrip("=")


def read_token(seed: int, search: bytes, token: str) -> int:
    """The offset a token stands for. It is refused for any search but the one it was made for."""
    if not token:
        return 0
    try:
        content = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise invalid_argument("Request contains an invalid argument.") from error
    offset = int.from_bytes(content[:2], "big")
    if make_token(seed, search, offset) != token:
        raise invalid_argument(
            "Request parameters must be the same as in the request that returned the page_token,"
            " except for page_size, max_result_count and page_token."
        )
    return offset
