"""A value on a page: what it is, how it is written there, and on which pages."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Literal

from scrapersky.simulator.sites.routes import PageKind

ValueKind = Literal["email", "phone", "fax", "whatsapp", "social", "person", "address"]
Slot = Literal["head", "top", "main", "footer", "end", "data"]
Way = Literal[
    "mailto", "mailto_subject", "mailto_percent", "text", "words", "entities_decimal", "entities_hexadecimal",
    "entities_mixed", "split_tags", "split_comments", "cloudflare_text", "cloudflare_link", "script", "tel", "link",
    "microdata", "microformat", "json_ld", "inline_json", "json_endpoint",
]  # fmt: skip
Pages = tuple[PageKind, ...]
EVERY_PAGE: Pages = ()
ENDPOINT = "/api/site.json"
_NEEDS_SCRIPT: frozenset[Way] = frozenset({"script", "json_endpoint"})


@dataclass(frozen=True, slots=True)
class Planting:
    kind: ValueKind
    value: str
    """Normalised: addresses in lower case, numbers in E.164, profiles as URLs, people by name."""
    way: Way
    pages: Pages
    """The page kinds that show it; none given means every page."""
    person: str | None = None
    """Whose it is, unless it is the business's own."""
    detail: str = ""
    """A person's role, a profile's network, or for a branch of a chain its name."""

    @property
    def visible_without_script(self) -> bool:
        return self.way not in _NEEDS_SCRIPT


@dataclass(frozen=True, slots=True)
class Trap:
    """Something on a page that looks like a contact of the business and is none."""

    kind: ValueKind
    value: str
    why: str
    pages: Pages


@dataclass(slots=True)
class Plot:
    """Where plantings and traps are gathered while a site is laid out."""

    plantings: list[Planting] = field(default_factory=list)
    traps: list[Trap] = field(default_factory=list)
    pieces: defaultdict[tuple[Slot, str], list[str]] = field(default_factory=lambda: defaultdict(list))

    def put(self, slot: Slot, pages: Pages, html: str) -> None:
        for kind in pages or ("*",):
            self.pieces[slot, kind].append(html)

    def joined(self) -> dict[tuple[str, str], str]:
        """Per slot and page kind what stands there: lines of HTML, or members of a JSON object."""
        return {
            (slot, kind): ("," if slot == "data" else "\n").join(pieces) for (slot, kind), pieces in self.pieces.items()
        }

    def add(self, other: "Plot") -> None:
        self.plantings += other.plantings
        self.traps += other.traps
        for place, pieces in other.pieces.items():
            self.pieces[place] += pieces

    def note(self, *plantings: Planting) -> None:
        self.plantings.extend(plantings)

    def trap(self, *traps: Trap) -> None:
        self.traps.extend(traps)
