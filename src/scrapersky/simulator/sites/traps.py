"""Things that look like a business's contacts and are not: each is on the page, and known to be wrong."""

import re
from collections.abc import Callable, Iterator
from html import escape

from scrapersky.simulator.dice import Dice
from scrapersky.simulator.sites.contacts.disguises import linked, phone_spellings
from scrapersky.simulator.sites.contacts.planting import EVERY_PAGE, Plot, Trap
from scrapersky.simulator.sites.contacts.structured import as_script_json
from scrapersky.simulator.sites.setting import Setting

DESIGNERS = ("Pixelwerk", "Studio Nordlicht", "Webfabrik", "Bluebird Digital", "Atelier Kobalt", "Fjord Media")
_PARTNERS = ("Brandt & Lind", "Castell Group", "Morel Associates", "Delta Supplies", "Vertex Leasing")
_SHARES = (
    ("facebook", "https://www.facebook.com/sharer/sharer.php?u={url}"),
    ("x", "https://twitter.com/intent/tweet?url={url}"),
    ("linkedin", "https://www.linkedin.com/shareArticle?mini=true&url={url}"),
    ("whatsapp", "https://api.whatsapp.com/send?text={url}"),
    ("pinterest", "https://pinterest.com/pin/create/button/?url={url}"),
)
_VENDOR_PROFILES = {"wix": "https://www.facebook.com/wix", "squarespace": "https://www.instagram.com/squarespace"}
_BANKS = ("Volksbank am Markt", "First Harbor Bank", "Banque du Fleuve", "Banco del Puerto", "Stadtsparkasse Mitte")
_PLACEHOLDER_NUMBERS = {
    "US": "(555) 555-5555", "CA": "123-456-7890", "GB": "01234 567890", "DE": "01234 / 567890", "AT": "0123 456789",
    "FR": "01 23 45 67 89", "ES": "123 456 789", "IT": "0123 456789", "NL": "012-3456789", "PL": "123 456 789",
    "PT": "123 456 789", "SE": "012-345 67 89",
}  # fmt: skip


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


def set_image_name(plot: Plot, setting: Setting, _: Dice) -> None:
    assets = setting.variant.assets
    image = f'<img src="{assets}/logo.png" srcset="{assets}/logo.png 1x, {assets}/logo@2x.png 2x" alt="Logo">'
    plot.put("top", EVERY_PAGE, image)
    plot.trap(Trap("email", "logo@2x.png", "the name of an image", EVERY_PAGE))


def set_error_tracker(plot: Plot, _: Setting, dice: Dice) -> None:
    address = f"{dice.bits():016x}{dice.bits():016x}@o{dice.digits(6)}.ingest.sentry.io"
    script = f'window.SENTRY_DSN="https://{address}/{dice.digits(7)}";'
    plot.put("head", EVERY_PAGE, f"<script>{script}</script>")
    plot.trap(Trap("email", address, "the key of an error tracker", EVERY_PAGE))


def set_builder_traces(plot: Plot, setting: Setting, dice: Dice) -> None:
    """What the makers of a site builder leave on their customers' pages."""
    if profile := _VENDOR_PROFILES.get(setting.variant.name):
        plot.put("footer", EVERY_PAGE, f'<a href="{profile}">{setting.variant.name.title()}</a>')
        plot.trap(Trap("social", profile, "the site builder's own profile", EVERY_PAGE))
    if setting.variant.name != "wix":
        return
    address = f"{dice.bits():016x}{dice.bits():016x}@sentry-next.wixpress.com"
    state = as_script_json({"fleetConfig": {"dsn": f"https://{address}/{dice.digits(3)}", "build": dice.digits(10)}})
    plot.put("end", EVERY_PAGE, f'<script type="application/json" id="fleet-config">{state}</script>')
    plot.trap(Trap("email", address, "an id of the site builder", EVERY_PAGE))


def set_share_links(plot: Plot, setting: Setting, _: Dice) -> None:
    pages = (*setting.pages("blog"), "post") if setting.routes.of_kind("post") else setting.pages("home")
    links = [(name, url.format(url=setting.url("/"))) for name, url in _SHARES]
    anchors = " ".join(f'<a class="share" href="{escape(url)}">{name.title()}</a>' for name, url in links)
    plot.put("main", pages, f'<p class="share">{setting.language.labels["share"]}: {anchors}</p>')
    plot.trap(*(Trap("social", url, "a link to share the page", pages) for _, url in links))


def set_old_address(plot: Plot, setting: Setting, dice: Dice) -> None:
    """What an editor commented out rather than deleted."""
    email = f"{dice.choice(('buero', 'old', 'mail', 'shop'))}{dice.below(90) + 10}@former-provider.example"
    plot.put("footer", EVERY_PAGE, f"<!-- {setting.language.labels['email']}: {email} -->")
    plot.trap(Trap("email", email, "an address in a comment", EVERY_PAGE))


