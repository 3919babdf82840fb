"""People on pages in Japanese, Chinese, Korean, Russian and Ukrainian: a name counts where a role stands before it."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from scrapersky.extract.pages.lines import Line
from scrapersky.extract.people.other_names import SCRIPTS, Gap, NamingScript
from scrapersky.extract.people.person import Person
from scrapersky.extract.people.sighting import AFTER_LABEL, MAX_BLOCKS_BETWEEN

MAX_FOUND = 200
_LONGEST_LINE = 300
_BETWEEN = re.compile(r"[\s:\uff1a|\u30fb\u00b7/\u2013\u2014-]{0,6}")
_COLON = re.compile(r"[:\uff1a]")
_OTHER_LETTERS = re.compile("[\u0400-\u04ff\u05d0-\u05ea\u0621-\u064a\u4e00-\u9fff\uac00-\ud7a3]")


def people_in_other_scripts(lines: Sequence[Line]) -> Iterator[Person]:
    """Names that follow a role, on its line or in the next cell.

    >>> lines = [Line("代表取締役 山田 太郎"), Line("대표자 : 김민수")]
    >>> [(one.name, one.role) for one in people_in_other_scripts(lines)]
    [('山田 太郎', 'chief executive'), ('김민수', 'chief executive')]
    """
    return islice(_people(lines), MAX_FOUND)


def _people(lines: Sequence[Line]) -> Iterator[Person]:
    for index in [index for index, line in enumerate(lines) if not line.text.isascii()]:
        line = lines[index]
        if len(line.text) > _LONGEST_LINE or not _OTHER_LETTERS.search(line.text):
            continue
        for script in SCRIPTS:
            for label in script.label.finditer(line.text) if script.letters.search(line.text) else ():
                person = _after(script, label, lines, index)
                if person is not None:
                    yield person


def _after(script: NamingScript, label: re.Match[str], lines: Sequence[Line], index: int) -> Person | None:
    text, start, gap = _place_after(label, lines, index)
    name = script.name_at(text, start, gap)
    if name is None:
        return None
    line = lines[index].text
    return Person(
        name=name.written,
        given=name.given,
        family=name.family,
        role=script.role_of(label[0]),
        role_raw=label[0],
        snippet=(line if text is line else f"{line} {text}")[:300],
        confidence=0.8,
        reason=AFTER_LABEL,
    )


def _place_after(label: re.Match[str], lines: Sequence[Line], index: int) -> tuple[str, int, Gap]:
    """Where a name would stand, and what parts it from the label: on its line, or at the start of the next."""
    line, rest = lines[index], lines[index].text[label.end() :]
    following = lines[index + 1] if index + 1 < len(lines) else None
    is_whole = label.start() == 0 and not rest.strip(" :\uff1a")
    if is_whole and following is not None and following.block - line.block <= MAX_BLOCKS_BETWEEN:
        is_labelled = _COLON.search(rest) is not None or 0 < line.row == following.row
        return following.text, 0, Gap.LABEL if is_labelled else Gap.NONE
    between = _BETWEEN.match(rest)
    gap = between[0] if between is not None else ""
    kind = Gap.LABEL if _COLON.search(gap) else Gap.BLANK if gap else Gap.NONE
    return line.text, label.end() + len(gap), kind
