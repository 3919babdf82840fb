"""Where a business is on the web: its website, if any, and its profiles."""

from typing import Final

from scrapersky.simulator.business import Platform, SocialProfile, Website, WebsiteKind
from scrapersky.simulator.dice import Dice
from scrapersky.simulator.draft import BusinessDraft
from scrapersky.simulator.identity import host_name, slug

MAXIMUM_PAGES: Final = 100_000

_KINDS: tuple[tuple[WebsiteKind | None, int], ...] = (
    ("own", 72), (None, 13), ("social", 7), ("directory", 3), ("link_page", 2), ("builder", 3),
)  # fmt: skip
_PLATFORMS: tuple[tuple[Platform, int], ...] = (
    ("wordpress", 22), ("wordpress_seo", 22), ("builder", 14), ("shop", 8), ("handwritten_1990s", 6),
    ("handwritten_2000s", 8), ("handwritten", 12), ("spa", 8),
)  # fmt: skip
_TRACKING = "?utm_source=google&utm_medium=organic&utm_campaign=gbp"


def make_website(draft: BusinessDraft, brand: str) -> Website | None:
    owner = draft.number if draft.chain_number is None else draft.chain_number
    dice = Dice(draft.seed, "website", owner)
    kind = dice.weighted(_KINDS) if draft.chain_number is None else "own"
    if kind is None:
        return None
    label = f"{slug(brand)}-{owner}"
    elsewhere = {
        "social": f"https://www.facebook.com/{label}",
        "directory": f"https://www.yelp.com/biz/{label}-{slug(draft.city.name)}",
        "link_page": f"https://linktr.ee/{label}",
    }
    if kind in elsewhere:
        return Website(kind=kind, listed_url=elsewhere[kind])
    return _own_website(dice, kind, host_name(brand, owner, built=kind == "builder"))


def _own_website(dice: Dice, kind: WebsiteKind, host: str) -> Website:
    platform: Platform = "builder" if kind == "builder" else dice.weighted(_PLATFORMS)
    https = kind == "builder" or dice.chance(0.5 if platform == "handwritten_1990s" else 0.93)
    scheme = "https" if https and dice.chance(0.85) else "http"
    listed_host = f"www.{host}" if kind == "own" and dice.chance(0.4) else host
    suffix = dice.weighted((("/", 80), ("", 8), (_TRACKING, 6), ("/?ref=maps", 6)))
    if suffix == _TRACKING:
        suffix = "/" + suffix
    return Website(kind, f"{scheme}://{listed_host}{suffix}", host, https, platform, _page_count(dice, platform))


def _page_count(dice: Dice, platform: Platform) -> int:
    """Mostly a dozen; one site in a few hundred has thousands."""
    smallest = {"shop": 30, "handwritten_1990s": 1, "spa": 1}.get(platform, 4)
    return min(MAXIMUM_PAGES, int(smallest / (1 - dice.fraction()) ** 0.95))


def make_socials(draft: BusinessDraft, brand: str) -> tuple[SocialProfile, ...]:
    dice = draft.dice("socials")
    label = f"{slug(brand)}-{draft.number if draft.chain_number is None else draft.chain_number}"
    compact = label.replace("-", "")
    profiles = (
        SocialProfile("facebook", f"https://www.facebook.com/{label}"),
        SocialProfile("instagram", f"https://www.instagram.com/{compact[:30]}"),
        SocialProfile("linkedin", f"https://www.linkedin.com/company/{label}"),
        SocialProfile("x", f"https://x.com/{compact[-15:]}"),
        SocialProfile("youtube", f"https://www.youtube.com/@{compact[:30]}"),
        SocialProfile("tiktok", f"https://www.tiktok.com/@{compact[:24]}"),
    )
    odds = (0.7, 0.45, 0.2, 0.12, 0.1, 0.08)
    return tuple(profile for profile, chance in zip(profiles, odds, strict=True) if dice.chance(chance))
