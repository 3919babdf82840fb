"""What structured data says of a business, under the names that schema.org gives."""

from collections.abc import Iterator

from scrapersky.simulator.addresses import address_line, schema_address
from scrapersky.simulator.dice import Dice
from scrapersky.simulator.sites.contacts.planting import Pages, Planting, Way
from scrapersky.simulator.sites.contacts.spellings import spell_phone
from scrapersky.simulator.sites.setting import Setting


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
