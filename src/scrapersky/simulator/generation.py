"""Makes one business out of its number, with its website and profiles: each part is drawn with dice of its own."""

from dataclasses import dataclass
from typing import Final

from scrapersky.simulator.business import (
    END_OF_DAY,
    OpeningPeriod,
    Platform,
    SimulatedBusiness,
    SimulatedPerson,
    SocialProfile,
    Status,
    Website,
    WebsiteKind,
)
from scrapersky.simulator.dice import Dice
from scrapersky.simulator.identity import host_name, place_id, slug
from scrapersky.simulator.numbering import Block, Numbering
from scrapersky.simulator.vocabulary import COUNTRIES, City, Country, language_of

CHAIN_SIZE = 6
FREE_MAIL_HOSTS = ("freemail.example", "mailbox.example", "postfach.example", "webmail.example")

_STATUSES: tuple[tuple[Status, int], ...] = (("open", 94), ("closed_temporarily", 2), ("closed_permanently", 4))
_OPEN_ALL_DAY = frozenset({"hotel", "gym", "pharmacy"})
_DAY_PLANS: tuple[tuple[tuple[int, int], ...], ...] = (
    ((540, 1020),), ((480, 720), (780, 1080)), ((600, 1140),), ((510, 750), (810, 1050)),
)  # fmt: skip
MAXIMUM_PAGES: Final = 100_000

_KINDS: tuple[tuple[WebsiteKind | None, int], ...] = (
    ("own", 72), (None, 13), ("social", 7), ("directory", 3), ("link_page", 2), ("builder", 3),
)  # fmt: skip
_PLATFORMS: tuple[tuple[Platform, int], ...] = (
    ("wordpress", 22), ("wordpress_seo", 22), ("builder", 14), ("shop", 8), ("handwritten_1990s", 6),
    ("handwritten_2000s", 8), ("handwritten", 12), ("spa", 8),
)  # fmt: skip
_TRACKING = "?utm_source=google&utm_medium=organic&utm_campaign=gbp"


@dataclass(frozen=True, slots=True)
class BusinessDraft:
    """What several parts of a business need to know about it."""

    seed: int
    number: int
    block: Block
    chain_number: int | None

    @property
    def city(self) -> City:
        return self.block.city

    @property
    def country(self) -> Country:
        return COUNTRIES[self.block.city.country]

    def dice(self, part: str) -> Dice:
        return Dice(self.seed, part, self.number)


def make_business(numbering: Numbering, number: int) -> SimulatedBusiness:
    draft = _draft(numbering, number)
    name, brand = _name(draft)
    website = make_website(draft, brand)
    host = website.host if website else ""
    latitude, longitude = numbering.location(number)
    dice = draft.dice("facts")
    country, city = draft.country, draft.city
    return SimulatedBusiness(
        number=number,
        id=place_id(draft.seed, number),
        name=name,
        category=draft.block.category.key,
        country=country.code,
        language=country.language,
        city=city.name,
        region=city.region,
        street=_street(draft),
        house_number=str(dice.between(1, 9899 if country.code in ("US", "CA") else 180)),
        postal_code=fill(city.postal_code, dice),
        latitude=latitude,
        longitude=longitude,
        status=dice.weighted(_STATUSES),
        phone=_phone(country, city.phone, dice) if dice.chance(0.95) else None,
        fax=_phone(country, city.phone, dice) if dice.chance(0.15) else None,
        emails=_emails(draft, brand, host),
        people=_people(draft, host),
        socials=make_socials(draft, brand),
        opening_hours=_opening_hours(draft),
        website=website,
        chain_number=draft.chain_number,
    )


def _draft(numbering: Numbering, number: int) -> BusinessDraft:
    block = numbering.block_of(number)
    group = (number - block.start) // CHAIN_SIZE
    lead = block.start + group * CHAIN_SIZE
    is_chain = lead + 1 < block.start + block.count and Dice(numbering.seed, "chain", lead).chance(0.06)
    return BusinessDraft(numbering.seed, number, block, lead if is_chain else None)


def _street(draft: BusinessDraft) -> str:
    return draft.dice("street").choice(draft.country.streets)


