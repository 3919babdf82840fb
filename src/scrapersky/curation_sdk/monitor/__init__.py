"""How the work goes: counts, pace, forecasts, errors by cause, runs, and what needs a person.

It reads what the queue writes anyway, and changes nothing.
"""

from scrapersky.curation_sdk.monitor.advice import Drain, Measured, live_workers, measure
from scrapersky.curation_sdk.monitor.alerts import Alert, alerts_of
from scrapersky.curation_sdk.monitor.error_causes import By, ErrorGroups, Since, error_groups
from scrapersky.curation_sdk.monitor.forecasts import Forecast, forecast, in_words
from scrapersky.curation_sdk.monitor.full_overview import FullOverviews, Overview, WorkflowOverview
from scrapersky.curation_sdk.monitor.kept_answers import KeptAnswers
from scrapersky.curation_sdk.monitor.overview import Overviews
from scrapersky.curation_sdk.monitor.run_groups import MINUTE, RunHistory, RunKey, RunList
from scrapersky.curation_sdk.monitor.run_lines import RunLog, run_log
from scrapersky.curation_sdk.monitor.throughput import Curves, Throughput, TimeSpan, finished_since

__all__ = [
    "MINUTE",
    "Alert",
    "By",
    "Curves",
    "Drain",
    "ErrorGroups",
    "Forecast",
    "FullOverviews",
    "KeptAnswers",
    "Measured",
    "Overview",
    "Overviews",
    "RunHistory",
    "RunKey",
    "RunList",
    "RunLog",
    "Since",
    "Throughput",
    "TimeSpan",
    "WorkflowOverview",
    "alerts_of",
    "error_groups",
    "finished_since",
    "forecast",
    "in_words",
    "live_workers",
    "measure",
    "run_log",
]
