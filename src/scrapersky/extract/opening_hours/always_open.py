"""Hours of a house that never closes: `Open 24/7`, or no more than that below a label that tells hours."""

import re
from collections.abc import Iterator, Sequence

from scrapersky.extract.folding import folded
from scrapersky.extract.opening_hours.hours import MINUTES_A_DAY, Interval, OpeningHours
from scrapersky.extract.opening_hours.notations import folded_text
from scrapersky.extract.opening_hours.tokens import Token, TokenKind, tokens_of
from scrapersky.extract.opening_hours.vocabulary import SAYS_OPEN
from scrapersky.extract.pages.lines import Line

_LONGEST, _LONGEST_LABEL = 60, 30
_MOST_OTHER_WORDS = 1
# Who answers at all hours need not be open at all hours.
_SERVED = re.compile(
    r"\b(?:availab|recep|accueil|permanence|ricevim|aten[cd]|palvel|sprech|servi[cz]|support|pomoc|phone|tel|call"
    r"|notdienst|emerg|urg|hotline|online|web|book|check|self|parking|deliver|liefer)"
)
_ALL_DAY = (Interval(0, MINUTES_A_DAY),)
# Letters that words for it have and few other pages; the words are looked for only there.
_HINT = re.compile(
    r"24(?:/| ?[^\W\d_]| ?\u6642)|7/24|n[oO][nN]-?[sS][tT]|N[oO][nN]-?[sS][tT]|ie Uhr|ygnet|\xf8gnet|dob\u0119"
    r"|\u0159etr\u017e|jjel-n|vuorokau|\xf6\xf6p\xe4ev|суточн|лодобов|енонощн"
)


def always_open(lines: Sequence[Line]) -> Iterator[tuple[str, OpeningHours]]:
    """What says only that it is open at all hours; a hotline's or a guard's are no opening hours."""
    if _HINT.search("\n".join(line.text for line in lines if len(line.text) <= _LONGEST)) is None:
        return
    for index, line in enumerate(lines):
        if len(line.text) <= _LONGEST and _HINT.search(line.text):
            above = lines[index - 1].text if index else ""
            if _says_so(folded_text(line.text), folded(above) if len(above) <= _LONGEST_LABEL else ""):
                yield line.text, OpeningHours((_ALL_DAY,) * 7)
                return


def _says_so(plain: str, above: str) -> bool:
    tokens = tokens_of(plain)
    if not any(token.kind is TokenKind.ALWAYS for token in tokens) or _SERVED.search(f"{above} {plain}"):
        return False
    is_label = bool(above) and not any(token.kind is not TokenKind.NOISE for token in tokens_of(above))
    tells = SAYS_OPEN.search(plain) is not None or (is_label and SAYS_OPEN.search(above) is not None)
    return tells and sum(map(_is_other, tokens)) <= _MOST_OTHER_WORDS


def _is_other(token: Token) -> bool:
    if token.kind is TokenKind.NOISE:
        return not (token.is_mark or token.says_open or token.ends_line)
    return token.kind in (TokenKind.TIME, TokenKind.CLOSED)
