"""A workflow's settings as people see and change them, with the log of changes.

Where they are read and stored is the queue's; this room explains them and takes changes back.
"""

from typing import TYPE_CHECKING

from scrapersky.curation_sdk import late_door

if TYPE_CHECKING:
    from scrapersky.curation_sdk.settings.changes import SettingChange as SettingChange
    from scrapersky.curation_sdk.settings.changes import SettingChangeList as SettingChangeList
    from scrapersky.curation_sdk.settings.changes import list_changes as list_changes
    from scrapersky.curation_sdk.settings.changes import undo_change as undo_change
    from scrapersky.curation_sdk.settings.fields import SettingsRequest as SettingsRequest
    from scrapersky.curation_sdk.settings.fields import WorkflowSettings as WorkflowSettings
    from scrapersky.curation_sdk.settings.fields import settings_shown as settings_shown
else:
    __getattr__ = late_door(__name__, __file__)