def _name(draft: BusinessDraft) -> tuple[str, str]:
    """The name on the door, and the brand, which all branches of a chain share."""
    if draft.chain_number is None:
        brand = _brand(draft, draft.number)
        return brand, brand
    brand = _brand(draft, draft.chain_number)
    return f"{brand} ({_street(draft)})", brand


def _brand(draft: BusinessDraft, number: int) -> str:
    dice = Dice(draft.seed, "brand", number)
    language = language_of(draft.country.language)
    noun = draft.block.category.words[language.code][2]
    family = dice.choice(language.family_names)
    proper = dice.weighted(((family, 5), (dice.choice(language.brand_words), 4), (draft.city.name, 1)))
    if dice.chance(0.15):
        proper = f"{family} & {dice.choice(language.family_names)}"
    name = f"{proper} {noun}" if language.code in ("en", "sv") else f"{noun} {proper}"
    return f"{name} {dice.choice(draft.country.legal_forms)}" if dice.chance(0.2) else name


def _phone(country: Country, pattern: str, dice: Dice) -> str:
    return f"+{country.calling_code}{fill(pattern, dice)}"


def _emails(draft: BusinessDraft, brand: str, host: str) -> tuple[str, ...]:
    dice = draft.dice("emails")
    free_mail = f"{slug(brand).replace('-', '.')}.{draft.number}@{dice.choice(FREE_MAIL_HOSTS)}"
    if not host:
        return (free_mail,) if dice.chance(0.6) else ()
    count = dice.weighted(((0, 8), (1, 55), (2, 27), (3, 10)))
    known = language_of(draft.country.language).mailboxes
    mailboxes = dice.sample(known[2:], max(0, count - 1))
    general = dice.choice(known[:2])
    addresses = tuple(f"{mailbox}@{host}" for mailbox in (general, *mailboxes)[:count])
    return (free_mail, *addresses[1:]) if addresses and dice.chance(0.1) else addresses


def _people(draft: BusinessDraft, host: str) -> tuple[SimulatedPerson, ...]:
    dice = draft.dice("people")
    country = draft.country
    language = language_of(country.language)
    count = dice.weighted(((0, 25), (1, 30), (2, 20), (3, 13), (4, 7), (6, 5)))
    families = dice.sample(language.family_names, count)
    roles = dice.sample(language.roles, count)
    people = []
    for family, role in zip(families, roles, strict=True):
        given = dice.choice(language.given_names)
        has_email, has_phone = dice.chance(0.6), dice.chance(0.3)
        mailbox = f"{slug(given)}.{slug(family)}"
        email = f"{mailbox}@{host}" if host and has_email else None
        phone = _phone(country, country.mobile or draft.city.phone, dice) if has_phone else None
        people.append(SimulatedPerson(given, family, role, email, phone))
    return tuple(people)


def _opening_hours(draft: BusinessDraft) -> tuple[OpeningPeriod, ...]:
    dice = draft.dice("opening hours")
    if not dice.chance(0.8):
        return ()
    if draft.block.category.key in _OPEN_ALL_DAY and dice.chance(0.4):
        return tuple(OpeningPeriod(day, 0, END_OF_DAY) for day in range(7))
    plan = dice.choice(_DAY_PLANS)
    week = [OpeningPeriod(day, opens, closes) for day in range(5) for opens, closes in plan]
    if dice.chance(0.5):
        week.append(OpeningPeriod(5, 600, 840))
    return tuple(week)


# Without 0, 1 and 5: no subscriber number starts like a service number or like the 555 of films and placeholders.
_FIRST_DIGITS = "2346789"
_LETTERS = "ABDEFGHJLNPQRSTUWXYZ"
_DRAWS = {"#": "0123456789", "*": _FIRST_DIGITS, "@": _LETTERS}


def fill(pattern: str, dice: Dice) -> str:
    """Replace `#` by a digit, `*` by a digit that may start a subscriber number, `@` by a letter.

    >>> fill("787##", Dice("example")).startswith("787")
    True
    """
    return "".join(dice.choice(_DRAWS[sign]) if sign in _DRAWS else sign for sign in pattern)


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
