"""Recognises sites behind which nobody is: for sale, parked, suspended, a server's default page, not yet begun."""

import re
from typing import Literal

Parked = Literal["for_sale", "parked", "suspended", "default_page", "under_construction"]

PARKED_WORDS: dict[Parked, str] = {
    "for_sale": "the domain is for sale",
    "parked": "the domain is parked, there is no site",
    "suspended": "the site's host has suspended it",
    "default_page": "only the server's default page",
    "under_construction": "the site is not finished yet",
}

# A real site may mention any of the phrases; a page that says nothing else is one of these.
_MAX_TEXT = 2500
_PARKING_HOSTS = (
    "sedoparking.com sedo.com/search parkingcrew.net bodis.com parklogic.com above.com/marketplace dan.com/buy-domain "
    "afternic.com/forsale hugedomains.com/domain_profile uniregistry.com parking.reg.ru skenzo.com voodoo.com "
    "cashparking.com domainparking fabulous.com smartname.com trafficz.com parkingpage namebright.com/ncast "
    "d38psrni17bvxu.cloudfront.net img1.wsimg.com/parking-lander i.cdnpark.com cdn.pdn.one sav.com/domains"
).split()
_PHRASES: tuple[tuple[Parked, str], ...] = (
    ("for_sale", r"(?:domain|domain name|website|web address|\.(?:com|net|org|de))\s(?:\S{1,80}\s)?(?:is|may be|might be)\s(?:still )?(?:available )?(?:for|up for) sale"),
    ("for_sale", r"buy this domain|make an offer on this domain|this domain is available|inquire about this domain|get this domain|own this domain|interested in this domain"),
    ("for_sale", r"domain (?:\S{1,80} )?(?:steht zum verkauf|zu verkaufen|kaufen)|diese domain kaufen|domain is te koop|domeinnaam (?:\S{1,80} )?(?:is )?te koop"),
    ("for_sale", r"domaine (?:\S{1,80} )?est (?:à|peut.être à) vendre|dominio (?:\S{1,80} )?(?:está )?en venta|dominio (?:\S{1,80} )?(?:è )?in vendita|domínio (?:\S{1,80} )?(?:está )?à venda|domena (?:\S{1,80} )?(?:jest )?na sprzedaż|domänen är till salu|domænet er til salg|doména je na prodej|alan adı satılık|домен продается"),
    ("parked", r"domain (?:\S{1,80} )?(?:is|has been|was) (?:successfully )?(?:parked|registered|reserved)|parked (?:free|domain|page)|this (?:web ?)?page is parked|domain parking|related searches|sponsored listings"),
    ("parked", r"diese domain (?:ist|wurde) (?:geparkt|registriert|reserviert)|domain wurde (?:erfolgreich )?(?:registriert|eingerichtet|reserviert)|ce domaine est (?:réservé|enregistré|parqué)|dominio registrado|dominio registrato|domeinnaam is geregistreerd|domena (?:została )?zaparkowana|domain (?:name )?(?:has )?expired|domain ist abgelaufen"),
    ("suspended", r"account (?:has been |is )?suspended|site (?:has been |is )?suspended|website (?:has been |is )?(?:suspended|disabled|deactivated|expired)|this site is (?:currently )?(?:unavailable|disabled)|(?:seite|website|webseite) (?:wurde |ist )(?:gesperrt|deaktiviert|abgeschaltet)|site (?:est )?suspendu|cuenta suspendida|sito sospeso"),
    ("default_page", r"apache2? (?:ubuntu |debian |http server )?(?:default|test) page|welcome to nginx|iis windows|internet information services|test page for the|it works!|index of /|default (?:web ?site|plesk|server|cpanel) page|web server's default page|welcome to (?:openresty|caddy|litespeed|centos|plesk|tengine)|default web page|congratulations! your (?:site|website) is|site not (?:found|published)|there isn.t a github pages site here|no such app|just another wordpress site hello world|hello world! welcome to wordpress|future home of something quite cool|fastpanel|hestiacp|website is ready|neue(?:r)? webspace|domain not (?:configured|connected)|project not found"),
    ("under_construction", r"under construction|coming soon|launching soon|opening soon|site is being (?:built|updated)|will be (?:available|online|live) (?:soon|shortly)|maintenance mode|under maintenance|in wartung|wartungsmodus|wartungsarbeiten|im aufbau|in (?:kürze|bearbeitung)|hier entsteht|en construction|en maintenance|bientôt disponible|en construcción|próximamente|in costruzione|in manutenzione|prossimamente|in aanbouw|binnenkort (?:online|beschikbaar)|w budowie|strona w przygotowaniu|em construção|em breve|under uppbyggnad|under opbygning|tulossa pian|ve výstavbě|připravujeme|yapım aşamasında|çok yakında"),
)  # fmt: skip
_PATTERNS = tuple((reason, re.compile(pattern, re.IGNORECASE)) for reason, pattern in _PHRASES)


def parked_reason(title: str, text: str, assets: str) -> Parked | None:
    """Return why there is no real site behind a page, or None. `text` is what is visible, `assets` what it loads.

    >>> parked_reason("acme.com", "This domain is for sale! Buy now.", ""), parked_reason("Acme", "Homes for sale", "")
    ('for_sale', None)
    """
    if len(text) > _MAX_TEXT:
        return None
    evidence = f"{title} {text}"[: 2 * _MAX_TEXT]
    for reason, pattern in _PATTERNS:
        if pattern.search(evidence) and _is_all_there_is(reason, text):
            return reason
    lower = assets.lower()
    return "parked" if any(host in lower for host in _PARKING_HOSTS) else None


def _is_all_there_is(reason: Parked, text: str) -> bool:
    """A shop may announce something as coming soon; only a page of few words is itself unfinished."""
    return reason in {"for_sale", "parked"} or len(text) < (600 if reason == "under_construction" else 2000)
