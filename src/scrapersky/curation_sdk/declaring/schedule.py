"""`Schedule(...)`: how often, how many at once and how long a workflow works."""

from dataclasses import dataclass, fields

from scrapersky.curation_sdk.errors import DeclarationError


@dataclass(frozen=True, slots=True)
class Schedule:
    """A workflow's defaults; each can be set per installation, as `{WORKFLOW}_SCHEDULER_{FIELD}`."""

    interval_minutes: float = 1
    batch_size: int = 20
    max_instances: int = 1
    concurrency: int = 16
    timeout_seconds: float = 60
    attempts: int = 4
    backoff_seconds: float = 30
    pause_after_failures: int = 50
    enabled: bool = True

    def __post_init__(self) -> None:
        for setting in fields(self):
            value = getattr(self, setting.name)
            if setting.name != "enabled" and value <= 0:
                raise DeclarationError(f"Schedule({setting.name}={value!r}): type a number above zero.")
