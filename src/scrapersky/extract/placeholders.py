"""Names that nobody bears: what a template says where the business's own belongs."""

from functools import cache
from itertools import product

from scrapersky.extract.folding import folded
from scrapersky.extract.phrases import word_texts, words

_MARKS = str.maketrans("", "", ".-_@ ")


def is_placeholder(name: str) -> bool:
    """Whether a name only says whose it should be, in any of some twenty languages.

    >>> [is_placeholder(name) for name in ("your-company", "deineFirma", "tvojProfil", "acme")]
    [True, True, True, False]
    """
    return folded(name).translate(_MARKS) in _placeholders()


@cache
def _placeholders() -> frozenset[str]:
    lists = word_texts("placeholders.toml")
    pairs = (product(words(your), words(lists["things"][language])) for language, your in lists["your"].items())
    alone = (word for names in lists["alone"].values() for word in words(names))
    return frozenset((*("".join(pair) for one in pairs for pair in one), *alone))
