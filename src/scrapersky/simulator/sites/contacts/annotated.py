"""Contacts in HTML that says what they are: microdata and microformats."""

from html import escape

from scrapersky.simulator.addresses import schema_address, street_line
from scrapersky.simulator.dice import Dice
from scrapersky.simulator.sites.contacts.company import company_facts, facts_planted
from scrapersky.simulator.sites.contacts.disguises import linked
from scrapersky.simulator.sites.contacts.planting import Pages, Plot
from scrapersky.simulator.sites.setting import Setting


def plant_microdata(plot: Plot, setting: Setting, dice: Dice, pages: Pages) -> None:
    business = setting.business
    company = company_facts(setting, dice, with_email=True)
    address = schema_address(business)
    rows = [f'<strong itemprop="name">{setting.brand_html}</strong>']
    rows += [
        f'<span itemprop="{name}">{escape(str(company[name]))}</span>'
        for name in ("email", "telephone", "faxNumber")
        if name in company
    ]
    parts = "".join(
        f'<span itemprop="{name}">{escape(value)}</span> ' for name, value in address.items() if name != "@type"
    )
    rows.append(f'<div itemprop="address" itemscope itemtype="https://schema.org/PostalAddress">{parts}</div>')
    plot.put("main", pages, f'<div itemscope itemtype="https://schema.org/LocalBusiness">{"<br>".join(rows)}</div>')
    plot.note(*(p for p in facts_planted(setting, company, "microdata", pages) if p.kind != "social"))


def plant_microformat(plot: Plot, setting: Setting, dice: Dice, pages: Pages) -> None:
    """An h-card, the older sister of microdata: classes instead of attributes of their own."""
    business = setting.business
    company = company_facts(setting, dice, with_email=True)
    rows = [f'<a class="p-name u-url" href="/">{setting.brand_html}</a>']
    if "email" in company:
        rows.append(linked(business.emails[0]).replace("<a ", '<a class="u-email" '))
    if "telephone" in company:
        rows.append(f'<span class="p-tel">{company["telephone"]}</span>')
    rows.append(
        f'<span class="p-street-address">{escape(street_line(business))}</span>, '
        f'<span class="p-postal-code">{business.postal_code}</span> '
        f'<span class="p-locality">{escape(business.city)}</span>'
    )
    plot.put("main", pages, f'<div class="h-card vcard">{"<br>".join(rows)}</div>')
    shown = {"email", "phone", "address"}
    plot.note(*(p for p in facts_planted(setting, company, "microformat", pages) if p.kind in shown))
