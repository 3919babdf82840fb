"""The browser's sources, and the tools they are built with."""

import importlib.util
import os
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
FRONTEND = ROOT / "frontend"


def build_hook() -> ModuleType:
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def npm(*words: str, folder: Path = FRONTEND) -> subprocess.CompletedProcess[str]:
    """With the node that builds the application: the machine's own, or that of PyPI."""
    if not (FRONTEND / "node_modules").is_dir():
        pytest.skip("The browser's tools are not installed here; `npm ci` in frontend installs them")
    node, command = build_hook().find_node()
    path = f"{Path(node).parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": path}
    return subprocess.run([*command, *words], cwd=folder, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
