"""The process in which a package's extractor runs: reads pages on standard input, answers what was found.

    python -m scrapersky.clients.extensions.extractor_process my_package.module:function

Each line in is `{"html", "url"}`, each line out `{"findings": […]}` or `{"error": "…"}`; the first line out says
whether the function could be imported. A process of its own can be ended: a pattern that never ends stops no worker.
"""

import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import asdict
from importlib import import_module
from itertools import islice
from typing import Any, BinaryIO

import orjson

from scrapersky.clients.extensions.extension import in_words
from scrapersky.extract.finding import Finding

MOST_FINDINGS = 200

Extractor = Callable[[str, str], Iterable[Finding]]


def main() -> None:
    answers = _private_output()
    module, _, attribute = sys.argv[1].partition(":")
    try:
        extractor: Extractor = getattr(import_module(module), attribute)
    except BaseException as error:  # noqa: BLE001  foreign code may fail in any way
        _say(answers, {"error": in_words(error)})
        return
    _say(answers, {})
    for line in sys.stdin.buffer:
        _say(answers, _answer(extractor, orjson.loads(line)))


def _answer(extractor: Extractor, page: dict[str, str]) -> dict[str, Any]:
    try:
        found = list(islice(extractor(page["html"], page["url"]), MOST_FINDINGS + 1))
        if len(found) > MOST_FINDINGS:
            return {"error": f"it found more than {MOST_FINDINGS} values on one page"}
        for one in found:
            if not isinstance(one, Finding):
                return {"error": f"it found {type(one).__name__}, and extractors find Finding(...)"}
        return {"findings": [asdict(one) for one in found]}
    except Exception as error:  # noqa: BLE001  foreign code may fail in any way
        return {"error": in_words(error)}


def _say(answers: BinaryIO, answer: dict[str, Any]) -> None:
    try:
        written = orjson.dumps(answer)
    except TypeError as error:
        written = orjson.dumps({"error": in_words(error)})
    answers.write(written + b"\n")
    answers.flush()


def _private_output() -> BinaryIO:
    """What the package prints goes to standard error, not among the answers."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return answers


if __name__ == "__main__":
    main()
