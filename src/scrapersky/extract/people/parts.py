"""A person's first and last name, as address books want them."""

_PARTICLE_WORDS = """
af al am bin da das de degli dei del della den der di do dos du el het la las le los ten ter van vande vander vom von y
zu zum zur
"""
_TITLE_WORDS = """
dr prof professor herr frau mr mrs ms miss mx sir dame rev ing dipl mag med dent ra don dona sra sr m mme mlle
"""
_ENDING_WORDS = "jr sr ii iii iv md dds dmd phd esq msc mba bsc cpa rn"
_PARTICLES, _TITLES = frozenset(_PARTICLE_WORDS.split()), frozenset(_TITLE_WORDS.split())
_ENDINGS = frozenset(_ENDING_WORDS.split())


def first_and_last(name: str | None) -> tuple[str, str]:
    """Particles go with the last name; titles in front, letters behind and what has no letter belong to neither.

    >>> first_and_last("Ana Maria Lopez"), first_and_last("Dr. med. Jan van der Berg"), first_and_last("Lopez, Ana")
    (('Ana Maria', 'Lopez'), ('Jan', 'van der Berg'), ('Ana', 'Lopez'))
    >>> first_and_last("John Smith, DDS"), first_and_last("Cher"), first_and_last(None)
    (('John', 'Smith'), ('', 'Cher'), ('', ''))
    >>> first_and_last("Zoë Ångström 😀"), first_and_last("☎ 24/7")
    (('Zoë', 'Ångström'), ('', ''))
    """
    before, comma, after = (name or "").partition(",")
    is_turned = comma and after.strip() and not _is_any_of(after, _ENDINGS)
    words = _words(f"{after} {before}" if is_turned else before)
    while len(words) > 1 and _is_any_of(words[0], _TITLES):
        words.pop(0)
    while len(words) > 1 and _is_any_of(words[-1], _ENDINGS):
        words.pop()
    turn = len(words) - (len(_words(before)) if is_turned else 1)
    while turn > 1 and words[turn - 1].lower() in _PARTICLES:
        turn -= 1
    return " ".join(words[:turn]), " ".join(words[turn:])


def _words(text: str) -> list[str]:
    return [word for word in text.split() if any(map(str.isalpha, word))]


def _is_any_of(text: str, known: frozenset[str]) -> bool:
    return all(word.strip(".").replace(".", "").lower() in known for word in text.replace(",", " ").split())
