"""The value of one microformats property: which attribute or text holds it, by the kind of property."""

from itertools import islice
from urllib.parse import urljoin

from selectolax.lexbor import LexborNode

MAX_TEXT = 2_000_000
_ADDRESSES = {
    "a": "href",
    "area": "href",
    "link": "href",
    "img": "src",
    "audio": "src",
    "source": "src",
    "iframe": "src",
} | {
    "video": "src",
    "object": "data",
}
_SPOKEN = {"abbr": "title", "link": "title", "data": "value", "input": "value", "img": "alt", "area": "alt"}


def classes(node: LexborNode) -> list[str]:
    return (node.attributes.get("class") or "")[:2_000].split() if node.is_element_node else []


def element_children(node: LexborNode) -> list[LexborNode]:
    return [child for child in islice(node.iter(include_text=False), 200) if child.is_element_node]


class ValueReader:
    """Reads values of one page; the amount of text it takes in all is bounded."""

    def __init__(self, base: str) -> None:
        self._base = base
        self._text_left = MAX_TEXT

    def read(self, prefix: str, element: LexborNode) -> str | None:
        by_value_class = self._by_value_class(element)
        if prefix == "u":
            return self._address(element, by_value_class)
        if by_value_class is not None:
            return by_value_class
        if prefix == "dt" and element.tag in ("time", "ins", "del") and element.attributes.get("datetime"):
            return element.attributes["datetime"]
        attribute = _SPOKEN.get(element.tag or "")
        spoken = element.attributes.get(attribute) if attribute is not None else None
        return spoken if spoken is not None else self.text(element)

    def is_fax(self, element: LexborNode) -> bool:
        """Whether a classic number names its type as fax."""
        kind = element.css_first(".type")
        return kind is not None and "fax" in f"{kind.text(deep=True)} {kind.attributes.get('title') or ''}".lower()

    def text(self, element: LexborNode) -> str:
        if self._text_left <= 0:
            return ""
        text = element.text(deep=True)
        self._text_left -= len(text)
        return " ".join(text.split())

    def implied_name(self, node: LexborNode) -> str | None:
        for candidate in (node, *_only_descendants(node)):
            name = self._naming_attribute(candidate)
            if name:
                return name
        return self.text(node) or None

    def implied_photo(self, node: LexborNode) -> str | None:
        return self._implied_address(node, {"img": "src", "object": "data"})

    def implied_url(self, node: LexborNode) -> str | None:
        return self._implied_address(node, {"a": "href", "area": "href"})

    def _implied_address(self, node: LexborNode, wanted: dict[str, str]) -> str | None:
        if node.tag in wanted and node.attributes.get(wanted[node.tag]) is not None:
            return self.absolute(node.attributes[wanted[node.tag]] or "")
        children = element_children(node)
        levels = [children]
        if len(children) == 1 and not _begins_item(children[0]):
            levels.append(element_children(children[0]))
        for level in levels:
            for tag, attribute in wanted.items():
                alone = [child for child in level if child.tag == tag]
                if len(alone) == 1 and alone[0].attributes.get(attribute) is not None and not _begins_item(alone[0]):
                    return self.absolute(alone[0].attributes[attribute] or "")
        return None

    def _naming_attribute(self, node: LexborNode) -> str | None:
        if node.tag in ("img", "area"):
            return node.attributes.get("alt")
        return node.attributes.get("title") if node.tag == "abbr" else None

    def _by_value_class(self, element: LexborNode) -> str | None:
        parts: list[str] = []
        for part in islice(element.css(".value, .value-title"), 20):
            if part.mem_id == element.mem_id:
                continue
            if "value-title" in classes(part):
                parts.append((part.attributes.get("title") or "").strip())
            elif part.tag in ("img", "area"):
                parts.append(part.attributes.get("alt") or "")
            elif part.tag == "data":
                parts.append(part.attributes.get("value") or "")
            elif part.tag == "abbr" and part.attributes.get("title"):
                parts.append(part.attributes["title"] or "")
            else:
                parts.append(self.text(part))
        return "".join(parts) if parts else None

    def _address(self, element: LexborNode, by_value_class: str | None) -> str:
        attribute = _ADDRESSES.get(element.tag or "")
        if attribute is not None and element.attributes.get(attribute) is not None:
            return self.absolute(element.attributes[attribute] or "")
        if by_value_class is not None:
            return by_value_class
        spoken = element.attributes.get(_SPOKEN.get(element.tag or "", ""))
        return self.absolute(spoken) if spoken is not None else self.text(element)

    def absolute(self, link: str) -> str:
        try:
            return urljoin(self._base, link.strip())
        except ValueError:
            return link.strip()


def _begins_item(node: LexborNode) -> bool:
    return any(name.startswith("h-") for name in classes(node))


def _only_descendants(node: LexborNode) -> list[LexborNode]:
    """The only child and its only child, which may name the whole."""
    descendants: list[LexborNode] = []
    for _ in range(2):
        children = element_children(node)
        if len(children) != 1 or _begins_item(children[0]):
            break
        node = children[0]
        descendants.append(node)
    return descendants
