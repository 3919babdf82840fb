"""What is wrong with a rule, and where: the line, the column, and a mark under the place."""

import difflib
from collections.abc import Iterable

from scrapersky.curation_sdk.errors import BadRequest

LONGEST_LINE_SHOWN = 160


class RuleProblem(BadRequest):
    """`at` is where the trouble begins in the text, and `length` how far it goes."""

    http_status = 422
    code = "bad_rule"

    def __init__(self, text: str, at: int, length: int, complaint: str) -> None:
        line = text.count("\n", 0, at) + 1
        start = text.rfind("\n", 0, at) + 1
        self.line, self.column, self.complaint = line, at - start + 1, complaint
        super().__init__(f"line {line}, column {self.column}: {complaint}\n{_marked(text, start, at, length)}")
        self.length = max(1, length)
        self.facts = self.place

    @property
    def place(self) -> dict[str, object]:
        return {"line": self.line, "column": self.column, "length": self.length, "complaint": self.complaint}


def _marked(text: str, start: int, at: int, length: int) -> str:
    """
    >>> print(_marked("ratng > 4", 0, 0, 5))
      ratng > 4
      ^^^^^
    """
    whole = text[start:].partition("\n")[0]
    left = max(0, at - start - LONGEST_LINE_SHOWN // 2)
    shown = whole[left : left + LONGEST_LINE_SHOWN].replace("\t", " ")
    marks = "^" * max(1, min(length, len(shown) - (at - start - left)))
    return f"  {shown}\n  {' ' * (at - start - left)}{marks}"


def did_you_mean(written: str, names: Iterable[str], many: int = 12) -> str:
    """
    >>> did_you_mean("raiting", ["rating", "city"]), did_you_mean("x", ["rating", "city"])
    ('Did you mean rating?', 'There are: rating, city.')
    """
    there = list(names)
    by_end = {name.rpartition(".")[2].lower(): name for name in reversed(there)} | {
        name.lower(): name for name in there
    }
    close = difflib.get_close_matches(written.lower(), by_end, n=1, cutoff=0.6)
    if close:
        return f"Did you mean {by_end[close[0]]}?"
    more = f" and {len(there) - many} more" if len(there) > many else ""
    return f"There are: {', '.join(there[:many])}{more}."
