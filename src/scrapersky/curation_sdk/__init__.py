"""The Curation SDK: a workflow is one line in a model, one declaration and two functions.

It knows nothing of the product built on it.
"""

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
