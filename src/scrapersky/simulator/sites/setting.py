"""What is settled about a site before anything is written on it."""

from dataclasses import dataclass

from scrapersky.simulator.business import Platform, SimulatedBusiness
from scrapersky.simulator.dice import Dice
from scrapersky.simulator.sites.routes import PageKind, Routes
from scrapersky.simulator.sites.variants import Variant
from scrapersky.simulator.vocabulary import Language


@dataclass(frozen=True, slots=True)
class Setting:
    seed: int
    business: SimulatedBusiness
    branches: tuple[SimulatedBusiness, ...]
    """The other businesses that share the site: branches of a chain."""
    host: str
    origin: str
    platform: Platform
    variant: Variant
    language: Language
    routes: Routes
    brand: str
    brand_html: str

    def dice(self, part: str) -> Dice:
        return Dice(self.seed, "site", part, self.business.number)

    def pages(self, *kinds: PageKind) -> tuple[PageKind, ...]:
        """Those of the kinds that the site has; if it has none of them, its home page."""
        return tuple(kind for kind in kinds if kind in self.routes.kinds) or ("home",)

    @property
    def is_app(self) -> bool:
        return self.variant.dialect in {"app_inline", "app_endpoint"}

    def url(self, path: str) -> str:
        return self.origin + path
