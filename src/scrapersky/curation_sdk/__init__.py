"""The Curation SDK: a workflow is one line in a model, one declaration and two functions.

It knows nothing of the product built on it.
"""

import importlib
import re
import sys
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

_EXPORTED = re.compile(r"^    from (\S+) import (\w+) as \2$", re.MULTILINE)


def _loaded(module: str, name: str) -> Any:
    return getattr(importlib.import_module(module), name)


class LateFunction:
    """Stands for the function of a module, which is loaded when it is called or unwrapped, as by `inspect.unwrap`."""

    def __init__(self, module: str, name: str) -> None:
        self.__module__, self.__name__ = module, name

    @cached_property
    def __wrapped__(self) -> Any:
        return _loaded(self.__module__, self.__name__)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self.__wrapped__(*arguments, **named)


def late_door(package: str, file: str, give: Callable[[str, str], object] = _loaded) -> Callable[[str], object]:
    """For a door's `__getattr__`: whoever needs one of the names that its lines export does not wait for all others."""
    places = {name: module for module, name in _EXPORTED.findall(Path(file).read_text(encoding="utf-8"))}

    def load(name: str) -> object:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = give(places[name], name)
        setattr(sys.modules[package], name, value)
        return value

    return load


if TYPE_CHECKING:
    from scrapersky.curation_sdk.declaring import Curation as Curation
    from scrapersky.curation_sdk.declaring import Names as Names
    from scrapersky.curation_sdk.declaring import Nothing as Nothing
    from scrapersky.curation_sdk.declaring import Saved as Saved
    from scrapersky.curation_sdk.declaring import Schedule as Schedule
    from scrapersky.curation_sdk.declaring import State as State
    from scrapersky.curation_sdk.declaring import Workflow as Workflow
    from scrapersky.curation_sdk.errors import CurationError as CurationError
    from scrapersky.curation_sdk.errors import DeclarationError as DeclarationError
    from scrapersky.curation_sdk.errors import Defer as Defer
    from scrapersky.curation_sdk.errors import TryAgain as TryAgain
else:
    __getattr__ = late_door(__name__, __file__)
