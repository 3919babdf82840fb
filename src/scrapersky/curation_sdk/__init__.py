"""The Curation SDK: a workflow is one line in a model, one declaration and two functions.

It knows nothing of the product built on it.
"""

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapersky.curation_sdk.curation import Curation
    from scrapersky.curation_sdk.errors import CurationError, DeclarationError, Defer, TryAgain
    from scrapersky.curation_sdk.naming import Names
    from scrapersky.curation_sdk.outcomes import Nothing, Saved
    from scrapersky.curation_sdk.schedule import Schedule
    from scrapersky.curation_sdk.statuses import State
    from scrapersky.curation_sdk.workflow import Workflow

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

_HOMES = {
    "Curation": "curation",
    "CurationError": "errors",
    "DeclarationError": "errors",
    "Defer": "errors",
    "Names": "naming",
    "Nothing": "outcomes",
    "Saved": "outcomes",
    "Schedule": "schedule",
    "State": "statuses",
    "TryAgain": "errors",
    "Workflow": "workflow",
}


def __getattr__(name: str) -> object:
    """Loaded when it is asked for: whoever needs an error need not wait for the database's library."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
