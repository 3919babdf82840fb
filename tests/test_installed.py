"""The built wheel in an environment of its own, outside the sources: `scrapersky demo` and `scrapersky up`."""

import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import httpx
import pytest
from tests.installing import install_wheel
from tests.process import environment, running
from tests.web.frontend import ROOT

pytestmark = pytest.mark.timeout(600)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command as the wheel installs it. What it depends on is borrowed from here; the package itself is not."""
    dist, folder = tmp_path_factory.mktemp("dist"), tmp_path_factory.mktemp("environment")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(dist)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)  # noqa: S603  our own build
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
    (wheel,) = dist.glob("*.whl")
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


def test_the_demonstration_starts_from_the_wheel_alone(program: Path, tmp_path: Path) -> None:
    words = ["demo", "--port", "0", "--businesses", "20"]
    with running(words, tmp_path, str(program), PYTHONPATH="", TMPDIR=str(tmp_path)) as demo:
        address = demo.wait_for(r"(http://127\.0\.0\.1:\d+)")
        assert has_whole_page(address)
        password = demo.wait_for(r"Password +(\S+)")
        signed = httpx.post(f"{address}/api/v3/auth/login", json={"name": "demo", "password": password}, timeout=60)
        headers = {"Authorization": f"Bearer {signed.json()['access_token']}"}
        meta = httpx.get(f"{address}/api/v3/meta", headers=headers, timeout=60).json()
        assert (len(meta["workflows"]), meta["refused"], meta["simulated"]) == (9, [], True)
        assert demo.end() in (0, 143)


def test_the_product_starts_from_the_wheel_alone_and_needs_no_key(program: Path, tmp_path: Path) -> None:
    words = ["up", "--port", "0"]
    with running(words, tmp_path, str(program), PYTHONPATH="", SCRAPERSKY_DATA=str(tmp_path / "data")) as server:
        address, code = server.wait_for(r"ScraperSky is at (\S+)"), server.wait_for(r"one-time code (\S+)")
        assert has_whole_page(address)
        person = {"name": "ana", "password": "correct horse battery", "code": code}
        token = httpx.post(f"{address}/api/v3/auth/setup", json=person, timeout=60).json()["access_token"]
        meta = httpx.get(f"{address}/api/v3/meta", headers={"Authorization": f"Bearer {token}"}, timeout=60).json()
        assert (len(meta["workflows"]), meta["refused"]) == (9, [])
        first = meta["sources"][0]
        assert (first["name"], first["unready"], first["needs"]) == ("overpass", None, None)
        assert server.end() in (0, 143)
