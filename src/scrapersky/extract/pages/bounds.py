"""Makes any page cheap to parse: a parser's time grows by the square of its depth and of a tag's attributes."""

import re
from dataclasses import dataclass

MAX_CHARACTERS = 2_000_000
TAIL_CHARACTERS = 500_000
MAX_TAGS = 100_000
MAX_DEPTH = 256
MAX_FORMATTING = 8
MAX_ATTRIBUTES = 256
HARMLESS_CHARACTERS = 64_000
HARMLESS_TAGS = 1_500
_SEPARATORS = " \n\t\r\f/\"'"  # one of them stands before each attribute

_ATTRIBUTE = r"""(?:[\s/]++|[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>"'][^\s>]*+))?+)"""
_ATTRIBUTES = re.compile(_ATTRIBUTE)
# A comment, a whole element whose inside is no markup, or any other tag. Each alternative only ever moves forward.
_TAG = re.compile(
    r"<(?:!--(?:[^-]|-(?!->))*+|"
    rf"(?P<raw>script|style|textarea|title)(?=[\s/>])(?P<inside>{_ATTRIBUTE}*+)>(?:[^<]|<(?!/(?P=raw)))*+|"
    rf"(?P<close>/?)(?P<name>[a-z][^\s/>]{{0,60}}+)(?P<attributes>{_ATTRIBUTE}*+)>?)",
    re.IGNORECASE,
)
_FORMATTING = frozenset(("b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"))
_FOREIGN = ("svg", "math")
_VOID = "area base br col embed hr img input link meta param source track wbr"
_CLOSED_BY_THE_NEXT = "p td th tr thead tbody tfoot option html head body"
_NEVER_DEEP = frozenset(f"{_VOID} {_CLOSED_BY_THE_NEXT}".split())
# Closed by the next of its own kind, but nested in one of the other kind.
_LIST_ITEMS = {"li": "li", "dd": "dd", "dt": "dd"}
_LISTS = frozenset(("ul", "ol", "dl", "menu", "dir"))


@dataclass(frozen=True, slots=True)
class BoundedPage:
    """`shortened` says, for a person, what was left out; it is empty for nearly every real page."""

    html: str
    shortened: tuple[str, ...] = ()


def bound_page(html: str) -> BoundedPage:
    """Cut what no honest page has: too long, too many tags, too deep, too many attributes.

    >>> bound_page("<p>Hello</p>").shortened
    ()
    >>> bound_page("<div>" * 5_000).shortened
    ('Tags nested more than 256 deep were ignored',)
    """
    shortened: list[str] = []
    if len(html) > MAX_CHARACTERS:
        shortened.append(
            f"Only the first {MAX_CHARACTERS - TAIL_CHARACTERS:,} and the last {TAIL_CHARACTERS:,}"
            f" of {len(html):,} characters were read"
        )
        html = html[: MAX_CHARACTERS - TAIL_CHARACTERS] + "\n" + html[-TAIL_CHARACTERS:]
    if _has_few_tags(html) and (len(html) <= HARMLESS_CHARACTERS or _has_few_attributes(html)):
        return BoundedPage(html, tuple(shortened))
    pruned = _Pruning(html)
    pruned.run()
    return BoundedPage(pruned.html(), (*shortened, *pruned.reasons))


def _has_few_tags(html: str) -> bool:
    """Only tags that open cost more than their length."""
    tags = html.count("<")
    return tags <= HARMLESS_TAGS or tags - html.count("</") <= HARMLESS_TAGS


def _has_few_attributes(html: str) -> bool:
    """Whether no tag can have more than all that a short page has room for: long pages are mostly words and scripts."""
    return sum(map(html.count, _SEPARATORS)) <= HARMLESS_CHARACTERS // 2


class _Pruning:
    """One pass over the tags that keeps count of what a parser would have open."""

    def __init__(self, html: str) -> None:
        self._html = html
        self._pieces: list[str] = []
        self._kept_until = 0
        self._open: dict[str, int] = {}
        self._depth = 0
        self._formatting = 0
        self._foreign = 0
        self._list_items = [""]  # kinds of items that are open within each other; "" is a list around them
        self.reasons: dict[str, None] = {}

    def html(self) -> str:
        return "".join((*self._pieces, self._html[self._kept_until :])) if self._pieces else self._html

    def run(self) -> None:
        tags = 0
        for tag in _TAG.finditer(self._html):
            close, name = tag["close"], tag["name"]
            if name is None:
                if tag["raw"] is not None:
                    self._bound_attributes(*tag.span("inside"))
                continue
            tags += 1
            if tags > MAX_TAGS:
                self._cut_at(tag.start())
                return
            name = name.lower()
            if close:
                self._close(name)
            else:
                self._open_tag(tag, name)

    def _close(self, name: str) -> None:
        if name in _LIST_ITEMS:
            self._close_list_item(_LIST_ITEMS[name])
        elif self._open.get(name):
            self._open[name] -= 1
            self._depth -= 1
            self._formatting -= name in _FORMATTING
            self._foreign -= name in _FOREIGN
            if name in _LISTS:
                self._close_list()

    def _close_list_item(self, kind: str) -> None:
        if self._list_items[-1] == kind:
            self._list_items.pop()
            self._depth -= 1

    def _close_list(self) -> None:
        while self._list_items.pop():
            self._depth -= 1

    def _open_tag(self, tag: re.Match[str], name: str) -> None:
        start, end = tag.span("attributes")
        if end - start > 1_000:
            self._bound_attributes(start, end)
        if self._foreign:
            if self._html.startswith("/", end - 1):
                return
        elif name in _NEVER_DEEP or (name == "a" and self._open.get("a")):
            return
        if _LIST_ITEMS.get(name) == self._list_items[-1]:
            return
        if self._depth >= MAX_DEPTH:
            self._drop(tag, f"Tags nested more than {MAX_DEPTH} deep were ignored")
        elif name in _FORMATTING and self._formatting >= MAX_FORMATTING:
            self._drop(tag, f"Bold, italic and font tags nested more than {MAX_FORMATTING} deep were ignored")
        else:
            self._depth += 1
            self._note_open(name)

    def _note_open(self, name: str) -> None:
        if name in _LIST_ITEMS:
            self._list_items.append(_LIST_ITEMS[name])
        else:
            self._open[name] = self._open.get(name, 0) + 1
            if name in _LISTS:
                self._list_items.append("")
            self._formatting += name in _FORMATTING
            self._foreign += name in _FOREIGN

    def _bound_attributes(self, start: int, end: int) -> None:
        if end - start <= MAX_ATTRIBUTES:
            return
        for count, attribute in enumerate(_ATTRIBUTES.finditer(self._html, start, end)):
            if count > 2 * MAX_ATTRIBUTES:
                self._keep_up_to(attribute.start(), end)
                self.reasons[f"Attributes after the first {MAX_ATTRIBUTES} of a tag were ignored"] = None
                return

    def _drop(self, tag: re.Match[str], reason: str) -> None:
        self._keep_up_to(tag.start(), tag.end())
        self.reasons[reason] = None

    def _keep_up_to(self, end: int, resume: int) -> None:
        if end >= self._kept_until:
            self._pieces.append(self._html[self._kept_until : end])
        self._kept_until = resume

    def _cut_at(self, position: int) -> None:
        self._keep_up_to(position, len(self._html))
        self.reasons[f"Only the first {MAX_TAGS:,} tags were read"] = None
