"""What a kind of site software does its own way."""

from dataclasses import dataclass
from typing import Literal

Validators = Literal["none", "etag", "weak_etag", "modified", "both"]
Dialect = Literal["modern", "xhtml", "nineties", "app_inline", "app_endpoint"]


@dataclass(frozen=True, slots=True)
class Variant:
    name: str
    dialect: Dialect
    suffix: str
    """What ends the path of a page: a slash, nothing, or a file ending."""
    generator: str | None
    server: str
    validators: Validators
    assets: str
    page_prefix: str = "/"
    post_path: str = "/{blog}/{slug}"
    product_path: str = "/{shop}/{slug}"
    powered_by: str | None = None
    style_kilobytes: int = 4
    body_class: str = ""
    relative_links: bool = False
    """Whether pages name their starting point and link from there."""
    keeps_umlauts: bool = False
