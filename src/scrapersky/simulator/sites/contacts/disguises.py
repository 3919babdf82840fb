"""The ways an e-mail address is put on a page, from a plain link to what only a browser can read."""

from urllib.parse import quote

from scrapersky.simulator.dice import Dice
from scrapersky.simulator.vocabulary.languages import Language


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
