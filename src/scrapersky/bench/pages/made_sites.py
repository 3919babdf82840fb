"""The sites that are read: made-up pages with as many tags, links and bytes as those of small businesses have."""

import random
import tomllib
from importlib.resources import files

HOSTS = 50
WARM_UP_PAGES = 2 * HOSTS
DIFFERENT = 100
ROBOTS = b"User-agent: *\nDisallow: /admin\nDisallow: /cart\n\nUser-agent: BadBot\nDisallow: /\n"
_WORDS = files(__package__).joinpath("words.txt").read_text("utf-8").split()
_PARTS: dict[str, str] = tomllib.loads(files(__package__).joinpath("page_parts.toml").read_text("utf-8"))


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
    menu = "".join(_PARTS["entry"].format(each, f"/{words(1)}/{words(1)}-{each}/", words(2)) for each in range(28))
    sections = (
        _PARTS["section"].format(
            words(4).capitalize(), words(70), words(40), f"../{words(1)}/{each}", words(3), each, words(9), words(9)
        )
        for each in range(dice.randint(11, 22))
    )
    told = {"title": title_of(number), "description": words(20), "number": number, "phone": number, "style": style}
    head, heading = _PARTS["head"].format(**told), words(5)
    content = f"<nav><ul>{menu}</ul></nav><main><h1>{heading}</h1>{''.join(sections)}</main>"
    return head + content + _PARTS["footer"].format(number, {name: dice.randint(0, 99) for name in _WORDS})
