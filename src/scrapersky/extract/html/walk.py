"""The walk through a parsed page that gathers its words, its scripts and the elements that say something."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from scrapersky.extract.html.attributes import (
    EMBEDDING,
    NO_DISPLAY,
    NO_SIZE,
    NOTHING,
    REVERSED,
    has_hidden,
    is_contact_link,
    is_footer,
    is_hidden,
    is_opened,
    may_hold_contacts,
    names_footer,
    span_of,
    telling,
)
from scrapersky.extract.html.icons import (
    AT_GLYPH,
    ICONS,
    Attributes,
    icon_of,
    icon_used,
    is_at_sign,
    is_glyph,
    pictured,
)
from scrapersky.extract.html.tags import INLINE, PLAIN_BLOCKS, STRUCTURE, UNSEEN
from scrapersky.extract.html.visible_text import MAX_TEXT, TextBuilder

MAX_NODES = 200_000
MAX_ELEMENTS = 20_000
MAX_SCRIPTS = 200
MAX_REVERSED = 200
MAX_HIDDEN = 300
MAX_ICONS = 300

_Open = tuple[LexborNode, str, Attributes, int]


class Element(NamedTuple):
    """A tag that may say something; `start` and `end` are where its words stand in the document's text."""

    tag: str
    attributes: Mapping[str, str]
    start: int
    end: int


class Script(NamedTuple):
    """An inline script: data if its type says so, code otherwise."""

    type: str
    text: str


class Span(NamedTuple):
    start: int
    end: int


class HiddenBlock(NamedTuple):
    """A block that its own attributes hide or move off the screen; `is_opened` when its name or role says by what."""

    start: int
    end: int
    is_far: bool
    is_opened: bool
    identifier: str


class Icon(NamedTuple):
    """A picture that says what the number after it is, where that number would begin."""

    start: int
    means: str


