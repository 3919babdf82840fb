"""Every screen before a real browser: nothing of a text may run there, and nothing may be asked of another address."""

import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Dialog, Page, Request, sync_playwright
from tests.web.conftest import CHROMIUM, FLAGS, SETTLED

from scrapersky.workflows import product_workflows

SCREENS = ("", "search", "import", "account", "audit", "rules", "errors", "runs", "exports", "history")
MORE_SCREENS = ("duplicates", "privacy", "rules/schedules", "settings/delivery", "settings/users", "settings/limits")
SAMPLE = 20
AT_A_TIME, LONGEST = 100, 80  # of tokens and rules; what is longer no name may be
WATCHING = """window.ran = [];
for (const name of ["alert", "prompt", "confirm"]) window[name] = (...words) => window.ran.push(name + words);
document.addEventListener("securitypolicyviolation", event => window.ran.push(event.violatedDirective + event.sample));
"""
SCROLL = """() => {
    const all = [...document.querySelectorAll("*")].filter(each => each.scrollHeight > each.clientHeight + 200);
    const list = all.find(each => getComputedStyle(each).overflowY != "visible") || document.scrollingElement;
    const before = list.scrollTop;
    list.scrollTop += list.clientHeight * 0.9;
    return list.scrollTop - before;
}"""
ASK = """async calls => {
    const headers = { "Content-Type": "application/json", "X-Requested-With": "sky" };
    const answers = [];
    let next = 0;
    const ask = async () => {
        while (next < calls.length) {
            const place = next++;
            const [method, path, body] = calls[place];
            const written = body === null ? undefined : JSON.stringify(body);
            const answer = await fetch(path, { method, headers, body: written });
            answers[place] = answer.status === 204 ? null : await answer.json();
        }
    };
    await Promise.all([ask(), ask(), ask()]);
    return answers;
}"""
MORE = re.compile("^(Next$|Next page|Older|More lines)")
PATIENCE = 200  # looks of a twentieth of a second