def set_honeypot(plot: Plot, setting: Setting, dice: Dice) -> None:
    """Who writes to an address that nobody can see is a robot."""
    email = f"{dice.choice(('a', 'x', 'zz'))}{dice.digits(4)}@{setting.host.removeprefix('www.')}"
    plot.put("footer", EVERY_PAGE, f'<div style="display:none">{linked(email)}</div>')
    plot.trap(Trap("email", email, "an invisible address that catches robots", EVERY_PAGE))


def set_placeholders(plot: Plot, setting: Setting, _: Dice) -> None:
    language, pages = setting.language, setting.pages("contact")
    number = _PLACEHOLDER_NUMBERS.get(setting.business.country, "123 456 789")
    labels = language.labels
    form = (
        f'<form method="post" action="#"><label>{labels["name"]}<input name="name" '
        f'placeholder="{language.placeholder_name}"></label><label>{labels["email"]}<input type="text" name="email" '
        f'placeholder="{language.placeholder_email}"></label><label>{labels["phone"]}<input name="phone" '
        f'placeholder="{number}"></label><label>{labels["message"]}<textarea name="message"></textarea></label>'
        f'<input type="submit" value="{labels["send"]}"></form>'
    )
    plot.put("main", pages, form)
    plot.trap(
        Trap("email", language.placeholder_email, "a placeholder in a form", pages),
        Trap("phone", number, "a placeholder in a form", pages),
        Trap("person", language.placeholder_name, "a placeholder in a form", pages),
    )


def set_order_number(plot: Plot, setting: Setting, dice: Dice) -> None:
    pages = setting.pages("product", "pricing", "services")
    if setting.routes.of_kind("product"):
        pages = (*(kind for kind in pages if kind != "home"), "product")
    number = f"0{dice.digits(3)}-{dice.digits(7)}"
    plot.put("main", pages, f'<p class="sku">{setting.language.labels["order"]} {number}</p>')
    plot.trap(Trap("phone", number, "an order number", pages))


def set_legal_numbers(plot: Plot, setting: Setting, dice: Dice) -> None:
    if "legal" not in setting.routes.kinds:
        return
    labels, pages, country = setting.language.labels, setting.pages("legal"), setting.business.country
    tax = f"{country}{dice.digits(9)}"
    register = f"{dice.digits(3)} {dice.digits(3)} {dice.digits(3)} 000{dice.digits(2)}"
    account = f"{country}{dice.digits(2)} {dice.digits(4)} {dice.digits(4)} {dice.digits(4)} {dice.digits(4)} 00"
    plot.put(
        "main",
        pages,
        f"<p>{labels['vat']}: {tax}<br>{labels['register']}: {register}<br>"
        f"{labels['bank']}: {dice.choice(_BANKS)}, IBAN {account}</p>",
    )
    plot.trap(
        Trap("phone", tax, "a tax number", pages),
        Trap("phone", register, "a register number", pages),
        Trap("phone", account, "a bank account", pages),
    )


def set_app_strings(plot: Plot, setting: Setting, dice: Dice) -> None:
    """An app's data carries its form's hints and its maker's name as well."""
    designer = dice.choice(DESIGNERS)
    email = f"hello@{designer.lower().replace(' ', '-')}.example"
    number = _PLACEHOLDER_NUMBERS.get(setting.business.country, "123 456 789")
    hint = setting.language.placeholder_email
    strings = {"form": {"email": hint, "phone": number}, "credit": {"name": designer, "email": email}}
    plot.put("data", EVERY_PAGE, f'"strings":{as_script_json(strings)}')
    plot.trap(
        Trap("email", hint, "a placeholder in a form", EVERY_PAGE),
        Trap("phone", number, "a placeholder in a form", EVERY_PAGE),
        Trap("email", email, "the web designer's address", EVERY_PAGE),
    )


SetTrap = Callable[[Plot, Setting, Dice], None]

_ANY_SITE: tuple[tuple[float, SetTrap], ...] = (
    (0.45, set_designer),
    (0.5, set_placeholders),
    (0.35, set_order_number),
    (0.3, set_partner),
    (0.4, set_share_links),
    (0.1, set_old_address),
    (0.15, set_quoted_customer),
    (1.0, set_legal_numbers),
    (0.7, set_authority),
)
_MODERN_SITE: tuple[tuple[float, SetTrap], ...] = (
    (0.5, set_image_name),
    (0.15, set_error_tracker),
    (0.8, set_builder_traces),
    (0.03, set_honeypot),
)
_APP: tuple[tuple[float, SetTrap], ...] = ((0.5, set_error_tracker), (0.8, set_app_strings))


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
