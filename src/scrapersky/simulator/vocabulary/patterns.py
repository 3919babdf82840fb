"""Numbers and post codes written as patterns."""

from scrapersky.simulator.dice import Dice

# Without 0, 1 and 5: no subscriber number starts like a service number or like the 555 of films and placeholders.
_FIRST_DIGITS = "2346789"
_LETTERS = "ABDEFGHJLNPQRSTUWXYZ"
_DRAWS = {"#": "0123456789", "*": _FIRST_DIGITS, "@": _LETTERS}


def fill(pattern: str, dice: Dice) -> str:
    """Replace `#` by a digit, `*` by a digit that may start a subscriber number, `@` by a letter.

    >>> fill("787##", Dice("example")).startswith("787")
    True
    """
    return "".join(dice.choice(_DRAWS[sign]) if sign in _DRAWS else sign for sign in pattern)
