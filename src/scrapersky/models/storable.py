"""Text that PostgreSQL takes: pages hold NUL characters and halves of surrogate pairs, and no column does."""

from collections.abc import Mapping, Sequence
from typing import overload


@overload
def storable(value: str) -> str: ...
@overload
def storable(value: str | None) -> str | None: ...
def storable(value: str | None) -> str | None:
    """Return the text without what no column takes.

    >>> storable("a\\x00b\\ud800")
    'ab?'
    """
    if value is None or (value.isascii() and "\x00" not in value):
        return value
    return value.replace("\x00", "").encode("utf-8", "replace").decode()


def storable_values(values: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """The same for texts by name.

    >>> storable_values({"name\\x00": ["Acme\\x00"]})
    {'name': ['Acme']}
    """
    return {storable(name): [storable(value) for value in texts] for name, texts in values.items()}
