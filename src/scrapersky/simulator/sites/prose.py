"""Enough running text to make a page as long as pages are."""

from html import escape

from scrapersky.simulator.vocabulary import Language


def site_sentences(language: Language, brand: str, city: str) -> tuple[str, ...]:
    """The language's sentences about this business, ready to stand in HTML."""
    name, place = escape(brand), escape(city)
    return tuple(sentence.format(name=name, city=place) for sentence in language.sentences)


def paragraphs(sentences: tuple[str, ...], mark: int, count: int) -> list[str]:
    """Paragraphs of three to five sentences, chosen by the mark."""
    total = len(sentences)
    step = 1 + 2 * (mark % 8)
    position = (mark >> 8) % total
    texts = []
    for number in range(count):
        length = 3 + (mark >> (number & 31)) % 3
        texts.append(" ".join([sentences[(position + step * turn) % total] for turn in range(length)]))
        position += step * length + 1
    return texts
