"""A person's name, taken apart."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Name:
    """`strength` counts witnesses: 3 for a common given name, 2 for a title, 1 for an ambiguous or a family name.

    `written` is the whole name where the family name comes first.
    """

    given: str
    family: str
    title: str = ""
    strength: int = 0
    suffix: str = ""
    written: str = ""

    @property
    def full(self) -> str:
        return self.written or f"{self.given} {self.family}".strip()
