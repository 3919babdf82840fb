"""One page and what a reader would take from it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha1
from urllib.parse import urlsplit

from scrapersky.extract.finding import Kind

PARTS = ("even", "odd")


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """`wanted` has the right values by kind; a kind that is not among them is not judged.

    Ways to write a street, one person's name or role, and weeks of which one is enough, are parted by `|`; `roles` are
    by those names. A street is wanted as part of an address. What is `ignored` is neither right nor wrong, nor is a
    phone number that ends in `ignored_ends`. Of `any_owner`, others' count too.
    """

    url: str
    region: str | None
    html: str
    wanted: Mapping[Kind, tuple[str, ...]]
    ignored: frozenset[str] = frozenset()
    ignored_ends: tuple[str, ...] = ()
    any_owner: frozenset[Kind] = frozenset()
    roles: Mapping[str, str] = field(default_factory=dict)
    site: str = ""
    notes: tuple[str, ...] = field(default=(), compare=False)

    @property
    def part(self) -> str:
        """Decided by the site: `even` may be looked at, `odd` is only measured."""
        domain = self.site or (urlsplit(self.url).hostname or "").removeprefix("www.")
        return PARTS[sha1(domain.encode(), usedforsecurity=False).digest()[-1] % 2]
