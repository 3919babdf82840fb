"""Where an export is written to, such that another thread can put an end to it."""

import io
import threading
from typing import TYPE_CHECKING, BinaryIO, Protocol

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class Sink(Protocol):
    """What an export is written into."""

    def write(self, content: bytes, /) -> int: ...

    def flush(self) -> None: ...


class WritingStopped(Exception):
    """Raised where an export is being written, once it shall not become whole."""


class StoppableStream(io.BufferedIOBase):
    """Passes on what is written until `stop`, or until a write fails; then fails once and swallows the rest.

    A library that has begun a file tries to end it, when it is forgotten at the latest: nothing of that arrives.
    The stream beneath is left open.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream, self._stopped, self._is_over = stream, threading.Event(), False

    def stop(self) -> None:
        self._stopped.set()

    def writable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return self._stream.seekable()

    def write(self, content: "ReadableBuffer", /) -> int:
        if self._is_over:
            return memoryview(content).nbytes
        if self._stopped.is_set():
            self._is_over = True
            raise WritingStopped
        try:
            return self._stream.write(content)
        except OSError:
            self._is_over = True
            raise

    def seek(self, offset: int, whence: int = io.SEEK_SET, /) -> int:
        return 0 if self._is_over else self._stream.seek(offset, whence)

    def tell(self) -> int:
        return 0 if self._is_over else self._stream.tell()

    def flush(self) -> None:
        if not (self._is_over or self._stream.closed):
            self._stream.flush()
