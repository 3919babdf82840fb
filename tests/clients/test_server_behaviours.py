"""What servers do: the table is in `odd_answers.py`, and it is true of us and of curl."""

import asyncio
import shutil
from collections import Counter
from collections.abc import AsyncIterator

import pytest
from tests.clients.internet import PUBLIC, UNPACED, Internet
from tests.clients.odd_answers import BEHAVIOURS

from scrapersky.clients.fetching.errors import FetchError
from scrapersky.clients.fetching.fetcher import PAGES, Fetcher
from scrapersky.extract.encodings.decoding import decode_html
from scrapersky.extract.urls import parse_url

HOST = "odd.example"


class OddServer:
    """Gives the answers of a behaviour one after the other, each on a connection of its own."""

    def __init__(self) -> None:
        self.turns: Counter[tuple[bool, int]] = Counter()

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked = await reader.readuntil(b"\r\n\r\n")
        path = asked.split(b" ")[1].partition(b"?")[0].strip(b"/").decode()
        host = next(line[6:] for line in asked.split(b"\r\n") if line.lower().startswith(b"host: "))
        first = host.partition(b".")[0]
        number = int(path) if path.isdigit() else int(first) if first.isdigit() else 0
        said = self._answer(number, asked) if path.isdigit() else BEHAVIOURS[number].robots
        port = writer.get_extra_info("sockname")[1]
        known = {
            b"@HOST@": host,
            b"@NAME@": host.partition(b":")[0],
            b"@PORT@": b"%d" % port,
            b"@PATH@": b"%d" % number,
        }
        for name, value in known.items():
            said = said.replace(name, value)
        step = 7 if BEHAVIOURS[number].drips else len(said) or 1
        for start in range(0, len(said), step):
            writer.write(said[start : start + step])
            await writer.drain()
            await asyncio.sleep(0)

    def _answer(self, number: int, asked: bytes) -> bytes:
        answers, who = BEHAVIOURS[number].answers, (b"User-Agent: curl" in asked, number)
        answer = answers[min(self.turns[who], len(answers) - 1)]
        self.turns[who] += 1
        return answer if isinstance(answer, bytes) else answer(asked)


@pytest.fixture
async def internet() -> AsyncIterator[Internet]:
    """Each behaviour has a host of its own: one that fails is left alone for a while."""
    pretended = Internet()
    await pretended.raw_site(HOST, OddServer())
    pretended._plain_port = pretended._ports[HOST, 80]
    for number in range(len(BEHAVIOURS)):
        spelled = parse_url(address(number))
        assert spelled is not None
        pretended.addresses[spelled.hostname.removesuffix(".")] = [[PUBLIC]]
    yield pretended
    await pretended.close()


def address(number: int) -> str:
    return f"http://{BEHAVIOURS[number].host or f'{number}.{HOST}'}/{number}"


def test_each_name_is_its_own_and_what_curl_reads_and_we_do_not_has_a_reason() -> None:
    assert len({each.name for each in BEHAVIOURS}) == len(BEHAVIOURS) > 80
    assert [each.name for each in BEHAVIOURS if bool(each.why) is not bool(each.ours and each.curl)] == []


async def test_we_read_what_the_table_says(internet: Internet) -> None:
    async with internet.fetcher(UNPACED) as web:
        found = [await _read(web, number) for number in range(len(BEHAVIOURS))]
    wrong = [
        (each.name, reason or text[:60], each.ours)
        for each, (reason, body, text) in zip(BEHAVIOURS, found, strict=True)
        if reason != each.ours or (not reason and (body != each.body or each.text not in text))
    ]
    assert wrong == []


async def _read(web: Fetcher, number: int) -> tuple[str, bytes, str]:
    try:
        document = await web.fetch(address(number), accept=PAGES)
    except FetchError as error:
        return error.reason, b"", ""
    return "", document.body, decode_html(document.body, document.headers.get("Content-Type")).text


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed here")
async def test_curl_reads_what_the_table_says(internet: Internet) -> None:
    asked = [number for number, each in enumerate(BEHAVIOURS) if each.curl is not None]
    root = f"http://127.0.0.1:{internet._plain_port}"
    urls = [part for number in asked for part in ("-o", "/dev/null", f"{root}/{number}")]
    running = await asyncio.create_subprocess_exec(
        "curl", "-qsL", "--compressed", "-b", "", "--max-redirs", "50", "--max-time", "20", "--noproxy", "*",
        "-w", "%{urlnum} %{exitcode} %{http_code}\\n", *urls, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, _ = await running.communicate()
    ended = {asked[int(turn)]: (code, status) for turn, code, status in map(str.split, out.decode().splitlines())}
    read = {number for number, (code, status) in ended.items() if code == "0" and status.startswith("2")}
    wrong = [(BEHAVIOURS[each].name, ended.get(each)) for each in asked if (each in read) is not BEHAVIOURS[each].curl]
    assert wrong == []
