"""Answers as people and the specification write them: with marks, remarks and units around what is meant."""

import re

from scrapersky.errors import ScraperSkyError

LONGEST_ANSWER = 2_000
_SECONDS = re.compile(
    r"(?:[<>~\u2264\u2265]|about|under|over|up to)? {0,3}(\d{1,6}(?:\.\d{1,3})?) {0,3}"
    r"(?:(s|sec|seconds?)|(m|min|minutes?))?"
)
_LONGEST_WAIT = 3600


class BadAnswer(ScraperSkyError):
    """An answer from which no workflow can be made. `nearest` is what was probably meant, taken on Enter."""

    def __init__(self, message: str, nearest: str | None = None) -> None:
        super().__init__(message)
        self.nearest = nearest


def plain(text: str) -> str:
    """Without marks of Markdown and remarks in brackets; an answer that is one remark is what it says.

    >>> plain("`id` (for selection)"), plain("_(Updates source)_"), plain("> 5 seconds (background)")
    ('id', 'Updates source', '> 5 seconds')
    """
    if len(text) > LONGEST_ANSWER:
        raise BadAnswer(f"The answer has {len(text):,} characters; type at most {LONGEST_ANSWER:,}.")
    bare = text.replace("`", "").strip()
    if re.fullmatch(r"_?\([^()]*\)_?", bare):
        return bare.strip("_()").strip()
    return re.sub(r" {0,3}\([^()]*\)", "", bare).strip()


def read_seconds(text: str) -> float:
    """
    >>> read_seconds("> 5 seconds"), read_seconds("< 1 second"), read_seconds("2 minutes"), read_seconds("0.5")
    (5.0, 1.0, 120.0, 0.5)
    """
    written = _SECONDS.fullmatch(text.strip().lower())
    seconds = float(written[1]) * (60 if written[3] else 1) if written else 0.0
    if 0 < seconds <= _LONGEST_WAIT:
        return seconds
    nearest = f"{_LONGEST_WAIT}" if seconds else None
    raise BadAnswer(f"{text!r} is not a number of seconds; type one between 0.1 and 3600, such as 5.", nearest)


def read_choice(text: str) -> bool:
    word = text.strip().lower()
    if word in ("y", "yes", "true"):
        return True
    if word in ("n", "no", "false"):
        return False
    raise BadAnswer(f"{text!r} is neither; type yes or no.")


def read_verb(text: str) -> str:
    """`creates` or `updates`, whatever comes after it; else the text itself.

    >>> read_verb("Updates existing"), read_verb("Creates new records"), read_verb("neither")
    ('updates', 'creates', 'neither')
    """
    first = text.lower().split(maxsplit=1)[:1]
    return {"update": "updates", "updates": "updates", "create": "creates", "creates": "creates"}.get(
        "".join(first), text
    )
