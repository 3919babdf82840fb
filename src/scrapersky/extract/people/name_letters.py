"""Whether a word that no list has is written like a name, by its letters three in a row.

The table is learnt by `python -m benchmarks.name_letters`; nobody writes numbers into it.
"""

import math
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from scrapersky.extract.phrases import word_texts

FILE = "name_letters.toml"


def triples(word: str) -> Sequence[str]:
    """Three letters in a row, and where the word begins and ends.

    >>> triples("doe")
    ['^do', 'doe', 'oe$']
    """
    marked = f"^{word}$"
    return [marked[start : start + 3] for start in range(len(marked) - 2)]


def likeness(word: str, weights: Mapping[str, float]) -> float:
    """The weights of a word, so added up that long words do not tell more than they know."""
    found = triples(word)
    return sum(weights.get(three, 0.0) for three in found) / math.sqrt(len(found))


@cache
def letter_weights() -> dict[str, float]:
    return {three: float(weight) for weight, text in word_texts(FILE)["triples"].items() for three in text.split()}


@lru_cache(maxsize=8_192)
def name_likeness(word: str) -> float:
    """Above 0 a word is rather a name, below -3 one of a hundred names is written so, and a third of other words.

    >>> name_likeness("thandolwethu") > 0 > -3 > name_likeness("practice")
    True
    """
    return likeness(word, letter_weights()) if word.isascii() and word.isalpha() else 0.0
