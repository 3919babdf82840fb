"""What a kind of site software does its own way: addresses, generator tag, headers, validators."""

from dataclasses import dataclass
from typing import Literal

from scrapersky.simulator.business import Platform
from scrapersky.simulator.vocabulary import subjects_in

Validators = Literal["none", "etag", "weak_etag", "modified", "both"]
Dialect = Literal["modern", "xhtml", "nineties", "app_inline", "app_endpoint"]


@dataclass(frozen=True, slots=True)
class Variant:
    name: str
    platform: Platform
    dialect: Dialect
    suffix: str
    """What ends the path of a page: a slash, nothing, or a file ending."""
    server: str
    validators: Validators
    assets: str
    generator: str | None = None
    page_prefix: str = "/"
    post_path: str = "/{blog}/{slug}"
    product_path: str = "/{shop}/{slug}"
    powered_by: str | None = None
    style_kilobytes: int = 4
    body_class: str = ""
    relative_links: bool = False
    """Whether pages name their starting point and link from there."""
    keeps_umlauts: bool = False
    signature: str = ""
    """What stands in the head of its pages, with holes for the folder of its files and for a token."""


_VARIANTS = tuple(subjects_in("site_software.toml", Variant, "name").values())


def variants_of(platform: Platform) -> list[Variant]:
    made_with = "wordpress" if platform == "wordpress_seo" else platform
    return [variant for variant in _VARIANTS if variant.platform == made_with]
