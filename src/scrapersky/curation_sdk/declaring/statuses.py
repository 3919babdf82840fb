"""The six curation values and the four processing values, the same in every workflow."""

from enum import Enum, StrEnum
from typing import Any

CURATION_VALUES = ("New", "Queued", "Processing", "Complete", "Error", "Skipped")
PROCESSING_VALUES = ("Queued", "Processing", "Complete", "Error")


class State(StrEnum):
    """What two statuses mean together: the processing status once curation is Queued, else the curation status."""

    NEW = "New"
    QUEUED = "Queued"
    PROCESSING = "Processing"
    COMPLETE = "Complete"
    ERROR = "Error"
    SKIPPED = "Skipped"


class Settable(StrEnum):
    """What a person may set; the other values are a worker's word."""

    NEW = "New"
    QUEUED = "Queued"
    SKIPPED = "Skipped"


def status_enum(class_name: str, values: tuple[str, ...]) -> type[Enum]:
    """Make a workflow's own status class, whose member names equal their values.

    >>> status_enum("PageCurationProcessingStatus", PROCESSING_VALUES).Queued.value
    'Queued'
    """
    make: Any = Enum
    made: type[Enum] = make(class_name, [(value, value) for value in values], type=str, module=__name__)
    return made
