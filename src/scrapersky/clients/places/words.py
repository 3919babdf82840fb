"""What people call a kind of business, in the singular."""

from scrapersky.extract.folding import folded

_ENDINGS = (("ies", "y"), ("shes", "sh"), ("ches", "ch"), ("sses", "ss"), ("xes", "x"), ("s", ""))


def singular(words: str) -> str:
    """Of the last word, as English does it; good enough to look it up.

    >>> singular("Dentists"), singular("bakeries"), singular("hair salons"), singular("business")
    ('dentist', 'bakery', 'hair salon', 'business')
    """
    head, _, last = folded(" ".join(words.split())).rpartition(" ")
    for ending, instead in _ENDINGS:
        if last.endswith(ending) and not last.endswith("ss") and len(last) > len(ending) + 1:
            last = last.removesuffix(ending) + instead
            break
    return f"{head} {last}".strip()