@dataclass
class Looking:
    address: str
    page: Page
    texts: list[str]
    seconds: float
    wrong: list[str] = field(default_factory=list)

    def look_at(self, path: str, read: Callable[[], str]) -> None:
        """What is read there is told by how many of the texts are in it, by their beginnings."""
        self.page.goto(f"{self.address}/{path}")
        self.page.wait_for_timeout(500)
        self.page.evaluate(SETTLED)
        seen = squeezed(read())
        self.wrong += [f"{path}: {ran}" for ran in self.page.evaluate("window.ran")]
        found = sum(_beginning(text) in seen for text in self.texts)
        print(f"{path}: {found} of {len(self.texts)} texts shown; {len(self.wrong)} wrong so far", flush=True)

    def to_the_end(self) -> str:
        """All pages of a list, each turned by its button, to the end or as far as the time allows."""
        until, shown = time.monotonic() + self.seconds, dict[str, None]()
        while time.monotonic() < until:
            shown[self.words()] = None
            if self.page.evaluate(SCROLL) >= 1:
                continue
            if not self._turn():
                break
        return "\n".join(shown)

    def words_in_time(self) -> str:
        """What is loaded late is waited for while a text is missing."""
        seen = squeezed(self.words())
        for _ in range(PATIENCE):
            if all(_beginning(text) in seen for text in self.texts):
                break
            self.page.wait_for_timeout(50)
            seen = squeezed(self.words())
        return seen

    def words(self) -> str:
        return self.page.locator("body").inner_text()

    def _turn(self) -> bool:
        """Whether there was more. While a page is loaded its button rests."""
        further = self.page.get_by_role("button", name=MORE)
        for _ in range(PATIENCE):
            if not further.count() or further.last.is_enabled():
                break
            self.page.wait_for_timeout(50)
        if not further.count() or not further.last.is_enabled():
            return False
        before = self.words()
        further.last.click()
        for _ in range(PATIENCE):
            if self.words() != before:
                break
            self.page.wait_for_timeout(50)
        return True

    def rows(self, path: str) -> None:
        """A sample of what the tab shows, spread over it, each with its details; and as many cards of its review."""
        listed = self.ask(("GET", f"/api/v3/{path}/list?size=100", None))[0]["items"]
        for row in listed[:: max(1, len(listed) // SAMPLE)]:
            self.page.goto(f"{self.address}/w/{path}/{row['id']}")
            self.page.evaluate(SETTLED)
            self.wrong += [f"{path} {row['id']}: {ran}" for ran in self.page.evaluate("window.ran")]
        self.look_at(f"w/{path}?review=1", self._cards)

    def _cards(self) -> str:
        shown = []
        for _ in range(SAMPLE):
            shown.append(self.words())
            self.page.keyboard.press("j")
            self.page.wait_for_timeout(100)
        return "\n".join(shown)

    def ask(self, *calls: tuple[str, str, Any]) -> list[Any]:
        answers: list[Any] = self.page.evaluate(ASK, [list(call) for call in calls])
        return answers

    @contextmanager
    def made(self) -> Iterator[None]:
        view = {"workflow": "contact_delivery", "content": {}}
        tokens = [("POST", "/api/v3/tokens", {"name": each, "scopes": ["read"], "days": 1}) for each in self.texts]
        views = [("POST", "/api/v3/views", {**view, "name": each, "shared": True}) for each in self.texts]
        printable = dict.fromkeys(text.strip() for text in self.texts if text.isprintable())
        rules = [{"name": each, "when": "rating > 9"} for each in printable]
        budgets = [{"source": each, "most_calls": 1} for each in printable]
        made = self.ask(
            *tokens,
            *views,
            ("PUT", "/api/v3/rules", {"rules": {"deep_scan": rules}}),
            ("PUT", "/api/v3/budgets", {"budgets": budgets}),
            ("PUT", "/api/v3/prefs", {"recent": self.texts}),
        )
        yield
        paths = [call[1] for call in (*tokens, *views)]
        ids = [(path, answer["id"]) for path, answer in zip(paths, made, strict=False) if "id" in answer]
        self.ask(*(("DELETE", f"{path}/{each}", None) for path, each in ids))


Looks = Iterable[Callable[[Looking], None]]


def lists(looking: Looking) -> None:
    for workflow in product_workflows():
        looking.look_at(f"w/{workflow.names.kebab}?size=100", looking.to_the_end)
    for path in (*SCREENS, *MORE_SCREENS):
        looking.look_at(path, looking.to_the_end)
    for workflow in product_workflows():
        looking.rows(workflow.names.kebab)


def kept(looking: Looking) -> None:
    """What a person has only so many of: some at a time, looked at, and removed again."""
    named = [text for text in looking.texts if text.strip() and len(text) <= LONGEST]
    for start in range(0, len(named), AT_A_TIME):
        some = Looking(looking.address, looking.page, named[start:][:AT_A_TIME], looking.seconds, looking.wrong)
        with some.made():
            for path in ("account", "rules", "rules/budgets", "w/contact-delivery"):
                some.look_at(path, some.words_in_time)


def squeezed(text: str) -> str:
    return "".join(text.split())


def _beginning(text: str) -> str:
    return squeezed(text)[:20]


def look(address: str, name: str, password: str, texts: list[str], *, seconds: float, looks: Looks) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport={"width": 1600, "height": 1000})
        looking = Looking(address, page, texts, seconds)
        page.add_init_script(WATCHING)
        _listen(looking)
        page.goto(address)
        page.get_by_label("Name").first.fill(name)
        page.get_by_label("Password").first.fill(password)
        page.keyboard.press("Enter")
        page.get_by_role("navigation").first.wait_for()
        for each in looks:
            each(looking)
        browser.close()
    print(f"{len(looking.wrong)} seen that should not be", *Counter(looking.wrong).most_common(20), sep="\n  ")


def _listen(looking: Looking) -> None:
    def dismiss(dialog: Dialog) -> None:
        looking.wrong.append(f"dialog {dialog.message}")
        dialog.dismiss()

    def look_at(asked: Request) -> None:
        if not asked.url.startswith((looking.address, "data:", "blob:")):
            looking.wrong.append(f"asked {asked.url}")

    looking.page.on("dialog", dismiss)
    looking.page.on("pageerror", lambda error: looking.wrong.append(f"error {error}"))
    looking.page.on("request", look_at)
