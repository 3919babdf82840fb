"""Reads pages as a careful stranger would: nothing here comes from the code under test."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import parse_qs, unquote, urljoin, urlsplit

import phonenumbers
from selectolax.lexbor import LexborHTMLParser

_BLOCK = re.compile(
    r"(?i)</?(?:p|br|div|li|td|th|tr|h[1-6]|address|form|label|input|hr|footer|main|header|ul|table)\b[^>]*>"
)
_EMAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}")
_WORDED = re.compile(
    r"([\w.+-]{1,64})\s?[\[({]?(?:at|ät|arobase|arroba|chiocciola|apenstaartje|małpa|snabel-a)[\])}]?\s?"
    r"([\w-]{1,63}(?:\s?[\[({]?(?:dot|punkt|point|punto|punt|ponto|kropka)[\])}]?\s?[\w-]{1,63}){1,4})"
)
_DOT_WORD = re.compile(r"\s?(?:[\[({](?:dot|punkt|point|punto|punt|ponto|kropka)[\])}]|\bdot\b)\s?")


def declared_charset(content_type: str, body: bytes) -> str:
    if found := re.search(r"charset=([\w-]+)", content_type):
        return found[1]
    if body.startswith(b"\xef\xbb\xbf"):
        return "utf-8"
    found_meta = re.search(rb"(?i)<meta[^>]{0,80}charset=\"?([\w-]+)", body[:1024])
    assert found_meta, "The page declares no charset."
    return found_meta[1].decode()


def cloudflare_decoded(code: str) -> str:
    key, *rest = bytes.fromhex(code)
    return bytes(byte ^ key for byte in rest).decode()


def walk(value: object) -> Iterator[tuple[str, object]]:
    """Every member of a JSON document, at any depth."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key, inner
            yield from walk(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from walk(inner)


@dataclass(frozen=True)
class Reading:
    html: str
    country: str

    @cached_property
    def tree(self) -> LexborHTMLParser:
        return LexborHTMLParser(self.html)

    @cached_property
    def text(self) -> str:
        """What a person sees: blocks on lines of their own, inline tags without a gap."""
        tree = LexborHTMLParser(_BLOCK.sub("\n\\g<0>\n", self.html))
        tree.strip_tags(["script", "style", "noscript", "head"])
        return tree.body.text(separator="") if tree.body else ""

    @cached_property
    def lines(self) -> list[str]:
        return [line.strip() for line in self.text.splitlines() if line.strip()]

    def links(self) -> list[str]:
        return [str(node.attributes["href"]) for node in self.tree.css("a[href]")]

    def addresses_of(self, url: str, selector: str = "a[href]") -> list[str]:
        """Where the links of the page at this URL lead, by its base if it names one."""
        base = self.tree.css_first("base[href]")
        start = urljoin(url, str(base.attributes["href"])) if base else url
        nodes = self.tree.css(selector)
        return [urljoin(start, str(node.attributes.get("href") or node.attributes.get("src"))) for node in nodes]

    def json_members(self, script_type: str) -> list[tuple[str, object]]:
        scripts = self.tree.css(f'script[type="{script_type}"]')
        return [member for script in scripts for member in walk(json.loads(script.text()))]

    def itemprops(self, name: str) -> list[str]:
        return [node.text() for node in self.tree.css(f'[itemprop="{name}"]')]

    def emails(self, way: str) -> set[str]:
        found = self._emails_in_json(way) if way in {"json_ld", "inline_json"} else self._emails_in_html(way)
        return {email.removeprefix("mailto:").lower() for email in found}

    def _emails_in_json(self, way: str) -> list[str]:
        script_type = "application/ld+json" if way == "json_ld" else "application/json"
        return [str(value) for key, value in self.json_members(script_type) if key == "email"]

    def _emails_in_html(self, way: str) -> list[str]:
        if way.startswith("mailto"):
            return [unquote(link[7:].split("?")[0]) for link in self.links() if link.startswith("mailto:")]
        if way == "cloudflare_text":
            return [cloudflare_decoded(str(n.attributes["data-cfemail"])) for n in self.tree.css("[data-cfemail]")]
        if way == "cloudflare_link":
            return [cloudflare_decoded(link.split("#")[1]) for link in self.links() if "email-protection#" in link]
        if way == "microdata":
            return self.itemprops("email")
        if way == "microformat":
            return [node.text() for node in self.tree.css(".h-card .u-email")]
        if way == "words":
            return [f"{found[1]}@{_DOT_WORD.sub('.', found[2])}" for found in _WORDED.finditer(self.text)]
        return _EMAIL.findall(self.text)

    def numbers(self, way: str) -> set[str]:
        """Phone numbers in E.164, by the way they are written."""
        if way == "tel":
            spelled = [unquote(link[4:]) for link in self.links() if link.startswith("tel:")]
        elif way == "link":
            spelled = [f"+{digits}" for link in self.links() if (digits := _whatsapp_digits(link))]
        elif way == "microformat":
            spelled = [node.text() for node in self.tree.css(".h-card .p-tel")]
        elif way == "microdata":
            spelled = self.itemprops("telephone") + self.itemprops("faxNumber")
        elif way in {"json_ld", "inline_json"}:
            members = self.json_members("application/ld+json" if way == "json_ld" else "application/json")
            spelled = [str(value) for key, value in members if key in {"telephone", "faxNumber", "phone"}]
        else:
            return {number for line in self.lines for number in self._in_line(line)}
        return {self._e164(number) for number in spelled}

    def _in_line(self, line: str) -> Iterator[str]:
        for part in re.split(r"\s[|·]\s?", line):
            _, colon, rest = part.rpartition(": ")
            if colon and sum(letter.isdigit() for letter in rest) > 5 and len(rest) < 30:
                yield self._e164(rest)

    def _e164(self, spelled: str) -> str:
        try:
            number = phonenumbers.parse(spelled, self.country)
        except phonenumbers.NumberParseException:
            return spelled
        return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)

    def profiles(self, way: str) -> set[str]:
        if way == "link":
            return set(self.links())
        members = self.json_members("application/ld+json" if way == "json_ld" else "application/json")
        return {url for key, value in members if key == "sameAs" and isinstance(value, list) for url in value}

    def addresses(self, way: str) -> list[dict[str, str]]:
        """The parts of each structured address."""
        if way == "microdata":
            names = ("streetAddress", "postalCode", "addressLocality")
            return [{name: self.itemprops(name)[0] for name in names}]
        if way == "microformat":
            names = ("p-street-address", "p-postal-code", "p-locality")
            texts = [self.tree.css(f".h-card .{name}")[0].text() for name in names]
            return [dict(zip(("streetAddress", "postalCode", "addressLocality"), texts, strict=True))]
        members = self.json_members("application/ld+json" if way == "json_ld" else "application/json")
        return [value for key, value in members if key == "address" and isinstance(value, dict)]

    def people(self, way: str) -> set[tuple[str, str]]:
        script_type = "application/ld+json" if way == "json_ld" else "application/json"
        members = self.json_members(script_type)
        listed = [value for key, value in members if key in {"employee", "people"} and isinstance(value, list)]
        return {(person["name"], person.get("jobTitle") or person["role"]) for people in listed for person in people}


def _whatsapp_digits(link: str) -> str:
    address = urlsplit(link)
    if address.hostname == "wa.me":
        return address.path.strip("/")
    return "".join(parse_qs(address.query).get("phone", [])) if address.hostname == "api.whatsapp.com" else ""
