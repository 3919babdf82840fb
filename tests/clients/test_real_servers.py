"""nginx, Apache and Caddy as Debian has them, Node by HTTP/2 alone, what TLS can be like: read by us and by curl."""

import asyncio
import os
import shutil
import ssl
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import trustme
from tests.clients.internet import PUBLIC, UNPACED, Internet, RawServer
from tests.curation_sdk.widgets import eventually
from tests.pooler import answers, free_port

from scrapersky.clients.fetching.errors import FetchError
from scrapersky.clients.fetching.fetcher import PAGES

PAGE = "<!doctype html><title>Acme</title><p>Write to office@acme.example" + " or come by" * 200
NAME = "acme.example"
CURL = shutil.which("curl")

NGINX = """{user}daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/errors;
events {{ worker_connections 64; }}
http {{
  types {{ text/html html; image/png png; }} default_type application/octet-stream; access_log off;
  client_body_temp_path {folder}/t1; proxy_temp_path {folder}/t2; fastcgi_temp_path {folder}/t3;
  uwsgi_temp_path {folder}/t4; scgi_temp_path {folder}/t5;
  server {{
    listen 127.0.0.1:{plain}; listen 127.0.0.1:{tls} ssl http2; server_name acme.example;
    ssl_certificate {folder}/chain.pem; ssl_certificate_key {folder}/key.pem;
    root {folder}/site; absolute_redirect off; gzip on; gzip_min_length 100;
    location = /away {{ return 302 /page.html; }}
    location = /closed {{ return 444; }}
    location = /forbidden {{ return 403; }}
    location = /latin {{ charset iso-8859-1; try_files /page.html =404; }}
  }}
}}
"""
APACHE = """ServerRoot {folder}
PidFile {folder}/pid
ErrorLog {folder}/errors
ServerName acme.example
LoadModule mpm_event_module {modules}/mod_mpm_event.so
LoadModule authz_core_module {modules}/mod_authz_core.so
LoadModule dir_module {modules}/mod_dir.so
LoadModule mime_module {modules}/mod_mime.so
LoadModule alias_module {modules}/mod_alias.so
LoadModule filter_module {modules}/mod_filter.so
LoadModule deflate_module {modules}/mod_deflate.so
LoadModule ssl_module {modules}/mod_ssl.so
LoadModule http2_module {modules}/mod_http2.so
Listen 127.0.0.1:{plain}
Listen 127.0.0.1:{tls}
Protocols h2 h2c http/1.1
TypesConfig /dev/null
AddType text/html .html
AddType image/png .png
AddType "text/html; charset=iso-8859-1" .latin
DocumentRoot {folder}/site
AddOutputFilterByType DEFLATE text/html
Redirect 302 /away /page.html
Redirect 403 /forbidden
Alias /latin {folder}/site/page.latin
<VirtualHost 127.0.0.1:{tls}>
ServerName https://acme.example:443
UseCanonicalName On
SSLEngine on
SSLCertificateFile {folder}/chain.pem
SSLCertificateKeyFile {folder}/key.pem
</VirtualHost>
"""
CADDY = """{{
  admin off
  auto_https off
}}
(site) {{
  bind 127.0.0.1
  root * {folder}/site
  encode gzip
  redir /away /page.html
  handle /forbidden {{
    respond 403
  }}
  handle /latin {{
    rewrite * /page.html
    header Content-Type "text/html; charset=iso-8859-1"
    file_server
  }}
  handle {{
    file_server
  }}
}}
http://acme.example:{plain} {{
  import site
}}
https://acme.example:{tls} {{
  import site
  tls {folder}/chain.pem {folder}/key.pem
}}
"""
NODE = """const http2 = require("http2"), fs = require("fs");
const pages = {{ "/robots.txt": 404, "/away": 302, "/sub": 302, "/none": 404, "/forbidden": 403 }};
function answer(asked, given) {{
  const status = pages[asked.url] || 200;
  const type = asked.url.endsWith(".png") ? "image/png" : "text/html; charset=iso-8859-1";
  given.writeHead(status, {{ "content-type": type, ...(status == 302 ? {{ location: "/page.html" }} : {{}}) }});
  given.end(fs.readFileSync("{folder}/site/page.html"));
}}
const certificate = {{ key: fs.readFileSync("{folder}/key.pem"), cert: fs.readFileSync("{folder}/chain.pem") }};
http2.createSecureServer(certificate, answer).listen({tls}, "127.0.0.1");
require("http").createServer(answer).listen({plain}, "127.0.0.1");
"""
STARTS: Mapping[str, tuple[str, Callable[[Path], list[str]]]] = {
    "nginx": (NGINX, lambda at: ["-e", str(at / "errors"), "-p", str(at), "-c", str(at / "conf")]),
    "apache2": (APACHE, lambda at: ["-X", "-d", str(at), "-f", str(at / "conf")]),
    "caddy": (CADDY, lambda at: ["run", "--adapter", "caddyfile", "--config", str(at / "conf")]),
    "node": (NODE, lambda at: [str(at / "conf")]),  # over TLS nothing but HTTP/2
}
WHERE = {
    name: shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin:{Path(sys.executable).parent}") for name in STARTS
}
READ = {
    "/": "", "/page.html": "", "/away": "", "/sub": "", "/sub/": "", "/latin": "",
    "/none": "http_404", "/forbidden": "blocked", "/picture.png": "not_html",
}  # fmt: skip


