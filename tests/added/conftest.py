"""The package of the how-to, built and installed as a person would, and one that is broken in every way."""

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.installing import install

from scrapersky.clients.extensions import Extension

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "how-to" / "write-an-extension.md"
BLOCK = re.compile(r"^```(?:python|toml) title=\"([^\"]+)\"\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="session")
def installed_guide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that pip installed the how-to's package into."""
    source, site = tmp_path_factory.mktemp("my_chamber"), tmp_path_factory.mktemp("site")
    for place, text in BLOCK.findall(GUIDE.read_text(encoding="utf-8")):
        (source / place).parent.mkdir(parents=True, exist_ok=True)
        (source / place).write_text(text, encoding="utf-8")
    install(source, site)
    return site


@pytest.fixture
def guide(installed_guide: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """The file that the how-to's target writes, with the package on the path."""
    monkeypatch.syspath_prepend(str(installed_guide))
    ledger = tmp_path / "ledger.txt"
    monkeypatch.setenv("LEDGER_FILE", str(ledger))
    yield ledger
    for name in [each for each in sys.modules if each.partition(".")[0] == "my_chamber"]:
        del sys.modules[name]


@pytest.fixture
def addition(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], Extension]]:
    """Makes an addition of a module's text, for what can be wrong with one."""
    monkeypatch.syspath_prepend(str(tmp_path))
    made: list[str] = []

    def make(attribute: str, text: str) -> Extension:
        module = f"hasty_{len(made)}_{tmp_path.name.replace('-', '_')}"
        made.append(module)
        (tmp_path / f"{module}.py").write_text(text, encoding="utf-8")
        return Extension("hasty", f"{module}:{attribute}")

    yield make
    for module in made:
        sys.modules.pop(module, None)
