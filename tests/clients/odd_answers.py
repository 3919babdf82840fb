"""What servers do, one table: whether we read the page, whether curl does, and why not."""

import gzip
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import zstandard

BODY = b"<p>hello</p>" * 20
HOST = "odd.example"
ZIPPED = gzip.compress(BODY)
OK = b"HTTP/1.1 200 OK\r\n"
MOVED = b"HTTP/1.1 301 Moved\r\n"
LENGTH = b"Content-Length: %d\r\n" % len(BODY)
CLOSE = b"Connection: close\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n"
UNSAFE = "Nobody knows where it ends."
BOUNDED = "What one head may cost is bounded."
NO_PAGE = "It is no page."
UNASKED = "We did not ask for it, and read only what can be bounded as it unfolds."
ROBOTS = "Its owner does not let us in; curl does not ask."
COOKIE = b"Set-Cookie: seen=1; Path=/\r\n"
OUT = b"User-agent: *\nDisallow: /\n"


def chunks(body: bytes, *, extension: bytes = b"", trailer: bytes = b"", case: str = "x") -> bytes:
    return b"".join(
        (format(len(body), case).encode(), extension, b"\r\n", body, b"\r\n0\r\n", trailer, b"\r\n"),
    )


def answer(*headers: bytes, body: bytes = BODY, start: bytes = OK) -> bytes:
    return start + b"".join(headers) + b"\r\n" + body


def encoded(name: bytes, body: bytes, *more: bytes) -> bytes:
    return answer(b"Content-Encoding: " + name + b"\r\n", b"Content-Length: %d\r\n" % len(body), *more, body=body)


def redirects(count: int) -> tuple[bytes, ...]:
    ending = (b"Content-Length: 0\r\n", CLOSE)
    hops = (answer(b"Location: ?%d\r\n" % hop, *ending, body=b"", start=MOVED) for hop in range(count))
    return (*hops, answer(LENGTH))


Answer = bytes | Callable[[bytes], bytes]


@dataclass(frozen=True)
class Behaviour:
    """`ours` is empty where we read the page, else our word for why not. `curl` tells whether it reads it; None: it is
    not asked. Where it does and we do not, `why` says so. `text` is to be in the page as we decode it.

    @HOST@, @NAME@, @PORT@ and @PATH@ in an answer are those that were asked. What drips comes a few bytes at a time.
    """

    name: str
    answers: tuple[Answer, ...]
    ours: str = ""
    curl: bool | None = True
    why: str = ""
    body: bytes | None = BODY
    text: str = ""
    robots: bytes = b"HTTP/1.1 404 None\r\nContent-Length: 0\r\n\r\n"
    host: str = ""
    drips: bool = False


def case(name: str, raw: Answer | tuple[Answer, ...], ours: str = "", why: str = "", **more: Any) -> Behaviour:
    return Behaviour(name, raw if isinstance(raw, tuple) else (raw,), ours, why=why, **more)


def moved(to: bytes, status: int = 302, *more: bytes) -> tuple[bytes, bytes]:
    return answer(b"Location: " + to + b"\r\n", LENGTH, *more, start=b"HTTP/1.1 %d Moved\r\n" % status), answer(LENGTH)


def status(code: int, *headers: bytes) -> bytes:
    return answer(LENGTH, *headers, start=b"HTTP/1.1 %d Status\r\n" % code)


def page(content_type: str, body: bytes) -> bytes:
    return answer(f"Content-Type: {content_type}\r\n".encode(), b"Content-Length: %d\r\n" % len(body), body=body)


def written(name: str, content_type: str, body: bytes, **more: Any) -> Behaviour:
    """A page in some encoding, which is read when its umlaut is."""
    return case(name, page(content_type, body), body=body, **{"text": "Müller", **more})


def wanting(header: bytes, otherwise: bytes) -> Callable[[bytes], bytes]:
    """The page for who sends this, and something else for everybody else."""
    return lambda asked: answer(LENGTH) if header.lower() in asked.lower() else otherwise