@dataclass(frozen=True)
class Started:
    plain: int
    tls: int
    authority: trustme.CA


def lay_out(program: str, folder: Path) -> Started:
    """The site, the certificate and the configuration."""
    authority = trustme.CA(key_type=trustme.KeyType.ECDSA)
    certificate = authority.issue_cert(NAME)
    certificate.private_key_pem.write_to_path(folder / "key.pem")
    certificate.cert_chain_pems[0].write_to_path(folder / "chain.pem")
    authority.cert_pem.write_to_path(folder / "authority.pem")
    for name in ("index.html", "page.html", "page.latin", "sub/index.html", "picture.png"):
        (folder / "site" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "site" / name).write_text(PAGE)
    started = Started(free_port(), free_port(), authority)
    told = {"folder": folder, "plain": started.plain, "tls": started.tls, "modules": "/usr/lib/apache2/modules"}
    told |= {"user": "user root; " if os.geteuid() == 0 else ""}  # a test's folder is its own
    (folder / "conf").write_text(STARTS[program][0].format(**told))
    return started


@asynccontextmanager
async def running(program: str, folder: Path) -> AsyncIterator[Started]:
    started = lay_out(program, folder)
    command = (WHERE[program] or program, *STARTS[program][1](folder))
    process = await asyncio.create_subprocess_exec(
        *command,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
        env={"HOME": str(folder), "PATH": os.environ["PATH"]},
    )

    async def listens() -> bool:
        assert process.returncode is None, f"{program} did not start: see {folder}/errors"
        return await answers(started.plain)

    try:
        await eventually(listens)
        yield started
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


async def read_by_us(internet: Internet, trust: trustme.CA, urls: list[str]) -> list[str]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trust.configure_trust(context)
    found = []
    async with internet.fetcher(UNPACED, trust=context) as web:
        for url in urls:
            try:
                found.append("" if "office@" in (await web.fetch(url, accept=PAGES)).body.decode() else "no page")
            except FetchError as error:
                found.append(error.reason)
    return found


