"""Recognises answers that stand in for a page: that there is no such page, or that one has to sign in first."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

_FEW_WORDS = 150
_NOT_FOUND = re.compile(
    r"^\W{0,9}(?:error|fehler|erreur)?\W{0,9}404\W{0,9}(?:$|(?:error|not|page|seite|file|erreur|nicht)\b)"
    r"|\b(?:error|fehler|erreur) 404\b"
    r"|page (?:was |is )?not found"
    r"|\b(?:page|file|document|url|address|resource|(?:you|you.re|you are|you were) (?:requested|looking for|look for))"
    r" (?:can(?:no|.)?t|could not|couldn.t) be found|page (?:does not|doesn.t) exist"
    r"|seite (?:wurde |konnte )?nicht gefunden|seite existiert nicht|page (?:introuvable|non trouvée)"
    r"|cette page n.existe|página no (?:encontrada|existe)"
    r"|pagina non trovata|pagina niet gevonden|página não encontrada"
    r"|nie znaleziono (?:takiej )?strony|strona nie (?:istnieje|została znaleziona)"
    r"|sidan (?:kunde inte hittas|hittades inte|finns inte)|siden (?:blev ikke fundet|ble ikke funnet|findes ikke)"
    r"|sivua ei löy|stránka (?:nenalezena|neexistuje|nebyla nalezena)|sayfa bulunamad|страница не найдена"
    r"|сторінку не знайдено|oldal nem található|pagina nu a fost găsită|ページが見つかりません|页面不存在|找不到页面",
    re.IGNORECASE,
)
_SIGN_IN = re.compile(
    r"\b(?:log|sign)[ -]?in\b|\banmeld(?:en|ung)\b|\beinloggen\b|connexion|se connecter|iniciar sesión|accedi\b"
    r"|inloggen|zaloguj|logowanie|logga in|log ind|logg inn|kirjaudu|přihlášení|giriş yap|(?<!\w)вход(?!\w)|войти",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class StandIn:
    """What is there instead of the page, for filters, and in words for the person curating."""

    reason: Literal["not_found", "asks_for_login"]
    words: str


def recognise_stand_in(
    title: str | None, headings: Sequence[str], word_count: int, *, asks_for_password: bool
) -> StandIn | None:
    """Tell from what a page calls itself; one that says more than a few words is a page of its own.

    >>> recognise_stand_in("Page not found | Acme", ["Oops"], 12, asks_for_password=False).reason
    'not_found'
    >>> recognise_stand_in("404 Main Street Dental", ["Welcome"], 90, asks_for_password=False) is None
    True
    """
    if word_count > _FEW_WORDS:
        return None
    names = [name[:200] for name in (title or "", *headings[:1])]
    if any(_NOT_FOUND.search(name) for name in names):
        return StandIn("not_found", "the site answers that there is no such page")
    if asks_for_password and any(_SIGN_IN.search(name) for name in names):
        return StandIn("asks_for_login", "the page asks for a name and a password")
    return None
