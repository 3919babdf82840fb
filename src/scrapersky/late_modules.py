"""Libraries that nobody needs to begin with: each is loaded when something of it is first used."""

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import jwt
    import phonenumbers

__all__ = ["jwt", "phonenumbers"]


class LateModule:
    """Stands for a module. `then` is what is done with it once it is loaded."""

    def __init__(self, name: str, then: Callable[[Any], None] = lambda _: None) -> None:
        self._name, self._then = name, then

    def __getattr__(self, attribute: str) -> Any:
        module = import_module(self._name)
        self._then(module)
        value = getattr(module, attribute)
        setattr(self, attribute, value)  # whoever asks again is answered without this
        return value


def _keep_patterns(phone_numbers: Any) -> None:
    """All countries have more patterns than `re` keeps, and to compile one takes longer than to read a number."""
    phone_numbers.enable_pattern_cache()


if not TYPE_CHECKING:
    jwt = LateModule("jwt")  # with all of its cryptography, which takes as long as to read every model
    phonenumbers = LateModule("phonenumbers", _keep_patterns)
