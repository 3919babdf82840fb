"""How a rule of a robots.txt is compared with a path."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import quote

from scrapersky.extract.urls import parse_url

_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
_ALIKE_ESCAPED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~=")
# "$" and "*" mean something in a rule; where they stand for themselves both sides spell them as escapes.
_KEPT = "%!&'()+,;=:@/?#[]~"
_WILDCARDS = re.compile(r"\*+")


@dataclass(frozen=True, slots=True)
class PathRule:
    """One line of a group, with its pattern cut at the wildcards."""

    allow: bool
    length: int
    pieces: tuple[str, ...]
    anchored: bool

    def matches(self, path: str) -> bool:
        """Compare piece by piece from the left, which takes one pass however many wildcards there are."""
        first, *rest = self.pieces
        if not path.startswith(first):
            return False
        if not rest:
            return not self.anchored or path == first
        position = len(first)
        last = rest.pop()
        for piece in rest:
            start = path.find(piece, position)
            if start < 0:
                return False
            position = start + len(piece)
        if self.anchored:
            return len(path) - len(last) >= position and path.endswith(last)
        return path.find(last, position) >= 0


def path_rules(rules: Iterable[tuple[bool, str]]) -> tuple[PathRule, ...]:
    """Return the rules in the order in which the first to match decides.

    >>> [rule.pieces for rule in path_rules([(False, "/a"), (True, "/a/*.html")])]
    [('/a/', '.html'), ('/a',)]
    """
    compiled = {rule: None for allow, pattern in rules for rule in _rules_of(pattern, allow=allow)}
    return tuple(sorted(compiled, key=lambda rule: (-rule.length, not rule.allow)))


def canonical_path(url: str) -> str:
    """Return path and query of a URL or of a bare path, spelled as rules are."""
    parsed = parse_url(url, "http://x/")
    if parsed is None:
        return "/"
    query = parsed.search or ("?" if parsed.href.endswith("?") else "")
    return _spelled(parsed.pathname + query)


def _rules_of(pattern: str, *, allow: bool) -> list[PathRule]:
    anchored = pattern.endswith("$")
    rules = [_rule(pattern.removesuffix("$"), allow=allow, anchored=anchored)]
    if anchored:
        # A "$" may also be meant as itself.
        rules.append(_rule(pattern, allow=allow, anchored=False))
    if allow and pattern.endswith("/index.html"):
        rules.append(_rule(pattern.removesuffix("index.html"), allow=allow, anchored=True))
    return rules


def _rule(pattern: str, *, allow: bool, anchored: bool) -> PathRule:
    spelled = "*".join(_spelled(piece) for piece in _WILDCARDS.split(pattern))
    if spelled.startswith(("http://", "https://")):
        spelled = f"/{spelled}"
    return PathRule(allow, len(spelled) + anchored, tuple(spelled.split("*")), anchored)


def _spelled(text: str) -> str:
    """Undo the escapes that need not be and escape what must be, so that two spellings of one path are equal."""
    return _ESCAPE.sub(_unescaped, quote(text, safe=_KEPT, errors="replace"))


def _unescaped(match: re.Match[str]) -> str:
    character = chr(int(match[1], 16))
    return character if character in _ALIKE_ESCAPED else match[0].upper()
