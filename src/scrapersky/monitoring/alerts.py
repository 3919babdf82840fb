"""Alerts for Prometheus, and the page that says what there is to watch: both derived from the table of figures."""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources import files

import yaml

from scrapersky.monitoring import metrics
from scrapersky.monitoring.metrics import OF_A_WORKER, OF_THE_SERVER, Metric


@dataclass(frozen=True, slots=True)
class AlertRule:
    name: str
    when: str
    minutes: int
    trouble: str
    remedy: str

    @property
    def formula(self) -> str:
        return self.when.format(**{name: each.name for name, each in vars(metrics).items() if isinstance(each, Metric)})

    @property
    def summary(self) -> str:
        return f"{self.trouble} {self.remedy}"


def _alerts() -> list[AlertRule]:
    written = tomllib.loads(files(__package__).joinpath("alerts.toml").read_text("utf-8"))
    return [AlertRule(name, **alert) for name, alert in written.items()]


ALERTS = _alerts()


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
