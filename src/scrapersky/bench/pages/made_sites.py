"""The sites that are read: made-up pages with as many tags, links and bytes as those of small businesses have."""

import random
from importlib.resources import files

HOSTS = 50
WARM_UP_PAGES = 2 * HOSTS
DIFFERENT = 100
ROBOTS = b"User-agent: *\nDisallow: /admin\nDisallow: /cart\n\nUser-agent: BadBot\nDisallow: /\n"
_WORDS = files(__package__).joinpath("words.txt").read_text("utf-8").split()
_HEAD = """<!doctype html><html lang="en-US"><head><meta charset="utf-8"><title>{title}</title>
<meta name="description" content="{description}"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="WordPress 6.4.2"><link rel="canonical" href="/page/{number}">
<link rel="alternate" type="application/rss+xml" href="/feed/"><meta property="og:title" content="{title}">
<style>{style}</style><script src="/wp-includes/js/jquery.min.js?ver=3.7.1"></script>
<script type="application/ld+json">{{"@context": "https://schema.org", "@type": "LocalBusiness", "name": "{title}",
"telephone": "+1 512 555 {phone:04}", "address": {{"@type": "PostalAddress", "streetAddress": "{number} Main Street",
"addressLocality": "Austin", "addressRegion": "TX"}}, "openingHours": ["Mo-Fr 09:00-17:00", "Sa 10:00-13:00"]}}</script>
</head><body class="page-template page-id-{number}">"""
_ENTRY = '<li id="menu-item-{0}" class="menu-item menu-item-type-post"><a href="{1}"><span>{2}</span></a></li>'
_SECTION = """<section class="elementor-section row"><div class="col-md-6 wrap"><h2 class="title">{0}</h2>
<p>{1}</p><p>{2} <a class="more" href="{3}">{4}</a></p></div><div class="col-md-6"><img src="/wp-content/{5}.jpg"
alt="{0}" width="600" height="400" loading="lazy"><ul class="list"><li>{6}</li><li>{7}</li></ul></div></section>
"""
_FOOTER = """<footer class="site-footer"><div class="widget"><a href="tel:+1512555{0:04}">(512) 555-{0:04}</a>
<a href="mailto:office@site.com">office@site.com</a><a href="https://www.facebook.com/site{0}">Facebook</a>
<a href="#top">Top</a><a href="/privacy?utm_source=foot">Privacy</a></div></footer>
<script>window.settings = {1};</script></body></html>"""


def addresses(pages: int, port: int | None = None) -> list[str]:
    """Two pages of every host to warm up on; then host after host, as a person who queues whole sites leaves them."""
    place, per_host = f":{port}" if port else "", pages // HOSTS
    first = [(host, number) for number in range(WARM_UP_PAGES // HOSTS) for host in range(HOSTS)]
    rest = [(host, number) for host in range(HOSTS) for number in range(WARM_UP_PAGES // HOSTS, per_host)]
    return [f"http://www.site-{host}.com{place}/page/{number}" for host, number in (*first, *rest)]


def made_pages() -> list[bytes]:
    """Each of its own length and words, the same ones every time."""
    return [_page(number, random.Random(number)).encode() for number in range(DIFFERENT)]  # noqa: S311


def page_of(pages: list[bytes], path: str) -> bytes:
    return pages[int(path.rpartition("/")[2]) % len(pages)]


def title_of(number: int) -> str:
    return f"Workshop {number % DIFFERENT} - repairs"


def _page(number: int, dice: random.Random) -> str:
    def words(count: int) -> str:
        return " ".join(dice.choices(_WORDS, k=count))

    style = "".join(f".w{rule}{{margin:0 {rule}px;color:#33{rule:02}55}}" for rule in range(120))
    menu = "".join(_ENTRY.format(each, f"/{words(1)}/{words(1)}-{each}/", words(2)) for each in range(28))
    sections = (
        _SECTION.format(
            words(4).capitalize(), words(70), words(40), f"../{words(1)}/{each}", words(3), each, words(9), words(9)
        )
        for each in range(dice.randint(11, 22))
    )
    head = _HEAD.format(title=title_of(number), description=words(20), number=number, phone=number, style=style)
    return f"{head}<nav><ul>{menu}</ul></nav><main><h1>{words(5)}</h1>{''.join(sections)}</main>" + _FOOTER.format(
        number, {name: dice.randint(0, 99) for name in _WORDS}
    )
