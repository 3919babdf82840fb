"""Headers that browsers put up with, put right before the parser refuses them.

A Content-Length said twice alike is said once. Beside chunks it says nothing, and the connection is not used again; nor
is one on which more came than was announced. Lines without a colon or a name are left out. Two lengths that differ stay
as they are and are refused: nobody knows where such an answer ends.
"""

import re
from typing import Any

from aiohttp.client_proto import ResponseHandler

LONGEST_HEAD = 256 * 1024
_END = re.compile(rb"\r?\n\r?\n")
_LENGTH = re.compile(rb"\r?\ncontent-length[ \t]*:[ \t]*([^\r\n]*)", re.IGNORECASE)
_CHUNKED = re.compile(rb"\r?\ntransfer-encoding[ \t]*:[^\r\n]*\bchunked\b", re.IGNORECASE)
_BLANK_BEFORE_COLON = re.compile(rb"(\n[!-9;-~]+)[ \t]+:")
_NO_HEADER = re.compile(rb"\r?\n(?!HTTP/)(?:[^: \t\r\n][^:\r\n]*|:[^\r\n]*)(?=\r?\n|\Z)")
_INTERIM = re.compile(rb"HTTP/1\.[01] 1\d\d")


def tidied(head: bytes) -> bytes:
    r"""
    >>> tidied(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5")
    b'HTTP/1.1 200 OK\r\nContent-Length: 5'
    >>> tidied(b"HTTP/1.1 200 OK\r\nContent-Length: 7\r\nTransfer-Encoding: chunked")
    b'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close'
    """
    head = _NO_HEADER.sub(b"", _BLANK_BEFORE_COLON.sub(rb"\1:", head))
    lengths: list[bytes] = [part.strip() for said in _LENGTH.findall(head) for part in said.split(b",")]
    if _CHUNKED.search(head):
        return _LENGTH.sub(b"", head) + b"\r\nConnection: close" if lengths else head
    if len(lengths) < 2 or len(set(lengths)) > 1:
        return head
    return _LENGTH.sub(b"", head) + b"\r\nContent-Length: " + lengths[0]


class TidyingHandler(ResponseHandler):
    """aiohttp's, with heads put right. What does not begin as HTTP is left to the parser at once."""

    _is_head = False
    _held = b""

    def set_response_params(self, **params: Any) -> None:
        self._is_head, self._held = True, b""
        super().set_response_params(**params)

    def data_received(self, data: bytes) -> None:
        if self._is_head and data and self._parser is not None:
            data = self._put_right(self._held + data)
            if not data:
                self._reschedule_timeout()
                return
        super().data_received(data)

    def _put_right(self, received: bytes) -> bytes:
        """All of it once the head is whole; nothing before."""
        end = _END.search(received)
        if end is None and received.startswith(b"HTTP/1"[: len(received)]) and len(received) < LONGEST_HEAD:
            self._held = received
            return b""
        self._is_head, self._held = False, b""
        if end is None:
            return received
        head = received[: end.start()]
        if _INTERIM.match(head):  # another head follows
            self._is_head = True
            after = received[end.end() :]
            return received[: end.end()] + (self._put_right(after) if after else b"")
        return _cut(tidied(head), received[end.start() : end.end()], received[end.end() :])


def _cut(head: bytes, seam: bytes, body: bytes) -> bytes:
    """Without what comes behind the end that the head itself names."""
    lengths = _LENGTH.findall(head)
    if len(lengths) == 1 and lengths[0].isdigit() and len(body) > int(lengths[0]):
        return head + b"\r\nConnection: close" + seam + body[: int(lengths[0])]
    return head + seam + body
