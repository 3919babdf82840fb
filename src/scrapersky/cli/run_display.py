"""How a run looks: how far each stage is, and at the end what was found."""

from rich.table import Table

from scrapersky.cli.progress_lines import ProgressLines
from scrapersky.cli.simulated import NO_COST
from scrapersky.cli.terminal import console
from scrapersky.curation_sdk.declaring import AnyWorkflow, State
from scrapersky.services.runs.run import RunSummary, StageProgress

MOST_REASONS = 8


def show_stage(lines: ProgressLines, workflow: AnyWorkflow, progress: StageProgress) -> None:
    lines.show(f"{workflow.code} {workflow.title}", progress.ended, progress.decided, _note(progress))


def _note(progress: StageProgress) -> str:
    parts = [f"{progress.states[State.ERROR]:,} failed"] if progress.states[State.ERROR] else []
    parts += [f"{progress.put_off:,} put off"] if progress.put_off else []
    return ", ".join(parts)


def show_summary(summary: RunSummary, seconds: float, *, is_simulated: bool = False) -> None:
    """What was found, stage by stage, and why the rest gave nothing. A simulated source takes no money."""
    stages = Table("stage", box=None, title=None)
    for name in ("done", "failed", "waiting", "left"):
        stages.add_column(name, justify="right")
    stages.add_column("why nothing came of some")
    for stage in summary.stages:
        reasons = [f"{count:,} {in_words(outcome)}" for outcome, count in stage.reasons[:MOST_REASONS]]
        reasons += ["…"] if len(stage.reasons) > MOST_REASONS else []
        numbers = (stage.complete, stage.failed, stage.waiting, stage.left_new)
        stages.add_row(stage.title, *(f"{number:,}" for number in numbers), ", ".join(reasons))
    console.print(stages)
    totals = Table(box=None, show_header=False)
    totals.add_column()
    totals.add_column(justify="right")
    for name, value in (
        ("businesses", f"{summary.businesses:,}"),
        ("domains", f"{summary.domains:,}"),
        ("pages read", f"{summary.pages_read:,}"),
        ("contacts", f"{summary.contacts:,}"),
        ("cost", NO_COST if is_simulated else f"${summary.cost_micros / 1_000_000:,.2f}"),
        ("time", _duration(seconds)),
    ):
        totals.add_row(name, value)
    console.print(totals)


_WORDS = {
    "already_delivered": "delivered before",
    "bad_response": "answer that cannot be read",
    "blocked": "site turns us away",
    "busy": "site has no time",
    "connect": "no connection",
    "disconnected": "connection broken off",
    "dns": "name that leads nowhere",
    "parked": "domain that is for sale",
    "refused_address": "address that is not on the internet",
    "robots": "forbidden by robots.txt",
    "robots_unreachable": "robots.txt out of reach",
    "timeout": "took too long",
    "tls": "bad certificate",
    "verified_only": "checked, no target is set",
}


def in_words(outcome: str) -> str:
    """
    >>> in_words("no_website"), in_words("http_404"), in_words("robots")
    ('no website', 'HTTP 404', 'forbidden by robots.txt')
    """
    return _WORDS.get(outcome, outcome.replace("http_", "HTTP ").replace("_", " "))


def _duration(seconds: float) -> str:
    """
    >>> _duration(3.2), _duration(754)
    ('3 s', '12 min 34 s')
    """
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
