"""Contacts as structured data: linked data and the state of apps in JSON, microdata and microformats in HTML."""

import json
from collections.abc import Iterator
from html import escape

from scrapersky.simulator.business import SimulatedPerson, address_line, schema_address, street_line
from scrapersky.simulator.dice import Dice
from scrapersky.simulator.sites.contacts.disguises import linked, spell_phone
from scrapersky.simulator.sites.contacts.planting import Pages, Planting, Plot, Way
from scrapersky.simulator.sites.setting import Setting


def as_script_json(value: object) -> str:
    """JSON in plain letters that cannot close the script it stands in."""
    return json.dumps(value, separators=(",", ":")).replace("</", "<\\/")


def plant_json_ld(plot: Plot, setting: Setting, dice: Dice) -> None:
    """What search engine plugins write into the head; on the team page also the people."""
    pages = setting.pages("home", "contact") if dice.chance(0.7) else ()
    company = company_facts(setting, dice, with_email=dice.chance(0.6))
    if "email" in company and dice.chance(0.2):
        company["email"] = f"mailto:{company['email']}"
    described: dict[str, object] = {"@context": "https://schema.org", "@type": "LocalBusiness", **company}
    if setting.platform == "wordpress_seo":
        page = {"@type": "WebPage", "@id": setting.url("/#webpage"), "url": setting.url("/"), "name": setting.brand}
        described = {"@context": "https://schema.org", "@graph": [{"@type": "Organization", **company}, page]}
    plot.put("head", pages, f'<script type="application/ld+json">{as_script_json(described)}</script>')
    plot.note(*facts_planted(setting, company, "json_ld", pages))


def plant_people_json_ld(plot: Plot, setting: Setting) -> None:
    pages = setting.pages("team")
    people = [_person(person.name, person.role) for person in setting.business.people]
    described = {"@context": "https://schema.org", "@type": "Organization", "name": setting.brand, "employee": people}
    plot.put("head", pages, f'<script type="application/ld+json">{as_script_json(described)}</script>')
    for person in setting.business.people:
        plot.note(Planting("person", person.name, "json_ld", pages, person.name, person.role))


def plant_builder_json(plot: Plot, setting: Setting, dice: Dice) -> None:
    """The state a site builder hands its own scripts, with the owner's details in it."""
    company = {
        key: value for key, value in company_facts(setting, dice, with_email=True).items() if key in _BUILDER_KEYS
    }
    state = {"platform": {"siteId": f"{dice.bits():016x}"}, "appsWarmupData": {"contact": company}}
    plot.put("end", (), f'<script type="application/json" id="warmup-data">{as_script_json(state)}</script>')
    plot.note(*facts_planted(setting, company, "inline_json", ()))


_BUILDER_KEYS = frozenset({"name", "email", "telephone"})


def plant_app(plot: Plot, setting: Setting, dice: Dice) -> None:
    """All a single-page app knows: in each page's data, or behind one address that its script asks."""
    inline = setting.variant.dialect == "app_inline"
    way: Way = "inline_json" if inline else "json_endpoint"
    everywhere = not inline or dice.chance(0.6)
    pages: Pages = () if everywhere else setting.pages("contact")
    company = company_facts(setting, dice, with_email=True)
    plot.put("data", pages, f'"company":{as_script_json(company)}')
    plot.note(*facts_planted(setting, company, way, pages))
    team: Pages = setting.pages("team") if inline else ()
    if setting.business.people:
        people = [_app_person(person) for person in setting.business.people]
        plot.put("data", team, f'"people":{as_script_json(people)}')
        plot.note(*_people_noted(setting, way, team))
    if setting.branches:
        branches = [{"name": b.name, "phone": b.phone, "address": schema_address(b)} for b in setting.branches]
        plot.put("data", pages, f'"branches":{as_script_json(branches)}')
        plot.note(*_branches_noted(setting, way, pages))


def _branches_noted(setting: Setting, way: Way, pages: Pages) -> Iterator[Planting]:
    for branch in setting.branches:
        yield Planting("address", address_line(branch), way, pages, None, branch.name)
        if branch.phone:
            yield Planting("phone", branch.phone, way, pages, None, branch.name)


def _app_person(person: SimulatedPerson) -> dict[str, str]:
    shown = {"name": person.name, "role": person.role, "email": person.email, "phone": person.phone}
    return {key: value for key, value in shown.items() if value}


def _people_noted(setting: Setting, way: Way, pages: Pages) -> Iterator[Planting]:
    for person in setting.business.people:
        yield Planting("person", person.name, way, pages, person.name, person.role)
        if person.email:
            yield Planting("email", person.email.lower(), way, pages, person.name)
        if person.phone:
            yield Planting("phone", person.phone, way, pages, person.name)


def _person(name: str, role: str) -> dict[str, str]:
    return {"@type": "Person", "name": name, "jobTitle": role}


def company_facts(setting: Setting, dice: Dice, *, with_email: bool) -> dict[str, object]:
    business = setting.business
    company: dict[str, object] = {"name": setting.brand, "url": setting.url("/")}
    if business.phone:
        company["telephone"] = spell_phone(dice, business.phone, business.country)
    if business.fax:
        company["faxNumber"] = spell_phone(dice, business.fax, business.country)
    if business.emails and with_email:
        company["email"] = business.emails[0]
    company["address"] = schema_address(business)
    if business.socials:
        company["sameAs"] = [profile.url for profile in business.socials]
    return company


def facts_planted(setting: Setting, company: dict[str, object], way: Way, pages: Pages) -> Iterator[Planting]:
    business = setting.business
    if "telephone" in company and business.phone:
        yield Planting("phone", business.phone, way, pages)
    if "faxNumber" in company and business.fax:
        yield Planting("fax", business.fax, way, pages)
    if "email" in company:
        yield Planting("email", business.emails[0].lower(), way, pages)
    if "address" in company:
        yield Planting("address", address_line(business), way, pages)
    if "sameAs" in company:
        for profile in business.socials:
            yield Planting("social", profile.url, way, pages, None, profile.network)


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