async def read_by_curl(authority: Path, ports: Mapping[str, int], urls: list[str]) -> list[bool]:
    """Whether each came whole with a status that is a yes. `ports` are those behind `host:port`."""
    ways = [part for place, port in ports.items() for part in ("--connect-to", f"{place}:127.0.0.1:{port}")]
    asked = [part for url in urls for part in ("-o", "/dev/null", url)]
    running = await asyncio.create_subprocess_exec(
        "curl", "-qsL", "--compressed", "--max-time", "10", "--noproxy", "*", "--cacert", str(authority),
        "-w", "%{exitcode} %{http_code}\\n", *ways, *asked, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, _ = await running.communicate()
    return [line.startswith("0 2") for line in out.decode().splitlines()]


@pytest.mark.parametrize("program", STARTS)
async def test_a_server_is_read_as_curl_reads_it(program: str, tmp_path: Path) -> None:
    if WHERE[program] is None:
        pytest.skip(f"{program} is not installed here")
    async with running(program, tmp_path) as server:
        internet = Internet(addresses={NAME: [[PUBLIC]]}, _plain_port=server.plain, _tls_port=server.tls)
        urls = [f"{scheme}://{NAME}{path}" for scheme in ("http", "https") for path in READ]
        by_us = await read_by_us(internet, server.authority, urls)
        assert dict(zip(urls, by_us, strict=True)) == dict(zip(urls, [*READ.values()] * 2, strict=True))
        if CURL:
            ports = {f"{NAME}:80": server.plain, f"{NAME}:443": server.tls}
            by_curl = await read_by_curl(tmp_path / "authority.pem", ports, urls)
            wanted = [why in ("", "not_html") for why in READ.values()] * 2
            assert dict(zip(urls, by_curl, strict=True)) == dict(zip(urls, wanted, strict=True))


@dataclass(frozen=True)
class Secured:
    """How a server meets TLS: `ours` is our word for why not, and curl agrees unless `why` says otherwise."""

    context: Callable[[trustme.CA], ssl.SSLContext | None]
    ours: str = ""
    why: str = ""


def served(certificate: trustme.LeafCert, **settings: object) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    certificate.configure_cert(context)
    for name, value in settings.items():
        setattr(context, name, value)
    return context


def ciphered(certificate: trustme.LeafCert, ciphers: str) -> ssl.SSLContext:
    context = served(certificate, maximum_version=ssl.TLSVersion.TLSv1_2)
    context.set_ciphers(ciphers)
    return context


def asking(certificate: trustme.LeafCert) -> ssl.SSLContext:
    return served(certificate, verify_mode=ssl.CERT_REQUIRED, maximum_version=ssl.TLSVersion.TLSv1_2)


def offering(context: ssl.SSLContext, *protocols: str) -> ssl.SSLContext:
    context.set_alpn_protocols(list(protocols))
    return context


def without_intermediate(authority: trustme.CA, name: str) -> ssl.SSLContext:
    certificate = authority.create_child_ca().issue_cert(name)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with certificate.private_key_pem.tempfile() as key, certificate.cert_chain_pems[0].tempfile() as leaf:
        context.load_cert_chain(leaf, key)
    return context


def only_by_name(authority: trustme.CA, name: str) -> ssl.SSLContext:
    """Has a certificate for who says whom they want, and another's for who does not."""
    named, context = served(authority.issue_cert(name)), served(authority.issue_cert("other.example"))

    def choose(connection: ssl.SSLObject | ssl.SSLSocket, asked: str | None, _: ssl.SSLContext) -> None:
        if asked == name:
            connection.context = named

    context.sni_callback = choose
    return context


YESTERDAY = datetime.now(UTC) - timedelta(days=1)
TLS = {
    "plain": Secured(lambda ca: served(ca.issue_cert("plain.example"))),
    "tls12": Secured(lambda ca: served(ca.issue_cert("tls12.example"), maximum_version=ssl.TLSVersion.TLSv1_2)),
    "tls13": Secured(lambda ca: served(ca.issue_cert("tls13.example"), minimum_version=ssl.TLSVersion.TLSv1_3)),
    "www.star": Secured(lambda ca: served(ca.issue_cert("*.star.example"))),
    "chain": Secured(lambda ca: served(ca.create_child_ca().issue_cert("chain.example"))),
    "bysni": Secured(lambda ca: only_by_name(ca, "bysni.example")),
    "alpn": Secured(lambda ca: offering(served(ca.issue_cert("alpn.example")), "http/1.1")),
    "rsa": Secured(lambda ca: served(ca.issue_cert("rsa.example", key_type=trustme.KeyType.RSA))),
    "othername": Secured(lambda ca: served(ca.issue_cert("other.example")), "tls"),
    "twostars": Secured(lambda ca: served(ca.issue_cert("*.twostars.example")), "tls"),
    "expired": Secured(lambda ca: served(ca.issue_cert("expired.example", not_after=YESTERDAY)), "tls"),
    "selfmade": Secured(lambda _: served(trustme.CA().issue_cert("selfmade.example")), "tls"),
    "nochain": Secured(lambda ca: without_intermediate(ca, "nochain.example"), "tls"),
    "nocipher": Secured(lambda ca: ciphered(ca.issue_cert("nocipher.example"), "AES128-SHA"), "connect"),
    "wantsyours": Secured(lambda ca: asking(ca.issue_cert("wantsyours.example")), "connect"),
    "notls": Secured(lambda _: None, "tls"),
}  # fmt: skip


async def test_what_certificates_and_versions_of_tls_are_taken(tmp_path: Path) -> None:
    authority = trustme.CA(key_type=trustme.KeyType.ECDSA)
    authority.cert_pem.write_to_path(tmp_path / "authority.pem")
    body = PAGE.encode()
    said = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\nConnection: close\r\n\r\n" % len(body)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            asked = await reader.read(65_536)
            writer.write(b"HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n" if b"/robots.txt" in asked else said + body)
        writer.close()

    internet = Internet()
    ports = dict(await _listening(answer, authority, internet))
    urls = [f"https://{name}.example/" for name in TLS]
    by_us = dict(zip(TLS, await read_by_us(internet, authority, urls), strict=True))
    by_curl = await read_by_curl(tmp_path / "authority.pem", ports, urls) if CURL else []
    await internet.close()
    assert by_us == {name: each.ours for name, each in TLS.items()}
    assert not CURL or dict(zip(TLS, by_curl, strict=True)) == {
        name: not each.ours or bool(each.why) for name, each in TLS.items()
    }


async def _listening(answer: RawServer, authority: trustme.CA, internet: Internet) -> list[tuple[str, int]]:
    ports = []
    for name, each in TLS.items():
        server = await asyncio.start_server(answer, "127.0.0.1", 0, ssl=each.context(authority))
        host, port = f"{name}.example", server.sockets[0].getsockname()[1]
        internet.addresses[host], internet._ports[host, 443] = [[PUBLIC]], port
        internet._closers.append(_closing(server))
        ports.append((f"{host}:443", port))
    return ports


def _closing(server: asyncio.Server) -> Callable[[], Awaitable[None]]:
    async def close() -> None:
        server.close()

    return close
