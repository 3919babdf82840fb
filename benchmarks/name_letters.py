"""Weighs three letters in a row: how much oftener names have them than the other words of pages.

Run: python -m benchmarks.name_letters [--check]. Learns from the lists of names and of words that this repository
ships, prints what the table is worth on a fifth of the words that it then did not learn from, and writes it.
`--check` writes nothing and fails if more than one in fifty of its weights would change.
"""

import math
import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from importlib.resources import files
from pathlib import Path

from scrapersky.extract.folding import folded
from scrapersky.extract.people.name_letters import FILE, letter_weights, likeness, triples
from scrapersky.extract.people.vocabulary import GIVEN_NAMES, SURNAMES

TABLE = Path("src/scrapersky/extract/vocabulary") / FILE
_WORD_LISTS = ("roles", "page_kinds", "owner_words", "opening_hours", "headings", "phone_words", "no_names")
_LATIN = re.compile("[a-z]{3,}")
_COMMENT = re.compile("^#.*$", re.MULTILINE)
_LEAST_SEEN = 5
_PARTS = 5
TOLERANCE = 0.02
_HEAD = """# By how much names have these three letters oftener (above 0) or more seldom than the other words of pages:
# the logarithm, in halves. ^ and $ are where a word begins and ends. Written by `python -m benchmarks.name_letters`.

[triples]
"""


def learnt(names: Sequence[str], others: Sequence[str]) -> dict[str, float]:
    """The weight of each three letters that were seen often enough to tell.

    >>> learnt(["ann"] * 9, ["ban"] * 9)
    {'^an': 3.0, '^ba': -3.0, 'an$': -3.0, 'ann': 3.0, 'ban': -3.0, 'nn$': 3.0}
    """
    in_names, in_others = _counted(names), _counted(others)
    weights = {
        three: round(2 * (_share(in_names[three], len(names)) - _share(in_others[three], len(others)))) / 2
        for three in sorted(in_names | in_others)
        if in_names[three] + in_others[three] >= _LEAST_SEEN
    }
    return {three: weight for three, weight in weights.items() if weight}


def _counted(words: Iterable[str]) -> Counter[str]:
    return Counter(three for word in words for three in set(triples(word)))


def _share(count: int, of: int) -> float:
    return math.log((count + 0.5) / (of + 1))


def listed_words() -> tuple[list[str], list[str]]:
    """The names and the other words of the lists, each in order."""
    names = {name for name in GIVEN_NAMES | SURNAMES if _LATIN.fullmatch(name)}
    lists = files("scrapersky.extract.vocabulary")
    texts = (lists.joinpath(f"{name}.toml").read_text("utf-8") for name in _WORD_LISTS)
    words = {word for text in texts for word in _LATIN.findall(folded(_COMMENT.sub("", text)))}
    return sorted(names), sorted(words - GIVEN_NAMES - SURNAMES)


def written(weights: dict[str, float]) -> str:
    by_weight: dict[float, list[str]] = {}
    for three, weight in weights.items():
        by_weight.setdefault(weight, []).append(three)
    return _HEAD + "".join(f"\"{weight}\" = '{' '.join(by_weight[weight])}'\n" for weight in sorted(by_weight))


def changed(before: dict[str, float], after: dict[str, float]) -> float:
    """The share of weights that are others."""
    return sum(before.get(three) != after.get(three) for three in before | after) / len(before | after)


def _report(names: Sequence[str], others: Sequence[str]) -> None:
    """How many of the words that were kept back are told from names."""
    kept = [[word for place, word in enumerate(words) if place % _PARTS == 0] for words in (names, others)]
    rest = [[word for place, word in enumerate(words) if place % _PARTS] for words in (names, others)]
    weights = learnt(*rest)
    for least in (-3.5, -3.0, -2.5, -2.0):
        lost, told = (sum(likeness(word, weights) < least for word in words) / len(words) for words in kept)
        print(f"below {least}: {lost:.1%} of names, {told:.1%} of other words")


def main() -> int:
    names, others = listed_words()
    weights = learnt(names, others)
    if "--check" in sys.argv:
        return int(changed(letter_weights(), weights) > TOLERANCE)
    _report(names, others)
    TABLE.write_text(written(weights), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
