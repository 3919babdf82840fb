"""Decides what of a business its site shows, where and how."""

from html import escape

from scrapersky.simulator.business import SimulatedPerson
from scrapersky.simulator.dice import Dice
from scrapersky.simulator.sites.contacts import structured
from scrapersky.simulator.sites.contacts.lines import (
    Line,
    address_lines,
    email_line,
    fax_line,
    phone_line,
    social_links,
    whatsapp_line,
)
from scrapersky.simulator.sites.contacts.planting import EVERY_PAGE, Pages, Planting, Plot, Slot
from scrapersky.simulator.sites.setting import Setting

_WHATSAPP_SHARE = 0.18
_ANNOTATIONS = ((None, 78), (structured.plant_microdata, 15), (structured.plant_microformat, 7))


def plant_contacts(plot: Plot, setting: Setting) -> None:
    dice = setting.dice("contacts")
    if setting.is_app:
        structured.plant_app(plot, setting, dice)
        return
    shows_email = dice.chance(0.88)
    _plant_top(plot, setting, dice)
    _plant_footer(plot, setting, dice, shows_email=shows_email)
    _plant_contact_page(plot, setting, dice, shows_email=shows_email)
    _plant_legal_notice(plot, setting, dice)
    _plant_team(plot, setting, dice)
    _plant_about(plot, setting, dice)
    _plant_branches(plot, setting, dice)
    _plant_hidden_state(plot, setting, dice)


def _add(plot: Plot, slot: Slot, pages: Pages, lines: list[Line], separator: str = "<br>") -> None:
    if lines:
        plot.put(slot, pages, f'<div class="contact">{separator.join(html for html, _ in lines)}</div>')
        plot.note(*(planting for _, planting in lines))


def _plant_top(plot: Plot, setting: Setting, dice: Dice) -> None:
    business = setting.business
    if business.phone and setting.variant.dialect == "modern" and dice.chance(0.35):
        _add(plot, "top", EVERY_PAGE, [phone_line(dice, setting, business.phone, EVERY_PAGE)])
    if dice.chance(0.2):
        _add(plot, "top", EVERY_PAGE, social_links(setting, EVERY_PAGE), " ")


def _plant_footer(plot: Plot, setting: Setting, dice: Dice, *, shows_email: bool) -> None:
    business = setting.business
    lines: list[Line] = []
    if dice.chance(0.5):
        lines.append(address_lines(business, EVERY_PAGE))
    if business.phone and dice.chance(0.6):
        lines.append(phone_line(dice, setting, business.phone, EVERY_PAGE))
    if business.emails and shows_email and dice.chance(0.5):
        lines.append(email_line(dice, setting, business.emails[0], EVERY_PAGE))
    _add(plot, "footer", EVERY_PAGE, lines, dice.weighted((("<br>", 6), (" | ", 2), (" &middot; ", 1))))
    if dice.chance(0.8):
        _add(plot, "footer", EVERY_PAGE, social_links(setting, EVERY_PAGE), " ")


def _plant_contact_page(plot: Plot, setting: Setting, dice: Dice, *, shows_email: bool) -> None:
    business, pages = setting.business, setting.pages("contact")
    annotates = dice.weighted(_ANNOTATIONS) if setting.variant.dialect == "modern" else None
    if annotates:
        annotates(plot, setting, dice, pages)
        return
    lines: list[Line] = []
    if dice.chance(0.85):
        lines.append(address_lines(business, pages))
    if business.phone and dice.chance(0.9):
        lines.append(phone_line(dice, setting, business.phone, pages))
    if business.fax:
        lines.append(fax_line(dice, setting, business.fax, pages))
    if shows_email and dice.chance(0.85):
        lines += [email_line(dice, setting, email, pages) for email in business.emails]
    if business.phone and dice.chance(_WHATSAPP_SHARE):
        lines.append(whatsapp_line(dice, setting, business.phone, pages))
    _add(plot, "main", pages, lines)


def _plant_legal_notice(plot: Plot, setting: Setting, dice: Dice) -> None:
    """By law complete in much of Europe, and often the only page with the address."""
    if "legal" not in setting.routes.kinds:
        return
    business, pages = setting.business, setting.pages("legal")
    lines: list[Line] = [address_lines(business, pages)]
    if business.people:
        lines.append(_represented(setting, business.people[0], pages))
    if business.phone and dice.chance(0.85):
        lines.append(phone_line(dice, setting, business.phone, pages))
    if business.fax and dice.chance(0.6):
        lines.append(fax_line(dice, setting, business.fax, pages))
    if business.emails and dice.chance(0.92):
        lines.append(email_line(dice, setting, business.emails[0], pages))
    _add(plot, "main", pages, lines)


def _represented(setting: Setting, person: SimulatedPerson, pages: Pages) -> Line:
    role = setting.language.labels["represented"]
    return f"{role}: {escape(person.name)}", Planting("person", person.name, "text", pages, person.name, role)


def _plant_team(plot: Plot, setting: Setting, dice: Dice) -> None:
    if "team" not in setting.routes.kinds:
        return
    pages = setting.pages("team")
    for person in setting.business.people:
        lines: list[Line] = []
        if person.email:
            lines.append(email_line(dice, setting, person.email, pages, person=person.name))
        if person.phone:
            lines.append(phone_line(dice, setting, person.phone, pages, person=person.name))
        inside = "".join(f'<p class="contact">{html}</p>' for html, _ in lines)
        name, role = escape(person.name), escape(person.role)
        plot.put("main", pages, f'<div class="team-member"><h3>{name}</h3><p class="role">{role}</p>{inside}</div>')
        plot.note(Planting("person", person.name, "text", pages, person.name, person.role))
        plot.note(*(planting for _, planting in lines))


def _plant_about(plot: Plot, setting: Setting, dice: Dice) -> None:
    people = setting.business.people
    if people and dice.chance(0.5):
        person, pages = people[0], setting.pages("about")
        plot.put("main", pages, f'<p class="owner">{escape(person.name)}, {escape(person.role)}</p>')
        plot.note(Planting("person", person.name, "text", pages, person.name, person.role))


def _plant_branches(plot: Plot, setting: Setting, dice: Dice) -> None:
    pages = setting.pages("contact")
    for branch in setting.branches:
        lines = [address_lines(branch, pages, branch.name)]
        if branch.phone:
            lines.append(phone_line(dice, setting, branch.phone, pages, detail=branch.name))
        plot.put("main", pages, f"<h3>{escape(branch.name)}</h3>")
        _add(plot, "main", pages, lines)


def _plant_hidden_state(plot: Plot, setting: Setting, dice: Dice) -> None:
    """What the page tells machines rather than people."""
    if setting.variant.dialect != "modern":
        return
    if dice.chance(0.8 if setting.platform == "wordpress_seo" else 0.3):
        structured.plant_json_ld(plot, setting, dice)
        if "team" in setting.routes.kinds and setting.business.people and dice.chance(0.3):
            structured.plant_people_json_ld(plot, setting)
    if setting.platform == "builder" and dice.chance(0.5):
        structured.plant_builder_json(plot, setting, dice)
