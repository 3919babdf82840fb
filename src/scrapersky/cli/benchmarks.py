"""`scrapersky bench pages`, `contacts` and `queue`: what was measured, for people and for programs."""

import gc
from collections.abc import Coroutine, Mapping
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from scrapersky.bench import queue
from scrapersky.bench.contacts import benchmark as contacts
from scrapersky.bench.frame import BenchResult, as_object, keep
from scrapersky.bench.pages import benchmark as pages
from scrapersky.bench.queue_peers.contenders import QUEUE_PEERS
from scrapersky.cli.running import collect_seldom, read_settings, run, write_json


def bench_pages(*, quick: bool, as_json: bool, results: Path | None) -> None:
    said = Console(stderr=True)
    measured = _measured(pages.measure(read_settings().scrapersky_data, quick=quick, say=said.print))
    _tell(measured, _ratios(measured, pages.OURS, {"scrapy": pages.SCRAPY}), as_json=as_json, results=results)


def bench_contacts(*, quick: bool, as_json: bool, results: Path | None) -> None:
    measured = _measured(contacts.measure(quick=quick))
    _tell(measured, _ratios(measured, contacts.OURS, {"extraction": contacts.ALONE}), as_json=as_json, results=results)


def bench_queue(*, quick: bool, as_json: bool, results: Path | None) -> None:
    said = Console(stderr=True)
    measured = _measured(queue.measure(read_settings().scrapersky_data, quick=quick, say=said.print))
    peers = {"floor": queue.FLOOR, "pattern": queue.PATTERN} | {peer.key: peer.name for peer in QUEUE_PEERS}
    _tell(measured, _ratios(measured, queue.OURS, peers), as_json=as_json, results=results)


def _measured(measuring: Coroutine[Any, Any, BenchResult]) -> BenchResult:
    gc.freeze()  # both as every worker does
    collect_seldom()
    return run(measuring)


def _ratios(measured: BenchResult, ours: str, peers: Mapping[str, str]) -> dict[str, float | None]:
    rates = {f"ratio_to_{key}": measured.ratio(ours, peer) for key, peer in peers.items()}
    return rates | {f"processor_ratio_to_{key}": measured.processor_ratio(ours, peer) for key, peer in peers.items()}


def _tell(measured: BenchResult, ratios: Mapping[str, float | None], *, as_json: bool, results: Path | None) -> None:
    result = as_object(measured, ratios)
    if results is not None:
        keep(result, results)
    if as_json:
        write_json(result)
        return
    table = Table("", f"{measured.unit}/s", "spread", f"ms of processor a {measured.unit.removesuffix('s')}")
    for name in measured.laps:
        milliseconds = measured.milliseconds(name)
        spent = "" if milliseconds is None else f"{milliseconds:.2f}"
        table.add_row(name, f"{measured.rate(name):,.1f}", f"{measured.spread(name):.0%}", spent)
    console = Console()
    console.print(table)
    for name, ratio in ratios.items():
        console.print(f"{name}: {'not measured' if ratio is None else f'{ratio:.2f}'}")
    for note in measured.notes:
        console.print(note)
