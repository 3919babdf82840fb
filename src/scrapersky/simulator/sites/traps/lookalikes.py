"""Numbers and texts that have the form of a contact and are none: placeholders, order, tax and account numbers."""

from scrapersky.simulator.dice import Dice
from scrapersky.simulator.sites.contacts.planting import EVERY_PAGE, Plot, Trap
from scrapersky.simulator.sites.contacts.structured import as_script_json
from scrapersky.simulator.sites.setting import Setting
from scrapersky.simulator.sites.traps.strangers import DESIGNERS

_BANKS = ("Volksbank am Markt", "First Harbor Bank", "Banque du Fleuve", "Banco del Puerto", "Stadtsparkasse Mitte")
_PLACEHOLDER_NUMBERS = {
    "US": "(555) 555-5555", "CA": "123-456-7890", "GB": "01234 567890", "DE": "01234 / 567890", "AT": "0123 456789",
    "FR": "01 23 45 67 89", "ES": "123 456 789", "IT": "0123 456789", "NL": "012-3456789", "PL": "123 456 789",
    "PT": "123 456 789", "SE": "012-345 67 89",
}  # fmt: skip


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
