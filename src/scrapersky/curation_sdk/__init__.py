"""The Curation SDK: a workflow is one line in a model, one declaration and two functions.

It knows nothing of the product built on it.
"""

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapersky.curation_sdk.declaring import Curation, Names, Nothing, Saved, Schedule, State, Workflow
    from scrapersky.curation_sdk.errors import CurationError, DeclarationError, Defer, TryAgain

__all__ = [
    "Curation",
    "CurationError",
    "DeclarationError",
    "Defer",
    "Names",
    "Nothing",
    "Saved",
    "Schedule",
    "State",
    "TryAgain",
    "Workflow",
]

_ERRORS = {"CurationError", "DeclarationError", "Defer", "TryAgain"}


def __getattr__(name: str) -> object:
    """Loaded when it is asked for: whoever needs an error need not wait for the database's library."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{'errors' if name in _ERRORS else 'declaring'}"), name)
