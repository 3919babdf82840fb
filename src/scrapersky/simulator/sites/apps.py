"""Single-page apps: an empty page and the JSON it is filled from."""

import json
from html import unescape

from scrapersky.simulator.sites.contacts.planting import ENDPOINT
from scrapersky.simulator.sites.contacts.structured import as_script_json
from scrapersky.simulator.sites.content import page_title
from scrapersky.simulator.sites.prose import paragraphs
from scrapersky.simulator.sites.routes import SimulatedPage
from scrapersky.simulator.sites.site import Site

_TEXTS = 6


def app_body(site: Site, page: SimulatedPage, mark: int) -> str:
    setting = site.setting
    notice = f"<noscript>{setting.language.labels['enable_script']}</noscript>"
    script = f'<script src="{setting.variant.assets}/site.js" defer></script>'
    if setting.variant.dialect == "app_endpoint":
        return f'{notice}<div id="root"></div><link rel="preload" as="fetch" href="{ENDPOINT}">{script}'
    state = _state(site, page, mark)
    root, name = ("__nuxt", "__NUXT_DATA__") if setting.variant.name == "nuxt" else ("__next", "__NEXT_DATA__")
    return f'{notice}<div id="{root}"></div><script id="{name}" type="application/json">{state}</script>{script}'


def _state(site: Site, page: SimulatedPage, mark: int) -> str:
    shown = {
        "kind": page.kind,
        "title": unescape(page_title(site, page)),
        "text": [unescape(text) for text in paragraphs(site.sentences, mark, _TEXTS)],
        "menu": [{"href": fixed.path, "kind": kind} for kind, fixed in site.setting.routes.kinds.items()],
    }
    members = [f'"page":{as_script_json(shown)}', site.piece("data", "*"), site.piece("data", page.kind)]
    inside = ",".join(member for member in members if member)
    return (
        f'{{"props":{{"pageProps":{{{inside}}}}},"page":{json.dumps(page.path)},"buildId":"{mark & 0xFFFFFFFF:08x}"}}'
    )


def endpoint_body(site: Site) -> bytes:
    """What the script of an app without data in its pages asks for."""
    menu = [{"href": page.path, "kind": kind} for kind, page in site.setting.routes.kinds.items()]
    members = [f'"menu":{as_script_json(menu)}', site.piece("data", "*")]
    return f"{{{','.join(member for member in members if member)}}}".encode()
