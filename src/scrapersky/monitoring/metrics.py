"""Every figure that Prometheus can ask for: the one table behind both endpoints, their page and the alerts."""

from dataclasses import dataclass
from enum import StrEnum


class MetricKind(StrEnum):
    COUNTER = "counter"
    GAUGE = "gauge"
    HISTOGRAM = "histogram"


@dataclass(frozen=True, slots=True)
class Metric:
    name: str
    meaning: str
    labels: tuple[str, ...] = ("workflow",)
    kind: MetricKind = MetricKind.GAUGE


ROWS = Metric("scrapersky_rows", "Rows in each state.", ("workflow", "state"))
OLDEST_WAITING = Metric("scrapersky_oldest_waiting_seconds", "How long the row that waits longest has been due.")
FINISHED_LAST_HOUR = Metric("scrapersky_finished_last_hour", "Attempts that ended well in the last hour.")
ERRORS_LAST_HOUR = Metric("scrapersky_errors_last_hour", "Attempts that failed in the last hour.")
ERROR_RATIO = Metric("scrapersky_error_ratio", "Share of the last hour's attempts that failed.")
ROWS_PER_MINUTE = Metric("scrapersky_rows_per_minute", "Rows that ended, well or not, lately.")
DRAINED_IN = Metric(
    "scrapersky_drained_in_seconds", "When the queue will be empty at this pace; absent when nobody works on it."
)
PAUSED = Metric("scrapersky_paused", "1 while somebody has paused it.")
TOO_MANY_ERRORS = Metric("scrapersky_too_many_errors", "1 while more rows fail than should.")
NEEDS = Metric("scrapersky_needs", "Matters that wait for a person.", ())
PAID_CALLS = Metric("scrapersky_paid_calls_today", "Requests of a paid source since midnight, UTC.", ("source",))
COST = Metric("scrapersky_cost_today_dollars", "What these cost.", ("source",))
CALLS_ALLOWED = Metric(
    "scrapersky_paid_calls_allowed_today",
    "How many of these all tenants together may send a day; absent where there is no limit.",
    ("source",),
)

OF_THE_SERVER = (
    ROWS,
    OLDEST_WAITING,
    FINISHED_LAST_HOUR,
    ERRORS_LAST_HOUR,
    ERROR_RATIO,
    ROWS_PER_MINUTE,
    DRAINED_IN,
    PAUSED,
    TOO_MANY_ERRORS,
    NEEDS,
    PAID_CALLS,
    COST,
    CALLS_ALLOWED,
)
"""At `GET /metrics` of the API, of the rows of whoever asks."""

CLAIMS = Metric("scrapersky_worker_claims_total", "Rows that this process took up.", kind=MetricKind.COUNTER)
ATTEMPTS = Metric(
    "scrapersky_worker_attempts_total",
    "How attempts ended: complete, error, retry, deferred, released, stopped, or lost to another process.",
    ("workflow", "ending"),
    MetricKind.COUNTER,
)
OUTCOMES = Metric(
    "scrapersky_worker_outcomes_total",
    "The same attempts by their reason, such as timeout, dns or http_404, where there is one.",
    ("workflow", "outcome"),
    MetricKind.COUNTER,
)
SECONDS = Metric("scrapersky_worker_seconds", "How long the work on a row took.", kind=MetricKind.HISTOGRAM)
LEASE_LAPSES = Metric(
    "scrapersky_worker_lease_lapses_total",
    "How often others took this process for dead, because it or the database did not answer for too long.",
    (),
    MetricKind.COUNTER,
)
FETCHES = Metric(
    "scrapersky_worker_fetches_total",
    "Requests to other machines, robots.txt apart: ok, or why nothing came of it.",
    ("outcome",),
    MetricKind.COUNTER,
)
CONNECTIONS = Metric(
    "scrapersky_worker_database_connections",
    "Connections to the database: in use, or open and idle.",
    ("pool", "state"),
)
READY = Metric("scrapersky_worker_ready", "1 while it can take up rows; /readyz says why not.", ())

OF_A_WORKER = (CLAIMS, ATTEMPTS, OUTCOMES, SECONDS, LEASE_LAPSES, FETCHES, CONNECTIONS, READY)
"""At `METRICS_PORT` of each process that works on rows or keeps the queues in order."""
