"""A person named on a page."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Person:
    """A name with what the page says about it; `role` is the normal word, `role_raw` the page's own."""

    name: str
    given: str
    family: str
    title: str = ""
    role: str = ""
    role_raw: str = ""
    email: str = ""
    phone: str = ""
    snippet: str = ""
    confidence: float = 0.5
    reason: str = ""
