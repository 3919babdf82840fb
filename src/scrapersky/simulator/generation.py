"""Makes one business out of its number: every part is drawn with dice of its own."""

from scrapersky.simulator.business import END_OF_DAY, OpeningPeriod, SimulatedBusiness, SimulatedPerson, Status
from scrapersky.simulator.dice import Dice
from scrapersky.simulator.draft import BusinessDraft
from scrapersky.simulator.identity import place_id, slug
from scrapersky.simulator.numbering import Numbering
from scrapersky.simulator.vocabulary.countries import Country
from scrapersky.simulator.vocabulary.languages import language_of
from scrapersky.simulator.web_presence import make_socials, make_website

CHAIN_SIZE = 6
FREE_MAIL_HOSTS = ("freemail.example", "mailbox.example", "postfach.example", "webmail.example")

_STATUSES: tuple[tuple[Status, int], ...] = (("open", 94), ("closed_temporarily", 2), ("closed_permanently", 4))
_OPEN_ALL_DAY = frozenset({"hotel", "gym", "pharmacy"})
_DAY_PLANS: tuple[tuple[tuple[int, int], ...], ...] = (
    ((540, 1020),), ((480, 720), (780, 1080)), ((600, 1140),), ((510, 750), (810, 1050)),
)  # fmt: skip


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
