"""Everything that is fixed about one website, laid out once and kept for a while."""

from dataclasses import dataclass
from functools import lru_cache
from html import escape

from scrapersky.simulator.business import SimulatedBusiness, Website
from scrapersky.simulator.dice import Dice
from scrapersky.simulator.sites.bulk import style_rules
from scrapersky.simulator.sites.charsets import Charset, draw_charset
from scrapersky.simulator.sites.contacts.plan import plant_contacts
from scrapersky.simulator.sites.contacts.planting import Planting, Plot, Trap
from scrapersky.simulator.sites.robots import SimulatedRobots, draw_robots
from scrapersky.simulator.sites.routes import draw_routes
from scrapersky.simulator.sites.setting import Setting
from scrapersky.simulator.sites.shells import build_shell
from scrapersky.simulator.sites.sitemaps.files import SitemapPlan
from scrapersky.simulator.sites.sitemaps.layouts import draw_sitemaps
from scrapersky.simulator.sites.traps import set_traps
from scrapersky.simulator.sites.variants import variants_of
from scrapersky.simulator.vocabulary import Language, language_of
from scrapersky.simulator.world import World

_SITES_KEPT = 2_048


class NoWebsite(LookupError):
    """The business has no website of its own, so there is nothing to serve or to know about one."""

    def __init__(self, business: SimulatedBusiness) -> None:
        super().__init__(f"{business.name} (business {business.number}) has no website of its own.")


@dataclass(frozen=True, slots=True)
class Site:
    setting: Setting
    charset: Charset
    soft_404: bool
    sitemaps: SitemapPlan
    robots: SimulatedRobots
    plantings: tuple[Planting, ...]
    traps: tuple[Trap, ...]
    pieces: dict[tuple[str, str], str]
    sentences: tuple[str, ...]
    opening: bytes
    style: bytes
    middle: bytes
    closing: bytes

    def piece(self, slot: str, kind: str) -> str:
        return self.pieces.get((slot, kind), "")


def site_of(world: World, business: SimulatedBusiness) -> Site:
    """The site of a business; all branches of a chain have the one of its first branch."""
    lead = business if business.chain_number is None else world.business(business.chain_number)
    if lead.website is None or not lead.website.host:
        raise NoWebsite(business)
    return _lay_out(world.seed, lead, tuple(branch for branch in world.branches(lead) if branch is not lead))


@lru_cache(maxsize=_SITES_KEPT)
def _lay_out(seed: int, business: SimulatedBusiness, branches: tuple[SimulatedBusiness, ...]) -> Site:
    setting = _draw_setting(seed, business, branches)
    dice = setting.dice("encoding")
    charset = draw_charset(dice, setting.variant, setting.language.code)
    soft_404 = dice.chance(_SOFT_404_SHARE.get(setting.variant.name, 0.02))
    sitemaps = draw_sitemaps(setting)
    plot = Plot()
    plant_contacts(plot, setting)
    set_traps(plot, setting)
    pieces = plot.joined()
    shell = build_shell(setting, charset, sitemaps, pieces)
    return Site(
        setting=setting,
        charset=charset,
        soft_404=soft_404,
        sitemaps=sitemaps,
        robots=draw_robots(setting, sitemaps, soft_404=soft_404),
        plantings=tuple(plot.plantings),
        traps=tuple(plot.traps),
        pieces=pieces,
        sentences=site_sentences(setting.language, setting.brand, business.city),
        opening=charset.mark + charset.encode(shell.opening),
        style=_style(setting.variant.style_kilobytes),
        middle=charset.encode(shell.middle),
        closing=charset.encode(shell.closing),
    )


@lru_cache(maxsize=64)
def _style(kilobytes: int) -> bytes:
    return f"<style>{style_rules(kilobytes)}</style>".encode() if kilobytes else b""


_SOFT_404_SHARE = {"client-rendered": 0.6, "php-templates": 0.12, "wix": 0.03, "framework": 0.05}


def _draw_setting(seed: int, business: SimulatedBusiness, branches: tuple[SimulatedBusiness, ...]) -> Setting:
    website = business.website
    if website is None:
        raise NoWebsite(business)
    dice = Dice(seed, "site", business.number)
    variant = dice.choice(variants_of(website.platform))
    language = language_of(business.language)
    host = _canonical_host(dice, website)
    brand = business.name.partition(" (")[0] if branches else business.name
    routes = draw_routes(dice, variant, language, website.pages, is_shop=website.platform == "shop")
    return Setting(
        seed=seed,
        business=business,
        branches=branches,
        host=host,
        origin=f"{'https' if website.https else 'http'}://{host}",
        platform=website.platform,
        variant=variant,
        language=language,
        routes=routes,
        brand=brand,
        brand_html=escape(brand),
    )


def _canonical_host(dice: Dice, website: Website) -> str:
    """Most sites answer under one of their two names and redirect from the other."""
    prefers_www = dice.chance(0.7 if f"//www.{website.host}" in website.listed_url else 0.2)
    return f"www.{website.host}" if prefers_www and website.kind == "own" else website.host


def site_sentences(language: Language, brand: str, city: str) -> tuple[str, ...]:
    """The language's sentences about this business, ready to stand in HTML."""
    name, place = escape(brand), escape(city)
    return tuple(sentence.format(name=name, city=place) for sentence in language.sentences)
