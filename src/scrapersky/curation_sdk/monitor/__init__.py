"""How the work goes: counts, pace, forecasts, errors by cause, runs, and what needs a person.

It reads what the queue writes anyway, and changes nothing.
"""

from typing import TYPE_CHECKING

from scrapersky.curation_sdk import late_door

if TYPE_CHECKING:
    from scrapersky.curation_sdk.monitor.attention import Alert as Alert
    from scrapersky.curation_sdk.monitor.attention import alerts_of as alerts_of
    from scrapersky.curation_sdk.monitor.error_causes import By as By
    from scrapersky.curation_sdk.monitor.error_causes import ErrorGroups as ErrorGroups
    from scrapersky.curation_sdk.monitor.error_causes import Since as Since
    from scrapersky.curation_sdk.monitor.error_causes import error_groups as error_groups
    from scrapersky.curation_sdk.monitor.forecasts import Drain as Drain
    from scrapersky.curation_sdk.monitor.forecasts import Forecast as Forecast
    from scrapersky.curation_sdk.monitor.forecasts import Measured as Measured
    from scrapersky.curation_sdk.monitor.forecasts import forecast as forecast
    from scrapersky.curation_sdk.monitor.forecasts import in_words as in_words
    from scrapersky.curation_sdk.monitor.forecasts import live_workers as live_workers
    from scrapersky.curation_sdk.monitor.forecasts import measure as measure
    from scrapersky.curation_sdk.monitor.full_overview import FullOverviews as FullOverviews
    from scrapersky.curation_sdk.monitor.full_overview import Overview as Overview
    from scrapersky.curation_sdk.monitor.full_overview import WorkflowOverview as WorkflowOverview
    from scrapersky.curation_sdk.monitor.kept_answers import KeptAnswers as KeptAnswers
    from scrapersky.curation_sdk.monitor.overview import Overviews as Overviews
    from scrapersky.curation_sdk.monitor.run_groups import MINUTE as MINUTE
    from scrapersky.curation_sdk.monitor.run_groups import RunHistory as RunHistory
    from scrapersky.curation_sdk.monitor.run_groups import RunKey as RunKey
    from scrapersky.curation_sdk.monitor.run_groups import RunList as RunList
    from scrapersky.curation_sdk.monitor.run_groups import RunLog as RunLog
    from scrapersky.curation_sdk.monitor.run_groups import run_log as run_log
    from scrapersky.curation_sdk.monitor.throughput import Curves as Curves
    from scrapersky.curation_sdk.monitor.throughput import Throughput as Throughput
    from scrapersky.curation_sdk.monitor.throughput import TimeSpan as TimeSpan
    from scrapersky.curation_sdk.monitor.throughput import finished_since as finished_since
else:
    __getattr__ = late_door(__name__, __file__)