class Walk:
    """One pass through the tree without recursion: depth is the page's choice.

    What elements say besides their words is remembered for contacts only: that takes nearly half of the time.
    """

    def __init__(self, *, is_for_contacts: bool = True) -> None:
        self.text = TextBuilder()
        self._is_for_contacts = is_for_contacts
        self.title = ""
        self.language = ""
        self.elements: list[Element] = []
        self.scripts: list[Script] = []
        self.footers: list[Span] = []
        self.reversed_texts: list[Span] = []
        self.hidden: list[HiddenBlock] = []
        self.icons: list[Icon] = []
        self._last_link = ""
        self._nodes_left = MAX_NODES

    def run(self, root: LexborNode | None) -> None:
        node, opened = root, list[_Open]()
        text, nodes_left = self.text, self._nodes_left
        while node is not None and nodes_left:
            nodes_left -= 1
            if node.is_text_node:
                if not text.is_apart:
                    text.add(node.text_content or "", node)
                elif not node.is_empty_text_node:  # most of a page's texts are the space between tags
                    text.add(node.text_content or "")
            elif (attributes := self._enter(tag := node.tag or "", node)) is not None:
                child = node.first_child
                if child is not None:
                    opened.append((node, tag, attributes, text.place))
                    node = child
                    continue
                self._leave(tag, attributes, text.place)
            while (following := node.next) is None:
                if not opened:
                    return
                node, tag, attributes, start = opened.pop()
                if attributes or tag not in INLINE:
                    self._leave(tag, attributes, start)
            node = following
        self._nodes_left = nodes_left

    def shortened(self) -> Iterator[str]:
        if not self._nodes_left:
            yield f"Only the first {MAX_NODES:,} parts of the page were read"
        if self.text.is_full:
            yield f"Only the first {MAX_TEXT:,} characters of the page's words were read"

    def _enter(self, tag: str, node: LexborNode) -> Attributes | None:
        """The attributes of an element whose inside is to be read; None otherwise."""
        if tag in PLAIN_BLOCKS:
            self.text.break_block()
            return telling(node.attributes) if self._is_for_contacts else NOTHING
        if tag in INLINE:
            attributes = telling(node.attributes)
            if attributes and self._is_unread(node, attributes):
                return None
            if tag == "a":
                self._note_link(attributes.get("href") or "")
            return attributes
        if tag in STRUCTURE:
            attributes = node.attributes
            if tag == "img" and is_at_sign(attributes):
                self.text.add("@")
                return None
            self.text.enter(tag)
            if attributes and ("rowspan" in attributes or "colspan" in attributes):
                self.text.span(span_of(attributes, "rowspan"), span_of(attributes, "colspan"))
            return attributes
        return self._enter_rarer(tag, node)

    def _is_unread(self, node: LexborNode, attributes: Attributes) -> bool:
        """Whether an inline element is a picture that a font draws, or hides its words from the reader."""
        if "material-" in (attributes.get("class") or "") and is_glyph(attributes):
            self._take_glyph(node.text(deep=True)[:40].strip())
            return True
        return is_hidden(attributes) and self._is_decoy(node, attributes)

    def _take_glyph(self, name: str) -> None:
        """What a font draws may be the sign of an address, or say what a number is."""
        if name == AT_GLYPH:
            self.text.add("@")
        elif icon := pictured(name):
            self._note_icon(icon)

    def _enter_rarer(self, tag: str, node: LexborNode) -> Attributes | None:
        if tag.startswith(("-", "!")):
            return None
        attributes = node.attributes
        if tag in UNSEEN:
            self._take_unseen(tag, node, attributes)
            return None
        if tag == "html":
            self.language = (attributes.get("lang") or attributes.get("xml:lang") or "").strip()[:35]
        is_stand_in = tag == "object" and not EMBEDDING.isdisjoint(attributes)  # embeds media; one without is a wrapper
        return None if is_stand_in else attributes

    def _is_decoy(self, node: LexborNode, attributes: Attributes) -> bool:
        """Whether hidden words stand within a visible one, or have no size; others wait for a click."""
        if NO_SIZE.search((attributes.get("style") or "")[:500]) or not self.text.is_apart:
            return True
        following = node.next
        if following is None or following.tag != "-text":
            return following is not None and following.tag in INLINE
        return not (following.text_content or " ")[:1].isspace()

    def _note_link(self, href: str) -> None:
        if is_contact_link(href):
            self.text.part_words(apart=href != self._last_link)  # editors cut one link in two
            self._last_link = href
            scheme, _, value = href.strip().partition(":")
            self.text.note_link(f"{scheme}:{value.strip()}"[:310])

    def _leave(self, tag: str, attributes: Attributes, start: int) -> None:
        text = self.text
        length = text.length
        end = length if length > start else start  # noqa: FURB136 - a call of max takes as long as all of this
        if tag in PLAIN_BLOCKS:
            text.break_block()
        elif tag in STRUCTURE:
            text.leave(tag)
        elif tag == "a" and (href := attributes.get("href")):
            if href == self._last_link:
                text.part_words()
            elif end > start and "map" in href[:120]:  # where the words of the line are to be found
                text.links.append((len(text.marks) - 1, href[:120]))
        if attributes and self._is_for_contacts:
            self._remember(tag, attributes, start, end)
        elif tag == "footer":
            self.footers.append(Span(start, end))

    def _remember(self, tag: str, attributes: Attributes, start: int, end: int) -> None:
        if len(attributes) == 1 and tag != "iframe" and "@" not in (name := attributes.get("class") or "@"):
            if end == start:
                if tag in ICONS and (icon := pictured(name[-120:])):
                    self._note_icon(icon)
            elif tag == "footer" or (len(name) > 5 and names_footer(name[:300])):
                self.footers.append(Span(start, end))
            return  # most elements have a class and nothing else
        if end == start and tag in ICONS and (icon := icon_of(attributes)):
            self._note_icon(icon)
        if (tag == "iframe" or may_hold_contacts(attributes)) and len(self.elements) < MAX_ELEMENTS:
            has_empty = None in attributes.values()
            known = {name: value or "" for name, value in attributes.items()} if has_empty else attributes
            self.elements.append(tuple.__new__(Element, (tag, known, start, end)))
        if end == start:
            return
        if tag == "footer" or is_footer(attributes):
            self.footers.append(Span(start, end))
        if "style" in attributes or "hidden" in attributes or tag == "bdo":
            self._remember_look(tag, attributes, start, end)

    def _remember_look(self, tag: str, attributes: Attributes, start: int, end: int) -> None:
        """What stands backwards or is hidden."""
        style = (attributes.get("style") or "")[:500]
        is_reversed = REVERSED.search(style) is not None or (tag == "bdo" and attributes.get("dir") == "rtl")
        if is_reversed and len(self.reversed_texts) < MAX_REVERSED:
            self.reversed_texts.append(Span(start, end))
        if len(self.hidden) < MAX_HIDDEN and (style or "hidden" in attributes):
            self._remember_hidden(attributes, style, start, end)

    def _note_icon(self, means: str) -> None:
        if len(self.icons) < MAX_ICONS:
            self.icons.append(Icon(self.text.place, means))

    def _remember_hidden(self, attributes: Attributes, style: str, start: int, end: int) -> None:
        styled = NO_DISPLAY.search(style)
        if styled is None and not has_hidden(attributes):
            return
        is_far = styled is not None and styled["far"] is not None
        self.hidden.append(HiddenBlock(start, end, is_far, is_opened(attributes), attributes.get("id") or ""))

    def _take_unseen(self, tag: str, node: LexborNode, attributes: Attributes) -> None:
        if tag == "script" and len(self.scripts) < MAX_SCRIPTS:
            self.scripts.append(Script((attributes.get("type") or "").strip().lower(), node.text(deep=True)))
        elif tag == "svg" and self._is_for_contacts and (icon := icon_of(attributes) or icon_used(node)):
            self._note_icon(icon)
        elif tag == "title" and not self.title:
            self.title = " ".join(node.text(deep=True)[:1_000].split())
