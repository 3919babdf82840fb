"""The ways a phone number is written and an e-mail address put on a page, down to what only a browser can read."""

import re
from functools import lru_cache
from urllib.parse import quote

import phonenumbers

from scrapersky.simulator.dice import Dice
from scrapersky.simulator.vocabulary import COUNTRIES, Language

_FORMATS = phonenumbers.PhoneNumberFormat
_TRUNK_IN_BRACKETS = {"DE", "AT", "CH", "GB", "NL", "FR", "BE", "SE", "AU"}


def linked(email: str) -> str:
    return f'<a href="mailto:{email}">{email}</a>'


def linked_with_subject(email: str, label: str, subject: str) -> str:
    return f'<a href="mailto:{email}?subject={quote(subject)}">{label}</a>'


def percent_encoded(email: str, label: str) -> str:
    """Every letter as %XX, which browsers undo and naive readers do not."""
    return f'<a href="mailto:{"".join(f"%{byte:02X}" for byte in email.encode())}">{label}</a>'


def in_words(dice: Dice, email: str, language: Language) -> str:
    """`info [at] host [dot] example`, in the site's language."""
    which = dice.below(len(language.at_words))
    local, _, domain = email.partition("@")
    at_word, dot_word = language.at_words[which], language.dot_words[which]
    return f"{local}{at_word}{domain.replace('.', dot_word)}"


def decimal_entities(text: str) -> str:
    return "".join(f"&#{ord(letter)};" for letter in text)


def hexadecimal_entities(text: str) -> str:
    return "".join(f"&#x{ord(letter):x};" for letter in text)


def linked_in_entities(dice: Dice, email: str) -> str:
    """Decimal, hexadecimal and plain letters by turns, in the link and in its text."""
    spelled = mixed_entities(dice, email)
    return f'<a href="{decimal_entities("mailto:")}{spelled}">{spelled}</a>'


def mixed_entities(dice: Dice, text: str) -> str:
    spelled = (f"&#{ord(letter)};" if dice.chance(0.4) else letter for letter in text)
    return "".join(f"&#x{ord(letter):X};" if letter in "@." else letter for letter in spelled)


def split_by_tags(email: str) -> str:
    local, _, domain = email.partition("@")
    name, _, ending = domain.rpartition(".")
    return f"<span>{local}</span><span>@</span><span>{name}</span><b></b>.<span>{ending}</span>"


def split_by_comments(email: str) -> str:
    local, _, domain = email.partition("@")
    return f"{local}<!-- no -->@<!-- spam -->{domain.replace('.', '<!-- . -->.')}"


def cloudflare_code(dice: Dice, email: str) -> str:
    """The address as Cloudflare hides it: a key byte, then every byte XORed with it, in hex."""
    key = dice.between(1, 255)
    return f"{key:02x}" + "".join(f"{byte ^ key:02x}" for byte in email.encode())


def cloudflare_text(dice: Dice, email: str) -> str:
    code = cloudflare_code(dice, email)
    return (
        f'<a href="/cdn-cgi/l/email-protection" class="__cf_email__" data-cfemail="{code}">[email&#160;protected]</a>'
    )


def cloudflare_link(dice: Dice, email: str) -> str:
    return f'<a href="/cdn-cgi/l/email-protection#{cloudflare_code(dice, email)}"><span>@</span></a>'


def written_by_script(email: str) -> str:
    """No part of the page holds the address; a browser puts it together."""
    local, _, domain = email.partition("@")
    name, _, ending = domain.rpartition(".")
    return (
        f"<script type=\"text/javascript\">var n='{local}',h='{name}',e='{ending}';"
        "document.write('<a href=\"mai'+'lto:'+n+'&#64;'+h+'.'+e+'\">'+n+'&#64;'+h+'.'+e+'<\\/a>');</script>"
    )


@lru_cache(maxsize=2048)
def phone_spellings(number: str, country: str) -> tuple[str, ...]:
    """How people at home and abroad write the number, the usual way first."""
    parsed = _parsed(number, COUNTRIES[country].calling_code)
    national = phonenumbers.format_number(parsed, _FORMATS.NATIONAL)
    international = phonenumbers.format_number(parsed, _FORMATS.INTERNATIONAL)
    spellings = [national, international, international.replace("-", " "), re.sub(r"[ -]", ".", international)]
    if country in _TRUNK_IN_BRACKETS:
        spellings.append(re.sub(r"^(\+\d{1,3}) ", r"\1 (0) ", international))
    if country in {"DE", "AT"}:
        spellings.append(_with_slash(national))
    if country in {"US", "CA"}:
        spellings.extend(
            (re.sub(r"^\((\d{3})\) ", r"\1-", national), re.sub(r"^\((\d{3})\) (\d{3})-", r"\1.\2.", national))
        )
    return tuple(dict.fromkeys(spellings))


def _parsed(number: str, calling_code: str) -> phonenumbers.PhoneNumber:
    """Cheaper than parsing, as the calling code is known. A zero may be part of the number only in Italy."""
    national = number.removeprefix(f"+{calling_code}")
    has_zero = True if national.startswith("0") else None
    return phonenumbers.PhoneNumber(int(calling_code), int(national), italian_leading_zero=has_zero)


def _with_slash(national: str) -> str:
    """The German habit: area code, slash, number."""
    return re.sub(r"^\(?(0\d{1,5})\)? ", r"\1 / ", national)


def spell_phone(dice: Dice, number: str, country: str) -> str:
    return dice.choice(phone_spellings(number, country))


def telephone_link(dice: Dice, number: str, country: str) -> str:
    """What stands after `href=` for the number: mostly the whole number, sometimes as dialled at home."""
    spelling = dice.weighted(
        ((number, 7), (phone_spellings(number, country)[0], 1), (_with_dashes(number, country), 2))
    )
    return "tel:" + spelling.replace(" ", "%20")


def _with_dashes(number: str, country: str) -> str:
    return re.sub(r"[ .]", "-", phone_spellings(number, country)[1])
