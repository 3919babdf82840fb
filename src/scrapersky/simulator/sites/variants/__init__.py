"""The habits of the software a site is made with: addresses, generator tag, headers, validators."""

from scrapersky.simulator.business import Platform
from scrapersky.simulator.sites.variants.handwritten import APPS, MODERN, NINETIES, TWO_THOUSANDS
from scrapersky.simulator.sites.variants.systems import BUILDERS, SHOPS, WORDPRESS
from scrapersky.simulator.sites.variants.variant import Variant

VARIANTS: dict[Platform, tuple[Variant, ...]] = {
    "wordpress": WORDPRESS,
    "wordpress_seo": WORDPRESS,
    "builder": BUILDERS,
    "shop": SHOPS,
    "handwritten_1990s": NINETIES,
    "handwritten_2000s": TWO_THOUSANDS,
    "handwritten": MODERN,
    "spa": APPS,
}

__all__ = ["VARIANTS", "Variant"]
