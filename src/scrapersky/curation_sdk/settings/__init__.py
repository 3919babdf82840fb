"""A workflow's settings as people see and change them, with the log of changes.

Where they are read and stored is the queue's; this room explains them and takes changes back.
"""

from scrapersky.curation_sdk.settings.changes import SettingChange, SettingChangeList, list_changes, undo_change
from scrapersky.curation_sdk.settings.fields import SettingsRequest, WorkflowSettings, settings_shown

__all__ = [
    "SettingChange",
    "SettingChangeList",
    "SettingsRequest",
    "WorkflowSettings",
    "list_changes",
    "settings_shown",
    "undo_change",
]
