"""Lines that a person and a program can read."""

import io
import json
import logging

from scrapersky.config.logging import request_id, set_up_logging


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_elsewhere_than_on_a_terminal_each_line_is_an_object() -> None:
    stream = io.StringIO()
    set_up_logging("info", stream)
    token = request_id.set("trace-1")
    logging.getLogger("sky").info("did %s", "it", extra={"rows": 3})
    request_id.reset(token)
    logging.getLogger("sky").debug("not told")
    (line,) = stream.getvalue().splitlines()
    entry = json.loads(line)
    assert entry.pop("time").endswith("+00:00")
    assert entry == {"level": "INFO", "logger": "sky", "message": "did it", "request_id": "trace-1", "rows": 3}


def test_an_exception_stays_on_its_line() -> None:
    stream = io.StringIO()
    set_up_logging("INFO", stream)
    try:
        int("broken\nin two")
    except ValueError:
        logging.getLogger("sky").exception("failed")
    (line,) = stream.getvalue().splitlines()
    assert "ValueError: invalid literal" in json.loads(line)["exception"]


def test_on_a_terminal_a_line_is_a_time_and_a_sentence() -> None:
    stream = Terminal()
    set_up_logging("INFO", stream)
    logging.getLogger("sky").info("applied")
    logging.getLogger("sky").warning("odd")
    first, second = stream.getvalue().splitlines()
    assert first[8:] == " applied"
    assert second[8:] == " warning: odd"


def test_a_command_for_people_has_plain_lines_wherever_they_go() -> None:
    stream = io.StringIO()
    set_up_logging("INFO", stream, for_people=True)
    logging.getLogger("sky").info("applied")
    assert stream.getvalue()[8:] == " applied\n"


def test_what_comes_from_the_web_begins_no_line_and_steers_no_terminal() -> None:
    stream = Terminal()
    set_up_logging("INFO", stream)
    logging.getLogger("sky").info("fetched %s", "a\n12:00:00 ana signed in\r\x1b[2J\u2028\u202e")
    (line,) = stream.getvalue().splitlines()
    assert line[8:] == r" fetched a\n12:00:00 ana signed in\r\x1b[2J\u2028\u202e"


def test_half_a_surrogate_pair_hides_no_line() -> None:
    stream = io.StringIO()
    set_up_logging("INFO", stream)
    logging.getLogger("sky").info("tried \ud800")
    assert json.loads(stream.getvalue())["message"] == "tried \ud800"
