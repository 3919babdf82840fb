"""The six curation values and the four processing values, the same in every workflow."""

import sys
from enum import StrEnum
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


def status_enum(class_name: str, values: tuple[str, ...], module: str) -> type[StrEnum]:
    """A workflow's own status class, beside its model: the one that is written there, else one that is put there.

    >>> status_enum("PageCurationProcessingStatus", PROCESSING_VALUES, "json").Queued.value
    'Queued'
    """
    make: Any = StrEnum
    beside = vars(sys.modules[module])
    status: type[StrEnum] = beside.setdefault(
        class_name, make(class_name, [(value, value) for value in values], module=module)
    )
    return status
