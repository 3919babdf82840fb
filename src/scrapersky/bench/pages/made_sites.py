"""The sites that are read: made-up pages with as many tags, links and bytes as those of small businesses have.

`python -m scrapersky.bench.pages.made_sites [FOLDER]` serves them, or files, until its input ends.
"""

import asyncio
import random
import sys
import tomllib
from collections.abc import Callable
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import cast

import uvloop

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


_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n"


class SiteProtocol(asyncio.Protocol):
    """Small on purpose: the processors are for those who are measured."""

    def __init__(self, body_of: Callable[[str], bytes]) -> None:
        self._body_of, self._received = body_of, b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        self._received += data
        while b"\r\n\r\n" in self._received:
            request, _, self._received = self._received.partition(b"\r\n\r\n")
            self._answer(request.split(b" ", 2)[1].decode("ascii", "replace"))

    def _answer(self, path: str) -> None:
        is_robots = path == "/robots.txt"
        body = ROBOTS if is_robots else self._body_of(path)
        kind = b"text/plain" if is_robots else b"text/html; charset=utf-8"
        self._transport.write(_HEAD % (kind, len(body)) + body)


def _file_of(folder: Path, path: str) -> bytes:
    return (folder / Path(path).name).read_bytes()


async def serve() -> None:
    body_of = partial(_file_of, Path(sys.argv[1])) if sys.argv[1:] else partial(page_of, made_pages())
    server = await asyncio.get_running_loop().create_server(lambda: SiteProtocol(body_of), "127.0.0.1", 0)
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    uvloop.run(serve())
