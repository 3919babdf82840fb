"""Alerts for Prometheus, and the page that says what there is to watch: both derived from the table of figures."""

from collections.abc import Iterable
from dataclasses import dataclass

import yaml

from scrapersky.monitoring import metrics
from scrapersky.monitoring.metrics import OF_A_WORKER, OF_THE_SERVER, Metric


@dataclass(frozen=True, slots=True)
class AlertRule:
    """`expression` names figures by their places in `figures`; `remedy` says what to do."""

    name: str
    expression: str
    figures: tuple[Metric, ...]
    minutes: int
    trouble: str
    remedy: str

    @property
    def formula(self) -> str:
        return self.expression.format(*(figure.name for figure in self.figures))

    @property
    def summary(self) -> str:
        return f"{self.trouble} {self.remedy}"


ALERTS = (
    AlertRule(
        "QueueStandsStill",
        '{0}{{state="Queued"}} > 0 and on (workflow) {1} == 0 and on (workflow) {2} == 0',
        (metrics.ROWS, metrics.ROWS_PER_MINUTE, metrics.PAUSED),
        15,
        "{{ $labels.workflow }}: {{ $value }} rows wait and none ended lately.",
        "`scrapersky status` names what fails.",
    ),
    AlertRule(
        "RowsWaitTooLong",
        "{0} > 3600",
        (metrics.OLDEST_WAITING,),
        5,
        "{{ $labels.workflow }}: a row has waited for more than an hour.",
        "Start another worker, or raise its concurrency.",
    ),
    AlertRule(
        "TooManyErrors",
        "{0} == 1",
        (metrics.TOO_MANY_ERRORS,),
        5,
        "{{ $labels.workflow }}: more than a fifth of the last hour's rows failed.",
        "The Errors screen groups them by cause.",
    ),
    AlertRule(
        "PaidCallsRunOut",
        "{0} > 0.9 * {1}",
        (metrics.PAID_CALLS, metrics.CALLS_ALLOWED),
        0,
        "{{ $labels.source }}: nine tenths of today's paid requests are used.",
        "Searches wait until midnight, UTC; the source's setting for requests a day allows more.",
    ),
    AlertRule(
        "WorkerTakenForDead",
        "increase({0}[10m]) > 0",
        (metrics.LEASE_LAPSES,),
        0,
        "{{ $labels.instance }}: others took this worker for dead, and its rows.",
        "Its machine is overloaded, work blocks its event loop, or its connection to the database broke.",
    ),
    AlertRule(
        "WorkerNotReady",
        "{0} == 0",
        (metrics.READY,),
        5,
        "{{ $labels.instance }}: this worker takes up no rows.",
        "Its /readyz says why; `scrapersky doctor` looks at the rest.",
    ),
    AlertRule(
        "ConnectionsRunOut",
        'sum by (instance, pool) ({0}{{state="idle"}}) == 0 and on (instance, pool) {0}{{state="in_use"}} >= 20',
        (metrics.CONNECTIONS,),
        10,
        "{{ $labels.instance }}: every connection of the pool {{ $labels.pool }} is in use.",
        "Raise DATABASE_POOL_SIZE, or lower the concurrency of workflows.",
    ),
)


def alert_rules() -> str:
    rules = [
        {
            "alert": alert.name,
            "expr": alert.formula,
            **({"for": f"{alert.minutes}m"} if alert.minutes else {}),
            "annotations": {"summary": alert.summary},
        }
        for alert in ALERTS
    ]
    return yaml.safe_dump({"groups": [{"name": "scrapersky", "rules": rules}]}, sort_keys=False, width=120)


def metrics_tables() -> str:
    """What the page of figures says beside its title."""
    alerts = "\n".join(f"| {alert.name} | `{alert.formula}` | {alert.remedy} |" for alert in ALERTS)
    return f"""Prometheus reads the API's figures at `GET /metrics` with a token, of the token's own tenant
(`authorization: {{credentials_file: …}}`).

{_table(OF_THE_SERVER)}

Each process that works on rows tells its own at `METRICS_PORT`, without a token and for all tenants: figures only, no
names and no addresses. Of several processes each takes the next free port. `/healthz` answers 200 while the process
lives, `/readyz` while it can take up rows.

{_table(OF_A_WORKER)}

`examples/prometheus/alerts.yml` has these alerts:

| alert | when | what to do |
| --- | --- | --- |
{alerts}"""


def _table(figures: Iterable[Metric]) -> str:
    head = "| figure | kind | labels | meaning |\n| --- | --- | --- | --- |\n"
    return head + "\n".join(
        f"| `{each.name}` | {each.kind.value} | {', '.join(f'`{label}`' for label in each.labels)} | {each.meaning} |"
        for each in figures
    )
