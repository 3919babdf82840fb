"""Things that look like a business's contacts and are not: each is on the page, and known to be wrong."""

import re
from collections.abc import Callable, Iterator

from scrapersky.simulator.dice import Dice
from scrapersky.simulator.sites.contacts.planting import Plot, Trap
from scrapersky.simulator.sites.setting import Setting
from scrapersky.simulator.sites.traps import traces
from scrapersky.simulator.sites.traps.lookalikes import (
    set_app_strings,
    set_legal_numbers,
    set_order_number,
    set_placeholders,
)
from scrapersky.simulator.sites.traps.strangers import set_authority, set_designer, set_partner, set_quoted_customer

SetTrap = Callable[[Plot, Setting, Dice], None]

_ANY_SITE: tuple[tuple[float, SetTrap], ...] = (
    (0.45, set_designer),
    (0.5, set_placeholders),
    (0.35, set_order_number),
    (0.3, set_partner),
    (0.4, traces.set_share_links),
    (0.1, traces.set_old_address),
    (0.15, set_quoted_customer),
    (1.0, set_legal_numbers),
    (0.7, set_authority),
)
_MODERN_SITE: tuple[tuple[float, SetTrap], ...] = (
    (0.5, traces.set_image_name),
    (0.15, traces.set_error_tracker),
    (0.8, traces.set_builder_traces),
    (0.03, traces.set_honeypot),
)
_APP: tuple[tuple[float, SetTrap], ...] = ((0.5, traces.set_error_tracker), (0.8, set_app_strings))


def set_traps(plot: Plot, setting: Setting) -> None:
    """Sets this site's traps, leaving out any whose value happens to be a true one."""
    dice = setting.dice("traps")
    true_values = {planting.value for planting in plot.plantings}
    true_numbers = {_digits(value) for value in true_values if value.startswith("+")}
    for set_trap in _drawn_traps(setting, dice):
        drawn = Plot()
        set_trap(drawn, setting, dice)
        if not any(_is_true(trap, true_values, true_numbers) for trap in drawn.traps):
            plot.add(drawn)


def _is_true(trap: Trap, true_values: set[str], true_numbers: set[str]) -> bool:
    return trap.value in true_values or (trap.kind == "phone" and _digits(trap.value) in true_numbers)


def _digits(value: str) -> str:
    return re.sub(r"\D", "", value)


def _drawn_traps(setting: Setting, dice: Dice) -> Iterator[SetTrap]:
    if setting.is_app:
        candidates = _APP
    elif setting.variant.dialect == "modern":
        candidates = _ANY_SITE + _MODERN_SITE
    else:
        candidates = _ANY_SITE
    for share, set_trap in candidates:
        if dice.chance(share):
            yield set_trap
