"""Single contact lines: one value, one way of writing it, and the note of it for the truth."""

from collections.abc import Callable
from html import escape

from scrapersky.simulator.business import SimulatedBusiness, address_html, address_line
from scrapersky.simulator.dice import Dice
from scrapersky.simulator.sites.contacts import disguises
from scrapersky.simulator.sites.contacts.disguises import spell_phone, telephone_link
from scrapersky.simulator.sites.contacts.planting import Pages, Planting, Way
from scrapersky.simulator.sites.setting import Setting

Line = tuple[str, Planting]

_MODERN_WAYS: tuple[tuple[Way, int], ...] = (
    ("mailto", 30), ("text", 14), ("cloudflare_text", 10), ("cloudflare_link", 4), ("words", 7),
    ("entities_mixed", 7), ("entities_decimal", 4), ("entities_hexadecimal", 3), ("mailto_subject", 6),
    ("mailto_percent", 3), ("split_tags", 4), ("split_comments", 3), ("script", 5),
)  # fmt: skip
_OLD_WAYS: tuple[tuple[Way, int], ...] = (
    ("mailto", 40), ("text", 20), ("words", 10), ("entities_decimal", 8), ("script", 8), ("mailto_subject", 6),
    ("split_tags", 4), ("split_comments", 4),
)  # fmt: skip

# What people type themselves begins with a capital or ends a sentence now and then.
_BY_HAND: frozenset[Way] = frozenset({"mailto", "text", "split_tags"})


def write_email(dice: Dice, setting: Setting, email: str, way: Way) -> str:
    if way in _PLAIN_WRITERS:
        return _PLAIN_WRITERS[way](email)
    if way in _VARIED_WRITERS:
        return _VARIED_WRITERS[way](dice, email)
    if way == "words":
        return disguises.in_words(dice, email, setting.language)
    label = setting.language.labels["email"]
    if way == "mailto_subject":
        subject = f"{setting.language.navigation['contact']} {setting.brand}"
        return disguises.linked_with_subject(email, label, subject)
    return disguises.percent_encoded(email, label)


_PLAIN_WRITERS: dict[Way, Callable[[str], str]] = {
    "text": str,
    "mailto": disguises.linked,
    "entities_decimal": disguises.decimal_entities,
    "entities_hexadecimal": disguises.hexadecimal_entities,
    "split_tags": disguises.split_by_tags,
    "split_comments": disguises.split_by_comments,
    "script": disguises.written_by_script,
}
_VARIED_WRITERS: dict[Way, Callable[[Dice, str], str]] = {
    "entities_mixed": disguises.linked_in_entities,
    "cloudflare_text": disguises.cloudflare_text,
    "cloudflare_link": disguises.cloudflare_link,
}


def email_line(dice: Dice, setting: Setting, email: str, pages: Pages, *, person: str | None = None) -> Line:
    way = dice.weighted(_MODERN_WAYS if setting.variant.dialect == "modern" else _OLD_WAYS)
    shown = email[0].upper() + email[1:] if way in _BY_HAND and dice.chance(0.1) else email
    end = "." if way == "text" and dice.chance(0.25) else ""
    html = f"{setting.language.labels['email']}: {write_email(dice, setting, shown, way)}{end}"
    return html, Planting("email", email.lower(), way, pages, person)


def phone_line(
    dice: Dice, setting: Setting, number: str, pages: Pages, *, person: str | None = None, detail: str = ""
) -> Line:
    country = setting.business.country
    spelled = spell_phone(dice, number, country)
    if dice.chance(0.1):
        spelled = spelled.replace(" ", "&nbsp;")
    label = setting.language.labels["mobile" if person else "phone"]
    old = setting.variant.dialect == "nineties"
    if old or dice.chance(0.4):
        return f"{label}: {spelled}", Planting("phone", number, "text", pages, person, detail)
    link = f'<a href="{telephone_link(dice, number, country)}">{spelled}</a>'
    return f"{label}: {link}", Planting("phone", number, "tel", pages, person, detail)


def fax_line(dice: Dice, setting: Setting, number: str, pages: Pages) -> Line:
    spelled = spell_phone(dice, number, setting.business.country)
    return f"{setting.language.labels['fax']}: {spelled}", Planting("fax", number, "text", pages)


def whatsapp_line(dice: Dice, setting: Setting, number: str, pages: Pages) -> Line:
    digits = number.removeprefix("+")
    url = dice.choice((f"https://wa.me/{digits}", f"https://api.whatsapp.com/send?phone={digits}"))
    html = f'<a href="{url}" rel="noopener">{setting.language.labels["whatsapp"]}</a>'
    return html, Planting("whatsapp", number, "link", pages)


def address_lines(business: SimulatedBusiness, pages: Pages, detail: str = "") -> Line:
    return f"<address>{address_html(business)}</address>", Planting(
        "address", address_line(business), "text", pages, None, detail
    )


def social_links(setting: Setting, pages: Pages) -> list[Line]:
    lines: list[Line] = []
    for profile in setting.business.socials:
        html = f'<a class="social social-{profile.network}" href="{escape(profile.url)}">{profile.network.title()}</a>'
        lines.append((html, Planting("social", profile.url, "link", pages, None, profile.network)))
    return lines
