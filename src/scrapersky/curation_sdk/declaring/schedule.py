"""`Schedule(...)`: how often, how many at once and how long a workflow works; and its settings, named from its name."""

from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import Field, create_model
from pydantic_settings import BaseSettings, SettingsConfigDict

from scrapersky.curation_sdk.declaring.naming import Names
from scrapersky.curation_sdk.errors import DeclarationError

if TYPE_CHECKING:
    from scrapersky.curation_sdk.declaring.workflow import AnyWorkflow


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


DESCRIPTIONS = {
    "interval_minutes": "How often the queue is polled when no notification arrives.",
    "batch_size": "How many rows one claim takes.",
    "max_instances": "How many drain loops run in one process.",
    "concurrency": "How many rows one drain loop has in work at the same time.",
    "timeout_seconds": "How long one row may take.",
    "attempts": "How often a row is tried before it is an Error.",
    "backoff_seconds": "The wait before the second attempt; it doubles with each further one.",
    "pause_after_failures": "After how many rows in a row that failed, at different hosts, it pauses itself.",
    "enabled": "Whether this workflow's scheduler runs at all.",
}


class _SchedulerSettings(BaseSettings):
    model_config = SettingsConfigDict(extra="ignore")


def read_schedule(names: Names, defaults: Schedule, env_file: Path | None = None) -> Schedule:
    """Order: the declaration's default, then `.env`, then the environment."""
    known: Any = {
        setting.name: (
            setting.type,
            Field(getattr(defaults, setting.name), gt=None if setting.name == "enabled" else 0),
        )
        for setting in fields(defaults)
    }
    settings: Any = create_model(f"{names.pascal}SchedulerSettings", __base__=_SchedulerSettings, **known)
    read = settings(_env_prefix=names.settings_prefix, _env_file=env_file)
    return Schedule(**read.model_dump())


def documented_settings(workflow: "AnyWorkflow") -> list[tuple[str, object, str]]:
    """Each setting's name, default and meaning."""
    return [
        (workflow.names.setting(setting.name), getattr(workflow.schedule, setting.name), DESCRIPTIONS[setting.name])
        for setting in fields(workflow.schedule)
    ]
