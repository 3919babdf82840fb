"""One page of a business that does not exist, with what a reader would take from it."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import phonenumbers
from phonenumbers import PhoneNumberFormat, PhoneNumberType

from benchmarks.labelled_pages.reading import LabelledPage
from benchmarks.made_pages.markup import SHAPES, WEEK_SHAPES, Pair, address_lines, covered
from scrapersky.extract.finding import Kind

_NAMES = (
    "lindner",
    "brightwater",
    "harbour",
    "oldmill",
    "cedar",
    "marlow",
    "kestrel",
    "novak",
    "silva",
    "ferro",
    "dubois",
    "alder",
)
_TRADES = ("dental", "roofing", "bakery", "law", "garage", "yoga", "florist", "plumbing", "vet", "optics")
_LOCALS = ("info", "office", "hello", "kontakt", "contact", "j.ross", "maria.kent", "booking", "sales", "team")
_NOISE = (
    "<footer>© 2024 Main Street Dental. All rights reserved.</footer>",
    "<p>Parking: 120 spaces in the car park behind the church, 200 yards along the road.</p>",
    "<p>Posted on 12.05.2023 at 10:30, order no. 4711-0815-2233, from 1.299,00 €</p>",
    "<form><input type=email placeholder='you@example.com' value=''><input name=tel placeholder='123-456-7890'></form>",
    "<p>This message was sent by noreply@mailer.example</p>",
    "<p>Emergencies 24/7.</p>",
    "<script>var tracker = 'https://abc@o1.ingest.sentry.io/2';</script>",
    "<p>VAT No. 123456789, Company No. 07123456</p>",
)


@dataclass(frozen=True, slots=True)
class Language:
    """Words that lie between bars are alternatives; `time` is a format of hour and minute, or 12 for am and pm."""

    phone: str
    fax: str
    email: str
    hours: str
    closed: str
    days: str
    short_days: str
    to: str
    time: str = "{:02d}:{:02d}"


@dataclass(frozen=True, slots=True)
class Locale:
    """A country: its language, and streets and towns as they are written there."""

    region: str
    language: Language
    streets: tuple[str, ...]
    towns: tuple[str, ...]


def _read() -> tuple[Locale, ...]:
    known = tomllib.loads((Path(__file__).parent / "locales.toml").read_text("utf-8"))
    languages = {name: Language(**words) for name, words in known["languages"].items()}
    return tuple(
        Locale(region, languages[country["language"]], tuple(country["streets"]), tuple(country["towns"]))
        for region, country in known["countries"].items()
    )


LOCALES = _read()


def made_pages(count: int = 420, seed: int = 7) -> list[LabelledPage]:
    return [made_page(Random(f"{seed}-{number}"), number) for number in range(count)]


def made_page(dice: Random, number: int) -> LabelledPage:
    """A page in the next country's language, with one to four of each thing and what is none among them."""
    locale = LOCALES[number % len(LOCALES)]
    domain = f"{dice.choice(_NAMES)}-{dice.choice(_TRADES)}-{number}.example"
    phones = [_number(locale.region, dice) for _ in range(dice.choice((1, 1, 2)))]
    faxes = [_number(locale.region, dice)] if dice.random() < 0.5 else []
    emails = list(dict.fromkeys(f"{dice.choice(_LOCALS)}@{domain}" for _ in range(dice.choice((1, 1, 2)))))
    language = locale.language
    pairs = _pairs(language, dice, phones, faxes, emails)
    shape = dice.choice(SHAPES)
    street, town = dice.choice(locale.streets), dice.choice(locale.towns)
    lines = [*(["Acme"] if dice.random() < 0.4 else []), street, town]
    rows, week = _week(language, dice)
    week_shape = dice.choice(WEEK_SHAPES)
    parts = [
        covered(shape.html(pairs), dice),
        address_lines(lines, dice),
        f"<h3>{language.hours}</h3>{covered(week_shape.html(rows), dice)}" if rows else "",
        *dice.sample(_NOISE, dice.choice((0, 1, 2, 3))),
    ]
    dice.shuffle(parts)
    values = {
        Kind.EMAIL: emails,
        Kind.PHONE: map(_e164, phones),
        Kind.FAX: map(_e164, faxes),
        Kind.ADDRESS: [street],
        Kind.OPENING_HOURS: [week] if rows else [],
    }
    return LabelledPage(
        f"https://www.{domain}/contact",
        locale.region,
        f"<html><head><title>{domain.partition('.')[0]}</title></head><body>{''.join(parts)}</body></html>",
        {kind: tuple(sorted(set(values[kind]))) for kind in values},
        notes=(shape.name, week_shape.name if rows else ""),
    )


