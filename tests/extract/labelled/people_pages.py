"""Made-up pages with known people: ways of markup times languages times orders of names times roles; split by site.

Look at what is missed in the even part only; the odd part is for measuring.
"""

import hashlib
import random
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

PAGES = 390


@dataclass(frozen=True, slots=True)
class Labelled:
    """`own` are the people of the business with their roles; all others on the page are none of them."""

    language: str
    url: str
    html: str
    own: tuple[tuple[str, str], ...]

    @property
    def part(self) -> int:
        host = self.url.split("/")[2]
        return int(hashlib.sha1(host.encode(), usedforsecurity=False).hexdigest(), 16) % 2


@dataclass(frozen=True, slots=True)
class _Card:
    name: str
    role: str
    email: str


Layout = Callable[[_Card], str]
# Ways to show one person; a page keeps to one of them, as sites do.
LAYOUTS: tuple[Layout, ...] = (
    lambda one: f"<h3>{one.name}</h3><p>{one.role}</p>",
    lambda one: f"<div class=card><div><span>{one.role}</span></div><div><h4>{one.name}</h4></div></div><hr>",
    lambda one: f"<li>{one.name} \u2013 {one.role}</li>",
    lambda one: f"<p>{one.name}, {one.role}</p>",
    lambda one: f"<p>{one.role}: {one.name}</p>",
    lambda one: f"<p>{one.name} ({one.role})</p>",
    lambda one: f"<p><strong>{one.name}</strong><br><em>{one.role}</em><br>{one.email}</p>",
    lambda one: f"<table><tr><td>{one.name}</td><td>{one.role}</td><td>{one.email}</td></tr></table>",
    lambda one: f"<dl><dt>{one.role}</dt><dd>{one.name}</dd></dl>",
    lambda one: (
        f"<figure><img alt='{one.name}'><figcaption><b>{one.name}</b><span> {one.role}</span></figcaption></figure>"
    ),
    lambda one: (
        f"<div><div><h5>{one.name}</h5></div><div><div><small>{one.role}</small></div></div>"
        f"<a href='mailto:{one.email}'>\u2709</a></div>"
    ),
    lambda one: f"<p>{one.name} | {one.role} {one.email}</p>",
    lambda one: f"<p>{one.role} {one.name}</p>",
)
NOBODY_LAYOUTS: tuple[Callable[[str], str], ...] = (
    lambda text: f"<h3>{text}</h3>",
    lambda text: f"<ul><li>{text}</li></ul>",
    lambda text: f"<div><strong>{text}</strong><p>12,50</p></div>",
    lambda text: f"<p>{text}</p>",
)


@cache
def _words() -> dict[str, dict[str, Any]]:
    return tomllib.loads(Path(__file__).with_name("people_words.toml").read_text("utf-8"))


@cache
def trap_pages() -> tuple[Labelled, ...]:
    """Small pages that are easy to get wrong."""
    pages = tomllib.loads(Path(__file__).with_name("people_traps.toml").read_text("utf-8"))["page"]
    return tuple(
        Labelled("", f"https://trap{number}.example/", one["html"], tuple(_named(person) for person in one["own"]))
        for number, one in enumerate(pages)
    )


def _named(person: str) -> tuple[str, str]:
    name, _, role = person.partition(": ")
    return name, role


@cache
def labelled_pages() -> tuple[Labelled, ...]:
    languages = list(_words())
    return tuple(_page(number, languages[number % len(languages)]) for number in range(PAGES))


def _page(number: int, language: str) -> Labelled:
    words = _words()[language]
    dice = random.Random(f"{language} {number}")
    site = f"site{number}-{language}.example.{words['tld']}"
    layout = LAYOUTS[number // len(_words()) % len(LAYOUTS)]
    given, family, roles = (_listed(words, part) for part in ("given", "family", "roles"))
    count = dice.randint(1, 4)
    people = [
        _card(*pair, role, site, words)
        for pair, role in zip(
            zip(dice.sample(given, count), dice.sample(family, count), strict=True),
            dice.sample(roles, count),
            strict=True,
        )
    ]
    stranger = _card(dice.choice(given), dice.choice(family), "", site, words)
    blocks = [
        NOBODY_LAYOUTS[number % len(NOBODY_LAYOUTS)](escape(line)) for line in dice.sample(_listed(words, "nobody"), 4)
    ]
    own = {one.name: one.role for one in people}
    is_stranger_new = stranger.name not in own
    credit = (
        f"<footer><p>{dice.choice(words['others'].split('|')).format(stranger.name)}</p></footer>"
        if is_stranger_new
        else ""
    )
    shown = "".join(layout(one) for one in people)
    html = (
        f"<html lang={language}><body><nav><a href=/>Home</a></nav><main>{''.join(blocks[:2])}"
        f"<h2>{words['heading']}</h2>{shown}<h2>Info</h2>{''.join(blocks[2:])}</main>{credit}</body></html>"
    )
    return Labelled(language, f"https://{site}/", html, tuple(own.items()))


def _listed(words: dict[str, Any], name: str) -> list[str]:
    return [part.strip() for part in words[name].split(",")]


def _card(given: str, family: str, role: str, site: str, words: dict[str, Any]) -> _Card:
    between = "" if words.get("glued") else " "
    first, last = (family, given) if words.get("order") == "family first" else (given, family)
    local = given.lower() if given.isascii() else "info"
    return _Card(f"{first}{between}{last}", role, f"{local}@{site}")
