"""Other people and firms on the page: their addresses and numbers are right, but not the business's."""

import re
from html import escape

from scrapersky.simulator.dice import Dice
from scrapersky.simulator.sites.contacts.disguises import linked, phone_spellings
from scrapersky.simulator.sites.contacts.planting import EVERY_PAGE, Plot, Trap
from scrapersky.simulator.sites.setting import Setting

DESIGNERS = ("Pixelwerk", "Studio Nordlicht", "Webfabrik", "Bluebird Digital", "Atelier Kobalt", "Fjord Media")
_PARTNERS = ("Brandt & Lind", "Castell Group", "Morel Associates", "Delta Supplies", "Vertex Leasing")


def set_designer(plot: Plot, setting: Setting, dice: Dice) -> None:
    name = dice.choice(DESIGNERS)
    host = f"{name.lower().replace(' ', '-')}.example"
    email = f"hello@{host}"
    credit = f'{setting.language.labels["credit"]} <a href="https://www.{host}/">{name}</a>, {linked(email)}'
    plot.put("footer", EVERY_PAGE, f'<p class="credit">{credit}</p>')
    plot.trap(Trap("email", email, "the web designer's address", EVERY_PAGE))


def set_partner(plot: Plot, setting: Setting, dice: Dice) -> None:
    """Another firm, with a number that could well be the business's own."""
    pages = setting.pages("about", "services")[:1]
    name = dice.choice(_PARTNERS)
    email = f"info@{'-'.join(re.findall('[a-z]{1,30}', name.lower()))}.example"
    parts = [f"{setting.language.labels['partner']}: {escape(name)}", linked(email)]
    plot.trap(Trap("email", email, "another firm's address", pages))
    if number := _neighbouring_number(setting, dice):
        parts.append(phone_spellings(number, setting.business.country)[0])
        plot.trap(Trap("phone", number, "another firm's number", pages))
    plot.put("main", pages, f'<p class="partner">{", ".join(parts)}</p>')


def _neighbouring_number(setting: Setting, dice: Dice) -> str | None:
    phone = setting.business.phone
    return f"{phone[:-4]}{(int(phone[-4:]) + dice.between(100, 9900)) % 10_000:04d}" if phone else None


def set_authority(plot: Plot, setting: Setting, dice: Dice) -> None:
    if "privacy" not in setting.routes.kinds:
        return
    pages = setting.pages("privacy")
    email = dice.choice(("poststelle", "mailbox", "contact")) + "@data-protection-authority.example"
    number = _neighbouring_number(setting, dice)
    spelled = f", {phone_spellings(number, setting.business.country)[0]}" if number else ""
    plot.put("main", pages, f"<p>{setting.language.labels['authority']}: {linked(email)}{spelled}</p>")
    plot.trap(Trap("email", email, "the supervisory authority's address", pages))
    if number:
        plot.trap(Trap("phone", number, "the supervisory authority's number", pages))


def set_quoted_customer(plot: Plot, setting: Setting, dice: Dice) -> None:
    language, pages = setting.language, setting.pages("about", "services")[:1]
    name = f"{dice.choice(language.given_names)} {dice.choice(language.family_names)}"
    praise = language.sentences[dice.choice((1, 5, 14))]
    plot.put("main", pages, f"<blockquote><p>{praise}</p><cite>{escape(name)}</cite></blockquote>")
    plot.trap(Trap("person", name, "a customer who is quoted", pages))