def _pairs(
    language: Language,
    dice: Random,
    phones: Sequence[phonenumbers.PhoneNumber],
    faxes: Sequence[phonenumbers.PhoneNumber],
    emails: Sequence[str],
) -> list[Pair]:
    written = [_written(phone, dice) for phone in phones]
    if len(written) > 1 and dice.random() < 0.5:
        written = [dice.choice((" / ", " | ", "<br>", " · ", " or ")).join(written)]
    label = dice.choice(language.phone.split("|"))
    pairs = [(label, one) for one in written]
    pairs += [(dice.choice(language.fax.split("|")), _written(fax, dice)) for fax in faxes]
    pairs += [(dice.choice(language.email.split("|")), _mail(email, dice)) for email in emails]
    return pairs


def _mail(address: str, dice: Random) -> str:
    local, _, host = address.partition("@")
    return dice.choice(
        (
            address,
            f'<a href="mailto:{address}">{address}</a>',
            f"<a href='mailto:{address}?subject=Hi'>Mail</a>",
            f"<span>{local}</span>@<span>{host}</span>",
            f"<b>{local[0]}</b>{local[1:]}@{host}",
            f"{local} [at] {host}",
        )
    )


def _number(region: str, dice: Random) -> phonenumbers.PhoneNumber:
    """A number that its country may give out, none of those that pages use as examples."""
    kind = dice.choice((PhoneNumberType.FIXED_LINE, PhoneNumberType.FIXED_LINE, PhoneNumberType.MOBILE))
    example = phonenumbers.example_number_for_type(region, kind)
    assert example is not None
    digits = str(example.national_number)
    while True:
        tail = "".join(dice.choice("234678901") for _ in range(6))
        made = phonenumbers.PhoneNumber(
            example.country_code, int(digits[:-6] + tail), None, example.italian_leading_zero
        )
        if phonenumbers.is_valid_number_for_region(made, region) and len(set(tail)) > 2:
            return made


def _written(number: phonenumbers.PhoneNumber, dice: Random) -> str:
    national = phonenumbers.format_number(number, PhoneNumberFormat.NATIONAL)
    international = phonenumbers.format_number(number, PhoneNumberFormat.INTERNATIONAL)
    dotted = national.replace("(", "").replace(") ", ".").replace(" ", ".").replace("-", ".")
    link = f'<a href="tel:{_e164(number)}">{national}</a>'
    return dice.choice((national, national, international, dotted, link))


def _e164(number: phonenumbers.PhoneNumber) -> str:
    return phonenumbers.format_number(number, PhoneNumberFormat.E164)


def _week(language: Language, dice: Random) -> tuple[list[Pair], str]:
    """Rows of days and times, and the week they mean; one page in three has none."""
    if dice.random() < 0.33:
        return [], ""
    opens, closes = dice.choice(((8, 17), (9, 18), (10, 19))), dice.choice(((12, 0), (13, 30)))
    saturday_is_open = dice.random() < 0.5
    names = dice.choice((language.days, language.short_days)).split("|")
    long_day = f"{_time(language, opens[0], 0)} - {_time(language, opens[1], 0)}"
    short_day = f"{_time(language, 9, 0)} - {_time(language, *closes)}"
    saturday = short_day if saturday_is_open else language.closed
    if dice.random() < 0.5:
        gap = f" {language.to} " if language.to != "-" else dice.choice((" - ", "\u2013"))
        rows = [(f"{names[0]}{gap}{names[4]}", long_day), (names[5], saturday), (names[6], language.closed)]
    else:
        rows = [*((day, long_day) for day in names[:5]), (names[5], saturday), (names[6], language.closed)]
    written = f"Mo-Fr {opens[0]:02d}:00-{opens[1]:02d}:00"
    end = f"; Sa 09:00-{closes[0]:02d}:{closes[1]:02d}; Su off" if saturday_is_open else "; Sa-Su off"
    return rows, written + end


def _time(language: Language, hour: int, minute: int) -> str:
    if language.time != "12":
        return language.time.format(hour, minute)
    half = "am" if hour < 12 else "pm"
    shown = hour if hour <= 12 else hour - 12
    return f"{shown}:{minute:02d} {half}" if minute else f"{shown}{half}"
