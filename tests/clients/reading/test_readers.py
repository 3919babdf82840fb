"""Processes that read for a worker: they answer, fail, die and end as one would wish."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest
from multidict import CIMultiDict

from scrapersky.clients.fetching.errors import BadStatus
from scrapersky.clients.reading.page_bodies import PackedPage, compressed, read_body, read_packed
from scrapersky.clients.reading.reader import ReaderEnded
from scrapersky.clients.reading.readers import Readers
from scrapersky.db.embedded import is_alive
from scrapersky.extract.contacts.extraction import extract_contacts

HEADERS: Mapping[str, str] = CIMultiDict({"content-type": "text/html; charset=utf-8"})


def end_this_process(_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def end_the_first_time(mark: str) -> str:
    if not Path(mark).exists():
        Path(mark).touch()
        end_this_process(None)
    return "read"


def raise_what_cannot_travel() -> None:
    raise BadStatus("https://acme.example/", 404, is_blocked=False, retry_after=None)


async def test_what_a_process_reads_is_what_a_thread_reads() -> None:
    page = "<html lang=de><title>Müller</title><h1>Dächer</h1><a href=/kontakt>Kontakt</a>".encode()
    async with Readers(1) as apart:
        answers = [
            await readers.call(read_body, page, "https://acme.example/", HEADERS) for readers in (apart, Readers())
        ]
    assert answers[0] == answers[1]
    assert answers[0].facts.title == "Müller"


def test_what_an_extractor_did_not_take_is_not_sent() -> None:
    place, html = "scrapersky.extract.contacts.extraction:extract_contacts", "<p>you@example.com, info@acme.test</p>"
    page = PackedPage(compressed(html.encode()), "utf-8")
    assert extract_contacts(html, "https://acme.test/", "US").rejected
    assert not read_packed(place, page, "https://acme.test/", "US").rejected


async def test_as_many_read_at_once_as_there_are_readers_and_each_is_used_again() -> None:
    async with Readers(2) as readers:
        processes = await asyncio.gather(*(readers.call(os.getpid) for _ in range(12)))
    assert 1 <= len(set(processes)) <= 2
    assert os.getpid() not in processes


async def test_what_is_raised_there_is_raised_here() -> None:
    async with Readers(1) as readers:
        with pytest.raises(ValueError, match="invalid literal"):
            await readers.call(int, "x")
        with pytest.raises(Exception, match="404"):
            await readers.call(raise_what_cannot_travel)
        assert await readers.call(int, "1") == 1


async def test_a_page_that_ends_its_reader_is_an_error_and_the_next_is_read() -> None:
    async with Readers(1) as readers:
        with pytest.raises(ReaderEnded, match="ended the process"):
            await readers.call(end_this_process, None)
        assert await readers.call(int, "1") == 1


async def test_a_reader_that_was_ended_by_somebody_else_costs_the_page_nothing(tmp_path: Path) -> None:
    async with Readers(1) as readers:
        assert await readers.call(end_the_first_time, str(tmp_path / "mark")) == "read"


async def test_one_that_takes_too_long_is_ended_with_its_process() -> None:
    async with Readers(1) as readers:
        process = await readers.call(os.getpid)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2):
                await readers.call(time.sleep, 3600)
        assert not is_alive(process)
        assert await readers.call(os.getpid) != process


async def test_a_reader_has_its_next_pages_before_it_has_answered(tmp_path: Path) -> None:
    marks = [tmp_path / name for name in ("a", "b", "c")]
    async with Readers(1) as readers:
        await readers.call(os.getpid)
        reading = [asyncio.create_task(readers.call(Path.touch, mark)) for mark in marks]
        await asyncio.sleep(0.05)
        until = time.monotonic() + 10
        while not all(mark.exists() for mark in marks) and time.monotonic() < until:
            signal.sigtimedwait([], 0.01)  # and no other task has a turn
        assert all(mark.exists() for mark in marks)
        await asyncio.gather(*reading)


async def test_pages_behind_one_that_ends_its_reader_are_read() -> None:
    async with Readers(1) as readers:
        calls = [readers.call(end_this_process, None), *(readers.call(int, text) for text in "123")]
        ended, *others = await asyncio.gather(*calls, return_exceptions=True)
    assert isinstance(ended, ReaderEnded)
    assert others == [1, 2, 3]


async def test_pages_behind_one_that_takes_long_are_read_by_another() -> None:
    async with Readers(2, patience=0.2) as readers:
        await asyncio.gather(readers.call(os.getpid), readers.call(os.getpid))
        long = asyncio.create_task(readers.call(time.sleep, 3600))
        async with asyncio.timeout(10):
            assert await asyncio.gather(*(readers.call(int, text) for text in "12345")) == [1, 2, 3, 4, 5]
        long.cancel()


async def test_a_page_that_nobody_waits_for_any_more_ends_no_reader_that_has_not_begun_it() -> None:
    async with Readers(1) as readers:
        process = await readers.call(os.getpid)
        first, second = (asyncio.create_task(readers.call(time.sleep, seconds)) for seconds in (0.1, 0))
        await asyncio.sleep(0)
        second.cancel()
        await first
        assert await readers.call(os.getpid) == process


async def test_a_page_that_nobody_waits_for_any_more_keeps_no_reader() -> None:
    async with Readers(1, patience=0.2) as readers:
        process = await readers.call(os.getpid)
        first, second = (asyncio.create_task(readers.call(time.sleep, seconds)) for seconds in (0.1, 3600))
        await asyncio.sleep(0)
        second.cancel()
        await first
        async with asyncio.timeout(10):
            assert await readers.call(os.getpid) != process


async def test_readers_are_gone_when_closed() -> None:
    async with Readers(2) as readers:
        processes = set(await asyncio.gather(*(readers.call(os.getpid) for _ in range(8))))
    assert not any(is_alive(process) for process in processes)


def test_readers_end_with_a_worker_that_is_killed() -> None:
    script = (
        "import asyncio, os\n"
        "from scrapersky.clients.reading.readers import Readers\n"
        "async def main():\n"
        "    print(await Readers(1).call(os.getpid), flush=True)\n"
        "    os.kill(os.getpid(), 9)\n"
        "asyncio.run(main())\n"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, check=False, text=True)  # noqa: S603  ours
    reader = int(done.stdout)
    for _ in range(1000):
        if not is_alive(reader):
            return
        signal.sigtimedwait([], 0.05)
    raise AssertionError(f"reader {reader} outlived its worker")