BEHAVIOURS = [
    # Lengths
    case("content length", answer(LENGTH)),
    case("no length, ends with the connection", answer(CLOSE)),
    case("no length, HTTP/1.0", answer(start=b"HTTP/1.0 200 OK\r\n")),
    case("HTTP/1.0 with a length", answer(LENGTH, start=b"HTTP/1.0 200 OK\r\n")),
    case("the same length twice", answer(LENGTH, LENGTH)),
    case("the same length three times", answer(LENGTH, LENGTH, LENGTH)),
    case("the same length in one line", answer(b"Content-Length: %d, %d\r\n" % (len(BODY), len(BODY)))),
    case("two lengths that differ", answer(LENGTH, b"Content-Length: 3\r\n"), "bad_response", UNSAFE),
    case("length with blanks", answer(b"Content-Length:   %d  \r\n" % len(BODY))),
    case("length with zeros in front", answer(b"Content-Length: 000%d\r\n" % len(BODY))),
    case("length in small letters", answer(LENGTH.lower())),
    case("length that is no number", answer(b"Content-Length: many\r\n", CLOSE), "bad_response", curl=False),
    case("negative length", answer(b"Content-Length: -5\r\n", CLOSE), "bad_response", curl=False),
    case("length longer than the body", answer(b"Content-Length: 9999\r\n", CLOSE), "disconnected", curl=False),
    case("length shorter than the body", answer(b"Content-Length: 12\r\n", CLOSE), body=BODY[:12]),
    case("length of nothing", answer(b"Content-Length: 0\r\n", body=b""), body=b""),
    # Chunks
    case("chunks", answer(CHUNKED, body=chunks(BODY))),
    case("chunks and a length", answer(CHUNKED, LENGTH, body=chunks(BODY))),
    case("a wrong length and chunks", answer(b"Content-Length: 3\r\n", CHUNKED, body=chunks(BODY))),
    case("chunk sizes in capitals", answer(CHUNKED, body=chunks(BODY, case="X"))),
    case("chunk sizes with zeros in front", answer(CHUNKED, body=b"0000" + chunks(BODY))),
    case("chunk extensions", answer(CHUNKED, body=chunks(BODY, extension=b";name=value"))),
    case("blanks after a chunk's size", answer(CHUNKED, body=chunks(BODY, extension=b"  "))),
    case("trailers", answer(CHUNKED, body=chunks(BODY, trailer=b"X-Sum: 1\r\n"))),
    case("one byte a chunk", answer(CHUNKED, body=b"".join(b"1\r\n%c\r\n" % each for each in BODY) + b"0\r\n\r\n")),
    case("chunked in capitals", answer(CHUNKED.upper(), body=chunks(BODY))),
    case("no last chunk", answer(CHUNKED, CLOSE, body=chunks(BODY)[:-5]), "disconnected", curl=False),
    case("a chunk size that is none", answer(CHUNKED, CLOSE, body=b"zz\r\n" + BODY), "bad_response", curl=False),
    case("chunks by HTTP/1.0", answer(CHUNKED, CLOSE, body=chunks(BODY), start=b"HTTP/1.0 200 OK\r\n")),
    # Encodings
    case("gzip", encoded(b"gzip", ZIPPED)),
    case("x-gzip", encoded(b"x-gzip", ZIPPED)),
    case("GZIP in capitals", encoded(b"GZIP", ZIPPED)),
    case("gzip in chunks", answer(CHUNKED, b"Content-Encoding: gzip\r\n", body=chunks(ZIPPED))),
    case("gzip, ends with the connection", answer(b"Content-Encoding: gzip\r\n", CLOSE, body=ZIPPED)),
    case("gzip of two parts", encoded(b"gzip", gzip.compress(BODY[:9]) + gzip.compress(BODY[9:])), curl=False),
    case("gzip with rubbish behind", encoded(b"gzip", ZIPPED + b"\0\0\0"), curl=False),
    case("gzip that ends in the middle", encoded(b"gzip", ZIPPED[:-6])),
    case("gzip twice", encoded(b"gzip, gzip", gzip.compress(ZIPPED))),
    case("gzip of deflate", encoded(b"deflate, gzip", gzip.compress(zlib.compress(BODY)))),
    case("gzip of nothing", encoded(b"gzip", b""), body=b""),
    case("gzip that is none", encoded(b"gzip", BODY), "decompression", curl=False),
    case("gzip, damaged", encoded(b"gzip", b"\x1f\x8b\x08" + b"x" * 60), "decompression", curl=False),
    case("deflate with a wrapper", encoded(b"deflate", zlib.compress(BODY))),
    case("deflate without one", encoded(b"deflate", zlib.compress(BODY, wbits=-15))),
    case("identity", encoded(b"identity", BODY)),
    case("none", encoded(b"none", BODY)),
    case("a charset as encoding", encoded(b"utf-8", BODY), curl=False),
    case("an empty encoding", encoded(b"", BODY)),
    case("identity and gzip", encoded(b"identity, gzip", ZIPPED)),
    case("brotli that nobody asked for", encoded(b"br", BODY), "decompression", curl=False),
    # Heads
    case("150 headers", answer(LENGTH, *(b"X-%d: %d\r\n" % (each, each) for each in range(150)))),
    case("300 headers", answer(LENGTH, *(b"X-%d: 1\r\n" % each for each in range(300))), "headers_too_large", BOUNDED),
    case("a header of 30 KB", answer(LENGTH, b"X-Long: " + b"y" * 30_000 + b"\r\n")),
    case("a header without a value", answer(LENGTH, b"X-Empty:\r\n")),
    case("a header with a tab", answer(LENGTH, b"X-Tab:\tvalue\r\n")),
    case("a header in Latin-1", answer(LENGTH, b"X-Name: M\xfcller\r\n")),
    case("a header in UTF-8", answer(LENGTH, "X-Name: Müller\r\n".encode())),
    case("line ends without a return", answer(LENGTH).replace(b"\r\n", b"\n")),
    case("no words behind the status", answer(LENGTH, start=b"HTTP/1.1 200\r\n")),
    case("a blank behind the status", answer(LENGTH, start=b"HTTP/1.1 200 \r\n")),
    case("words in Latin-1 behind the status", answer(LENGTH, start=b"HTTP/1.1 200 Tr\xe8s bien\r\n")),
    case("status 203", answer(LENGTH, start=b"HTTP/1.1 203 Other\r\n")),
    case("status 299", answer(LENGTH, start=b"HTTP/1.1 299 Odd\r\n")),
    case("the same header often", answer(LENGTH, *[b"Set-Cookie: a=1\r\n"] * 40)),
    case("no content type", answer(LENGTH)),
    case("a content type of rubbish", answer(LENGTH, b"Content-Type: ;;;\r\n")),
    case("a blank before the colon", answer(LENGTH, b"X-Odd : 1\r\n")),
    case("a header that is folded", answer(LENGTH, b"X-Fold: a\r\n b\r\n")),
    case("a header without a colon", answer(LENGTH, b"nonsense\r\n"), curl=False),
    case("an empty name", answer(LENGTH, b": value\r\n")),
    case("keep alive said twice", answer(LENGTH, b"Connection: keep-alive\r\n", b"Connection: keep-alive\r\n")),
    case("early hints before the answer", b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + answer(LENGTH)),
    case("continue before the answer", b"HTTP/1.1 100 Continue\r\n\r\n" + answer(LENGTH, LENGTH)),
    case("an offer of HTTP/2", answer(LENGTH, b"Upgrade: h2,h2c\r\n", b"Connection: Upgrade\r\n")),
    case("an empty line in front", b"\r\n" + answer(LENGTH), curl=False),
    # Ends
    case("nothing at all", b"", "disconnected", curl=False),
    case("half a head", OK + b"Content-Le", "disconnected", "There is no page in it."),
    case("no HTTP", b"220 mail.example ESMTP\r\n", "bad_response", curl=False),
    case("HTTP/0.9", BODY, "bad_response", curl=False),
    case("an unknown version", answer(LENGTH, start=b"HTTP/9.9 200 OK\r\n"), "bad_response", curl=False),
    case("HTTP/2 without a word", b"\0\0\x12\x04\0\0\0\0\0" + b"\0" * 18, "bad_response", curl=False),
    # Redirects
    case("one redirect", redirects(1)),
    case("ten redirects", redirects(10)),
    case("twenty redirects", redirects(20)),
    case("more redirects than anybody follows", redirects(60), "bad_redirect", curl=False),
    case(
        "a redirect with a body", (answer(b"Location: ?1\r\n", LENGTH, start=b"HTTP/1.1 301 Moved\r\n"), answer(LENGTH))
    ),
    case(
        "a redirect in Latin-1", (answer(b"Location: ?\xfc\r\n", LENGTH, start=b"HTTP/1.1 301 M\r\n"), answer(LENGTH))
    ),
    case(
        "a redirect with a blank", (answer(b"Location: ?a b\r\n", LENGTH, start=b"HTTP/1.1 302 F\r\n"), answer(LENGTH))
    ),
    case("a redirect to nowhere", answer(LENGTH, start=b"HTTP/1.1 302 Found\r\n"), "bad_redirect", curl=False),
    case(
        "a redirect to itself",
        answer(b"Location: \r\n", LENGTH, start=b"HTTP/1.1 302 F\r\n"),
        "bad_redirect",
        curl=False,
    ),
    case("a redirect by 303", moved(b"/@PATH@?b", 303)),
    case("a redirect by 307", moved(b"/@PATH@?b", 307)),
    case("a redirect by 308", moved(b"/@PATH@?b", 308)),
    case("a redirect with the host's name only", moved(b"//@HOST@/@PATH@?b")),
    case("a redirect to the whole address", moved(b"http://@HOST@/@PATH@?b")),
    case("a redirect in capitals", moved(b"HTTP://@HOST@/@PATH@?b")),
    case("a redirect with a fragment", moved(b"/@PATH@?b#top")),
    case("a redirect with dots", moved(b"/a/../@PATH@?b")),
    case("a redirect of 4 KB", moved(b"/@PATH@?" + b"b" * 4_000)),
    case("two places to go to, alike", moved(b"?b", 302, b"Location: ?b\r\n")),
    case("a redirect that says keep-alive and closes", moved(b"?b", 302, b"Connection: keep-alive\r\n")),
    case("a circle that a cookie ends", wanting(b"Cookie: seen=1", moved(b"/@PATH@", 302, COOKIE)[0])),
    case("a redirect that a cookie ends", wanting(b"Cookie: seen=1", moved(b"?b", 302, COOKIE)[0])),
    case("a choice of several", status(300), "http_300", curl=False),
    case("a choice with a place to go to", moved(b"?b", 300), "http_300", "A choice is for a person, as in browsers."),
    case("a redirect for who has no proxy", moved(b"?b", 305), "http_305", "No browser obeys it."),
    case("a redirect to a script", moved(b"javascript:alert(1)"), "scheme", curl=False),
    case("a redirect to a file", moved(b"file:///etc/passwd"), "scheme", curl=False),
    case("a redirect to ourselves", moved(b"http://127.0.0.1/"), "refused_address", curl=None),
    case("a redirect to a machine's metadata", moved(b"http://169.254.169.254/"), "refused_address", curl=None),
    case("a redirect to ourselves by a number", moved(b"http://2130706433/"), "refused_address", curl=None),
    case("a redirect to another port", moved(b"http://@NAME@:@PORT@/@PATH@?b"), "port", "Only 80 and 443 are the web."),
    case("a redirect with a password", moved(b"http://me:it@@HOST@/@PATH@?b"), "credentials", "It is somebody's."),
    case("a page that asks to be refreshed", answer(LENGTH, b"Refresh: 5; url=/b\r\n")),
    # Statuses: a page that came with an error is not the page
    case("status 202", status(202)),
    case("status 204", b"HTTP/1.1 204 None\r\n\r\n", body=b""),
    case("a part that nobody asked for", status(206, b"Content-Range: bytes 0-239/240\r\n")),
    case("two interim answers", b"HTTP/1.1 102 Wait\r\n\r\nHTTP/1.1 103 Hints\r\nLink: </a>\r\n\r\n" + answer(LENGTH)),
    *(case(f"status {each}", status(each), "blocked", curl=False) for each in (401, 403, 451)),
    *(
        case(f"status {each}", status(each), f"http_{each}", curl=False)
        for each in (400, 404, 405, 410, 418, 500, 502, 520)
    ),
    case("status 999", status(999), "http_999", curl=False),
    case("too many requests", status(429), "http_429", curl=False),
    case("too many requests, in seconds", status(429, b"Retry-After: 5\r\n"), "http_429", curl=False),
    case(
        "too many requests, till a day",
        status(429, b"Retry-After: Fri, 31 Dec 2027 23:59:59 GMT\r\n"),
        "http_429",
        curl=False,
    ),
    case("too many requests, till nobody knows", status(429, b"Retry-After: soon\r\n"), "http_429", curl=False),
    case("not now, in seconds", status(503, b"Retry-After: 5\r\n"), "http_503", curl=False),
    case("a challenge to browsers", status(503, b"cf-mitigated: challenge\r\n"), "blocked", curl=False),
    case("only for browsers", wanting(b"Mozilla", status(403)), "blocked", curl=False),
    case("only for who takes anything", wanting(b"*/*", status(406))),
    case("only for who takes gzip", wanting(b"gzip", status(406))),
    case("only by its own name", wanting(b"\r\nHost: ", status(421))),
    case("only by HTTP/1.1", wanting(b"HTTP/1.1\r\n", status(505))),
    # Time
    case("a head that drips", answer(LENGTH, body=BODY), drips=True),
    case("chunks that drip", answer(CHUNKED, body=chunks(BODY)), drips=True),
    case("gzip that drips", encoded(b"gzip", ZIPPED), drips=True),
    # Kinds
    case("html in capitals", page("TEXT/HTML", BODY)),
    case("xhtml", page("application/xhtml+xml", BODY)),
    case("html said twice", page("text/html, text/html", BODY)),
    case("html said twice, one with a charset", page("text/html; charset=utf-8, text/html", BODY)),
    case("html in two headers", answer(LENGTH, b"Content-Type: text/html\r\n", b"Content-Type: text/html\r\n")),
    case("html without its family", page("html", BODY)),
    case("a kind that is nothing", page("", BODY)),
    case("html that is to be saved", answer(LENGTH, b'Content-Disposition: attachment; filename="a.html"\r\n')),
    case("html forbidden to be guessed", answer(LENGTH, b"X-Content-Type-Options: nosniff\r\n")),
    case("plain text", page("text/plain", BODY), "not_html", NO_PAGE),
    case("a picture", page("image/png", BODY), "not_html", NO_PAGE),
    case("a download", page("application/octet-stream", BODY), "not_html", NO_PAGE),
    case("JSON", page("application/json", BODY), "not_html", NO_PAGE),
    case("zstd that nobody asked for", encoded(b"zstd", zstandard.compress(BODY)), "decompression", UNASKED),
    case("gzip under its old name, in another's", encoded(b"x-gzip, identity", ZIPPED)),
    # Letters
    written("UTF-8", "text/html; charset=utf-8", "Müller".encode()),
    written("UTF-8 in quotes", 'text/html; charset="UTF-8"', "Müller".encode()),
    written("UTF-8 spelled utf8", "text/html;charset=utf8", "Müller".encode()),
    written("UTF-8 that nobody names", "text/html", "<p>Müller</p>".encode()),
    written("Latin-1 by the header", "text/html; charset=iso-8859-1", "Müller".encode("latin-1")),
    written("Latin-1 by the page", "text/html", b"<meta charset=iso-8859-1>M\xfcller"),
    written(
        "Latin-1 by an old way",
        "text/html",
        b"<meta http-equiv=Content-Type content='text/html; charset=latin1'>M\xfcller",
    ),
    written("Latin-1 that nobody names", "text/html", "<p>Der Müller aus Köln</p>".encode("latin-1")),
    written("the header against the page", "text/html; charset=utf-8", "<meta charset=iso-8859-1>Müller".encode()),
    written("Windows' quotes in Latin-1", "text/html; charset=iso-8859-1", b"\x93M\xfcller\x94", text="“Müller”"),
    written("a mark of UTF-8 against the header", "text/html; charset=iso-8859-1", b"\xef\xbb\xbfM\xc3\xbcller"),
    written("UTF-16 with its mark", "text/html", "Müller".encode("utf-16")),
    written("UTF-16, big end first", "text/html", b"\xfe\xff" + "Müller".encode("utf-16-be")),
    written("UTF-16 by the header", "text/html; charset=utf-16le", "Müller".encode("utf-16-le")),
    written("UTF-16 that the page cannot mean", "text/html", "<meta charset=utf-16>Müller".encode()),
    written("a charset that nobody knows", "text/html; charset=klingon", "Müller".encode()),
    written("Japanese", "text/html; charset=Shift_JIS", "歯科医院".encode("shift_jis"), text="歯科医院"),
    written("Chinese", "text/html; charset=gb2312", "牙科诊所".encode("gbk"), text="牙科诊所"),
    written("Russian", "text/html; charset=koi8-r", "Стоматология".encode("koi8-r"), text="Стоматология"),
    written("letters that are none", "text/html; charset=utf-8", b"M\xc3\xbcller \xff\xfe"),
    # Names
    case("a name with an umlaut", answer(LENGTH), host="müller.example", curl=None),
    case("a name in capitals", answer(LENGTH), host="CAPITALS.Example", curl=None),
    case("a name that ends with a dot", answer(LENGTH), host="dot.example.", curl=None),
    case("a name with an underscore", answer(LENGTH), host="under_score.example", curl=None),
    case("an address of the new kind", answer(LENGTH), host="[2001:4860:4860::8888]", curl=None),
    # Who may come in
    case("robots: forbidden to read it", answer(LENGTH), robots=status(403)),
    case("robots: gone", answer(LENGTH), robots=status(410)),
    case("robots: a page instead", answer(LENGTH), robots=answer(LENGTH)),
    case("robots: nothing in it", answer(LENGTH), robots=answer(b"Content-Length: 0\r\n", body=b"")),
    case("robots: a redirect to it", answer(LENGTH), robots=moved(b"/robots.txt?b")[0]),
    case("robots: compressed", answer(LENGTH), robots=encoded(b"gzip", gzip.compress(b"User-agent: *\nAllow: /"))),
    case("robots: in UTF-16", answer(LENGTH), robots=answer(CLOSE, body="User-agent: *\nAllow: /".encode("utf-16"))),
    case("robots: everybody out", answer(LENGTH), "robots", ROBOTS, robots=answer(CLOSE, body=OUT)),
    case(
        "robots: everybody out, with a mark",
        answer(LENGTH),
        "robots",
        ROBOTS,
        robots=answer(CLOSE, body=b"\xef\xbb\xbf" + OUT),
    ),
    case(
        "robots: we out by name",
        answer(LENGTH),
        "robots",
        ROBOTS,
        robots=answer(CLOSE, body=OUT.replace(b"*", b"scrapersky")),
    ),
    case("robots: another out by name", answer(LENGTH), robots=answer(CLOSE, body=OUT.replace(b"*", b"Googlebot"))),
    case("robots: the server fails", answer(LENGTH), "robots_unreachable", ROBOTS, robots=status(500)),
    case(
        "robots: half of it",
        answer(LENGTH),
        "disconnected",
        ROBOTS,
        robots=answer(b"Content-Length: 99\r\n", body=OUT),
    ),
]
