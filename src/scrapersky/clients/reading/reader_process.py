"""A process that reads for a worker: a call comes in, its result goes out, until the worker is gone."""

import os
import pickle
import signal
import sys
from typing import BinaryIO

LENGTH_BYTES = 8


def serve(calls: BinaryIO, results: BinaryIO) -> None:
    """What comes in is what the worker itself pickled."""
    while length := calls.read(LENGTH_BYTES):
        function, arguments, named = pickle.loads(calls.read(int.from_bytes(length)))  # noqa: S301
        packed = _packed_result(function, arguments, named)
        results.write(len(packed).to_bytes(LENGTH_BYTES) + packed)
        results.flush()


def _packed_result(function: object, arguments: tuple[object, ...], named: dict[str, object]) -> bytes:
    try:
        assert callable(function)  # noqa: S101  nothing else is sent
        return pickle.dumps((True, function(*arguments, **named)), pickle.HIGHEST_PROTOCOL)
    except Exception as error:  # noqa: BLE001  it is the worker's to judge
        return pickle.dumps((False, _sendable(error)), pickle.HIGHEST_PROTOCOL)


def _sendable(error: Exception) -> Exception:
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301
    except Exception:  # noqa: BLE001  some errors cannot be made again from their arguments
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


def _private_output() -> BinaryIO:
    """What packages print goes to standard error, not among the results."""
    results = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return results


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the worker, which then closes our input
    serve(sys.stdin.buffer, _private_output())
