"""What a site is built with, told from its generator tags, asset addresses and headers."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_MAX_EVIDENCE = 200_000


@dataclass(frozen=True, slots=True)
class Technology:
    """A technology and its signs."""

    name: str
    is_cms: bool
    generator: tuple[str, ...]
    asset: tuple[str, ...]
    header: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Technologies:
    """The system the site is made with, if known, and everything recognised, sorted."""

    cms: str | None
    names: tuple[str, ...]


def recognise_technologies(
    generators: Iterable[str], assets: Iterable[str], headers: Mapping[str, str] | None = None
) -> Technologies:
    """Recognise technologies by their signs.

    >>> recognise_technologies(["WordPress 6.5"], ["/wp-content/plugins/elementor/a.js"], {"Server": "nginx"})
    Technologies(cms='WordPress', names=('Elementor', 'WordPress', 'nginx'))
    """
    generator_texts = [text.strip().lower()[:200] for text in generators]
    asset_text = "\n".join(assets).lower()[:_MAX_EVIDENCE]
    header_text = "\n".join(f"{name}: {value}" for name, value in (headers or {}).items()).lower()[:_MAX_EVIDENCE]
    loads, answers = asset_text.__contains__, header_text.__contains__  # a generator would take twice as long
    recognised = [
        technology
        for technology in _technologies()
        if any(map(loads, technology.asset))
        or any(map(answers, technology.header))
        or (technology.generator and any(text.startswith(technology.generator) for text in generator_texts))
    ]
    cms = next((technology.name for technology in recognised if technology.is_cms), None)
    return Technologies(cms, tuple(sorted(technology.name for technology in recognised)))


@cache
def _technologies() -> tuple[Technology, ...]:
    entries = tomllib.loads(
        files("scrapersky.extract.vocabulary").joinpath("technologies.toml").read_text(encoding="utf-8")
    )
    return tuple(
        Technology(
            name,
            bool(entry.get("cms")),
            tuple(entry.get("generator", ())),
            tuple(entry.get("asset", ())),
            tuple(entry.get("header", ())),
        )
        for name, entry in entries.items()
    )
