"""A site's robots.txt: in one of the many states that files of that name are found in."""

from dataclasses import dataclass
from typing import Literal

from scrapersky.simulator.dice import Dice
from scrapersky.simulator.sites.setting import Setting
from scrapersky.simulator.sites.sitemaps.files import SitemapPlan

RobotsState = Literal[
    "absent", "empty", "allow_all", "disallow_some", "disallow_all", "crawl_delay", "per_agent", "bom", "oversized",
    "html", "server_error",
]  # fmt: skip
SitemapLines = Literal["none", "one", "several", "relative", "wrong"]

_STATES: tuple[tuple[RobotsState, int], ...] = (
    ("absent", 16), ("empty", 5), ("allow_all", 24), ("disallow_some", 28), ("disallow_all", 3), ("crawl_delay", 6),
    ("per_agent", 8), ("bom", 3), ("oversized", 2), ("html", 3), ("server_error", 2),
)  # fmt: skip
_WITHOUT_LINES: frozenset[RobotsState] = frozenset({"absent", "empty", "html", "server_error"})
_OVERSIZED_RULES = 14_000
_AGENTS = ("AhrefsBot", "SemrushBot", "MJ12bot", "DotBot", "GPTBot", "PetalBot")


@dataclass(frozen=True, slots=True)
class SimulatedRobots:
    state: RobotsState
    status: int
    sitemap_lines: SitemapLines
    sitemaps: tuple[str, ...]
    """What stands after `Sitemap:`, right or wrong."""
    disallowed: tuple[str, ...]
    """Path prefixes closed to everyone; an unreachable file closes the whole site."""
    crawl_delay: int | None

    def allows(self, path: str) -> bool:
        return not path.startswith(self.disallowed)

    def text(self) -> str:
        parts = ["\ufeff"] if self.state == "bom" else []
        if self.state == "oversized":
            # Lines that matter come first: readers may stop at 500 KiB.
            parts += _sitemap_lines(self.sitemaps)
        parts += self._groups()
        if self.state != "oversized":
            parts += _sitemap_lines(self.sitemaps)
        return "".join(parts)

    def _groups(self) -> list[str]:
        if self.state == "empty":
            return []
        lines = [f"User-agent: {agent}\nDisallow: /\n\n" for agent in _AGENTS] if self.state == "per_agent" else []
        lines.append("User-agent: *\n" if self.state != "bom" else "user-agent:*\n")
        lines += [f"Disallow: {prefix}\n" for prefix in self.disallowed] or ["Disallow:\n"]
        if self.crawl_delay is not None:
            lines.append(f"Crawl-delay: {self.crawl_delay}\n")
        if self.state == "oversized":
            lines += [f"Disallow: /archive/old/{number:05d}/print.html\n" for number in range(_OVERSIZED_RULES)]
        return lines


def _sitemap_lines(sitemaps: tuple[str, ...]) -> list[str]:
    return [f"\nSitemap: {sitemap}\n" for sitemap in sitemaps]


def draw_robots(setting: Setting, plan: SitemapPlan, *, soft_404: bool) -> SimulatedRobots:
    dice = setting.dice("robots")
    state = dice.weighted(_STATES)
    if soft_404 and state == "absent":
        state = "html"
    if plan.in_robots and state in _WITHOUT_LINES:
        state = "allow_all"
    lines = _draw_lines(dice, state, plan)
    return SimulatedRobots(
        state=state,
        status={"absent": 404, "server_error": 503}.get(state, 200),
        sitemap_lines=lines,
        sitemaps=_written(setting, lines, plan),
        disallowed=_disallowed(setting, dice, state),
        crawl_delay=dice.choice((1, 2, 5, 10)) if state == "crawl_delay" else None,
    )


def _draw_lines(dice: Dice, state: RobotsState, plan: SitemapPlan) -> SitemapLines:
    if state in _WITHOUT_LINES:
        return "none"
    if not plan.in_robots:
        return "wrong" if dice.chance(0.06) else "none"
    if len(plan.top) > 1:
        return "several"
    return "relative" if dice.chance(0.06) else "one"


def _written(setting: Setting, lines: SitemapLines, plan: SitemapPlan) -> tuple[str, ...]:
    if lines == "none":
        return ()
    if lines == "wrong":
        return (setting.url("/old/sitemap-2011.xml"),)
    return plan.top if lines == "relative" else tuple(setting.url(path) for path in plan.top)


def _disallowed(setting: Setting, dice: Dice, state: RobotsState) -> tuple[str, ...]:
    if state in {"disallow_all", "server_error"}:
        return ("/",)
    if state in _WITHOUT_LINES or state == "allow_all":
        return ()
    private = {"wordpress": ("/wp-admin/",), "wordpress_seo": ("/wp-admin/",), "shop": ("/cart", "/checkout")}
    closed = private.get(setting.platform, ("/intern/", "/cgi-bin/"))
    legal = setting.routes.kinds.get("legal")
    if legal and state == "disallow_some" and dice.chance(0.12):
        return (*closed, legal.path)
    return closed
