"""Broken pages made of telling pieces, the same ones on every run."""

import random
from collections.abc import Iterator, Sequence

_MARKUP = (
    "<p>",
    "</p>",
    "<br>",
    "<td>",
    "</tr>",
    "<h2>",
    "<address>",
    "</address>",
    "<a href='mailto:",
    "<!--",
    "&nbsp;",
    "\n",
    " ",
    ", ",
    "<",
)
_NOISE = (
    "\x00",
    "\u200b",
    "\ud7ff",
    "é",
    "ﬁ",
    "İ",
    "²",
    "٣",
    "½",
    "”",
    "-",
    "\u2013",
    ":",
    "9" * 30,
    "A" * 200,
    "a b " * 40,
)


def fuzzed_pages(pieces: Sequence[str], count: int) -> Iterator[str]:
    """Yield pages in which the pieces stand in any order, cut anywhere, between markup and noise."""
    source = random.Random(20)
    for _ in range(count):
        parts = [
            _cut(source, source.choice((*pieces, *pieces, *_MARKUP, *_NOISE))) for _ in range(source.randint(1, 60))
        ]
        yield "".join(parts)


def _cut(source: random.Random, piece: str) -> str:
    return piece if source.random() < 0.7 else piece[source.randint(0, len(piece)) :]


def dense_page(piece: str) -> str:
    """Return two megabytes of paragraphs that hold nothing but the piece, no two alike."""
    paragraph = piece * (300 // len(piece))
    return "".join(f"<p>{paragraph}{number}" for number in range(6_500))
