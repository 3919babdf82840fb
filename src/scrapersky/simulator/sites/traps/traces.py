"""What machines and their makers leave on pages: image names, keys, hidden addresses, links to share."""

from html import escape

from scrapersky.simulator.dice import Dice
from scrapersky.simulator.sites.contacts.disguises import linked
from scrapersky.simulator.sites.contacts.planting import EVERY_PAGE, Plot, Trap
from scrapersky.simulator.sites.contacts.structured import as_script_json
from scrapersky.simulator.sites.setting import Setting

_SHARES = (
    ("facebook", "https://www.facebook.com/sharer/sharer.php?u={url}"),
    ("x", "https://twitter.com/intent/tweet?url={url}"),
    ("linkedin", "https://www.linkedin.com/shareArticle?mini=true&url={url}"),
    ("whatsapp", "https://api.whatsapp.com/send?text={url}"),
    ("pinterest", "https://pinterest.com/pin/create/button/?url={url}"),
)
_VENDOR_PROFILES = {"wix": "https://www.facebook.com/wix", "squarespace": "https://www.instagram.com/squarespace"}


def set_image_name(plot: Plot, setting: Setting, _: Dice) -> None:
    assets = setting.variant.assets
    image = f'<img src="{assets}/logo.png" srcset="{assets}/logo.png 1x, {assets}/logo@2x.png 2x" alt="Logo">'
    plot.put("top", EVERY_PAGE, image)
    plot.trap(Trap("email", "logo@2x.png", "the name of an image", EVERY_PAGE))


def set_error_tracker(plot: Plot, _: Setting, dice: Dice) -> None:
    address = f"{dice.bits():016x}{dice.bits():016x}@o{dice.digits(6)}.ingest.sentry.io"
    script = f'window.SENTRY_DSN="https://{address}/{dice.digits(7)}";'
    plot.put("head", EVERY_PAGE, f"<script>{script}</script>")
    plot.trap(Trap("email", address, "the key of an error tracker", EVERY_PAGE))


def set_builder_traces(plot: Plot, setting: Setting, dice: Dice) -> None:
    """What the makers of a site builder leave on their customers' pages."""
    if profile := _VENDOR_PROFILES.get(setting.variant.name):
        plot.put("footer", EVERY_PAGE, f'<a href="{profile}">{setting.variant.name.title()}</a>')
        plot.trap(Trap("social", profile, "the site builder's own profile", EVERY_PAGE))
    if setting.variant.name != "wix":
        return
    address = f"{dice.bits():016x}{dice.bits():016x}@sentry-next.wixpress.com"
    state = as_script_json({"fleetConfig": {"dsn": f"https://{address}/{dice.digits(3)}", "build": dice.digits(10)}})
    plot.put("end", EVERY_PAGE, f'<script type="application/json" id="fleet-config">{state}</script>')
    plot.trap(Trap("email", address, "an id of the site builder", EVERY_PAGE))


def set_share_links(plot: Plot, setting: Setting, _: Dice) -> None:
    pages = (*setting.pages("blog"), "post") if setting.routes.of_kind("post") else setting.pages("home")
    links = [(name, url.format(url=setting.url("/"))) for name, url in _SHARES]
    anchors = " ".join(f'<a class="share" href="{escape(url)}">{name.title()}</a>' for name, url in links)
    plot.put("main", pages, f'<p class="share">{setting.language.labels["share"]}: {anchors}</p>')
    plot.trap(*(Trap("social", url, "a link to share the page", pages) for _, url in links))


def set_old_address(plot: Plot, setting: Setting, dice: Dice) -> None:
    """What an editor commented out rather than deleted."""
    email = f"{dice.choice(('buero', 'old', 'mail', 'shop'))}{dice.below(90) + 10}@former-provider.example"
    plot.put("footer", EVERY_PAGE, f"<!-- {setting.language.labels['email']}: {email} -->")
    plot.trap(Trap("email", email, "an address in a comment", EVERY_PAGE))


def set_honeypot(plot: Plot, setting: Setting, dice: Dice) -> None:
    """Who writes to an address that nobody can see is a robot."""
    email = f"{dice.choice(('a', 'x', 'zz'))}{dice.digits(4)}@{setting.host.removeprefix('www.')}"
    plot.put("footer", EVERY_PAGE, f'<div style="display:none">{linked(email)}</div>')
    plot.trap(Trap("email", email, "an invisible address that catches robots", EVERY_PAGE))
